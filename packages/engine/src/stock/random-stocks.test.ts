import { OrderPriceType, PositionAction, Wallet } from '@bourse/protocol/enums';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { Command, PlaceStockOrder } from '../commands.ts';
import { House } from '../core/accounts.ts';
import type { Limits } from '../core/limits.ts';
import { checkFunded, fundedFates, sometimesFunded } from '../testing/funded.ts';
import { checkReceipts } from '../testing/receipts.ts';
import { acme, dayClose, dayOpen, malay, StockDuel, usdt } from '../testing/stock-duel.ts';

const people = [House.marketMaker, 100_000, 100_001, 100_002];
type Step = { kind: 'command'; command: Command } | { kind: 'clock'; to: 'on' | 'open' | 'close' } | { kind: 'restart' };

const account = fc.constantFrom(...people);
const instrument = fc.constantFrom(acme, acme, acme, malay);
/** Ticks above or below the current price. */
const price = fc.integer({ min: -6, max: 6 });
const market = (type: number) =>
  type === OrderPriceType.market || type === OrderPriceType.stopMarket || type === OrderPriceType.takeProfitMarket;

const order: fc.Arbitrary<Command> = fc
  .record({
    kind: fc.constant('placeStockOrder' as const),
    account,
    instrument,
    direction: fc.constantFrom(1 as const, 1 as const, 2 as const),
    action: fc.constantFrom(1 as const, 1 as const, 2 as const),
    type: fc.constantFrom(
      1 as const,
      1 as const,
      2 as const,
      2 as const,
      2 as const,
      2 as const,
      2 as const,
      2 as const,
      3 as const,
      4 as const,
      6 as const,
    ),
    tif: fc.constantFrom(1 as const, 1 as const, 1 as const, 2 as const, 3 as const),
    priceTicks: price,
    triggerTicks: price,
    lots: fc.integer({ min: 0, max: 9 }),
    leverage: fc.constantFrom(0, 0, 0, 0, 0, 0, 1),
    postOnly: fc.constantFrom(false, false, false, true),
    takeProfitTicks: fc.constantFrom(0, 0, 0, 0, 0, 9),
    stopLossTicks: fc.constantFrom(0, 0, 0, 0, 0, -9),
    upperCircuit: fc.constantFrom(false, false, false, false, false, true),
  })
  .map((given) => {
    const upper = given.upperCircuit;
    const type = upper ? OrderPriceType.limit : given.type;
    const open = upper || given.action === PositionAction.open;
    return {
      ...given,
      type,
      action: open ? PositionAction.open : PositionAction.close,
      direction: upper ? 1 : given.direction,
      tif: upper ? 1 : given.tif,
      priceTicks: upper || market(type) ? 0 : given.priceTicks,
      triggerTicks: type >= OrderPriceType.stopLimit ? given.triggerTicks : 0,
      postOnly: given.postOnly && !market(type) && given.tif === 1,
      takeProfitTicks: open ? given.takeProfitTicks : 0,
      stopLossTicks: open ? given.stopLossTicks : 0,
    };
  });

