import { OrderPriceType, TimeInForce } from '@bourse/protocol/enums';
import { expect } from 'vitest';
import type { EngineReader } from '../api.ts';
import type { EngineEvent } from '../events.ts';

/** Helpers that the stories of every product share. */

/** Visits each line of a story that has words. An error names its line. A `#` begins a remark. */
export function eachLine(story: string, visit: (words: string) => void): void {
  for (const [number, line] of story.split('\n').entries()) {
    const words = line.replace(/#.*/, '').trim();
    if (words === '') continue;
    try {
      visit(words);
    } catch (error) {
      if (error instanceof Error) error.message = `line ${number} (${words}): ${error.message}`;
      throw error;
    }
  }
}

/** Checks the book against words such as `99 x 5, 98 x 1 | 101 x 2`: bids, best first, then a bar, then asks, best first. */
export function checkBook(engine: Pick<EngineReader, 'depth'>, instrument: number, words: string): void {
  const { bids, asks } = engine.depth(instrument, 100);
  const told = (levels: typeof bids) => levels.map(({ priceTicks, lots }) => `${priceTicks} x ${lots}`).join(', ');
  const [expectedBids = '', expectedAsks = ''] = words.split('|').map((side) => side.trim().replaceAll(/\s+/g, ' '));
  expect(`${told(bids)} | ${told(asks)}`).toBe(`${expectedBids} | ${expectedAsks}`);
}

/** Reason of the last order event. */
export function lastReason(events: readonly EngineEvent[]): string {
  const last = events.filter(({ kind }) => kind === 'order').at(-1);
  return last?.kind === 'order' ? last.reason : '';
}

/** Reads the number that follows a word in a line, 0 without it. */
export const numberAfter =
  (rest: readonly string[]) =>
  (word: string): number =>
    rest.includes(word) ? Number(rest[rest.indexOf(word) + 1]) : 0;

/** The fields of an order that a line says alike for every product: `@ 100`, `at market`, `stop 110`, `take-profit 90`, ioc, fok, post-only. */
export function orderFields(rest: readonly string[]) {
  const after = numberAfter(rest);
  const [limit, market] = rest.includes('stop')
    ? [OrderPriceType.stopLimit, OrderPriceType.stopMarket]
    : rest.includes('take-profit')
      ? [OrderPriceType.takeProfitLimit, OrderPriceType.takeProfitMarket]
      : [OrderPriceType.limit, OrderPriceType.market];
  return {
    type: rest.includes('market') ? market : limit,
    tif: rest.includes('ioc') ? TimeInForce.ioc : rest.includes('fok') ? TimeInForce.fok : TimeInForce.gtc,
    priceTicks: after('@'),
    triggerTicks: after('stop') + after('take-profit'),
    postOnly: rest.includes('post-only'),
  };
}

/** An order that opens or closes a position may name its stops: `tp 120`, `sl 90`. */
export const positionOrderFields = (rest: readonly string[]) => ({
  ...orderFields(rest),
  takeProfitTicks: numberAfter(rest)('tp'),
  stopLossTicks: numberAfter(rest)('sl'),
});
