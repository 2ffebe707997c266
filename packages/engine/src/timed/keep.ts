import { Wallet } from '@bourse/protocol/enums';
import type { DefineTimed } from '../commands.ts';
import { houseTimed } from '../core/accounts.ts';
import { InvariantBroken } from '../core/ledger.ts';
import type { State } from '../core/state.ts';
import { Timer } from '../core/timers.ts';
import { nextInstant, TimedBook, type TimedContract } from './book.ts';
import { voidAt } from './place.ts';

/** The room in a snapshot: what is offered by instrument, then the contracts by id. Everything else follows from these. */
export interface TimedMeta {
  next: number;
  books: DefineTimed[];
  contracts: TimedContract[];
}

/** Undefined while nothing was ever offered, so that older snapshots and hashes stay as they are. */
export function writeTimed({ timed }: State): TimedMeta | undefined {
  if (timed.books.size === 0) return undefined;
  const books = [...timed.books.values()];
  return {
    next: timed.nextTimed,
    books: books.map(({ rules }) => rules).sort((a, b) => a.instrument - b.instrument),
    contracts: books.flatMap((book) => book.all()).sort((a, b) => a.id - b.id),
  };
}

export function readTimed({ timed }: State, meta: TimedMeta | undefined): void {
  if (meta === undefined) return;
  timed.nextTimed = meta.next;
  for (const rules of meta.books) timed.books.set(rules.instrument, new TimedBook(rules));
  for (const contract of meta.contracts) timed.add(contract);
}

/** What the room means, as numbers for the state hash; the feeds of start ticks as texts. */
export function hashTimed(s: State, number: (value: number) => void, text: (value: string) => void): void {
  const meta = writeTimed(s);
  if (meta === undefined) return;
  text('timed');
  number(meta.next);
  number(meta.books.length);
  for (const { instrument, asset, offers, minStake, maxStake, exposureLimit } of meta.books) {
    for (const value of [instrument, asset, minStake, maxStake, exposureLimit, offers.length]) number(value);
    for (const { durationMs, payoutPpm } of offers) {
      number(durationMs);
      number(payoutPpm);
    }
  }
  number(meta.contracts.length);
  for (const c of meta.contracts) {
    for (const value of [c.id, s.accounts.id(c.owner), c.instrument, c.direction, c.stake, c.asset, c.payoutPpm, c.payout]) number(value);
    for (const value of [c.placedAt, c.durationMs, c.startTicks, c.startTickTime]) number(value);
    text(s.sources[c.startSource] ?? '');
  }
}

/** Stakes and possible payouts are frozen to the unit, nobody is owed beyond the limit, and each contract has its deadline. Adds to `reserved` by balance. */
export function checkTimed(s: State, reserved: Map<number, bigint>): void {
  let count = 0;
  for (const [instrument, book] of s.timed.books) {
    const asset = s.assets.get(book.rules.asset)!;
    const house = s.ledger.find(s.accounts.slot(houseTimed), Wallet.fast, asset.index);
    const owed = { 1: 0, 2: 0 };
    for (const contract of book.all()) {
      count += 1;
      owed[contract.direction] += contract.payout;
      const own = s.ledger.find(contract.owner, Wallet.fast, asset.index);
      reserved.set(own, (reserved.get(own) ?? 0n) + BigInt(contract.stake));
      reserved.set(house, (reserved.get(house) ?? 0n) + BigInt(contract.payout));
      must(s.timed.get(contract.id) === contract, 'timedIsFoundById', `timed ${contract.id}`);
      must(s.timed.of(contract.owner).includes(contract), 'timedIsListedByAccount', `timed ${contract.id}`);
      must(s.timers.due(Timer.timedVoid, contract.id) === voidAt(nextInstant(contract)), 'timedHasItsDeadline', `timed ${contract.id}`);
    }
    must(owed[1] === book.owedUp && owed[2] === book.owedDown, 'timedOwedAddsUp', `instrument ${instrument}`);
    must(
      Math.max(book.owedUp, book.owedDown) <= book.rules.exposureLimit,
      'timedOwedWithinExposure',
      `instrument ${instrument}: ${book.owedUp}, ${book.owedDown}`,
    );
  }
  must(count === s.timed.count, 'everyTimedIsInABook', `${count}, ${s.timed.count}`);
}

function must(holds: boolean, invariant: string, detail: string): void {
  if (!holds) throw new InvariantBroken(invariant, detail);
}
