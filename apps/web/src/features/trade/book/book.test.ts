import { describe, expect, it } from 'vitest';
import { depthCurve, groupLevels, groupSteps, type Level, onOneScale, spreadOf } from './grouping.ts';

const asks = [
  ['68425.0', '1.399'],
  ['68425.5', '0.138'],
  ['68426.0', '0.396'],
  ['68426.5', '0.218'],
] as const;
const bids = [
  ['68424.5', '1.353'],
  ['68424.0', '0.625'],
  ['68423.5', '1.809'],
] as const;

describe('grouping a book', () => {
  it('keeps its own levels at the tick, with totals from the best price on', () => {
    expect(groupLevels(asks, 'ask', '0.5', 3).map(({ price, total }) => [price, total])).toEqual([
      ['68425.0', '1.399'],
      ['68425.5', '1.537'],
      ['68426.0', '1.933'],
    ]);
  });
  it('never shows a better price than it holds: asks round up, bids down', () => {
    expect(groupLevels(asks, 'ask', '1', 9).map(({ price, quantity }) => [price, quantity])).toEqual([
      ['68425', '1.399'],
      ['68426', '0.534'],
      ['68427', '0.218'],
    ]);
    expect(groupLevels(bids, 'bid', '1', 9).map(({ price, quantity }) => [price, quantity])).toEqual([
      ['68424', '1.978'],
      ['68423', '1.809'],
    ]);
  });
  it('draws both sides on one scale', () => {
    const both = onOneScale(groupLevels(bids, 'bid', '0.5', 3), groupLevels(asks, 'ask', '0.5', 1));
    expect(both.bids.at(-1)?.share).toBe(1);
    expect(both.asks[0]?.share).toBeCloseTo(1.399 / 3.787);
  });
  const side = (from: number, step: number, count: number): Level[] =>
    Array.from({ length: count }, (_, at) => [(from + step * at).toFixed(2), '1']);
  it('offers the steps that join levels of the book, and no two that look alike', () => {
    // On a grid of 10, every step below 50 shows the same rows as the tick.
    expect(groupSteps('0.01', side(68_290, -10, 16), side(68_310, 10, 16))).toEqual(['0.01', '50']);
    expect(groupSteps('0.01', side(68_290.37, -1.37, 100), side(68_290.93, 1.37, 100))).toEqual(['0.01', '5', '10', '50']);
    expect(groupSteps('0.5', side(68_425, -0.5, 40), side(68_425.5, 0.5, 40))).toEqual(['0.5', '1', '5', '10']);
  });
  it('offers none wider than two percent of the price, and the tick alone for a book that is thin or unknown', () => {
    expect(groupSteps('0.01', side(1.38, -0.01, 60), side(1.39, 0.01, 60))).toEqual(['0.01']);
    expect(groupSteps('0.01', side(14.38, -0.01, 60), side(14.39, 0.01, 60))).toEqual(['0.01', '0.05', '0.1']);
    expect(groupSteps('0.01', side(14.38, -0.01, 3), [])).toEqual(['0.01']);
    expect(groupSteps('0.01', [], [])).toEqual(['0.01']);
  });
  it('says the spread', () => {
    expect(spreadOf('68424.5', '68425.0')).toEqual({ amount: '0.5', percent: '0.001' });
    expect(spreadOf(undefined, '1')).toBeNull();
  });
});

describe('the depth curve', () => {
  it('puts the middle in the middle and the largest total at the top', () => {
    const curve = depthCurve(bids, asks)!;
    expect(curve.bids[0]!.x).toBeLessThan(0.5);
    expect(curve.asks[0]!.x).toBeGreaterThan(0.5);
    expect(Math.max(...[...curve.bids, ...curve.asks].map(({ y }) => y))).toBe(1);
  });
  it('has nothing to draw for a one-sided book', () => {
    expect(depthCurve(bids, [])).toBeNull();
  });
});
