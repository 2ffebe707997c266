import type { Wallet } from '@bourse/protocol/enums';
import { must } from '../core/ledger.ts';
import type { State } from '../core/state.ts';
import { choice, count, id, list, struct } from '../define/field.ts';
import { laterSection } from '../define/section.ts';
import { mostPerDay, plusStates, volumeDays } from './book.ts';
import { membership } from './declare.ts';
import { endOf } from './tell.ts';

const fields = {
  version: count(),
  ...membership.commands.defineLevels.fields,
  /** By account. */
  traders: list(
    struct({
      ...{ account: id(), last: count(), told: count() },
      /** Days with a trade, oldest first, of the last of them and the 30 before it. */
      days: list(struct({ day: count(), volume: count() })),
    }),
  ),
  members: list(
    struct({
      ...{ account: id(), boughtLevel: count(), boughtFrom: count(), boughtUntil: count(), boughtFor: count(), boughtAsset: count() },
      ...{ grantedLevel: count(), grantedUntil: count() },
      ...{ plus: choice(plusStates), plusFrozen: count(), plusWallet: count(), plusAsset: count() },
    }),
  ),
};

/** A venue without levels keeps nothing. */
export const membershipSection = laterSection(32, 'membership', fields, {
  save(s) {
    const book = s.membership;
    if (book.rules === undefined) return undefined;
    const { kind: _, ...rules } = book.rules;
    const traders = book.traders().map(({ owner, last }) => {
      const first = Math.max(0, last - volumeDays);
      const days = book.volumesOf(owner, first, last - first + 1).map((volume, at) => ({ day: first + at, volume }));
      return { account: s.accounts.id(owner), last, told: book.toldOf(owner), days: days.filter(({ volume }) => volume > 0) };
    });
    return {
      version: book.version,
      ...rules,
      traders: traders.sort((a, b) => a.account - b.account),
      members: book
        .allMembers()
        .map(({ owner, ...member }) => ({ ...member, account: s.accounts.id(owner) }))
        .sort((a, b) => a.account - b.account),
    };
  },
  load(s, { version, traders, members, ...rules }) {
    s.membership.define({ kind: 'defineLevels', ...rules }, version);
    for (const { account, last, told, days } of traders) s.membership.load(s.accounts.slot(account), last, told, days);
    for (const { account, ...member } of members) s.membership.change(s.accounts.slot(account), member);
  },
});

/** What PLUS has frozen is there, levels that run out have their time, and the level that was known follows from the days. Adds to `reserved` by balance. */
export function checkMembership(s: State, reserved: Map<number, bigint>): void {
  const book = s.membership;
  const { number } = membership.timers.levelEnds;
  for (const { owner, plus, plusFrozen, plusWallet, plusAsset } of book.allMembers()) {
    const account = s.accounts.id(owner);
    must((plus === 'waits') === plusFrozen > 0, 'plusWaitsWithItsPrice', `account ${account}: ${plus}, ${plusFrozen}`);
    const due = s.timers.due(number, account);
    must(due === endOf(s, owner), 'levelsHaveTheirEnd', `account ${account}: ${due}, ${endOf(s, owner)}`);
    if (plusFrozen === 0) continue;
    const slot = s.ledger.find(owner, plusWallet as Wallet, s.assets.get(plusAsset)!.index);
    reserved.set(slot, (reserved.get(slot) ?? 0n) + BigInt(plusFrozen));
  }
  for (const { owner, last } of book.traders()) {
    const account = s.accounts.id(owner);
    must(last * 86_400_000 <= s.time, 'noVolumeOfTomorrow', `account ${account}: day ${last}`);
    const days = book.volumesOf(owner, last - volumeDays, volumeDays + 1);
    must(
      days.every((volume) => Number.isSafeInteger(volume) && volume <= mostPerDay),
      'daysCountWholeUnits',
      `account ${account}`,
    );
    const member = book.member(owner);
    const today = Math.floor(s.time / 86_400_000);
    const levels = [
      s.accounts.feeClass(owner),
      book.levelOf(book.volumesOf(owner, today - volumeDays, volumeDays).reduce((sum, one) => sum + one, 0)),
      member !== undefined && member.boughtUntil > s.time ? member.boughtLevel : 0,
      member !== undefined && member.grantedUntil > s.time ? member.grantedLevel : 0,
      member?.plus === 'holds' ? (book.rules?.plusLevel ?? 0) : 0,
    ];
    const inUse = book.classOf(owner, s.accounts.feeClass(owner), s.time);
    must(inUse === Math.max(...levels), 'levelsFollowFromTheirDays', `account ${account}: ${inUse}, ${levels}`);
  }
}
