import type { State } from '../core/state.ts';
import type { Holding } from './book.ts';
import { type EarnHoldingEvent, earn } from './declare.ts';

export const holdingFacts = (s: State, { owner, carried: _, index: __, id, ...rest }: Holding) => ({
  ...rest,
  holding: id,
  account: s.accounts.id(owner),
  endDay: rest.days === 0 ? 0 : rest.firstDay + rest.days,
});

/** `endDay`: of a holding that is over before its day. */
export const tellHolding = (
  s: State,
  holding: Holding,
  holdingState: EarnHoldingEvent['holdingState'],
  more: { endDay?: number; renewedBy?: number } = {},
): void => s.log.tell(earn.events.earnHolding, { ...holdingFacts(s, holding), renewedBy: 0, ...more, holdingState });
