import { PositionAction, PositionDirection } from '@bourse/protocol/enums';
import type { PositionDraft } from '../leverage/draft.ts';

/** The sides of a stock ticket. Buying back a short position means closing it in the list of positions. */
export type StockSide = 'buy' | 'sell' | 'short';

export const sideOf = (draft: Pick<PositionDraft, 'action' | 'direction'>): StockSide =>
  draft.action === PositionAction.close ? 'sell' : draft.direction === PositionDirection.long ? 'buy' : 'short';

export const partsOf = (side: StockSide): Pick<PositionDraft, 'action' | 'direction'> => ({
  action: side === 'sell' ? PositionAction.close : PositionAction.open,
  direction: side === 'short' ? PositionDirection.short : PositionDirection.long,
});
