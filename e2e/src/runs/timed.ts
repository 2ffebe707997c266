import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { receiptAgrees, settles, statementAgrees } from '../harness/books.ts';
import { desktop } from '../harness/browser.ts';
import { ContractTicket, goToContract, houseReady } from '../harness/contracts.ts';
import { sum, units } from '../harness/money.ts';
import { replaying } from '../harness/replayed.ts';
import type { RunContext } from '../harness/run-context.ts';
import { equal, truthy, until } from '../harness/suite.ts';
import { endedFairly, equalled, lost, timedOrders, voided, won } from '../harness/timed.ts';
import { enterDemo, noProblems, patience, placeOnReplay } from '../harness/trader.ts';
import { en } from '../harness/words.ts';

const stake = units('50');
const grant = units('1000');

/** Recorded time runs sixty times as fast: a minute of ours is an hour of the recording. */
const speed = 60;
const second = 1_000 * speed;
const cycle = 60 * second;

/**
 * Two made-up recordings of quotes that produce equal and void results: EUR-PERP never moves; XAU-PERP ticks for 25 s of each minute and then falls
 * silent, so that a contract bought during the ticks ends in the silence, more than 5 s before the next tick.
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
export const timedContracts = ({ open }: RunContext) =>
  replaying(arrangedPrices(), speed, async (origin) => {
    const opened = await open({ viewport: desktop });
    const { page } = opened;
    await enterDemo(opened, origin);
    await houseReady(page, origin);
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
    // The price may have to return before the contract can be bought.
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
      const before = (await timedOrders(page, origin)).length;
      const isBought = async () => (await timedOrders(page, origin)).length === before + 1;
      if (asked) {
        await ticket.placeAfterRisks(en.leverage.timedAccepted);
        await until('it is bought', isBought, patience);
        return;
      }
      await placeOnReplay(opened, ticket, 'POST pay/order-contract-quick/buy', isBought);
    }

    await page.getByRole('tab', { name: en.leverage.timedOrders }).click({ timeout: patience });
    // Buy both directions on one index: one wins and one loses, unless the index ends where it began. Then buy again.
    const ended = await until(
      'all have ended, and one is won and one lost',
      async () => {
        const list = await timedOrders(page, origin);
        if (list.some(({ status }) => status < won)) return;
        if ([won, lost].every((status) => list.some((order) => order.status === status))) return list;
        await buyNow(await other('timedUp'), false);
        await buyNow(await other('timedDown'), false);
      },
      180_000,
    );
    const statuses = (symbol: string) => ended.filter((order) => order.symbol === symbol).map(({ status }) => status);
    equal([statuses('EUR-PERP'), statuses('XAU-PERP')], [[equalled], [voided]], 'how those on arranged prices ended');
    for (const order of ended) endedFairly(order, stake);
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
        const found = (await timedOrders(page, origin)).find((order) => order.status === status)?.receipt;
        truthy(found, `a receipt of one that ended as ${status}`);
        return found;
      });
      await receiptAgrees(page, origin, receipt);
    }
    noProblems(opened, 'with receipts of timed contracts');
    await page.context().close();
  });
