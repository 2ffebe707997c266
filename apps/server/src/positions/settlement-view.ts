import type { Settlement } from '@bourse/protocol';
import { lotsText, priceText, quoteText } from '../calls/figures.ts';
import type { InstrumentInfo } from '../market/port.ts';
import type { PositionSettlement } from './settlement-rows.ts';

type Particulars = Pick<Settlement, 'positionId' | 'orderId' | 'fillId' | 'action' | 'role' | 'price' | 'quantity' | 'amount' | 'fee'>;

const idOrNull = (id: number) => (id === 0 ? null : String(id));

function particulars(event: PositionSettlement['event'], instrument: InstrumentInfo): Particulars {
  const none = { orderId: null, fillId: null, action: null, role: null, price: null, quantity: null, fee: quoteText(instrument, 0) };
  const positionId = idOrNull(event.position);
  const price = (ticks: number) => (ticks === 0 ? null : priceText(instrument, ticks));
  const lots = (count: number) => lotsText(instrument, count);
  const amount = (units: number) => quoteText(instrument, units);
  switch (event.kind) {
    case 'positionFill':
      return {
        positionId,
        orderId: idOrNull(event.order),
        fillId: idOrNull(event.fill),
        action: event.action,
        role: event.role,
        price: price(event.priceTicks),
        quantity: lots(event.lots),
        amount: amount(event.profit),
        fee: amount(event.fee),
      };
    case 'fundingPayment':
      return { ...none, positionId, price: price(event.markTicks), quantity: lots(event.lots), amount: amount(event.amount) };
    case 'liquidation':
      return { ...none, positionId, price: price(event.markTicks), quantity: lots(event.lots), amount: amount(event.insured) };
    case 'deleverage':
      return { ...none, positionId, price: price(event.priceTicks), quantity: lots(event.lots), amount: amount(0) };
    case 'holdingCharge':
      return { ...none, positionId, amount: amount(-event.amount) };
    case 'corporateAction':
      return { ...none, positionId, quantity: lots(event.lotsAfter), amount: amount(event.cash) };
  }
}

/**
 * A settlement of a position. The fills next to it show what a liquidation or deleveraging moved. A liquidation itself moves what the insurance fund paid
 * towards their loss, so that the settlements of a position add up to what its wallet gained or lost.
 */
export function settlementView({ event, direction }: PositionSettlement, instrument: InstrumentInfo): Settlement {
  return {
    seq: String(event.seq),
    index: event.index,
    time: event.time,
    kind: event.kind,
    ...particulars(event, instrument),
    symbol: instrument.symbol,
    direction,
    asset: instrument.quote.code,
    receipt: { kind: event.kind, seq: String(event.seq), index: event.index },
  };
}
