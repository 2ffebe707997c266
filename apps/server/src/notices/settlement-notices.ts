import {
  type CorporateActionEvent,
  type DeleverageEvent,
  type FundingPaymentEvent,
  firstCustomer,
  type LiquidationEvent,
  type MarginWarningEvent,
  type TimedEvent,
} from '@bourse/engine';
import { MarginMode } from '@bourse/protocol/enums';
import type { NoticeContent } from '@bourse/protocol/notices';
import { amountText, lotsText, priceText, quoteText } from '../calls/figures.ts';
import type { Catalogue, InstrumentInfo } from '../market/port.ts';
import { ratioText } from '../positions/position-view.ts';
import { timedResult } from '../positions/settlement-view.ts';
import type { Due } from './due.ts';
import { type Source, span } from './source.ts';

type Told = LiquidationEvent | DeleverageEvent | FundingPaymentEvent | TimedEvent | CorporateActionEvent;

/** The order of a liquidation in the book; 0 if there was none. */
function settlementNotice(event: Told, order: number, instrument: InstrumentInfo, catalogue: Catalogue): NoticeContent | undefined {
  const { symbol } = instrument;
  switch (event.kind) {
    case 'liquidation': {
      const done = event.filledLots + event.deleveragedLots;
      // A liquidation step that found no counterparty is retried at the next mark. There is nothing to report yet.
      if (done === 0) return undefined;
      const params = { symbol, quantity: lotsText(instrument, done), price: priceText(instrument, event.markTicks) };
      if (event.mode === MarginMode.full) return { kind: 'liquidation.full', params };
      return { kind: 'liquidation.segmented', params: { ...params, no: String(order === 0 ? event.position : order) } };
    }
    case 'deleverage':
      return {
        kind: 'deleveraged',
        params: { symbol, quantity: lotsText(instrument, event.lots), price: priceText(instrument, event.priceTicks) },
      };
    case 'fundingPayment':
      if (event.amount === 0) return undefined;
      return { kind: 'funding.paid', params: { symbol, amount: quoteText(instrument, event.amount), coin: instrument.quote.code } };
    case 'corporateAction': {
      const paid = { amount: quoteText(instrument, event.cash), coin: instrument.quote.code };
      if (event.action === 'dividend') return event.cash === 0 ? undefined : { kind: 'stock.dividend', params: { symbol, ...paid } };
      const [before, after] = [lotsText(instrument, event.lotsBefore), lotsText(instrument, event.lotsAfter)];
      return { kind: 'stock.split', params: { symbol, before, after, ...paid } };
    }
    case 'timed': {
      const asset = catalogue.assetById(event.asset);
      if (!asset) return undefined;
      const result = amountText(asset, BigInt(timedResult(event)));
      return { kind: 'timed.settled', params: { no: String(event.timed), symbol, status: String(event.status), result, coin: asset.code } };
    }
  }
}

/** Notices of kinds of happenings. `order` is that of a liquidation in the book; 0 if there was none. */
const happeningNotices = <E extends Told | MarginWarningEvent>(
  catalogue: Catalogue,
  subject: string,
  kinds: readonly E['kind'][],
  noticeOf: (event: E, order: number, instrument: InstrumentInfo | undefined) => NoticeContent | undefined,
): Source => ({
  async read(db, venue, after, upTo, limit) {
    const rows = await db.query<{ event: E; liquidated_by: bigint | null }>(
      `SELECT s.event, (SELECT f.order_id FROM happening f WHERE s.kind = 'liquidation' AND f.venue = s.venue AND f.seq = s.seq
           AND f.kind = 'positionFill' AND f.position_id = s.position_id AND f.event->>'role' = 'liquidation' ORDER BY f.event_index LIMIT 1) AS liquidated_by
       FROM happening s WHERE s.venue = $1 AND ${span('s.seq', 's.event_index')} AND s.kind IN (${kinds.map((kind) => `'${kind}'`).join(', ')})
       ORDER BY s.seq, s.event_index LIMIT $5`,
      [venue, after.seq, after.sub, upTo, limit],
    );
    const due = rows.flatMap(({ event, liquidated_by }): Due[] => {
      const { account, instrument, seq, index, time } = event;
      if (account < firstCustomer) return [];
      const notice = noticeOf(event, Number(liquidated_by ?? 0n), catalogue.instrumentById(instrument));
      return notice ? [{ account, ...notice, subject: `${subject}:${seq}/${index}`, time }] : [];
    });
    const last = rows.at(-1)?.event;
    return { due, last: last && { seq: last.seq, sub: last.index }, full: rows.length === limit };
  },
});

/** Settlements that happened without the customer's own action. */
export const settlementNotices = (catalogue: Catalogue): Source =>
  happeningNotices<Told>(
    catalogue,
    'settlement',
    ['liquidation', 'deleverage', 'fundingPayment', 'timed', 'corporateAction'],
    (event, order, instrument) => instrument && settlementNotice(event, order, instrument, catalogue),
  );

/** Warnings that margin runs short. No position means that the full-margin account runs short. */
export const warningNotices = (catalogue: Catalogue): Source =>
  happeningNotices<MarginWarningEvent>(catalogue, 'warning', ['marginWarning'], ({ position, ratioPpm }, _order, instrument) => ({
    kind: 'margin.warning',
    // Without any equity the ratio has no number: it is beyond the 100 at which liquidation begins.
    params: { ratio: ratioText(ratioPpm) ?? '100.0000', symbol: position === 0 ? '' : (instrument?.symbol ?? '') },
  }));
