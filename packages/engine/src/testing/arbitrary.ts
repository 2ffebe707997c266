import fc from 'fast-check';
import type { BatchItem, Command, PlaceOrder } from '../commands.ts';
import { firstCustomer, House } from '../core/accounts.ts';
import type { Duel } from './duel.ts';

/** Random commands for a small market: few people, few prices and small limits, so that orders often meet. */

export const people = [House.marketMaker, firstCustomer, firstCustomer + 1, firstCustomer + 2];
const account = fc.constantFrom(...people);
const instrument = fc.constantFrom(1, 2);
const price = fc.integer({ min: 94, max: 106 });
const lots = fc.integer({ min: 1, max: 9 });

const placeBody: fc.Arbitrary<Omit<PlaceOrder, 'account'>> = fc
  .oneof(
    {
      weight: 8,
      arbitrary: fc.record({
        type: fc.constant(2 as const),
        priceTicks: price,
        lots,
        triggerTicks: fc.constant(0),
        quoteAmount: fc.constant(0),
      }),
    },
    {
      weight: 2,
      arbitrary: fc.record({
        type: fc.constant(1 as const),
        priceTicks: fc.constant(0),
        lots,
        triggerTicks: fc.constant(0),
        quoteAmount: fc.constant(0),
      }),
    },
    {
      weight: 1,
      arbitrary: fc.record({
        type: fc.constant(1 as const),
        priceTicks: fc.constant(0),
        lots: fc.constant(0),
        triggerTicks: fc.constant(0),
        quoteAmount: fc.integer({ min: 5_000_000, max: 900_000_000 }),
      }),
    },
    {
      weight: 2,
      arbitrary: fc.record({
        type: fc.constantFrom(3 as const, 5 as const),
        priceTicks: price,
        lots,
        triggerTicks: price,
        quoteAmount: fc.constant(0),
      }),
    },
    {
      weight: 2,
      arbitrary: fc.record({
        type: fc.constantFrom(4 as const, 6 as const),
        priceTicks: fc.constant(0),
        lots,
        triggerTicks: price,
        quoteAmount: fc.constant(0),
      }),
    },
    {
      weight: 1,
      arbitrary: fc.record({
        type: fc.constantFrom(4 as const, 6 as const),
        priceTicks: fc.constant(0),
        lots: fc.constant(0),
        triggerTicks: price,
        quoteAmount: fc.integer({ min: 5_000_000, max: 900_000_000 }),
      }),
    },
  )
  .chain((body) =>
    fc.record({
      kind: fc.constant('placeOrder' as const),
      instrument: fc.constantFrom(1, 1, 1, 2),
      side: fc.constantFrom(0 as const, 1 as const),
      tif: fc.constantFrom(1 as const, 1 as const, 1 as const, 1 as const, 1 as const, 2 as const, 3 as const),
      postOnly: fc.constantFrom(false, false, false, false, false, false, false, true),
      type: fc.constant(body.type),
      priceTicks: fc.constant(body.priceTicks),
      lots: fc.constant(body.lots),
      triggerTicks: fc.constant(body.triggerTicks),
      quoteAmount: fc.constant(body.quoteAmount),
    }),
  );

/** Names orders by how recently they were placed, so that usually the order is still open. */
const recent = fc.integer({ min: 0, max: 12 });
const amendBody = fc.record({
  kind: fc.constant('amendOrder' as const),
  order: recent,
  lots: fc.oneof(fc.constant(0), lots),
  priceTicks: fc.oneof(fc.constant(0), price),
});
const cancelBody = fc.record({ kind: fc.constant('cancelOrder' as const), order: recent });
const withAccount = (body: fc.Arbitrary<object>): fc.Arbitrary<Command> =>
  fc.tuple(account, body).map(([who, rest]) => ({ ...rest, account: who }) as Command);

const ticks = fc
  .tuple(
    fc.array(fc.tuple(instrument, fc.integer({ min: 97, max: 103 }), fc.integer({ min: -6000, max: 1000 })), {
      minLength: 1,
      maxLength: 3,
    }),
    fc.constantFrom('a', 'b'),
  )
  .map(([items, source]) => ({
    kind: 'feedTicks' as const,
    source,
    items: items.map(([id, priceTicks, time]) => ({
      instrument: id,
      priceTicks,
      time: Math.min(Math.max(0, time), 100) - (time < -5000 ? 6000 : 0),
    })),
  }));

export type Step = { wait: number; command: Command } | 'restart';

