import { receiptAgrees, settles, statementAgrees } from '../harness/books.ts';
import { desktop, type Opened, phone } from '../harness/browser.ts';
import {
  type ContractTicket,
  closedPositions,
  confirm,
  goToContract,
  houseReady,
  openPositions,
  prepare,
  settlements,
} from '../harness/contracts.ts';
import { sum, units } from '../harness/money.ts';
import { closeSheet, openSheet, showMine } from '../harness/phone.ts';
import type { RunContext } from '../harness/run-context.ts';
import { equal, truthy } from '../harness/suite.ts';
import { enterDemo, noProblems, patience, press } from '../harness/trader.ts';
import { en, spoken } from '../harness/words.ts';

const both = [
  ['BTC-PERP', 'buy', '0.05'],
  ['ETH-PERP', 'sell', '1'],
] as const;

interface Hands {
  ticketOf: (symbol: string, side: 'buy' | 'sell') => Promise<ContractTicket>;
  /** Closes the ticket where it covers the part that is checked next. */
  seePositions: () => Promise<unknown>;
}

export async function fullMargin({ origin, open }: RunContext): Promise<void> {
  const opened = await open({ viewport: desktop });
  await enterDemo(opened, origin);
  await turnAndClose(opened, origin, {
    async ticketOf(symbol, side) {
      const ticket = await goToContract(opened, origin, symbol);
      await ticket.side(side);
      return ticket;
    },
    seePositions: async () => undefined,
  });
}

export async function fullMarginOnAPhone({ origin, open }: RunContext): Promise<void> {
  const opened = await open({ viewport: phone });
  await enterDemo(opened, origin, '/bootPage');
  await turnAndClose(opened, origin, {
    ticketOf: (symbol, side) => openSheet(opened, origin, symbol, 2, side === 'buy' ? en.trade.buyLong : en.trade.sellShort),
    async seePositions() {
      await closeSheet(opened.page);
      await showMine(opened.page, en.leverage.positions);
    },
  });
}

/** Two positions share one wallet: both are reversed at once, then both are closed at once. The wallet changes by exactly their results. */
async function turnAndClose(opened: Opened, origin: string, { ticketOf, seePositions }: Hands): Promise<void> {
  const { page } = opened;
  await prepare(page, origin, { 2: '5000' });
  await houseReady(page, origin, 'BTC-PERP', 'ETH-PERP');
  for (const [symbol, side, quantity] of both) {
    const ticket = await ticketOf(symbol, side);
    await ticket.kind('market');
    await ticket.leverage(10, true);
    await ticket.fill({ quantity });
    await ticket.place();
  }
  await seePositions();
  const stand = (positions: Awaited<ReturnType<typeof openPositions>>) =>
    positions
      .map(({ symbol, direction, quantity, marginMode, lever }) => [symbol, direction, Number(quantity), marginMode, lever].join(' '))
      .sort();
  const opening = await settles(async () => {
    const list = await openPositions(page, origin);
    equal(stand(list), ['BTC-PERP 1 0.05 1 10', 'ETH-PERP 2 1 1 10'], 'positions in full margin');
    return list;
  });
  truthy(
    opening.every(({ liquidationPrice, endPrice, direction }) =>
      liquidationPrice === null ? true : Number(liquidationPrice) < Number(endPrice) === (direction === 1),
    ),
    'each is liquidated on its losing side',
  );

  await press(page.getByRole('button', { name: en.leverage.reverseAll, exact: true }));
  await confirm(page, spoken(en.leverage.reverseAllTitle, { count: 2 }), en.leverage.reverseAll);
  await settles(async () =>
    equal(stand(await openPositions(page, origin)), ['BTC-PERP 2 0.05 1 10', 'ETH-PERP 1 1 1 10'], 'positions after all were reversed'),
  );
  await page.getByText(spoken(en.leverage.reversed, { count: 2 })).waitFor({ timeout: patience });

  await press(page.getByRole('button', { name: en.leverage.closeAll, exact: true }));
  await confirm(page, spoken(en.leverage.closeAllTitle, { count: 2 }), en.leverage.closeAllGo);
  await page.getByText(en.leverage.noPositions, { exact: true }).waitFor({ timeout: patience });

  const fills = await settles(async () => {
    equal((await closedPositions(page, origin)).length, 4, 'positions in the history');
    const fills = (await settlements(page, origin)).filter(({ kind }) => kind === 'positionFill');
    for (const [symbol, , quantity] of both)
      for (const action of [1, 2] as const) {
        const traded = fills.filter((fill) => fill.symbol === symbol && fill.action === action).map((fill) => fill.quantity ?? '0');
        equal(sum(traded), 2n * units(quantity), `${symbol} ${action === 1 ? 'opened' : 'closed'}`);
      }
    return fills;
  });
  const { held } = await statementAgrees(page, origin);
  const wallet = held.find((balance) => balance.wallet === 2 && balance.asset === 'USDT');
  const made = sum(fills.map((fill) => fill.amount)) - sum(fills.map((fill) => fill.fee));
  equal(
    [wallet?.total, wallet?.frozen].map((text) => units(text ?? '0')),
    [units('5000') + made, 0n],
    'the contract wallet',
  );
  await receiptAgrees(page, origin, fills.at(-1)!.receipt);
  noProblems(opened, 'with full margin');
}
