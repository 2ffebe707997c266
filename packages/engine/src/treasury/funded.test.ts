import { AssetKind, InstrumentKind, Wallet } from '@bourse/protocol/enums';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { PlaceFundedStockOrder } from '../commands.ts';
import { firstCustomer, House } from '../core/accounts.ts';
import { checkFunded } from '../testing/funded.ts';
import { bookRules, TestVenue, usdt } from '../testing/venue.ts';

/** A customer with USDT alone buys shares that are quoted in dollars: the order buys the dollars, moves them, and buys the shares. */
const ana = firstCustomer;
const ben = firstCustomer + 1;
const maker = House.marketMaker;
const dollar = 9;
const share = 11;
const pair = 1;
const stock = 2;

const sell = { kind: 'placeOrder', account: maker, side: 1, type: 2, tif: 1, triggerTicks: 0, quoteAmount: 0, postOnly: false } as const;
const order: PlaceFundedStockOrder = {
  kind: 'placeFundedStockOrder',
  account: ana,
  instrument: stock,
  direction: 1,
  action: 1,
  type: 2,
  tif: 1,
  priceTicks: 20_000,
  triggerTicks: 0,
  lots: 2,
  leverage: 1,
  postOnly: false,
  takeProfitTicks: 0,
  stopLossTicks: 0,
  upperCircuit: false,
  payFrom: Wallet.coin,
  payAmount: 40_100n,
  payThrough: pair,
  payLots: 40_200,
  payTicks: 10_010,
};

/** One dollar costs about one USDT in steps of 0.0001; the share costs 200 dollars. */
function stage(asks: readonly { priceTicks: number; lots: number }[], shares: number): TestVenue {
  const venue = new TestVenue({}, 1_700_000_000_000);
  const rules = { ...bookRules, kind: 'defineInstrument', lotUnits: 1n, quoteUnitsPerTickLot: 1, maxLots: 100_000_000 } as const;
  venue.must({ kind: 'defineAsset', asset: usdt, code: 'USDT', scale: 6, assetKind: AssetKind.stablecoin });
  venue.must({ kind: 'defineAsset', asset: dollar, code: 'USD', scale: 2, assetKind: AssetKind.fiat });
  venue.must({ kind: 'defineAsset', asset: share, code: 'SHR', scale: 0, assetKind: AssetKind.share });
  venue.must({
    ...{ ...rules, instrument: pair, symbol: 'USD/USDT', instrumentKind: InstrumentKind.coin, minNotional: 5_000_000 },
    ...{ baseAsset: dollar, quoteAsset: usdt },
  });
  venue.must({
    ...{ ...rules, instrument: stock, symbol: 'SHR', instrumentKind: InstrumentKind.stock, minNotional: 100 },
    ...{ baseAsset: share, quoteAsset: dollar },
  });
  venue.must({
    ...{ kind: 'defineStock', instrument: stock, calendar: 0, limitBps: 0, maxLeverage: 4, maintenancePpm: 150_000, shortable: true },
    ...{ interestPpm: 0, borrowPpm: 0, stampDutyPpm: 0, dayTradeRule: false, stopsWait: true, marginWarnings: true },
  });
  for (const account of [maker, ana, ben]) venue.must({ kind: 'openAccount', account, feeClass: 0 });
  for (const account of [ana, ben]) venue.must({ kind: 'grantDemo', account });
  const items = [
    { instrument: pair, priceTicks: 10_000, time: venue.time },
    { instrument: stock, priceTicks: 20_000, time: venue.time },
  ];
  venue.must({ kind: 'feedTicks', source: 'story', items });
  const fund = (number: number, wallet: Wallet, asset: number, amount: bigint) =>
    venue.must({ kind: 'fundHouse', account: maker, wallet, asset, amount, number });
  fund(1, Wallet.coin, dollar, 10n ** 9n);
  fund(2, Wallet.stock, share, 1_000n);
  for (const ask of asks) venue.must({ ...sell, instrument: pair, ...ask });
  if (shares > 0)
    venue.must({
      ...{ kind: 'placeStockOrder', account: maker, instrument: stock, direction: 1, action: 2, type: 2, tif: 1, priceTicks: 20_000 },
      ...{ triggerTicks: 0, lots: shares, leverage: 1, postOnly: false, takeProfitTicks: 0, stopLossTicks: 0, upperCircuit: false },
    });
  return venue;
}

