import { describe, expect, it } from 'vitest';
import { createCatalogue } from '../market/catalogue/catalogue.ts';
import type { PositionFacts } from '../projections/position-tables.ts';
import { positionView, ratioText } from './position-view.ts';

const instrument = createCatalogue().instrumentBySymbol('DOGE-PERP')!;
const unit = instrument.quoteUnitsPerTickLot;
const position = {
  position: 1,
  direction: 1,
  mode: 1,
  leverage: 50,
  lots: 0,
  entryValue: 0,
  margin: 0,
  loan: 0,
  realised: 0,
  fees: 0,
  funding: 0,
  closedLots: 0,
  closedEntry: 0,
  exitValue: 0,
  liquidationTicks: 0,
  takeProfitTicks: 0,
  stopLossTicks: 0,
  openedAt: 1,
  time: 2,
  reason: 'opened',
} as unknown as PositionFacts;
const live = { markTicks: 7, unrealised: 0, marginRatioPpm: 50_000, protections: [], funding: undefined };

describe('figures of a position', () => {
  it('have a profit in percent of exact values, not of cut average prices', () => {
    // Three lots at 6⅔ ticks on average: the average price is cut after seven decimals.
    const open = positionView({ ...position, lots: 3, entryValue: 20 * unit }, instrument, live);
    expect(open.endPrice).toBe('0.0000666');
    expect(open.entryValue).toBe('0.000200');
    // (21 − 20) ÷ 20 × 50. From the cut average it would be 255.26.
    expect(open.plRatio).toBe('250.00');
    const short = positionView({ ...position, direction: 2, lots: 3, entryValue: 20 * unit }, instrument, live);
    expect(short.plRatio).toBe('-250.00');
    const closed = positionView({ ...position, closedLots: 3, closedEntry: 20 * unit, exitValue: 19 * unit }, instrument, undefined);
    expect(closed.plRatio).toBe('-250.00');
    expect(positionView({ ...position, lots: 3, entryValue: 20 * unit }, instrument, undefined).plRatio).toBeNull();
  });

  it('have no margin ratio where the equity is gone', () => {
    const gone = positionView({ ...position, lots: 3, entryValue: 20 * unit }, instrument, {
      ...live,
      marginRatioPpm: Number.MAX_SAFE_INTEGER,
    });
    expect(gone.marginRatio).toBeNull();
    expect([ratioText(Number.MAX_SAFE_INTEGER), ratioText(812_345)]).toEqual([null, '81.2345']);
  });
});
