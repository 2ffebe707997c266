import type { State } from '../core/state.ts';
import { badField, done, refuse } from '../outcomes.ts';
import type { GrantLevel } from './declare.ts';
import { setEnd, tellMember } from './tell.ts';

/** What was given may only get better: a level as high, for as long. */
export function grantLevel(s: State, { account, level, until }: GrantLevel) {
  const owner = s.accounts.trading(account);
  if (owner === 0) return refuse('accountUnknown');
  if (level > (s.membership.rules?.volumes.length ?? 0)) return refuse('levelUnknown');
  if (until <= s.time) return badField('until', { problem: 'atLeast', min: s.time + 1 });
  const member = s.membership.member(owner);
  const runs = member !== undefined && member.grantedUntil > s.time;
  if (runs && (member.grantedLevel > level || member.grantedUntil > until)) return refuse('levelCovered');
  if (runs && member.grantedLevel === level && member.grantedUntil === until) return done;
  s.membership.change(owner, { grantedLevel: level, grantedUntil: until });
  setEnd(s, owner);
  tellMember(s, owner, 'granted');
  return done;
}
