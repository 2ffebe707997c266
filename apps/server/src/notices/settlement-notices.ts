import type { CorporateActionEvent, DeleverageEvent, FundingPaymentEvent, LiquidationEvent, TimedEvent } from '@bourse/engine';
import { firstCustomer } from '@bourse/engine';
import { MarginMode } from '@bourse/protocol/enums';
import type { NoticeContent } from '@bourse/protocol/notices';
import { amountText, lotsText, percentOfPpm, priceText, quoteText } from '../calls/figures.ts';
import type { Catalogue, InstrumentInfo } from '../market/port.ts';
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

interface Row {
  seq: bigint;
  event_index: number;
  event: Told;
  liquidated_by: bigint | null;
}

/** Settlements that happened without the customer's own action. */
export const settlementNotices = (catalogue: Catalogue): Source => ({
  async read(db, venue, after, upTo, limit) {
    const rows = await db.query<Row>(
      `SELECT s.seq, s.event_index, s.event, (SELECT f.order_id FROM settlement f WHERE s.kind = 'liquidation' AND f.venue = s.venue AND f.seq = s.seq
           AND f.kind = 'positionFill' AND f.position_id = s.position_id AND f.event->>'role' = 'liquidation' ORDER BY f.event_index LIMIT 1) AS liquidated_by
       FROM settlement s WHERE s.venue = $1 AND ${span('s.seq', 's.event_index')} AND s.kind IN ('liquidation', 'deleverage', 'fundingPayment', 'timed', 'corporateAction')
       ORDER BY s.seq, s.event_index LIMIT $5`,
      [venue, after.seq, after.sub, upTo, limit],
    );
    const due = rows.flatMap(({ event, liquidated_by }): Due[] => {
      const instrument = catalogue.instrumentById(event.instrument);
      if (!instrument || event.account < firstCustomer) return [];
      const notice = settlementNotice(event, Number(liquidated_by ?? 0n), instrument, catalogue);
      return notice ? [{ account: event.account, ...notice, subject: `settlement:${event.seq}/${event.index}`, time: event.time }] : [];
    });
    const last = rows.at(-1);
    return { due, last: last && { seq: Number(last.seq), sub: last.event_index }, full: rows.length === limit };
  },
});

/** Warnings that margin runs short. */
export const warningNotices = (catalogue: Catalogue): Source => ({
  async read(db, venue, after, upTo, limit) {
    const rows = await db.query<{
      seq: bigint;
      event_index: number;
      time: bigint;
      account: number;
      position_id: bigint;
      instrument: number;
      ratio_ppm: bigint;
    }>(`SELECT * FROM margin_warning WHERE venue = $1 AND ${span('seq', 'event_index')} ORDER BY seq, event_index LIMIT $5`, [
      venue,
      after.seq,
      after.sub,
      upTo,
      limit,
    ]);
    const due = rows.map((row): Due => {
      // No position means that the full-margin account runs short.
      const symbol = row.position_id === 0n ? '' : (catalogue.instrumentById(row.instrument)?.symbol ?? '');
      return {
        account: row.account,
        kind: 'margin.warning',
        params: { ratio: percentOfPpm(Number(row.ratio_ppm)), symbol },
        subject: `warning:${row.seq}/${row.event_index}`,
        time: Number(row.time),
      };
    });
    const last = rows.at(-1);
    return { due, last: last && { seq: Number(last.seq), sub: last.event_index }, full: rows.length === limit };
  },
});
