import type { LiquidationEvent } from '@bourse/engine';
import { expect, test } from 'vitest';
import { SettlementHash } from './expected.ts';

const accountState = { available: 9, frozen: 8, apart: 1, othersProfit: -2, othersMaintenance: 3 };
const step: LiquidationEvent = {
  ...{
    kind: 'liquidation',
    seq: 4,
    index: 0,
    time: 5,
    liquidation: 1,
    account: 100_000,
    position: 2,
    instrument: 3,
    direction: 1,
    mode: 1,
  },
  ...{ markTicks: 10, entryValue: 20, margin: 3, equity: 4, maintenance: 5, bankruptcyTicks: 9, lots: 1, openLots: 1, filledLots: 1 },
  ...{ filledValue: 9, fee: 0, insured: 0, deleveragedLots: 0, accountState },
};
const hashOf = (...events: LiquidationEvent[]) => {
  const hash = new SettlementHash();
  for (const event of events) hash.add(event, null);
  return hash;
};

test('stored settlements agree with the replay only when every figure is equal', () => {
  const replayed = hashOf(step, step);
  expect(hashOf(step, step).agrees(replayed)).toBe(true);
  expect(hashOf({ ...step, accountState: undefined }, step).agrees(replayed)).toBe(false);
  expect(hashOf({ ...step, fee: 1 }, step).agrees(replayed)).toBe(false);
  expect(hashOf({ ...step, accountState: { ...accountState, apart: 2 } }, step).agrees(replayed)).toBe(false);
});
