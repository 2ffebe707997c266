import type { Actor } from '../core/actor.ts';
import type { State } from '../core/state.ts';
import type { CommandDeclaration } from '../define/declare.ts';
import { refuse } from '../outcomes.ts';

/**
 * The refusal of a customer's own command that the account's mode does not allow. A locked account sends nothing; one that may only close sends what its
 * command declares as closing. The system acts for everybody.
 */
export function restrictedBy(s: State, actor: Actor, { closing }: CommandDeclaration, command: { readonly kind: string }) {
  if (actor.by !== 'customer') return undefined;
  const mode = s.standing.modeOf(actor.id);
  if (mode === 'normal') return undefined;
  const closes = closing === true || closing?.(command as never) === true;
  return mode === 'closeOnly' && closes ? undefined : refuse('accountRestricted');
}