const commands = (orders: fc.Arbitrary<Command>): fc.Arbitrary<Command> =>
  fc.oneof(
    { weight: 30, arbitrary: orders },
    {
      weight: 8,
      arbitrary: fc.record({
        kind: fc.constant('feedTicks' as const),
        source: fc.constant('walk'),
        items: fc.tuple(
          fc.record({ instrument: fc.constantFrom(acme, acme, malay), priceTicks: fc.integer({ min: -9, max: 9 }), time: fc.constant(0) }),
        ),
      }),
    },
    { weight: 4, arbitrary: fc.record({ kind: fc.constant('cancelOrder' as const), account, order: fc.nat(20) }) },
    {
      weight: 4,
      arbitrary: fc.record({
        kind: fc.constant('amendOrder' as const),
        account,
        order: fc.nat(20),
        lots: fc.integer({ min: 0, max: 14 }),
        priceTicks: fc.oneof(fc.constant(0), price),
      }),
    },
    {
      weight: 3,
      arbitrary: fc.record({
        kind: fc.constant('setPositionStops' as const),
        account,
        position: fc.nat(8),
        lots: fc.constantFrom(0, 0, 2),
        takeProfitTicks: fc.constantFrom(0, 5, 8),
        stopLossTicks: fc.constantFrom(0, -5, -8),
      }),
    },
    { weight: 1, arbitrary: fc.record({ kind: fc.constant('setDayTrade' as const), account, allowed: fc.boolean() }) },
    { weight: 1, arbitrary: fc.record({ kind: fc.constant('setFeeClass' as const), account, feeClass: fc.constantFrom(0, 1) }) },
    {
      weight: 1,
      arbitrary: fc.record({
        kind: fc.constant('setInstrumentStatus' as const),
        instrument,
        status: fc.constantFrom(1 as const, 1 as const, 1 as const, 2 as const, 3 as const),
      }),
    },
    {
      weight: 2,
      arbitrary: fc.record({
        kind: fc.constant('corporateAction' as const),
        instrument,
        action: fc.constantFrom('split' as const, 'dividend' as const, 'dividend' as const),
        numerator: fc.constantFrom(2, 3, 7),
        denominator: fc.constantFrom(1, 2, 5),
        amount: fc.integer({ min: 1, max: 4_000_000 }),
        source: fc.constant('walk'),
        reference: fc.constant(''),
      }),
    },
  );

const steps = (orders: fc.Arbitrary<Command>): fc.Arbitrary<Step[]> =>
  fc.array(
    fc.oneof<fc.MaybeWeightedArbitrary<Step>[]>(
      { weight: 40, arbitrary: commands(orders).map((of) => ({ kind: 'command' as const, command: of })) },
      {
        weight: 6,
        arbitrary: fc
          .constantFrom('on' as const, 'on' as const, 'on' as const, 'open' as const, 'close' as const)
          .map((to) => ({ kind: 'clock' as const, to })),
      },
      { weight: 1, arbitrary: fc.constant({ kind: 'restart' as const }) },
    ),
    { minLength: 150, maxLength: 150, size: 'max' },
  );

/** Sets up the market with money and shares, at the first open. */
function stage(limits: Partial<Limits>): StockDuel {
  const duel = new StockDuel(limits, 60);
  for (const [at, who] of people.slice(1).entries()) {
    duel.must({ kind: 'openAccount', account: who, feeClass: 0 });
    duel.must({ kind: 'grantDemo', account: who });
    duel.must({
      kind: 'transfer',
      account: who,
      from: Wallet.coin,
      to: Wallet.stock,
      asset: usdt,
      amount: BigInt(3000 - at * 1200) * 1_000_000n,
    });
  }
  duel.tick(acme, 100);
  duel.tick(malay, 100);
  const fund = (who: number, asset: number, amount: bigint) =>
    duel.must({ kind: 'fundHouse', account: who, wallet: Wallet.stock, asset, amount, number: 100 + duel.engine.seq });
  fund(House.marketMaker, usdt, 10_000_000_000n);
  fund(House.insurance, usdt, 50_000_000n);
  fund(House.loanPool, usdt, 1_800_000_000n);
  for (const which of [acme, malay]) {
    fund(House.marketMaker, duel.shareOf(which), 40n);
    fund(House.loanPool, duel.shareOf(which), 8n);
  }
  duel.time = dayOpen(0);
  for (const which of [acme, malay]) duel.tick(which, 100);
  return duel;
}

const priceOf = (duel: StockDuel, which: number) => duel.engine.instrument(which)!.referenceTicks;

