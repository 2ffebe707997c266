import { expect, test } from 'vitest';
import type { FillEvent } from '../events.ts';
import { facts as settlementFacts } from '../testing/settlement-examples.ts';
import { canonicalJson, fillReceipt, type InstrumentFacts, receiptHash, recomputeFillReceipt } from './index.ts';

const facts: InstrumentFacts = {
  ...settlementFacts.instrument,
  instrument: 1,
  symbol: 'BTC/USDT',
  lotUnits: 1000n,
  quoteUnitsPerTickLot: 10,
};
const fill: FillEvent = {
  kind: 'fill',
  seq: 812,
  index: 3,
  time: 1_700_000_000_000,
  fill: 77,
  instrument: 1,
  priceTicks: 6_543_217,
  lots: 333,
  baseUnits: 333_000n,
  quoteUnits: 333 * 6_543_217 * 10,
  takerSide: 0,
  taker: { order: 500, account: 100_001, feePpm: 1000, feeUnits: 333, feeAsset: 1 },
  maker: { order: 400, account: 4, feePpm: 801, feeUnits: Math.ceil((333 * 6_543_217 * 10 * 801) / 1e6), feeAsset: 2 },
};

test('both sides of a fill have a receipt that agrees with its own arithmetic', () => {
  for (const role of ['taker', 'maker'] as const) {
    const receipt = fillReceipt('real', fill, role, facts, 6_543_217);
    const again = recomputeFillReceipt(JSON.parse(receipt.text));
    expect(again.agrees).toBe(true);
    expect(again.hash).toBe(receipt.hash);
    expect(again.steps.map(({ name }) => name)).toEqual(['baseAmount', 'notional', 'fee', 'net', 'limit']);
    expect(receipt.text).not.toContain(role === 'taker' ? '"account"' : '100001');
  }
  expect(fillReceipt('real', fill, 'taker', facts).facts).toMatchObject({
    side: 'buy',
    feeCode: 'BTC',
    feeUnits: '333',
    netUnits: '332667',
  });
  expect(fillReceipt('real', fill, 'maker', facts).facts).toMatchObject({ side: 'sell', feeCode: 'USDT', netUnits: '21771459690' });
});

test('a figure that was changed afterwards does not agree, and the hash differs', () => {
  const { facts: stated, hash } = fillReceipt('real', fill, 'taker', facts, 6_600_000);
  const changes = [
    { priceTicks: 6_543_216 },
    { lots: 332 },
    { feeUnits: '332' },
    { feePpm: 990 },
    { quoteUnits: '1' },
    { baseUnits: '333001' },
    { netUnits: '0' },
    { limitTicks: 6_543_216 },
    { feeCode: 'USDT' },
    { side: 'sell' as const },
    { rules: { ...stated.rules, fee: 'whatever/9' } },
    { version: 2 },
  ];
  for (const change of changes) {
    const again = recomputeFillReceipt({ ...stated, ...change });
    expect(again.agrees, JSON.stringify(change)).toBe(false);
    expect(again.hash).not.toBe(hash);
  }
});

test('facts that make no sense do not agree instead of throwing', () => {
  const { facts: stated } = fillReceipt('real', fill, 'taker', facts);
  expect(recomputeFillReceipt({ ...stated, lots: 1.5 }).agrees).toBe(false);
  expect(recomputeFillReceipt({ ...stated, lotUnits: 'many' }).agrees).toBe(false);
});

test('canonical text does not depend on the order of fields', () => {
  expect(canonicalJson({ b: 1, a: [true, null, 'ü"'], c: undefined })).toBe('{"a":[true,null,"ü\\""],"b":1}');
  expect(receiptHash({ a: 1, b: 2 })).toBe(receiptHash({ b: 2, a: 1 }));
});
