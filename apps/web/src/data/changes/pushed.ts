/**
 * Pushes written into the answers that this page holds. Every push names the sequence it stands on, every answer the sequence it was read at: a push that
 * an answer has already changes nothing, and an answer that was on its way while a push came gets the push on top. What was lost (a gap in a channel, a
 * connection that was cut) is read again, and only then.
 */
import type { Arrived, Key } from '../cache.ts';
import type { AssetName } from './fold-worth.ts';
import { type Change, fold, foldedNames, hearsChannel } from './folds.ts';

/** As much of the cache as pushes need. */
export interface Answers {
  /** Changes what is held; `seq` is what the answer was read at. */
  patch: (step: (key: Key, data: unknown, seq: number | undefined) => unknown) => void;
  /** What is looked at is read again now, the rest when it is looked at. The answers must include `readAfter`. */
  reread: (which: (key: Key, seq: number | undefined) => boolean, readAfter: number | undefined) => void;
}

/** Things whose last state is kept to be put on top of answers that are on their way. */
const maxKept = 400;

/** What a change is about: a later one of the same thing takes its place. */
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
  /** The last state of each thing, in the order they came. */
  private readonly last = new Map<string, Change>();
  /** Changes up to here may have been forgotten. */
  private forgotten = 0;
  /** The newest sequence heard of. */
  head = 0;

  constructor(answers: Answers, nameOf: AssetName) {
    this.answers = answers;
    this.nameOf = nameOf;
  }

  /** A message of a private channel. One that is older than what is known of its subject changes nothing. */
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
      if (next === 'reread') again.add(key);
      return next === 'reread' ? data : next;
    });
    if (again.size > 0) this.answers.reread((key) => again.has(key), change.asOf);
  }

  /** An answer comes in: what was pushed since it was read goes on top. */
  arrived = (key: Key, data: unknown, seq: number | undefined): Arrived => {
    if (seq === undefined || !foldedNames.some((name) => name === key[0])) return { data };
    if (seq < this.forgotten) return { data, again: 'now', readAfter: this.head };
    let answer = data;
    let again: Arrived['again'];
    for (const change of this.last.values()) {
      if (change.asOf <= seq) continue;
      const next = fold(key[0], key[1], answer, change, this.nameOf);
      if (next === 'reread') return { data: answer, again: 'now', readAfter: this.head };
      if (next === 'later') again = 'later';
      else answer = next;
    }
    return { data: answer, again, readAfter: undefined };
  };

  /** Signed in at the socket: the account changed last at `asOf`, or nobody knows when. */
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

  /** Another customer, or none. */
  clear(): void {
    this.last.clear();
    this.forgotten = 0;
    this.head = 0;
  }
}