/** Turns relative prices into absolute ones, gives each trader its own leverage, and closes only what is open. */
function fitting<Order extends Omit<PlaceStockOrder, 'kind'>>(duel: StockDuel, given: Order): Order {
  const around = (ticks: number) => Math.max(1, priceOf(duel, given.instrument) + ticks);
  const rules = given.instrument === acme ? { maxLeverage: 4, shorts: true } : { maxLeverage: 1, shorts: false };
  const direction = rules.shorts || given.lots === 9 ? given.direction : 1;
  const held = duel.engine.positions(given.account).find((one) => one.instrument === given.instrument && one.direction === direction);
  const action = held === undefined && given.lots < 8 ? PositionAction.open : given.action;
  const opens = action === PositionAction.open;
  const sign = direction === 1 ? 1 : -1;
  return {
    ...given,
    direction,
    action,
    lots: opens ? Math.max(1, given.lots) : given.lots,
    leverage: given.leverage === 1 ? 2 : Math.min(rules.maxLeverage, given.account === 100_000 ? 1 : 4),
    priceTicks: market(given.type) || given.upperCircuit ? 0 : around(given.priceTicks),
    triggerTicks: given.type >= OrderPriceType.stopLimit ? around(given.triggerTicks) : 0,
    takeProfitTicks: given.takeProfitTicks === 0 || !opens ? 0 : around(sign * 9),
    stopLossTicks: given.stopLossTicks === 0 || !opens ? 0 : around(sign * -9),
    upperCircuit: given.upperCircuit && opens && direction === 1,
  };
}

function play(list: readonly Step[], limits: Partial<Limits>): StockDuel {
  const duel = stage(limits);
  let day = 0;
  let booked = 0;
  let shut = 0;
  let night = 0;
  const freshen = () => {
    for (const which of [acme, malay]) duel.tick(which, duel.engine.instrument(which)!.referenceTicks);
  };
  for (const one of list) {
    if (one.kind === 'restart') duel.restart();
    else if (one.kind === 'clock') {
      if (one.to === 'on') duel.time += 3000;
      else if (one.to === 'open') {
        while (dayOpen(day) <= duel.time) day += 1;
        duel.time = dayOpen(day);
      } else duel.time = Math.max(duel.time, dayClose(day));
      duel.must({ kind: 'advanceTime' });
      if (one.to !== 'close') freshen();
      night = one.to === 'close' ? 4 : 0;
    } else {
      const { command: given } = one;
      if (given.kind === 'corporateAction') {
        booked += 1;
        const terms = given.action === 'split' ? { amount: 0 } : { numerator: 1 };
        duel.apply({ ...given, ...terms, reference: `announcement ${booked}` });
      } else if (given.kind === 'feedTicks') {
        const items = given.items.map(({ instrument: which, priceTicks }) => ({
          instrument: which,
          priceTicks: Math.max(1, priceOf(duel, which) + priceTicks),
          time: duel.time,
        }));
        duel.apply({ ...given, items });
      } else if (given.kind === 'cancelOrder' || given.kind === 'amendOrder') {
        const mine = duel.engine.openOrders(given.account);
        const one = mine[given.order % Math.max(1, mine.length)];
        const change = given.kind === 'amendOrder' && given.priceTicks !== 0 && one !== undefined;
        const moved =
          given.kind === 'amendOrder' ? { priceTicks: change ? Math.max(1, priceOf(duel, one.instrument) + given.priceTicks) : 0 } : {};
        duel.apply({ ...given, ...moved, order: one?.order ?? 1 });
      } else if (given.kind === 'setPositionStops') {
        const mine = duel.engine.positions(given.account);
        const one = mine[given.position % Math.max(1, mine.length)];
        const around = (ticks: number) =>
          ticks === 0 || one === undefined ? 0 : Math.max(1, one.markTicks + (one.direction === 2 ? -ticks : ticks));
        const stops = { takeProfitTicks: around(given.takeProfitTicks), stopLossTicks: around(given.stopLossTicks) };
        duel.apply({ ...given, ...stops, position: one?.position ?? 1 });
      } else if (given.kind === 'placeStockOrder') duel.apply(fitting(duel, given));
      else if (given.kind === 'placeFundedStockOrder') {
        const before = duel.engine.snapshot();
        checkFunded(before, duel, duel.apply(fitting(duel, given)), people);
      } else duel.apply(given);
      if (given.kind === 'setInstrumentStatus') shut = 5;
    }
    if (night > 0 && --night === 0) {
      while (dayOpen(day) <= duel.time) day += 1;
      duel.time = dayOpen(day);
      duel.must({ kind: 'advanceTime' });
      freshen();
    }
    // A halt lasts only a few steps, so that the market is open for most of the run.
    if (shut > 0 && --shut === 0)
      for (const which of [acme, malay]) duel.apply({ kind: 'setInstrumentStatus', instrument: which, status: 1 });
  }
  return duel;
}

