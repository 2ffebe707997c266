import { mkdirSync } from 'node:fs';
import { phone } from '../harness/browser.ts';
import { env, type RunContext } from '../harness/run-context.ts';
import { startServer } from '../harness/server.ts';
import { equal, truthy, until } from '../harness/suite.ts';
import { call, enterDemo, patience } from '../harness/trader.ts';
import { verifyFolder } from '../harness/verify.ts';
import { en, zhCN } from '../harness/words.ts';

const output = 'e2e/output/demo-market';

/** A demo exchange where nobody but the house’s simulated participants trades: its tape fills, and says who trades. */
export async function simulatedParticipants({ open }: RunContext): Promise<void> {
  const server = await startServer({ env: { ...env, BOURSE_PARTICIPANTS: 'on' }, timeoutMs: 300_000 });
  try {
    mkdirSync(output, { recursive: true });
    const desktop = await open({});
    await enterDemo(desktop, server.origin);
    const { page } = desktop;
    // The first trade comes within half a minute; the second, by chance, minutes later at times.
    const trades = await until(
      'a trade',
      async () => {
        const list = await call(page, server.origin, 'GET exchange/trades', { symbol: 'BTC/USDT' });
        return list.length > 0 && list;
      },
      4 * patience,
    );
    truthy(
      trades.every(({ simulated }) => simulated),
      'every trade is marked',
    );
    const listed = await call(page, server.origin, 'GET pay/symbol/instruments', {});
    equal(listed.filter(({ participants }) => !participants).length, 0, 'instruments without participants');
    await page.goto(`${server.origin}/order?symbol=BTC%2FUSDT&kind=1`);
    await page.getByText(en.trade.participants).first().waitFor({ timeout: patience });
    await page.getByTitle(en.trade.tapeSimulated).first().waitFor({ timeout: patience });
    for (const theme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme: theme });
      await page.screenshot({ path: `${output}/desktop-${theme}.png` });
    }
    const small = await open({ viewport: phone, language: 'zh-CN', theme: 'dark' });
    await enterDemo(small, server.origin, '/pc_home', zhCN);
    await small.page.goto(`${server.origin}/order?symbol=BTC%2FUSDT&kind=1`);
    await small.page.getByText(zhCN.trade.participants).first().waitFor({ timeout: patience });
    await small.page.screenshot({ path: `${output}/phone-zh-dark.png` });
    await small.page.getByRole('tab', { name: zhCN.trade.trades }).first().tap({ timeout: patience });
    await small.page.getByTitle(zhCN.trade.tapeSimulated).first().waitFor({ timeout: patience });
    await small.page.screenshot({ path: `${output}/phone-zh-dark-tape.png` });
    equal([...desktop.problems, ...small.problems], [], 'problems of the pages');
  } finally {
    await server.stop();
  }
  await verifyFolder(server.dataFolder);
  server.discard();
}
