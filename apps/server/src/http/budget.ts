import type { IncomingMessage } from 'node:http';
import { Refusal } from '@bourse/protocol/errors';
import type { Session } from '../calls/session.ts';
import type { OperatorSession } from '../operators/port.ts';
import type { AddressOf } from './client-address.ts';

/** What a customer, or an address without a session, may spend per minute. The table of calls has each call's weight. */
export const defaultWeightPerMinute = 1_200;
/** An address may ask for so many times as many pages, files, documents and sockets: a page needs dozens, and each is cheaper than a call. */
const visitsPerWeight = 5;

const windowMs = 60_000;
/** Spenders that are remembered. Beyond it all are forgotten, which favours everybody once. */
const mostSpenders = 100_000;

/** Budgets by spender and minute, in memory. Each gateway counts its own calls, which is enough against a program that runs wild. */
export class Budget {
  private readonly perMinute: number;
  private readonly spenders = new Map<string, { spent: number; until: number }>();

  constructor(perMinute: number) {
    this.perMinute = perMinute;
  }

  /** Spends, and returns 0; or, when that is too much, the milliseconds until the spender has a new budget. */
  take(key: string, weight: number): number {
    const now = performance.now();
    let entry = this.spenders.get(key);
    if (!entry || entry.until <= now) {
      if (this.spenders.size >= mostSpenders) this.spenders.clear();
      entry = { spent: 0, until: now + windowMs };
      this.spenders.set(key, entry);
    }
    entry.spent += weight;
    return entry.spent > this.perMinute ? entry.until - now : 0;
  }

  /** Like `take`, for what has not been asked yet: nothing is spent. */
  wait(key: string): number {
    const entry = this.spenders.get(key);
    return entry && entry.spent >= this.perMinute ? Math.max(0, entry.until - performance.now()) : 0;
  }

  /** Throws `tooManyRequests` when it is too much. */
  spend(key: string, weight: number): void {
    const waitMs = this.take(key, weight);
    if (waitMs > 0) throw new Refusal('tooManyRequests', { seconds: secondsOf(waitMs) });
  }
}

export const secondsOf = (waitMs: number) => Math.max(1, Math.ceil(waitMs / 1000));

/** Every route spends from one of them. */
export interface Budgets {
  /** Calls, by customer, operator or address. */
  calls: Budget;
  /** Everything else, by address. */
  visits: Budget;
  /** Refused requests, by address. An address that has spent it is refused before anything of a request is looked at. */
  refused: Budget;
}

export const createBudgets = (weightPerMinute = defaultWeightPerMinute): Budgets => ({
  calls: new Budget(weightPerMinute),
  visits: new Budget(visitsPerWeight * weightPerMinute),
  refused: new Budget(weightPerMinute),
});

/** The address is computed only where there is no session, because that costs more than the look-up. */
export const spenderOf = (session: Session | OperatorSession | null, request: IncomingMessage, addressOf: AddressOf): string => {
  if (!session) return network(addressOf(request));
  return 'operatorId' in session ? `operator ${session.operatorId}` : session.customerId;
};

/** In IPv6, one household has one /64: the first four groups, however the address is written. */
export function network(ip: string): string {
  if (!ip.includes(':') || ip.startsWith('::ffff:')) return ip;
  const [before = '', after] = ip.split('::');
  const groups = (part: string) => (part === '' ? [] : part.split(':'));
  const [head, tail] = [groups(before), groups(after ?? '')];
  // Two colons stand for as many groups of zeros as are missing.
  const whole = [...head, ...Array<string>(Math.max(0, 8 - head.length - tail.length)).fill('0'), ...tail];
  return whole
    .slice(0, 4)
    .map((group) => Number.parseInt(group, 16).toString(16))
    .join(':');
}
