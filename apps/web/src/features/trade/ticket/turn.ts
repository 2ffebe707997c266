import { InstrumentKind, OrderSide, PositionDirection } from '@bourse/protocol/enums';
import type { Instrument } from '../../../data/index.ts';
import { contractDrafts, stockDrafts } from '../leverage/draft.ts';
import { setDraft } from '../spot/drafts.ts';
import { partsOf } from '../stock/sides.ts';

/** Sets the side of an instrument's ticket: long or short for a contract, buy or sell for a stock. */
export function turnTicket({ symbol, kind }: Pick<Instrument, 'symbol' | 'kind'>, side: OrderSide): void {
  if (kind === InstrumentKind.contract)
    contractDrafts.set(symbol, { direction: side === OrderSide.buy ? PositionDirection.long : PositionDirection.short });
  else if (kind === InstrumentKind.stock) stockDrafts.set(symbol, partsOf(side === OrderSide.buy ? 'buy' : 'sell'));
  else setDraft(symbol, { side });
}

/** Copies a clicked price to the ticket. */
export function priceTicket({ symbol, kind }: Pick<Instrument, 'symbol' | 'kind'>, price: string): void {
  const change = { price, form: 'limit' as const };
  if (kind === InstrumentKind.contract) contractDrafts.set(symbol, change);
  else if (kind === InstrumentKind.stock) stockDrafts.set(symbol, change);
  else setDraft(symbol, change);
}
