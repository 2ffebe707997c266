import { InstrumentKind, OrderSide, PositionDirection } from '@bourse/protocol/enums';
import type { Instrument } from '../../../data/index.ts';
import { contractDrafts, stockDrafts } from '../leverage/draft.ts';
import { setDraft } from '../spot/drafts.ts';
import { partsOf } from '../stock/sides.ts';

/** Turns the ticket of an instrument to buying or selling: long or short of a contract, buying or selling a share. */
export function turnTicket({ symbol, kind }: Pick<Instrument, 'symbol' | 'kind'>, side: OrderSide): void {
  if (kind === InstrumentKind.contract)
    contractDrafts.set(symbol, { direction: side === OrderSide.buy ? PositionDirection.long : PositionDirection.short });
  else if (kind === InstrumentKind.stock) stockDrafts.set(symbol, partsOf(side === OrderSide.buy ? 'buy' : 'sell'));
  else setDraft(symbol, { side });
}

/** The price somebody pointed at goes into the ticket. */
export function priceTicket({ symbol, kind }: Pick<Instrument, 'symbol' | 'kind'>, price: string): void {
  const change = { price, form: 'limit' as const };
  if (kind === InstrumentKind.contract) contractDrafts.set(symbol, change);
  else if (kind === InstrumentKind.stock) stockDrafts.set(symbol, change);
  else setDraft(symbol, change);
}
