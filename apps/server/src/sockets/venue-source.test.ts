import type { RowMessage } from '@bourse/protocol/socket';
import { expect, it } from 'vitest';
import { Board } from '../market/board.ts';
import { createCatalogue } from '../market/catalogue/catalogue.ts';
import { TestClock } from '../testing/market.ts';
import { VenueSource } from './venue-source.ts';

const catalogue = createCatalogue();

it('tells the price of a closed share to a page that subscribed before its past was loaded', () => {
  // A Saturday: no feed tells a tick until Monday.
  const clock = new TestClock(Date.UTC(2026, 2, 7, 15));
  const board = new Board(catalogue, clock);
  const source = new VenueSource({ catalogue, board, books: () => undefined, clock });
  const live = board.get(catalogue.instrumentBySymbol('AAPL')!.id)!;
  const channel = 'row:AAPL';
  expect(JSON.parse(source.snapshot(channel)[0]!)).toMatchObject({ pe: '0.00', t: 0 });
  source.take(new Map([[channel, 1]]));
  const t = Date.UTC(2026, 2, 6, 20, 59);
  board.loaded(live, [{ t, end: t + 60_000, o: 21_000, h: 21_100, l: 20_900, c: 21_050, v: 5, q: 105_250 }]);
  const told = source.take(new Map([[channel, 1]])).get(channel) ?? [];
  expect(told.map((text) => JSON.parse(text) as RowMessage)).toMatchObject([{ p: 'AAPL', pe: '210.50', t: t + 60_000, st: 1 }]);
  expect(source.take(new Map([[channel, 1]])).size).toBe(0);
});
