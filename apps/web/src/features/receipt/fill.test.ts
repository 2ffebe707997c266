import { canonicalJson, type FillReceiptFacts, fillReceipt } from '@bourse/engine/receipts';
import { describe, expect, it } from 'vitest';
import { readFacts, recomputeFill } from './fill.ts';

// 0.0500 BTC bought at 68,400.00 by a taker at 0.1 %.
const fill = {
  kind: 'fill',
  seq: 90,
  index: 1,
  time: 1_795_176_000_000,
  fill: 7,
  instrument: 1001,
  priceTicks: 6_840_000,
  lots: 500,
  baseUnits: 5_000_000n,
  quoteUnits: 3_420_000_000,
  takerSide: 0,
  taker: { order: 11, account: 5, feePpm: 1000, feeUnits: 5000, feeAsset: 3 },
  maker: { order: 9, account: 2, feePpm: 800, feeUnits: 2_736_000, feeAsset: 1 },
} as const;
const instrument = {
  instrument: 1001,
  symbol: 'BTC/USDT',
  baseAsset: 3,
  baseCode: 'BTC',
  baseScale: 8,
  quoteAsset: 1,
  quoteCode: 'USDT',
  quoteScale: 6,
  lotUnits: 10_000n,
  quoteUnitsPerTickLot: 1,
};
const receipt = (role: 'taker' | 'maker') => fillReceipt('demo', { ...fill }, role, instrument);
const tampered = (change: Partial<FillReceiptFacts>) => canonicalJson({ ...receipt('taker').facts, ...change });

describe('a receipt recomputed in the browser', () => {
  it('agrees with the buyer’s side, in figures a person can follow', () => {
    const { text, hash } = receipt('taker');
    const done = recomputeFill(text, hash)!;
    expect(done).toMatchObject({
      agrees: true,
      quantity: '0.05',
      price: '68400',
      amount: '3420',
      fee: '0.00005',
      net: '0.04995000',
      receivedCode: 'BTC',
    });
    expect(done.hash).toBe(hash);
    expect(done.lines.map(({ left, result }) => `${left} = ${result}`)).toEqual([
      '500 × 0.0001 = 0.05000000',
      '0.05 × 68400 = 3420.000000',
      '0.05 × 0.001 = 0.00005000',
      '0.05 − 0.00005 = 0.04995000',
    ]);
  });
  it('agrees with the seller’s side, whose fee is in money', () => {
    const { text, hash } = receipt('maker');
    expect(recomputeFill(text, hash)).toMatchObject({ agrees: true, net: '3417.264000', receivedCode: 'USDT', feeRate: '0.0008' });
  });
  it('differs when a figure was changed, and says where', () => {
    const text = tampered({ feeUnits: '5001', netUnits: '4994999' });
    const done = recomputeFill(text, receipt('taker').hash)!;
    expect(done.agrees).toBe(false);
    expect(done.steps).toMatchObject({ arithmetic: false, hash: false });
    expect(done.lines.map(({ agrees }) => agrees)).toEqual([true, true, false, false]);
  });
  it('differs when only the hash was changed', () => {
    const { text } = receipt('taker');
    expect(recomputeFill(text, '0'.repeat(64))).toMatchObject({ agrees: false, steps: { arithmetic: true, hash: false } });
  });
  it('differs when the text is not the canonical form of its facts', () => {
    const { facts, hash } = receipt('taker');
    expect(recomputeFill(JSON.stringify(facts, null, 1), hash)).toMatchObject({ agrees: false, steps: { hash: false } });
  });
  it('does not take anything else for a receipt', () => {
    expect(readFacts('rubbish')).toBeUndefined();
    expect(readFacts('{"kind":"fill"}')).toBeUndefined();
    expect(recomputeFill(tampered({ lotUnits: '0' }), '')).toBeUndefined();
  });
});