const enough = [
  { priceTicks: 10_003, lots: 15_000 },
  { priceTicks: 10_005, lots: 50_000 },
];
const held = (venue: TestVenue, account: number, wallet: Wallet, asset: number) =>
  venue.engine.balances(account).find((one) => one.wallet === wallet && one.asset === asset)?.available ?? 0n;

test('an order for shares buys the dollars that it needs, moves them, and fills: three postings of one command', () => {
  const venue = stage(enough, 5);
  expect(venue.apply(order)).toMatchObject({ ok: true, result: { kind: 'order', status: 3, filledLots: 2 } });
  expect(held(venue, ana, Wallet.stock, share)).toBe(2n);
  // 402.00 dollars bought less the fees of two fills, 401.00 moved, 400.40 paid.
  expect(held(venue, ana, Wallet.coin, dollar)).toBe(40_200n - 15n - 26n - 40_100n);
  expect(held(venue, ana, Wallet.stock, dollar)).toBe(40_100n - 40_040n);
  expect(held(venue, ana, Wallet.coin, usdt)).toBe(100_000_000_000n - 15_000n * 10_003n - 25_200n * 10_005n);
  expect(venue.replayedHash()).toBe(venue.engine.stateHash());
});

test('a refusal names the part that failed, and none of the others has happened', () => {
  const venue = stage(enough, 5);
  const refused = (change: Partial<PlaceFundedStockOrder>) => {
    const before = venue.engine.snapshot();
    const outcome = venue.apply({ ...order, ...change });
    checkFunded(before, venue, outcome, [ana, ben], dollar);
    return outcome.ok ? 'accepted' : outcome.error;
  };
  expect(refused({ payTicks: 10_002 })).toBe('cannotFillWhole');
  expect(refused({ payLots: 70_000 })).toBe('cannotFillWhole');
  expect(refused({ payTicks: 0 })).toBe('priceInvalid');
  expect(refused({ payLots: 1.5 })).toBe('quantityInvalid');
  expect(refused({ payAmount: 40_190n })).toBe('insufficientBalance');
  expect(refused({ lots: 3 })).toBe('insufficientBalance');
  expect(refused({ priceTicks: 90_000 })).toBe('priceOutsideBand');
  expect(refused({ payThrough: stock })).toBe('badRequest');
  expect(refused({ payThrough: 77 })).toBe('badRequest');
  expect(refused({ payFrom: Wallet.contract })).toBe('transferNotAllowed');
  expect(refused({ payFrom: 9 as never })).toBe('walletUnknown');
  expect(refused({ payAmount: 5 as never })).toBe('amountInvalid');
  expect(refused({ action: 2 })).toBe('badRequest');
  expect(refused({ payThrough: 0, payLots: 0, payTicks: 0 })).toBe('insufficientBalance');
  expect(refused({ instrument: 77 })).toBe('instrumentUnknown');
});

test('whatever the books hold, the act does what its three parts would do, or nothing', () => {
  const counts = new Map<string, number>();
  const ask = fc.record({ priceTicks: fc.integer({ min: 9_990, max: 10_010 }), lots: fc.integer({ min: 1_000, max: 40_000 }) });
  const asked = fc.record({
    lots: fc.integer({ min: 1, max: 3 }),
    leverage: fc.constantFrom(1, 1, 2),
    direction: fc.constantFrom(1 as const, 1 as const, 2 as const),
    priceTicks: fc.integer({ min: 19_900, max: 20_100 }),
    payLots: fc.oneof(fc.integer({ min: 500, max: 90_000 }), fc.constant(60_000)),
    payTicks: fc.constantFrom(9_999, 10_006, 10_012, 10_012),
    payAmount: fc.oneof(fc.bigInt({ min: 0n, max: 90_000n }), fc.constantFrom(20_100n, 40_200n, 58_000n)),
  });
  fc.assert(
    fc.property(fc.array(ask, { maxLength: 6 }), fc.nat(6), fc.array(asked, { minLength: 1, maxLength: 4 }), (asks, shares, list) => {
      const venue = stage(asks, shares);
      for (const change of list) {
        const before = venue.engine.snapshot();
        checkFunded(before, venue, venue.apply({ ...order, ...change }), [ana, ben], dollar);
      }
      expect(venue.replayedHash()).toBe(venue.engine.stateHash());
      for (const [what, count] of venue.seen) counts.set(what, (counts.get(what) ?? 0) + count);
    }),
    { numRuns: 250, seed: 20_261_124 },
  );
  for (const what of ['order with funds', 'order with funds refused', 'cannotFillWhole', 'insufficientBalance'])
    expect(counts.get(what), what).toBeGreaterThan(20);
}, 60_000);
