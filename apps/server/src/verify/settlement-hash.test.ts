import type { LiquidationEvent } from '@bourse/engine';
import { expect, test } from 'vitest';
import { SettlementHash } from './expected.ts';

const standing = { available: 9, frozen: 8, apart: 1, othersProfit: -2, othersMaintenance: 3 };
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
  ...{ filledValue: 9, fee: 0, insured: 0, deleveragedLots: 0, standing },
};
const hashOf = (...events: LiquidationEvent[]) => {
  const hash = new SettlementHash();
  for (const event of events) hash.add(event, null);
  return hash;
};
const older = { ...step, standing: undefined };

test('rows of before the account was recorded agree with the replay that tells of it; any other change does not', () => {
  const replayed = hashOf(step, step);
  expect(hashOf(step, step).agrees(replayed)).toBe(true);
  expect(hashOf(older, step).agrees(replayed)).toBe(true);
  expect(hashOf({ ...older, fee: 1 }, step).agrees(replayed)).toBe(false);
  expect(hashOf({ ...step, standing: { ...standing, apart: 2 } }, step).agrees(replayed)).toBe(false);
});
