import { type BatchItem, type Command, House, type OrderEvent } from '@bourse/engine';
import { MarginMode, OrderPriceType, PositionAction, PositionDirection, TimeInForce } from '@bourse/protocol/enums';
import type { InstrumentInfo } from '../port.ts';
import type { Book } from './maker-book.ts';
import type { Quote } from './quotes.ts';

/**
 * The fewest changes from the resting quotes to the wanted ones: a correct level stays, and a wrong one moves to a price that lacks a quote. The side
 * that moves away from the price goes first, so that the maker's own orders never meet.
 */
export function changes(desired: readonly Quote[], resting: readonly OrderEvent[], instrument: number, rises: boolean): BatchItem[] {
  const sides = rises ? ([1, 0] as const) : ([0, 1] as const);
  return sides.flatMap((side) =>
    sideChanges(
      desired.filter((one) => one.side === side),
      resting.filter((one) => one.side === side),
      instrument,
    ),
  );
}

const leftOf = (order: OrderEvent) => order.lots - order.filledLots;

function sideChanges(desired: readonly Quote[], resting: readonly OrderEvent[], instrument: number): BatchItem[] {
  const lacking = new Map(desired.map((quote) => [quote.priceTicks, quote]));
  const surplus: OrderEvent[] = [];
  const items: BatchItem[] = [];
  for (const order of resting) {
    const quote = lacking.get(order.priceTicks);
    const left = leftOf(order);
    lacking.delete(order.priceTicks);
    if (!quote) surplus.push(order);
    else if (left < quote.lots / 2 || left > quote.lots * 2.5) {
      items.push({ kind: 'amendOrder', order: order.order, lots: order.filledLots + quote.lots, priceTicks: 0 });
    }
  }
  for (const quote of lacking.values()) {
    const order = surplus.pop();
    if (order) items.push({ kind: 'amendOrder', order: order.order, lots: order.filledLots + quote.lots, priceTicks: quote.priceTicks });
    else
      items.push({
        kind: 'placeOrder',
        instrument,
        side: quote.side,
        type: OrderPriceType.limit,
        tif: TimeInForce.gtc,
        priceTicks: quote.priceTicks,
        triggerTicks: 0,
        lots: quote.lots,
        quoteAmount: 0,
        postOnly: false,
      });
  }
  for (const order of surplus) items.push({ kind: 'cancelOrder', order: order.order });
  return items;
}

/** A quote of a contract or stock, and whether it opens or closes. */
export interface PositionQuote extends Quote {
  action: PositionAction;
}

/**
 * Closing goes first: the levels nearest to the price close the position on the other side, and the other levels open. So a maker that bought sells
 * what it holds before it goes short, and its positions stay as small as its net.
 */
export function withActions(quotes: readonly Quote[], held: Pick<Book, 'longLots' | 'shortLots'>, mayShort: boolean): PositionQuote[] {
  const closable = [held.shortLots, held.longLots];
  return quotes.flatMap((quote): PositionQuote[] => {
    const left = closable[quote.side] ?? 0;
    if (left > 0) {
      const lots = Math.min(left, quote.lots);
      closable[quote.side] = left - lots;
      return [{ ...quote, lots, action: PositionAction.close }];
    }
    return quote.side === 1 && !mayShort ? [] : [{ ...quote, action: PositionAction.open }];
  });
}

/**
 * Orders to cancel and quotes to place. An order of a contract or stock cannot be moved. A closing order may never be larger than its quote: together
 * the closing orders must not exceed the open position.
 */
export function positionChanges(desired: readonly PositionQuote[], book: Pick<Book, 'orders' | 'actions'>) {
  const key = (side: number, priceTicks: number, action: PositionAction | undefined) => `${side}:${priceTicks}:${action}`;
  const lacking = new Map(desired.map((quote) => [key(quote.side, quote.priceTicks, quote.action), quote]));
  const cancels: BatchItem[] = [];
  for (const order of book.orders.values()) {
    const place = key(order.side, order.priceTicks, book.actions.get(order.order));
    const quote = lacking.get(place);
    const left = leftOf(order);
    const most = (quote?.lots ?? 0) * (quote?.action === PositionAction.close ? 1 : 2.5);
    if (quote && left >= quote.lots / 2 && left <= most) lacking.delete(place);
    else cancels.push({ kind: 'cancelOrder', order: order.order });
  }
  return { cancels, places: [...lacking.values()] };
}

/** Low enough for every tier. The maker's inventory bounds its risk, not its margin. */
const leverage = 2;

/** An order of a contract or stock: the market maker's, which rests, unless somebody else is named. */
export function placing(
  { id, kind }: InstrumentInfo,
  quote: PositionQuote,
  { account, tif }: { account: number; tif: TimeInForce } = { account: House.marketMaker, tif: TimeInForce.gtc },
): Command {
  const buys = quote.side === 0;
  const opens = quote.action === PositionAction.open;
  const order = {
    account,
    instrument: id,
    direction: buys === opens ? PositionDirection.long : PositionDirection.short,
    action: quote.action,
    type: OrderPriceType.limit,
    tif,
    priceTicks: quote.priceTicks,
    triggerTicks: 0,
    lots: quote.lots,
    postOnly: false,
    takeProfitTicks: 0,
    stopLossTicks: 0,
  };
  if (kind === 2) return { kind: 'placeContractOrder', ...order, mode: MarginMode.full, leverage };
  return { kind: 'placeStockOrder', ...order, leverage: 1, upperCircuit: false };
}
