import type { AmendOrder } from '../commands.ts';
import type { State } from '../core/state.ts';
import { amendLeveraged } from '../leverage/amend.ts';
import { refuse } from '../outcomes.ts';
import { amendSpot } from '../spot/amend.ts';
import { instrumentOf, isSpot, ownOrder } from './own-order.ts';

/** Amends an open order of any product. */
export function amend(s: State, owner: number, command: Omit<AmendOrder, 'account'>) {
  if (s.mode === 'readOnly') return refuse('readOnly');
  const slot = ownOrder(s, owner, command.order);
  if (typeof slot !== 'number') return slot;
  const ins = instrumentOf(s, slot);
  return isSpot(s, slot) ? amendSpot(s, ins, slot, command) : amendLeveraged(s, ins, slot, command);
}
