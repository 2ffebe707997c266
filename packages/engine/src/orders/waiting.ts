import { InstrumentKind } from '@bourse/protocol/enums';
import { reviewHeld } from '../book/protection.ts';
import { wake } from '../book/wake.ts';
import type { Instrument } from '../catalogue/instruments.ts';
import type { State } from '../core/state.ts';
import { tradeOrHold } from '../leverage/trade-or-hold.ts';
import { fireOrder } from '../leverage/trigger.ts';
import { fireSpot, tradeOrHoldSpot } from '../spot/trigger.ts';

/** Orders outside the books that an earlier command's limit left over, for every product. All orders of one instrument belong to one product. */

/** Fires the triggers of one instrument that are still due. */
export function wakeAny(s: State, ins: Instrument): void {
  wake(s, ins, ins.rules.instrumentKind === InstrumentKind.coin ? fireSpot : fireOrder);
}

/** Reviews held orders for which a new order has come to rest, and those that an earlier command's limit left over. */
export function reviewAllHeld(s: State): void {
  for (const slot of s.heldReviews.sorted()) {
    const ins = s.instruments.at(slot);
    reviewHeld(s, ins, ins.rules.instrumentKind === InstrumentKind.coin ? tradeOrHoldSpot : tradeOrHold);
  }
}