const seen = new Map<string, number>();
const tight: Partial<Limits> = {
  wakesPerCommand: 1,
  timersPerCommand: 8,
  liquidationStepsPerCommand: 1,
  chargesPerCommand: 1,
  stockStepsPerCommand: 1,
  fillsPerOrder: 2,
  openOrdersPerAccount: 6,
};

for (const [name, limits] of [
  ['wide limits', {}],
  ['tight limits', tight],
] as const) {
  test(`random stock trading under ${name}: the naive book agrees, invariants hold, replay and restart change nothing`, () => {
    fc.assert(
      fc.property(steps(order), (list) => {
        const duel = play(list, limits);
        expect(duel.replayedHash()).toBe(duel.engine.stateHash());
        checkReceipts(duel, seen);
        for (const [what, count] of duel.seen) seen.set(what, (seen.get(what) ?? 0) + count);
      }),
      { numRuns: 25, seed: 20_261_122, endOnFailure: true },
    );
  }, 120_000);
}

test('the random days reach fills, charges, liquidations, announcements and the refusals that matter', () => {
  const wanted = ['fill', 'positionFill', 'dayLimits', 'holdingCharge', 'corporateAction', 'instrumentStatus', 'marginWarning'];
  const told = ['liquidated', 'charged', 'dividend', 'split', 'closed', 'reduced', 'increased', 'stopsChanged'];
  const ends = [
    'triggerRejected',
    'triggered',
    'positionClosed',
    'marginShort',
    'liquidation',
    'sessionClosed',
    'corporateAction',
    'selfTrade',
    'bandReached',
  ];
  const refusals = [
    'sessionClosed',
    'lendingExhausted',
    'insufficientBalance',
    'leverageDiffers',
    'leverageTooHigh',
    'shortNotAllowed',
    'priceOutsideDayLimits',
    'corporateActionInSession',
    'positionUnknown',
    'closeTooLarge',
    'upperCircuitUnavailable',
  ];
  const all = [...wanted, ...refusals, ...told.map((reason) => `position ${reason}`), ...ends.map((reason) => `order ${reason}`)];
  const receipts = ['receipt positionFill', 'receipt holdingCharge', 'receipt corporateAction'];
  for (const what of [...receipts, ...all]) expect(seen.get(what) ?? 0, what).toBeGreaterThan(0);
});

test('an order that brings money along does what a transfer and the order would do, or nothing', () => {
  const counts = new Map<string, number>();
  fc.assert(
    fc.property(steps(sometimesFunded(order)), (list) => {
      const duel = play(list, {});
      expect(duel.replayedHash()).toBe(duel.engine.stateHash());
      for (const what of fundedFates) counts.set(what, (counts.get(what) ?? 0) + (duel.seen.get(what) ?? 0));
    }),
    { numRuns: 15, seed: 20_261_123 },
  );
  for (const what of fundedFates) expect(counts.get(what), what).toBeGreaterThan(20);
}, 120_000);
