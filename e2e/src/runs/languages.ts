import type { Page } from 'playwright-core';
import { desktop, phone } from '../harness/browser.ts';
import type { RunContext } from '../harness/run-context.ts';
import { equal } from '../harness/suite.ts';
import { enterDemo, patience } from '../harness/trader.ts';
import { en, like, zhCN } from '../harness/words.ts';
import { settled, sideways } from './every-route.ts';

type Table = Record<string, Record<string, string>>;
const screens = ['/home', '/market', '/order', '/funds'];

/** All texts of a page, visible or for screen readers. */
const textsOf = (page: Page) =>
  page.evaluate(() => {
    const found = new Set<string>();
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    while (walker.nextNode()) {
      const { parentElement, textContent } = walker.currentNode;
      if (parentElement && !parentElement.closest('script, style, noscript')) found.add((textContent ?? '').trim());
    }
    for (const name of ['aria-label', 'title', 'placeholder', 'alt'])
      for (const node of document.querySelectorAll(`body [${name}]`)) found.add((node.getAttribute(name) ?? '').trim());
    found.delete('');
    return [...found];
  });

const letters = (text: string) => text.replace(/\{[^}]*\}/g, '').match(/\p{L}{2,}/gu)?.length ?? 0;

/** A test for English sentences of the app that are translated differently in another language. */
function englishOnly(other: (feature: string, name: string) => string): (text: string) => string | undefined {
  const plain = new Map<string, string>();
  const patterns: [RegExp, string][] = [];
  const theirs = new Set<string>();
  for (const [feature, words] of Object.entries(en as Table))
    for (const [name, sentence] of Object.entries(words)) {
      const translated = other(feature, name);
      theirs.add(translated);
      if (translated === sentence || letters(sentence) === 0) continue;
      if (!/[{}]/.test(sentence)) plain.set(sentence, `${feature}.${name}`);
      // A sentence with values needs enough words of its own to differ from names and figures.
      else if (!/, (?:plural|select|selectordinal),/.test(sentence) && letters(sentence) >= 2)
        patterns.push([new RegExp(`^${like(sentence).source}$`), `${feature}.${name}`]);
    }
  return (text) => (theirs.has(text) ? undefined : (plain.get(text) ?? patterns.find(([pattern]) => pattern.test(text))?.[1]));
}

async function untranslated(context: RunContext, language: string, find: (text: string) => string | undefined): Promise<string[]> {
  const found: string[] = [];
  for (const viewport of [phone, desktop]) {
    const opened = await context.open({ viewport, language: 'zh-CN' });
    const { page } = opened;
    await page.goto(`${context.origin}/order?lang=${language}`);
    // The demo button of the ticket on a desktop, of the home screen on a phone.
    await enterDemoSilently(context, page);
    for (const screen of screens) {
      await page.goto(`${context.origin}${screen}?lang=${language}`);
      await settled(page);
      await page.waitForTimeout(700);
      equal(await page.evaluate(() => document.documentElement.lang), language, `the language of ${screen}`);
      for (const text of await textsOf(page)) {
        const key = find(text);
        if (key) found.push(`${screen} at ${viewport.width}: “${text}” (${key})`);
      }
    }
  }
  return found;
}

/** Signs in through the API, because the buttons' names depend on the language. */
async function enterDemoSilently({ origin }: RunContext, page: Page): Promise<void> {
  await page.evaluate(async (api) => {
    const answer = await fetch(`${api}/api/app-api/system/auth/login`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify({ loginType: 2 }),
    });
    const { data } = await answer.json();
    localStorage.setItem('access_token', data.accessToken);
    localStorage.setItem('refresh_token', data.refreshToken);
    localStorage.setItem('login_type', '2');
    localStorage.setItem('user_id', data.userId);
  }, origin);
}

/** A Chinese customer reads Chinese. */
export async function chinese(context: RunContext): Promise<void> {
  const found = await untranslated(
    context,
    'zh-CN',
    englishOnly((feature, name) => (zhCN as Table)[feature]?.[name] ?? ''),
  );
  if (found.length > 0) throw new Error(found.join('\n'));
}

/** In the test language every sentence is accented. Plain English was never passed to the translator. */
export async function pseudoLanguage(context: RunContext): Promise<void> {
  const found = await untranslated(
    context,
    'en-XA',
    englishOnly(() => ''),
  );
  if (found.length > 0) throw new Error(found.join('\n'));
}

/** Written from right to left, on a phone: mirrored, and nothing sticks out. */
export async function rightToLeft(context: RunContext): Promise<void> {
  const opened = await context.open({ viewport: phone });
  const { page, problems } = opened;
  await enterDemo(opened, context.origin);
  const found: string[] = [];
  for (const screen of screens) {
    await page.goto(`${context.origin}${screen}?lang=ar-XB`);
    await settled(page);
    await page.waitForFunction(() => document.documentElement.dir === 'rtl', undefined, { timeout: patience });
    const over = await sideways(page);
    if (over) found.push(`${screen} scrolls sideways by ${over}`);
  }
  found.push(...problems);
  if (found.length > 0) throw new Error(found.join('\n'));
}
