import { describe, expect, it } from 'vitest';
import { searchOf, sourceOf } from './address.ts';

describe('the address of a receipt', () => {
  it('leads back to the same receipt', () => {
    const settlement = { settlement: { kind: 'fundingPayment', seq: '9007199254740993', index: 3 }, venue: 'demo' } as const;
    expect(sourceOf(searchOf(settlement))).toEqual(settlement);
    expect(sourceOf(searchOf({ fillId: '42', role: 'maker' }))).toEqual({ fillId: '42', role: 'maker', venue: undefined });
  });
  it('names nothing when a part is missing or strange', () => {
    expect(sourceOf({})).toBeUndefined();
    expect(sourceOf({ kind: 'timed', seq: '5' })).toBeUndefined();
    expect(sourceOf({ kind: 'timed?', seq: '5', index: '0' })).toBeUndefined();
    expect(sourceOf({ fill: '-1' })).toBeUndefined();
    expect(sourceOf({ kind: 'timed', seq: '5', index: '1e3' })).toBeUndefined();
  });
});
