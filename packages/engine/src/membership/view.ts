import type { LevelsView, MembershipView } from '../api.ts';
import type { State } from '../core/state.ts';
import { volumeDays } from './book.ts';
import { feeClassOf } from './class.ts';

/** Of a venue that has no levels. */
export const withoutLevels: LevelsView = {
  rules: { kind: 'defineLevels', asset: 0, volumes: [], prices: [], plusLevel: 0, plusPrice: 0 },
  version: 0,
};

/** The levels in force; undefined: the venue has none. */
export function levelsView({ membership: { rules, version } }: State): LevelsView | undefined {
  return rules && { rules, version };
}

/** An account's levels, and the volume of today and of the 30 days before. `owner` is its slot. */
export function membershipView(s: State, owner: number): MembershipView {
  const book = s.membership;
  book.pass(s.time);
  const { today } = book;
  const days = book.volumesOf(owner, today - volumeDays, volumeDays + 1);
  const sum = (list: readonly number[]) => list.reduce((all, one) => all + one, 0);
  const member = book.member(owner);
  const bought = member !== undefined && member.boughtUntil > s.time ? member : undefined;
  const granted = member !== undefined && member.grantedUntil > s.time ? member : undefined;
  return {
    ...{ feeClass: feeClassOf(s, owner), ownClass: s.accounts.feeClass(owner), today, days },
    volumeLevel: book.levelOf(sum(days.slice(0, -1))),
    tomorrowLevel: book.levelOf(sum(days.slice(1))),
    ...{ boughtLevel: bought?.boughtLevel ?? 0, boughtFrom: bought?.boughtFrom ?? 0, boughtUntil: bought?.boughtUntil ?? 0 },
    boughtFor: bought?.boughtFor ?? 0,
    ...{ grantedLevel: granted?.grantedLevel ?? 0, grantedUntil: granted?.grantedUntil ?? 0 },
    ...{ plus: member?.plus ?? 'none', plusFrozen: member?.plusFrozen ?? 0 },
  };
}

/** Accounts whose PLUS waits for a decision, by number. */
export const plusWaiting = (s: State): number[] =>
  s.membership
    .allMembers()
    .flatMap(({ owner, plus }) => (plus === 'waits' ? [s.accounts.id(owner)] : []))
    .sort((a, b) => a - b);
