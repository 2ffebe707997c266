import { expect, test } from 'vitest';
import { type Drawing, DrawingHistory } from './drawings.ts';
import { heikinAshi } from './heikin-ashi.ts';
import { paramsOf, readView } from './view.ts';

test('a chart looks as it was left, and what is no longer known is forgotten', () => {
  const left = { style: 'area', logarithmic: true, indicators: ['MA', 'RSI'], params: { MA: [20] }, compare: 'ETH/USDT' };
  expect(readView(JSON.stringify(left))).toEqual(left);
  expect(readView(null)).toEqual({ style: 'candles', logarithmic: false, indicators: ['MA'], params: {}, compare: null });
  for (const text of ['', '{', '7', 'null', '[]', '{"style":"smoke","indicators":7,"params":[1],"compare":7}'])
    expect(readView(text)).toEqual(readView(null));
  const spoilt = { indicators: ['MA', 'NOTHING', 3], params: { MA: [0], RSI: [6, 12], MACD: [12, 26, 9.5], BOLL: [20, 501], CCI: [14] } };
  expect(readView(JSON.stringify(spoilt))).toMatchObject({ indicators: ['MA'], params: { CCI: [14] } });
  expect(Object.keys(readView(JSON.stringify(spoilt)).params)).toEqual(['CCI']);
});

test('an indicator has its standard values until the customer changes them', () => {
  expect(paramsOf(readView(null), 'BOLL')).toEqual([20, 2]);
  expect(paramsOf(readView('{"params":{"BOLL":[10,3]}}'), 'BOLL')).toEqual([10, 3]);
});

test('drawings are taken back one change at a time, and a chart begins with none to take back', () => {
  const line = (value: number): Drawing => ({ name: 'priceLine', points: [{ timestamp: 1, value }] });
  const history = new DrawingHistory([line(1)]);
  expect([history.canUndo, history.undo()]).toEqual([false, undefined]);
  expect(history.changed([line(1)])).toBe(false);
  expect(history.changed([line(1), line(2)])).toBe(true);
  expect(history.changed([line(3), line(2)])).toBe(true);
  expect(history.undo()).toEqual([line(1), line(2)]);
  expect(history.changed([])).toBe(true);
  expect(history.undo()).toEqual([line(1), line(2)]);
  expect(history.undo()).toEqual([line(1)]);
  expect(history.canUndo).toBe(false);
});

test('Heikin-Ashi closes at the mean of the bar and opens in the middle of the candle before', () => {
  expect(
    heikinAshi([
      { open: 10, high: 14, low: 8, close: 12 },
      { open: 12, high: 13, low: 11, close: 12 },
      { open: 20, high: 21, low: 19, close: 20 },
    ]),
  ).toEqual([
    { open: 11, high: 14, low: 8, close: 11 },
    { open: 11, high: 13, low: 11, close: 12 },
    { open: 11.5, high: 21, low: 11.5, close: 20 },
  ]);
});
