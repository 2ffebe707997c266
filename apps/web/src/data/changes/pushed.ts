/**
 * Applies pushes to the answers that this page holds. Every push names its sequence, every answer the sequence at which it was read. An
 * answer ignores a push that it already includes; a push that arrives during a request is applied to its answer. Only what was lost (a gap
 * in a channel, a dropped connection) is read again.
 */
import type { Arrived, Key } from '../cache.ts';
import { type AssetName, Estimate } from './fold-worth.ts';
import { type Change, fold, foldedNames, hearsChannel } from './folds.ts';

/** The part of the cache that pushes need. */
export interface Answers {
  /** Changes cached data; `seq` is the sequence at which the answer was read. */
  patch: (step: (key: Key, data: unknown, seq: number | undefined) => unknown) => void;
  /** Refreshes entries with listeners now, the others when they next have one. The answers must include `readAfter`. */
  reread: (which: (key: Key, seq: number | undefined) => boolean, readAfter: number | undefined) => void;
}

/** How many subjects to keep, with their last state, for answers in flight. */
const maxKept = 400;

/** The subject of a change: a later change of the same subject replaces it. */
function subjectOf(change: Change): string {
  switch (change.c) {
    case 'wallet':
      return 'wallet';
    case 'fill':
      return 'receipt' in change.v ? `settlement ${change.v.seq}/${change.v.index}` : `fill ${change.v.id}`;
    default:
      return `${change.c} ${change.v.id}`;
  }
}

export class Pushed {
  private readonly answers: Answers;
  private readonly nameOf: AssetName;
  /** The last state of each subject, in order of arrival. */
  private readonly last = new Map<string, Change>();
  /** Changes up to here may have been forgotten. */
  private forgotten = 0;
  /** The newest known sequence. */
  head = 0;

  constructor(answers: Answers, nameOf: AssetName) {
    this.answers = answers;
    this.nameOf = nameOf;
  }

  /** A message of a private channel. A message older than the known state of its subject changes nothing. */
  hear(change: Change): void {
    const subject = subjectOf(change);
    if (change.asOf < Math.max(this.forgotten, this.last.get(subject)?.asOf ?? 0)) return;
    this.last.delete(subject);
    this.last.set(subject, change);
    this.head = Math.max(this.head, change.asOf);
    for (const [oldest, { asOf }] of this.last) {
      if (this.last.size <= maxKept) break;
      this.last.delete(oldest);
      this.forgotten = Math.max(this.forgotten, asOf);
    }
    const again = new Set<Key>();
    this.answers.patch((key, data, seq) => {
      if (seq !== undefined && change.asOf <= seq) return data;
      const next = fold(key[0], key[1], data, change, this.nameOf);
      if (next !== 'reread' && !(next instanceof Estimate)) return next;
      again.add(key);
      return next === 'reread' ? data : next.data;
    });
    if (again.size > 0) this.answers.reread((key) => again.has(key), change.asOf);
  }

  /** An answer arrives: apply the pushes since it was read. */
  arrived = (key: Key, data: unknown, seq: number | undefined): Arrived => {
    if (seq === undefined || !foldedNames.some((name) => name === key[0])) return { data };
    if (seq < this.forgotten) return { data, again: 'now', readAfter: this.head };
    let answer = data;
    let again: Arrived['again'];
    for (const change of this.last.values()) {
      if (change.asOf <= seq) continue;
      const next = fold(key[0], key[1], answer, change, this.nameOf);
      if (next === 'reread') return { data: answer, again: 'now', readAfter: this.head };
      if (next instanceof Estimate) return { data: next.data, again: 'now', readAfter: this.head };
      if (next === 'later') again = 'later';
      else answer = next;
    }
    return { data: answer, again, readAfter: undefined };
  };

  /** The socket has authenticated: the account last changed at `asOf`, or nobody knows when. */
  connected(asOf: number | null): void {
    this.head = Math.max(this.head, asOf ?? 0);
    const names: readonly string[] = foldedNames;
    this.answers.reread(
      ([name], seq) => names.includes(name) && (asOf === null || seq === undefined || seq < asOf),
      asOf === null ? undefined : asOf,
    );
  }

  /** Messages of these channels were lost. */
  lost(channels: ReadonlySet<string>): void {
    this.answers.reread(([name]) => [...channels].some((channel) => hearsChannel(name, channel)), this.head || undefined);
  }

  /** The customer changed or signed out. */
  clear(): void {
    this.last.clear();
    this.forgotten = 0;
    this.head = 0;
  }
}
