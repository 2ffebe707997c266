import { Wallet } from '@bourse/protocol/enums';
import fc from 'fast-check';
import { expect } from 'vitest';
import type { Engine } from '../api.ts';
import type { Command } from '../commands.ts';
import { restoreEngine } from '../engine.ts';
import type { Outcome } from '../events.ts';
import { type TestVenue, usdt } from './venue.ts';

/** What a venue counts of orders that bring money along. */
export const fundedFates = ['order with funds', 'order with funds refused'];

type FundedOrder = Extract<Command, { kind: 'placeFundedContractOrder' | 'placeFundedStockOrder' }>;
type PlainOrder = Extract<Command, { kind: 'placeContractOrder' | 'placeStockOrder' }>;
export const isFunded = (command: Command): command is FundedOrder => 'payFrom' in command;

/** Some of these orders bring money along. */
export const sometimesFunded = (orders: fc.Arbitrary<Command>): fc.Arbitrary<Command> =>
  fc
    .tuple(
      orders,
      fc.option(
        fc.record({
          payFrom: fc.constantFrom(Wallet.coin, Wallet.coin, Wallet.coin, Wallet.contract, Wallet.stock),
          payAmount: fc.oneof(fc.bigInt({ min: 1n, max: 900_000_000n }), fc.constantFrom(0n, 10n ** 13n)),
        }),
        { freq: 4 },
      ),
    )
    .map(([order, funds]) => (funds === null ? order : withFunds(order as PlainOrder, funds)));

const unbought = { payThrough: 0, payLots: 0, payTicks: 0 };
const withFunds = (order: PlainOrder, funds: Pick<FundedOrder, 'payFrom' | 'payAmount'>): Command =>
  order.kind === 'placeContractOrder'
    ? { ...order, ...funds, ...unbought, kind: 'placeFundedContractOrder' }
    : { ...order, ...funds, ...unbought, kind: 'placeFundedStockOrder' };

/** The commands that the act stands for: the purchase of the money, the transfer, the order. */
function apart(given: FundedOrder, asset: number): Command[] {
  const { payFrom: from, payAmount: amount, payThrough, payLots: lots, payTicks: priceTicks, ...order } = given;
  const { account } = order;
  const contract = order.kind === 'placeFundedContractOrder';
  const to = contract ? Wallet.contract : Wallet.stock;
  const whole = { side: 0, type: 2, tif: 3, triggerTicks: 0, quoteAmount: 0, postOnly: false } as const;
  return [
    ...(payThrough === 0 ? [] : [{ kind: 'placeOrder', account, instrument: payThrough, lots, priceTicks, ...whole } as const]),
    { kind: 'transfer', account, from, to, asset, amount },
    { ...order, kind: contract ? 'placeContractOrder' : 'placeStockOrder' } as Command,
  ];
}

/**
 * What an order with money of its own must have done: exactly what the purchase, the transfer and the order would have done one after the other, or
 * nothing at all if one of them is refused. `before` is the state that it met.
 */
export function checkFunded(before: Uint8Array, venue: TestVenue, outcome: Outcome, people: readonly number[], asset = usdt): void {
  const sent = venue.journal[venue.journal.length - 1]!;
  const { engine: after } = venue;
  const order = sent.command as FundedOrder;
  const parts = restoreEngine(before);
  let expected: Outcome | undefined;
  for (const command of apart(order, asset)) {
    expected = parts.apply({ ...sent, seq: parts.seq + 1, command });
    parts.discardEvents();
    if (!expected.ok) break;
  }
  if (outcome.ok) {
    venue.count('order with funds');
    expect(outcome).toEqual(expected);
    expect(people.map((who) => standing(after, who))).toEqual(people.map((who) => standing(parts, who)));
    return;
  }
  venue.count('order with funds refused');
  // A purchase counts for the least that it may bring, so its parts may pass where the act is refused.
  if (order.payThrough === 0 && order.action === 1) expect(outcome).toMatchObject({ error: expected?.ok ? 'accepted' : expected?.error });
  const idle = restoreEngine(before);
  idle.apply({ ...sent, command: { kind: 'advanceTime' } });
  expect(after.stateHash()).toBe(idle.stateHash());
}

/** What an account has and owes, without the sequence at which it was read. */
function standing(engine: Engine, who: number) {
  const timeless = (view: object) => ({ ...view, seq: 0, index: 0 });
  return [engine.balances(who), engine.positions(who).map(timeless), engine.openOrders(who).map(timeless)];
}
