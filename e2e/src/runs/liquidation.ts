import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { receiptAgrees, settles, statementAgrees } from '../harness/books.ts';
import { desktop } from '../harness/browser.ts';
import { closedPositions, goToContract, houseFunded, openPositions, position, prepare, settlements } from '../harness/contracts.ts';
import type { Desk } from '../harness/desk.ts';
import { sum, units } from '../harness/money.ts';
import { startServer } from '../harness/server.ts';
import { equal, truthy } from '../harness/suite.ts';
import { bestPrices, call, enterDemo, noProblems, patience } from '../harness/trader.ts';
import { verifyFolder } from '../harness/verify.ts';
import { en, like } from '../harness/words.ts';
import { readRecording, recordingsFolder } from './replay.ts';

const symbol = 'BTC-PERP';
const recording = 'cryptofuture-bybit-btcusdt-minute';
/**
 * Bitcoin on 13 December 2022: at 09:58 it rose from 17,192 to 17,514 within two minutes. Played from 08:38 (a replay begins a quarter into its
 * recording) a hundred times as fast; who comes too late meets the rise again when the recording starts over.
 */
const [from, to] = [Date.UTC(2022, 11, 13, 7, 58), Date.UTC(2022, 11, 13, 10, 38)];

function theRise(): string {
  const recordings = recordingsFolder();
  const folder = mkdtempSync(join(tmpdir(), 'bourse-rise-'));
  for (const part of ['trade', 'quote']) {
    const [head, ...rows] = readRecording(recordings, `${recording}-${part}.csv.gz`);
    const kept = rows.filter((line) => {
      const at = Number.parseInt(line, 10);
      return at >= from && at < to;
    });
    writeFileSync(join(folder, `${recording}-${part}.csv`), `${[head, ...kept].join('\n')}\n`);
  }
  return folder;
}

/** A short at 100× in a rise that really happened: liquidated, told with its order number, kept in the history, and the receipt agrees. */
export async function liquidated({ open }: Desk): Promise<void> {
  const folder = theRise();
  const server = await startServer({
    env: { BOURSE_FEED: 'replay', BOURSE_RECORDINGS: folder, BOURSE_REPLAY_SPEED: '100', DATABASE_URL: '' },
    timeoutMs: 180_000,
  });
  const { origin } = server;
  try {
    const opened = await open({ viewport: desktop, theme: 'dark' });
    const { page } = opened;
    await enterDemo(opened, origin);
    await prepare(page, origin, { 2: '1000' });
    await houseFunded(page, origin);
    // Somebody has to trade against it.
    await bestPrices(page, origin, symbol);
    // Somebody else does the same and goes away.
    const away = await open({ viewport: desktop });
    await enterDemo(away, origin);
    await prepare(away.page, origin, { 2: '1000' });
    const terms = { symbol, direction: 2, lever: 100, marginMode: 2, quantity: '0.5' } as const;
    await call(away.page, origin, 'POST pay/order-contract/create', terms);
    await away.page.goto('about:blank');

    const ticket = await goToContract(opened, origin, symbol);
    await ticket.side('sell');
    await ticket.kind('market');
    await ticket.lever(100);
    await ticket.fill({ quantity: '0.5' });
    await ticket.place();
    const short = await position(page, origin, symbol, '0.5', 2);
    truthy(Number(short.liquidationPrice) > Number(short.endPrice), 'a short is liquidated above its entry');

    // It stays on screen until it was read, and names the order.
    const told = page.getByText(like(en.notices['liquidation.segmented']));
    await told.first().waitFor({ timeout: 180_000 });
    const { closed, settled } = await settles(async () => {
      equal(await openPositions(page, origin), [], 'open positions');
      const [closed] = await closedPositions(page, origin);
      equal(closed?.id, short.id, 'the position in the history');
      const settled = (await settlements(page, origin)).filter(({ positionId }) => positionId === short.id);
      truthy(
        settled.some(({ kind }) => kind === 'liquidation'),
        'the liquidation among the settlements',
      );
      return { closed: closed!, settled };
    });
    const forced = settled.filter((each) => each.kind === 'positionFill' && each.role === 'liquidation');
    truthy(forced.length > 0, 'fills of the liquidation');
    const text = (await told.allTextContents()).join(' ');
    truthy(
      forced.some(({ orderId }) => orderId !== null && text.includes(orderId)),
      `the notice “${text}” names the order ${forced.map(({ orderId }) => orderId).join(', ')}`,
    );
    equal(closed.reason, 'liquidated', 'why it was closed');

    // A loss of no more than the margin and the fee of opening: the wallet is what went in, and what the fills moved, the liquidation's among them.
    const { held } = await statementAgrees(page, origin);
    const wallet = held.find((balance) => balance.wallet === 2 && balance.asset === 'USDT');
    const fills = settled.filter(({ kind }) => kind === 'positionFill');
    const changed = sum(fills.map((each) => each.amount)) - sum(fills.map((each) => each.fee));
    equal(units(wallet?.total ?? '0'), units('1000') + changed, 'the contract wallet');
    const opening = sum(fills.filter(({ action }) => action === 1).map((each) => each.fee));
    truthy(changed < 0n && -changed <= units(short.earnestMoney) + opening, 'no more than the margin is lost');

    // Who was away is told on coming back: the notice was stored.
    await away.page.goto(`${origin}/home`);
    await away.page.getByText(like(en.notices['liquidation.segmented'])).first().waitFor({ timeout: patience });

    await page.reload();
    await page.getByRole('tab', { name: en.leverage.settlements }).click({ timeout: patience });
    await page
      .getByRole('link', { name: new RegExp(en.leverage.settle_liquidation) })
      .first()
      .waitFor({ timeout: patience });
    for (const kind of ['liquidation', 'positionFill'] as const) {
      const receipt = settled.findLast((each) => each.kind === kind)!.receipt;
      await receiptAgrees(page, origin, receipt);
    }
    const { liquidations } = await call(page, origin, 'GET pay/order-contract/risk', { symbol });
    truthy(liquidations.length >= 2, 'both liquidations on the risk page of the contract');
    noProblems(opened, 'with a liquidation');
    await page.context().close();
  } finally {
    await server.stop();
    rmSync(folder, { recursive: true, force: true });
  }
  await verifyFolder(server.dataFolder);
  server.discard();
}