const command: fc.Arbitrary<Command> = fc.oneof(
  { weight: 40, arbitrary: withAccount(placeBody) },
  { weight: 10, arbitrary: withAccount(cancelBody) },
  { weight: 10, arbitrary: withAccount(amendBody) },
  { weight: 14, arbitrary: ticks },
  {
    weight: 2,
    arbitrary: withAccount(fc.record({ kind: fc.constant('cancelAllOrders' as const), instrument: fc.constantFrom(0, 1, 2, 3) })),
  },
  {
    weight: 3,
    arbitrary: withAccount(
      fc.record({ kind: fc.constant('cancelAllAfter' as const), timeoutMs: fc.constantFrom(0, 50, 300, 1000, 99_999_999_999) }),
    ),
  },
  {
    weight: 3,
    arbitrary: withAccount(
      fc.record({
        kind: fc.constant('orderBatch' as const),
        items: fc.array(fc.oneof(placeBody, amendBody, cancelBody) as fc.Arbitrary<BatchItem>, { maxLength: 6 }),
      }),
    ),
  },
  { weight: 2, arbitrary: withAccount(fc.record({ kind: fc.constant('grantDemo' as const) })) },
  {
    weight: 3,
    arbitrary: withAccount(
      fc.record({
        kind: fc.constant('transfer' as const),
        from: fc.constantFrom(1 as const, 2 as const, 3 as const),
        to: fc.constantFrom(1 as const, 2 as const, 5 as const),
        asset: fc.constantFrom(1, 2, 3),
        amount: fc.bigInt({ min: 0n, max: 2_000_000_000n }),
      }),
    ),
  },
  { weight: 1, arbitrary: withAccount(fc.record({ kind: fc.constant('setFeeClass' as const), feeClass: fc.constantFrom(0, 1, 2, 99) })) },
  {
    weight: 1,
    arbitrary: fc.record({
      kind: fc.constant('setInstrumentStatus' as const),
      instrument,
      status: fc.constantFrom(1 as const, 1 as const, 2 as const, 3 as const),
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      kind: fc.constant('setTradingMode' as const),
      mode: fc.constantFrom('normal' as const, 'normal' as const, 'cancelOnly' as const, 'readOnly' as const),
    }),
  },
  { weight: 1, arbitrary: fc.constant({ kind: 'advanceTime' as const }) },
);

export const steps = (length: number): fc.Arbitrary<Step[]> =>
  fc.array(
    fc.oneof(
      {
        weight: 30,
        arbitrary: fc.record({
          wait: fc.constantFrom(0, 0, 0, 0, 0, 0, 1, 1, 20, 20, 400, 1500, 86_400_000),
          command,
        }) as fc.Arbitrary<Step>,
      },
      { weight: 1, arbitrary: fc.constant('restart' as const) as fc.Arbitrary<Step> },
    ),
    { minLength: length, maxLength: length, size: 'max' },
  );

/**
 * Turns relative orders and ticks into absolute ones: an order is given as one of the account's own or by how recently it was placed, a tick by its age.
 */
export function absolute(duel: Duel, given: Command): Command {
  if (given.kind === 'amendOrder' || given.kind === 'cancelOrder') return named(duel, given.account, given);
  if (given.kind === 'orderBatch') {
    const { account: who, items } = given;
    return { ...given, items: items.map((item) => (item.kind === 'placeOrder' ? item : named(duel, who, item))) };
  }
  if (given.kind === 'feedTicks') {
    return { ...given, items: given.items.map((item) => ({ ...item, time: duel.time + item.time })) };
  }
  return given;
}

function named<T extends { order: number }>(duel: Duel, who: number, body: T): T {
  const mine = duel.engine.openOrders(who);
  const newest = duel.engine.statistics().ordersAccepted!;
  const order = body.order % 5 > 0 && mine.length > 0 ? mine[body.order % mine.length]!.order : Math.max(1, newest - body.order);
  return { ...body, order };
}

/** Sets up two instruments that share their quote asset, three customers and the market maker, all with money and coins. */
export function openStage(duel: Duel): void {
  duel.apply({ kind: 'defineAsset', asset: 1, code: 'COIN', scale: 3, assetKind: 3 });
  duel.apply({ kind: 'defineAsset', asset: 2, code: 'USDT', scale: 6, assetKind: 2 });
  duel.apply({ kind: 'defineAsset', asset: 3, code: 'GEM', scale: 8, assetKind: 3 });
  for (const [id, base, fees] of [
    [1, 1, [10_000, 0, 333]],
    [2, 3, [1]],
  ] as const) {
    duel.apply({
      kind: 'defineInstrument',
      instrument: id,
      symbol: `I${id}/USDT`,
      instrumentKind: 1,
      baseAsset: base,
      quoteAsset: 2,
      lotUnits: 1003n,
      quoteUnitsPerTickLot: 1_000_003,
      minLots: 1,
      maxLots: 40,
      minNotional: 100_000_000,
      bandBps: 600,
      takerFeePpm: fees,
      makerFeePpm: fees,
      keepsProtection: id === 1,
      status: 1,
    });
  }
  duel.apply({ kind: 'feedTicks', source: 'a', items: [1, 2].map((id) => ({ instrument: id, priceTicks: 100, time: duel.time })) });
  for (const who of people) duel.apply({ kind: 'openAccount', account: who, feeClass: 0 });
  for (const [asset, amount] of [
    [1, 300_000n],
    [2, 30_000_000_000n],
    [3, 300_000n],
  ] as const) {
    duel.apply({ kind: 'fundHouse', account: House.marketMaker, wallet: 1, asset, amount, number: asset });
  }
  for (const who of people.slice(1)) {
    duel.apply({ kind: 'grantDemo', account: who });
    for (const id of [1, 2]) {
      const order = {
        kind: 'placeOrder',
        instrument: id,
        type: 2,
        tif: 1,
        priceTicks: 100,
        triggerTicks: 0,
        lots: 25,
        quoteAmount: 0,
        postOnly: false,
      } as const;
      duel.apply({ ...order, account: House.marketMaker, side: 1 });
      duel.apply({ ...order, account: who, side: 0 });
    }
    duel.apply({ kind: 'transfer', account: who, from: 1, to: 5, asset: 2, amount: 92_000_000_000n });
  }
}
