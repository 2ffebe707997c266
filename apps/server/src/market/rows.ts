import { formatUnits } from '@bourse/money';
import type { Instrument, Listed, Row } from '@bourse/protocol';
import { InstrumentStatus } from '@bourse/protocol/enums';
import type { Board, Live } from './board.ts';
import { namesOf } from './catalogue/names.ts';
import { changeText, placePoint, priceText, quantityText, turnoverText } from './figures.ts';
import type { Best } from './house/books.ts';
import type { InstrumentInfo } from './port.ts';

/**
 * Live rows as they travel. Before the first price, a row is all zero and closed. Bid and ask are the best prices of the venue's book, `pe` is the
 * source's price: the index.
 */
export function rowOf(board: Board, live: Live, best: Best | undefined): Row {
  const { instrument } = live;
  const figures = live.day.figures(live.builder.current(0), live.last);
  const price = (ticks: number) => priceText(instrument, ticks);
  return {
    p: instrument.symbol,
    a: price(best?.ask ?? 0),
    b: price(best?.bid ?? 0),
    pe: price(live.last),
    peA: changeText(figures.open, live.last),
    t: live.shownAt,
    st: board.isOpen(live) && !board.isStale(live) ? 0 : 1,
    h: price(figures.high),
    l: price(figures.low),
    v: quantityText(instrument, figures.lots),
    q: turnoverText(instrument, figures.tickLots),
    o: price(figures.open),
    f: instrument.source.feed,
  };
}

const fraction = (ppm: number | undefined) =>
  placePoint(ppm ?? 0, 6)
    .replace(/0+$/, '')
    .replace(/\.$/, '');

/** The constant part of an instrument's rules, built once. */
type FixedPart = Omit<Instrument, 'name' | 'words' | 'status' | 'nextOpen' | 'participants'>;
const fixedParts = new WeakMap<InstrumentInfo, FixedPart>();
/** Its terms have changed. */
export const builtAnew = (instrument: InstrumentInfo): void => void fixedParts.delete(instrument);
function fixedPart(instrument: InstrumentInfo): FixedPart {
  let part = fixedParts.get(instrument);
  if (!part) {
    part = {
      id: instrument.id,
      symbol: instrument.symbol,
      kind: instrument.kind,
      base: instrument.base.code,
      quote: instrument.quote.code,
      plate: instrument.plate,
      board: instrument.board,
      tick: instrument.tick,
      lot: instrument.lot,
      priceAccuracy: instrument.priceScale,
      transactionAccuracy: instrument.quantityScale,
      lever: instrument.leverage,
      minQuantity: quantityText(instrument, instrument.minLots),
      maxQuantity: quantityText(instrument, instrument.maxLots),
      minNotional: formatUnits(instrument.minNotional, instrument.quote.scale),
      bandBps: instrument.bandBps,
      takerFee: fraction(instrument.takerFeePpm[0]),
      makerFee: fraction(instrument.makerFeePpm[0]),
      session: instrument.session,
      tradable: instrument.tradable,
      source: instrument.source,
      ...(instrument.ladder && {
        ladder: instrument.ladder.map(({ upTo, step }): [string, string] => [priceText(instrument, upTo), priceText(instrument, step)]),
      }),
    };
    fixedParts.set(instrument, part);
  }
  return part;
}

/** `venue`: the status from a venue's engine. Without one, and where the instrument trades, the source's session decides. */
const statusOf = (board: Board, live: Live, venue: InstrumentStatus | undefined) =>
  venue === undefined || venue === InstrumentStatus.trading ? board.status(live) : venue;

/** A venue's own part of an instrument: its status, and whether simulated participants trade it. */
export interface VenueRules {
  status: InstrumentStatus | undefined;
  participants: boolean;
}

export const rulesOf = (board: Board, live: Live, now: number, language: string, venue?: VenueRules): Instrument => ({
  ...fixedPart(live.instrument),
  ...namesOf(live.instrument, language),
  status: statusOf(board, live, venue?.status),
  participants: venue?.participants ?? false,
  nextOpen: live.sessions && !live.sessions.isOpen(now) ? (live.sessions.nextOpen(now) ?? null) : null,
});

/** Of a listed instrument also the best prices of its book. */
export interface InVenue extends VenueRules {
  best: Best | undefined;
}

export function listedOf(board: Board, live: Live, now: number, language: string, favourite: boolean, venue: InVenue): Listed {
  const { tickUnits, priceScale } = live.instrument;
  const unit = Number(tickUnits) / 10 ** priceScale;
  // For a small chart, fifteen digits are more than enough.
  const spark = live.day.spark(live.last).map((ticks) => Number((ticks * unit).toPrecision(12)));
  return { ...rulesOf(board, live, now, language, venue), row: rowOf(board, live, venue.best), spark, favourite };
}
