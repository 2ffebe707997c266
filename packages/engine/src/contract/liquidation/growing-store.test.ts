import { expect, test } from 'vitest';
import { restoreEngine } from '../../engine.ts';
import { ContractFloor, coin, gold, long, short } from '../../testing/contract-floor.ts';

const ana = 100_000;

/** Sixteen open positions, as many as a new store holds. Two accounts without one bid for the lots that ana would lose. */
function fullFloor(): ContractFloor {
  const floor = new ContractFloor();
  for (let account = ana; account < ana + 12; account++) floor.open(account, 10_000);
  floor.place({ account: ana + 1, direction: short, lots: 10, priceTicks: 10_000 });
  floor.place({ account: ana, direction: long, lots: 10, priceTicks: 10_000, leverage: 20 });
  for (let pair = 1; pair < 8; pair++) {
    floor.place({ account: ana + pair, instrument: gold, direction: short, lots: 1, priceTicks: 10_000 });
    floor.place({ account: ana + pair + 1, instrument: gold, direction: long, lots: 1, priceTicks: 10_000 });
  }
  for (const account of [ana + 10, ana + 11]) floor.place({ account, direction: long, lots: 5, priceTicks: 9_540 });
  return floor;
}

test('a liquidated position ends, also when the first of its buyers makes the store of positions grow', () => {
  const floor = fullFloor();
  floor.tick(coin, 9_540);
  expect(floor.engine.positions(ana)).toEqual([]);
  expect(floor.replayedHash()).toBe(floor.engine.stateHash());
});

test('a restored engine, whose stores have other room, liquidates alike', () => {
  const floor = fullFloor();
  const restored = restoreEngine(floor.engine.snapshot());
  floor.tick(coin, 9_540);
  restored.apply(floor.journal.at(-1)!);
  expect(restored.stateHash()).toBe(floor.engine.stateHash());
});
