import type { State } from '../core/state.ts';
import { type MembershipEvent, membership } from './declare.ts';

const nothing = {
  ...{ boughtLevel: 0, boughtUntil: 0, grantedLevel: 0, grantedUntil: 0 },
  plus: 'none' as const,
};

export function tellMember(s: State, owner: number, cause: MembershipEvent['cause'], money = { amount: 0, asset: 0 }): void {
  const { boughtLevel, boughtUntil, grantedLevel, grantedUntil, plus } = s.membership.member(owner) ?? nothing;
  const has = { boughtLevel, boughtUntil, grantedLevel, grantedUntil, plus };
  s.log.tell(membership.events.membership, { account: s.accounts.id(owner), cause, ...has, ...money });
}

/** When the first of what an account has runs out; undefined: nothing does. */
export function endOf(s: State, owner: number): number | undefined {
  const member = s.membership.member(owner);
  const ends = [member?.boughtUntil ?? 0, member?.grantedUntil ?? 0].filter((end) => end > 0);
  return ends.length === 0 ? undefined : Math.min(...ends);
}

export function setEnd(s: State, owner: number): void {
  const { number } = membership.timers.levelEnds;
  const end = endOf(s, owner);
  if (end === undefined) s.timers.clear(number, s.accounts.id(owner));
  else s.timers.set(number, s.accounts.id(owner), end);
}

/** It brought nothing from its end on; here it is forgotten, and its owner told. */
export function levelEnds(s: State, account: number): void {
  const owner = s.accounts.slot(account);
  const member = s.membership.member(owner);
  if (member === undefined) return;
  const bought = member.boughtUntil <= s.time;
  const granted = member.grantedUntil <= s.time;
  s.membership.change(owner, {
    ...(bought && { boughtLevel: 0, boughtFrom: 0, boughtUntil: 0, boughtFor: 0, boughtAsset: 0 }),
    ...(granted && { grantedLevel: 0, grantedUntil: 0 }),
  });
  setEnd(s, owner);
  tellMember(s, owner, 'ended');
}
