/** The combined subscriptions of all screens, for the socket. */
import type { Wanted } from './market-socket.ts';

export type Want = Partial<Wanted>;

export function countWants(wants: Iterable<Want>): Wanted {
  const rows = new Set<string>();
  const depth = new Set<string>();
  const trades = new Set<string>();
  const candles = new Map<string, { s: string; i: string }>();
  for (const want of wants) {
    for (const symbol of want.rows ?? []) rows.add(symbol);
    for (const symbol of want.depth ?? []) depth.add(symbol);
    for (const symbol of want.trades ?? []) trades.add(symbol);
    for (const candle of want.candles ?? []) candles.set(`${candle.s}:${candle.i}`, candle);
  }
  return { rows: [...rows], depth: [...depth], trades: [...trades], candles: [...candles.values()] };
}
