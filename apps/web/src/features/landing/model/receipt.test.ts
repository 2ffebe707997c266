import { canonicalJson, receiptHash } from '@bourse/engine/receipts';
import { describe, expect, it } from 'vitest';
import { exampleFacts, exampleHash } from './example.ts';
import { readFacts, recompute, shortHash } from './receipt.ts';

describe('the receipt on the first page', () => {
  it('the example is recomputed, and agrees with its hash', async () => {
    expect(receiptHash(exampleFacts)).toBe(exampleHash);
    const shown = await recompute(exampleFacts, exampleHash);
    expect(shown.agrees).toBe(true);
    expect(shown.lines.map(({ left, right }) => `${left} = ${right}`)).toEqual([
      '0.15 × 68391.4 = 10258.710000',
      '0.15 × 0.1% = 0.00015000',
      '0.15 − 0.00015 = 0.14985000',
    ]);
    expect([shown.net, shown.netCode]).toEqual(['0.14985000', 'BTC']);
  });

  it('one changed figure is seen, and so is a changed hash', async () => {
    const forged = await recompute({ ...exampleFacts, feeUnits: '14999' }, exampleHash);
    expect(forged.agrees).toBe(false);
    expect(forged.lines.find((line) => line.key === 'fee')?.agrees).toBe(false);
    expect((await recompute(exampleFacts, exampleHash.replace(/^./, 'f'))).agrees).toBe(exampleHash.startsWith('f'));
  });

  it('reads what the venue publishes and refuses everything else', () => {
    expect(readFacts(canonicalJson(exampleFacts))).toEqual(exampleFacts);
    expect(readFacts('not json')).toBeUndefined();
    expect(readFacts('null')).toBeUndefined();
    expect(readFacts('{"kind":"fill","version":1}')).toBeUndefined();
    expect(readFacts(JSON.stringify({ ...exampleFacts, lots: 1.5 }))).toBeUndefined();
    expect(readFacts(JSON.stringify({ ...exampleFacts, feeUnits: '0x10' }))).toBeUndefined();
    expect(readFacts(JSON.stringify({ ...exampleFacts, quoteScale: 900 }))).toBeUndefined();
  });

  it('shortens a hash to what can be read out', () => expect(shortHash(`${'0d995c83'.padEnd(60, '0')}8031`)).toBe('0d99 5c83 … 8031'));
});
