import {
  type DeclaredNotice,
  type EngineEvent,
  eventDeclarations,
  type FundingPaymentEvent,
  firstCustomer,
  type Readable,
} from '@bourse/engine';
import type { NoticeContent } from '@bourse/words';
import { amountText, lotsText, percentOfPpm, priceText, quoteText } from '../calls/figures.ts';
import type { AssetInfo, Catalogue, InstrumentInfo } from '../market/port.ts';
import { eventOf, happens, ownerOf } from '../projections/kept.ts';
import type { Due } from './due.ts';
import { type Source, span } from './source.ts';

type NoticeOf = (event: never, read: Readable) => NoticeContent | undefined;

/** This event of the hot lane has no declaration that could say its notice. */
const fundingPaid = ({ amount }: FundingPaymentEvent, { symbol, quote, quoteCode }: Readable): NoticeContent | undefined =>
  amount === 0 ? undefined : { kind: 'funding.paid', params: { symbol, amount: quote(amount), coin: quoteCode } };

/** It does not compile when an event has a notice without a sentence, or lacks a value that the sentence asks for. */
const spoken = (notice: (event: never, read: Readable) => DeclaredNotice | undefined): NoticeOf => notice;

const notices: ReadonlyMap<string, NoticeOf> = new Map([
  ['fundingPayment', fundingPaid],
  ...eventDeclarations.flatMap(({ kind, notice }): [string, NoticeOf][] =>
    notice ? [[kind, spoken(notice as Parameters<typeof spoken>[0])]] : [],
  ),
]);

/** What settles nothing, so that no lines of the same command belong to it. */
const warnings: ReadonlySet<string> = new Set(['marginWarning', 'earnShort']);

/** Whether an event is of a kind that may have a notice. Looked at before the event itself is read. */
export const mayHaveNotice = (kind: string): boolean => notices.has(kind);
/** Whether a customer may be told of an event. What it says decides. */
export const mayBeTold = (event: EngineEvent): boolean => ownerOf(event) >= firstCustomer && happens(event);

function readable(found: InstrumentInfo | undefined, order: number, catalogue: Catalogue): Readable {
  const instrument = (): InstrumentInfo => known(found, 'instrument');
  const asset = (id: number): AssetInfo => known(catalogue.assetById(id), `asset ${id}`);
  return {
    symbol: found?.symbol ?? '',
    quoteCode: found?.quote.code ?? '',
    lots: (lots) => lotsText(instrument(), lots),
    price: (ticks) => priceText(instrument(), ticks),
    quote: (units) => quoteText(instrument(), units),
    code: (id) => asset(id).code,
    amount: (id, units) => amountText(asset(id), BigInt(units)),
    percent: percentOfPpm,
    order,
  };
}

function known<T>(found: T | undefined, what: string): T {
  if (found === undefined) throw new Error(`an event with a notice names no ${what} of the catalogue`);
  return found;
}

/** Notices of what happened without the customer's own action, as the events declare them. */
export const eventNotices = (catalogue: Catalogue): Source => ({
  async read(db, venue, after, upTo, limit) {
    const rows = await db.query<{ owner: number; event: EngineEvent; liquidated_by: bigint | null }>(
      `SELECT s.owner, s.event, (SELECT f.order_id FROM happening f WHERE s.kind = 'liquidation' AND f.venue = s.venue AND f.seq = s.seq
           AND f.kind = 'positionFill' AND f.position_id = s.position_id AND f.event->>'role' = 'liquidation' ORDER BY f.event_index LIMIT 1) AS liquidated_by
       FROM happening s WHERE s.venue = $1 AND ${span('s.seq', 's.event_index')} AND s.kind = ANY($6::text[]) ORDER BY s.seq, s.event_index LIMIT $5`,
      [venue, after.seq, after.sub, upTo, limit, [...notices.keys()]],
    );
    const due = rows.flatMap(({ owner, event: stored, liquidated_by }): Due[] => {
      if (owner < firstCustomer) return [];
      const event = eventOf(stored);
      const instrument = 'instrument' in event ? catalogue.instrumentById(event.instrument) : undefined;
      const notice = notices.get(event.kind)?.(event as never, readable(instrument, Number(liquidated_by ?? 0n), catalogue));
      const { kind, seq, index, time } = event;
      // Stored notices of warnings and settlements have these names.
      const subject = `${warnings.has(kind) ? 'warning' : 'settlement'}:${seq}/${index}`;
      return notice ? [{ account: owner, ...notice, subject, time }] : [];
    });
    const last = rows.at(-1)?.event;
    return { due, last: last && { seq: last.seq, sub: last.index }, full: rows.length === limit };
  },
});
