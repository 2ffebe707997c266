import type { Outcome } from '@bourse/engine';
import { timeOfId } from './command-ids.ts';

export interface Answer {
  seq: number;
  time: number;
  bodyHash: string;
  outcome: Outcome;
}

/** How far an id's time may run ahead of the exchange's before the account is remembered for it. */
export const idSkewMs = 1_000;
/** Beyond this many accounts with ids from the future, all accounts are treated as one. */
const mostAheadAccounts = 50_000;

/**
 * The answers of the most recent commands, and the judgement whether a command id can be older than they reach. The reasoning is in
 * docs/decisions/0004-command-ids.md; in short: an id of version 7 that says it was made after `coverTime` cannot have been
 * sequenced before it, unless its account sends ids from the future; those accounts are remembered.
 */
export class RecentAnswers {
  private readonly answers = new Map<string, Answer>();
  /** Keys in order of sequence, from `start`. A map's own order would do, but its front gets slow to find. */
  private keys: string[] = [];
  private start = 0;
  private readonly ahead = new Map<number, number>();
  private everyoneAhead = Number.NEGATIVE_INFINITY;
  private cover = Number.NEGATIVE_INFINITY;
  private readonly limit: number;

  constructor(limit: number) {
    this.limit = limit;
  }

  /** Every command with an id that was sequenced after this time is here. */
  get coverTime(): number {
    return this.cover;
  }

  get size(): number {
    return this.answers.size;
  }

  get(key: string): Answer | undefined {
    return this.answers.get(key);
  }

  add(key: string, account: number, id: string, answer: Answer): void {
    const before = this.answers.size;
    this.answers.set(key, answer);
    if (this.answers.size === before) throw new Error(`command ${id} was answered twice`);
    this.keys.push(key);
    const ahead = aheadBy(id, answer.time);
    if (ahead !== undefined) this.rememberAhead(account, ahead);
  }

  rememberAhead(account: number, ahead: number): void {
    if (ahead <= (this.ahead.get(account) ?? Number.NEGATIVE_INFINITY)) return;
    this.ahead.set(account, ahead);
    if (this.ahead.size <= mostAheadAccounts) return;
    for (const time of this.ahead.values()) this.everyoneAhead = Math.max(this.everyoneAhead, time);
    this.ahead.clear();
  }

  /** Says that older answers than those added exist elsewhere, up to `time`. */
  startAt(time: number): void {
    this.cover = Math.max(this.cover, time);
  }

  /** Lets go of the oldest beyond the limit, but only of what is projected and can be looked up. */
  trim(projectedSeq: number): void {
    while (this.answers.size > this.limit) {
      const key = this.keys[this.start];
      const oldest = key === undefined ? undefined : this.answers.get(key);
      if (key === undefined || oldest === undefined || oldest.seq > projectedSeq) break;
      this.answers.delete(key);
      this.start += 1;
      this.cover = Math.max(this.cover, oldest.time);
    }
    if (this.start > this.limit) {
      this.keys = this.keys.slice(this.start);
      this.start = 0;
      this.forgetPassed();
    }
  }

  /** Whether an answer to this id, which is not here, may be stored from earlier. */
  mayBeOlder(account: number, id: string): boolean {
    if (this.cover === Number.NEGATIVE_INFINITY) return false;
    const time = timeOfId(id);
    if (time === undefined) return true;
    const ahead = Math.max(this.everyoneAhead, this.ahead.get(account) ?? Number.NEGATIVE_INFINITY);
    return time <= this.cover + idSkewMs || time <= ahead;
  }

  private forgetPassed(): void {
    for (const [account, ahead] of this.ahead) if (ahead <= this.cover + idSkewMs) this.ahead.delete(account);
  }
}

/** The id's own time when it is ahead of the time it was sequenced at by more than the skew. */
export function aheadBy(id: string, sequencedAt: number): number | undefined {
  const time = timeOfId(id);
  return time !== undefined && time > sequencedAt + idSkewMs ? time : undefined;
}

/** Under what an answer is remembered. Made once a command: a fresh string is hashed anew by every map it meets. */
export const keyOf = (account: number, id: string) => `${account}/${id}`;
