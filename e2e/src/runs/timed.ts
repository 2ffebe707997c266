import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { receiptAgrees, settles, statementAgrees } from '../harness/books.ts';
import { desktop } from '../harness/browser.ts';
import { ContractTicket, goToContract, houseFunded } from '../harness/contracts.ts';
import type { Desk } from '../harness/desk.ts';
import { sum, units } from '../harness/money.ts';
import { startServer } from '../harness/server.ts';
import { equal, truthy, until } from '../harness/suite.ts';
import { call, enterDemo, noProblems, patience } from '../harness/trader.ts';
import { verifyFolder } from '../harness/verify.ts';
import { en } from '../harness/words.ts';

const stake = units('50');
const grant = units('1000');
const [won, lost, equalled, voided] = [2, 3, 4, 5] as const;

/** Recorded time runs sixty times as fast: a minute of ours is an hour of the recording. */
const speed = 60;
const second = 1_000 * speed;
const cycle = 60 * second;

/**
 * Two made-up recordings of quotes, so that equal and void come about: EUR-PERP never moves; XAU-PERP speaks for 25 s of each minute and then falls
 * silent, so that whatever is bought while it speaks ends in its silence, more than 5 s before its next tick.
 */
function arrangedPrices(): string {
  const folder = mkdtempSync(join(tmpdir(), 'bourse-arranged-'));
  const from = Date.UTC(2014, 4, 1);
  const write = (name: string, speaks: (at: number) => boolean, price: (at: number) => number) => {
    const rows: string[] = [];
    for (let at = 0; at < 40 * cycle; at += second / 2)
      if (speaks(at)) rows.push(`${from + at},${(price(at) * 0.9999).toFixed(5)},${(price(at) * 1.0001).toFixed(5)}`);
    writeFileSync(join(folder, `${name}-tick-quote.csv`), `t,b,a\n${rows.join('\n')}\n`);
  };
  write(
    'forex-oanda-eurusd',
    () => true,
    () => 1.25,
  );
  write(
    'cfd-oanda-xauusd',
    (at) => at % cycle < 25 * second,
    (at) => 1_300 + (at % (7 * second)) / second,
  );
  return folder;
}

/** Timed contracts that are won and lost on simulated bitcoin, equal and void on arranged prices: what is paid, what comes back, and both ticks of each. */
export async function timedContracts({ open }: Desk): Promise<void> {
  const folder = arrangedPrices();
  const server = await startServer({
    env: { BOURSE_FEED: 'replay', BOURSE_RECORDINGS: folder, BOURSE_REPLAY_SPEED: String(speed), DATABASE_URL: '' },
    timeoutMs: 180_000,
  });
  const { origin } = server;
  try {
    const opened = await open({ viewport: desktop });
    const { page } = opened;
    await enterDemo(opened, origin);
    await houseFunded(page, origin);
    let first = true;
    const buy = async (symbol: string, direction: 'timedUp' | 'timedDown') => {
      const ticket = await goToContract(opened, origin, symbol);
      await page.getByRole('radio', { name: en.leverage.timed, exact: true }).click({ timeout: patience });
      await ticket.choose(en.leverage.timedDirection, en.leverage[direction]);
      if (first) await ticket.transfer('1000');
      await ticket.fill({ quantity: '50' });
      await buyNow(ticket, first);
      first = false;
    };
    await buy('EUR-PERP', 'timedDown');
    // Its price may have to come back before it can be bought.
    await buy('XAU-PERP', 'timedUp');
    await buy('BTC-PERP', 'timedUp');
    await buyNow(await other('timedDown'), false);

    async function other(direction: 'timedUp' | 'timedDown') {
      const ticket = new ContractTicket(page, 'BTC-PERP');
      await ticket.choose(en.leverage.timedDirection, en.leverage[direction]);
      await ticket.fill({ quantity: '50' });
      return ticket;
    }
    async function buyNow(ticket: ContractTicket, asked: boolean) {
      const bought = (await orders()).length;
      if (asked) await ticket.placeAfterQuestions(en.leverage.timedAccepted);
      else {
        await until('the ticket can be sent', () => ticket.send.isEnabled(), patience);
        await ticket.send.click({ timeout: patience });
      }
      await until('it is bought', async () => (await orders()).length === bought + 1, patience);
    }
    async function orders() {
      return (await call(page, origin, 'GET pay/order-contract-quick/page', { pageSize: 100 })).list;
    }

    await page.getByRole('tab', { name: en.leverage.timedOrders }).click({ timeout: patience });
    // Both ways on one index: one wins and one loses, unless it ends where it began; then they are bought again.
    const ended = await until(
      'all have ended, and one is won and one lost',
      async () => {
        const list = await orders();
        if (list.some(({ status }) => status < won)) return;
        if ([won, lost].every((status) => list.some((order) => order.status === status))) return list;
        await buyNow(await other('timedUp'), false);
        await buyNow(await other('timedDown'), false);
      },
      180_000,
    );
    const statuses = (symbol: string) => ended.filter((order) => order.symbol === symbol).map(({ status }) => status);
    equal([statuses('EUR-PERP'), statuses('XAU-PERP')], [[equalled], [voided]], 'how those on arranged prices ended');
    for (const order of ended) {
      const of = `${order.symbol} ${order.direction} ended as ${order.status}`;
      const payout = (stake * 80n) / 100n;
      const result = order.status === won ? payout : order.status === lost ? -stake : 0n;
      equal(units(order.result ?? ''), result, `result of ${of}`);
      if (order.status === voided) {
        equal(order.voidReason, 'stale', of);
        continue;
      }
      const [start, end] = [units(order.startPrice ?? ''), units(order.endPrice ?? '')];
      const right = order.direction === 1 ? end > start : end < start;
      equal(order.status, end === start ? equalled : right ? won : lost, `the two ticks decide: ${of}`);
      truthy((order.endTime ?? 0) - (order.startTime ?? 0) >= 25_000 && (order.endTime ?? 0) >= order.endsAt, `times of ${of}`);
    }
    for (const status of ['timedStatus2', 'timedStatus3', 'timedStatus4', 'timedStatus5'] as const)
      await page.getByText(en.leverage[status], { exact: true }).first().waitFor({ timeout: patience });
    const { held, lines } = await statementAgrees(page, origin);
    const wallet = held.find((balance) => balance.wallet === 4 && balance.asset === 'USDT');
    const made = sum(ended.map((order) => order.result ?? '0'));
    equal(
      [wallet?.available, wallet?.frozen].map((text) => units(text ?? '0')),
      [grant + made, 0n],
      'the timed wallet',
    );
    truthy(lines.filter((line) => line.wallet === 4).length >= ended.length, 'lines of the timed wallet');
    noProblems(opened, 'with timed contracts');
    for (const status of [won, lost, equalled, voided]) {
      const receipt = await settles(async () => {
        const found = (await orders()).find((order) => order.status === status)?.receipt;
        truthy(found, `a receipt of one that ended as ${status}`);
        return found;
      });
      await receiptAgrees(page, origin, receipt);
    }
    noProblems(opened, 'with receipts of timed contracts');
    await page.context().close();
  } finally {
    await server.stop();
    rmSync(folder, { recursive: true, force: true });
  }
  await verifyFolder(server.dataFolder);
  server.discard();
}
