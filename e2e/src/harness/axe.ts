import axe from 'axe-core';
import type { Page } from 'playwright-core';

/** What axe finds on the page as it stands. Colours alone depend on the theme: for the other theme, `contrast` is enough. */
export async function violations(page: Page, name: string, rules: 'all' | 'contrast' = 'all'): Promise<string[]> {
  await page.evaluate(axe.source);
  const found = await page.evaluate(async (only) => {
    const { axe } = window as unknown as { axe: typeof import('axe-core') };
    const { violations } = await axe.run(document, {
      preload: false,
      resultTypes: ['violations'],
      ...(only === 'contrast' ? { runOnly: { type: 'rule' as const, values: ['color-contrast'] } } : {}),
    });
    return violations.map(({ id, help, nodes }) => ({
      id,
      help,
      nodes: nodes
        .slice(0, 3)
        .map(({ target, html, failureSummary }) => `${target.join(' ')} ${html.slice(0, 140)} ${failureSummary ?? ''}`),
      count: nodes.length,
    }));
  }, rules);
  return found.map(
    ({ id, help, nodes, count }) => `${name}: ${id}, ${help} (${count})\n   ${nodes.join('\n   ').replace(/\n {2,}/g, ' ')}`,
  );
}
