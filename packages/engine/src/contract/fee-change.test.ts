import { OrderPriceType, OrderStatus } from '@bourse/protocol/enums';
import { expect, test } from 'vitest';
import { ContractFloor, coin, long, short, unit } from '../testing/contract-floor.ts';

// COIN trades at 10,000 ticks, so a lot is worth 100 USDT. An order reserves its margin and the fee of the day it was sent.
const ana = 100_000;
const bob = 100_001;

function stage(money: number, corrections = 1): ContractFloor {
  const floor = new ContractFloor({ takerPpm: 100, makerPpm: 100, limits: { corrections } });
  floor.open(ana, money);
  floor.open(bob, 10_000);
  return floor;
}

/** The taker's fee becomes 5 %. */
const raise = (floor: ContractFloor) =>
  floor.must({
    ...{ kind: 'defineInstrument', instrument: coin, symbol: 'COIN-PERP', instrumentKind: 2, baseAsset: 1, quoteAsset: 2, lotUnits: 1n },
    ...{ quoteUnitsPerTickLot: unit, minLots: 1, maxLots: 1_000_000, minNotional: 1, bandBps: 2000, keepsProtection: true, status: 1 },
    ...{ takerFeePpm: [50_000], makerFeePpm: [100] },
  });

test('an order that is amended to trade at once is a new arrival: it pays the fee of today, and is refused without the money for it', () => {
  const floor = stage(150);
  const placed = floor.place({ account: ana, direction: long, lots: 10, priceTicks: 9_900 });
  const order = placed.ok && placed.result.kind === 'order' ? placed.result.order : 0;
  raise(floor);
  floor.place({ account: bob, direction: short, lots: 10, priceTicks: 10_000 });
  const amend = (lots: number) => floor.apply({ kind: 'amendOrder', account: ana, order, priceTicks: 10_000, lots });
  expect(amend(0)).toMatchObject({ ok: true, result: { status: OrderStatus.filled } });
  expect(floor.wallet(ana)).toEqual([0n, 100_000_000n]);

  const poor = stage(149);
  const again = poor.place({ account: ana, direction: long, lots: 10, priceTicks: 9_900 });
  raise(poor);
  const id = again.ok && again.result.kind === 'order' ? again.result.order : 0;
  const refused = poor.apply({ kind: 'amendOrder', account: ana, order: id, priceTicks: 10_000, lots: 0 });
  expect(refused).toMatchObject({ ok: false, error: 'marginInsufficient' });
});

test('a smaller quantity alone keeps the fee rate with the place in the queue', () => {
  const floor = stage(100.1);
  const placed = floor.place({ account: ana, direction: long, lots: 10, priceTicks: 10_000 });
  const order = placed.ok && placed.result.kind === 'order' ? placed.result.order : 0;
  raise(floor);
  expect(floor.apply({ kind: 'amendOrder', account: ana, order, priceTicks: 0, lots: 5 })).toMatchObject({ ok: true });
  expect(floor.wallet(ana)).toEqual([50_050_000n, 50_050_000n]);
});

test.each([
  ['at most the fee rate that it reserved', 101.11, 1, 101_000],
  ['the rate of the day, in a journal of before', 151.51, 0, 50_500_000],
])('an order that waited for its trigger pays %s', (_, money, corrections, fee) => {
  const floor = stage(money, corrections);
  floor.place({ account: ana, direction: long, lots: 10, priceTicks: 10_100, triggerTicks: 10_050, type: OrderPriceType.stopLimit });
  raise(floor);
  floor.place({ account: bob, direction: short, lots: 10, priceTicks: 10_100 });
  floor.tick(coin, 10_060);
  expect(floor.engine.positions(ana).map(({ fees }) => fees)).toEqual([fee]);
});
