import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { desktop, phone } from '../harness/browser.ts';
import { env, type RunContext } from '../harness/run-context.ts';
import { startServer } from '../harness/server.ts';
import { truthy } from '../harness/suite.ts';
import { verifyFolder } from '../harness/verify.ts';
import { en, zhCN } from '../harness/words.ts';

const why = 'Data from the exchanges became dearer.';
const file = 'apps/server/src/market/catalogue/instruments.json';

/** A start with dearer contract fees: everybody reads what changes, from when and why, and pays the old fees until then. */
export async function changesAnnounced({ open }: RunContext): Promise<void> {
  const first = await startServer({ env, timeoutMs: 180_000 });
  const { dataFolder } = first;
  await first.stop();
  const said = JSON.parse(readFileSync(file, 'utf8')) as { why?: string; fees: Record<string, [number, number][]> };
  said.why = why;
  said.fees['contract']![0]![0] += 100;
  const changed = join(dataFolder, 'instruments.json');
  writeFileSync(changed, JSON.stringify(said));
  const server = await startServer({ env: { ...env, BOURSE_INSTRUMENTS: changed }, dataFolder, timeoutMs: 180_000 });
  try {
    const answer = await fetch(`${server.origin}/api/app-api/pay/symbol/get-currency?symbol=BTC-PERP`);
    const { data } = (await answer.json()) as { data: { takerFee: string } };
    truthy(data.takerFee === '0.0005', `the fee in force is shown: ${data.takerFee}`);
    for (const [viewport, language, words] of [
      [phone, 'en', en],
      [desktop, 'zh-CN', zhCN],
    ] as const) {
      const { page } = await open({ viewport, language });
      await page.goto(`${server.origin}/changes`);
      await page.getByRole('heading', { name: words.settings.changes }).waitFor();
      await page.getByText(why).first().waitFor();
      await page.getByText(words.changes['state.waits']).first().waitFor();
      await page.getByText(words.changes.worse).first().waitFor();
      await page.getByText('0.06%').first().waitFor();
      await page.getByRole('tab', { name: words.changes['product.spot'] }).click();
      await page.getByText(words.changes.none).waitFor();
      await page.reload();
      await page.getByText(words.changes.none).waitFor();
    }
  } finally {
    await server.stop();
  }
  await verifyFolder(dataFolder);
  server.discard();
}
