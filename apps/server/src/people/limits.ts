import { createHash } from 'node:crypto';
import { Refusal } from '@bourse/protocol/errors';
import type { Database } from '../platform/database.ts';
import type { Now } from './ports.ts';
import type { SecurityLog } from './security-log.ts';

export interface Limit {
  name: string;
  most: number;
  windowMs: number;
}

const minute = 60_000;
const hour = 60 * minute;
const day = 24 * hour;

/** Every limit of sign-in, in one place; `docs/security/sign-in.md` repeats them. */
export const limits = {
  /**
   * Failed sign-ins. From the third on, a captcha is required. The first two stand in the way of nobody at another address. The third ends guessing from
   * many networks; NIST SP 800-63B allows 100. A browser that the customer has signed in with has the fourth for itself, and no other.
   */
  failedByAddressForAccount: { name: 'failed-account-from', most: 10, windowMs: 15 * minute },
  failedByAddress: { name: 'failed-address', most: 50, windowMs: 15 * minute },
  failedByAccount: { name: 'failed-account', most: 100, windowMs: hour },
  failedByDevice: { name: 'failed-device', most: 10, windowMs: 15 * minute },
  /** Wrong second steps of a sign-in. All strangers who know the password share the second; a browser that the customer has signed in with has the third. */
  secondStepByAddressForAccount: { name: 'second-step-account-from', most: 10, windowMs: day },
  secondStepByAccount: { name: 'second-step-account', most: 50, windowMs: day },
  secondStepByDevice: { name: 'second-step-device', most: 20, windowMs: day },
  /** Requests for new factors, each of which writes to every address of the account. */
  factorResetsByAccount: { name: 'factor-reset', most: 3, windowMs: day },
  /** Wrong passwords of a signed-in customer, wherever the password is asked for. */
  wrongPassword: { name: 'wrong-password', most: 10, windowMs: 15 * minute },
  /** Codes that are sent. Strangers share the second; a browser that the owner has signed in with has the third for itself. */
  codesByAddressForTarget: { name: 'codes-target-from', most: 10, windowMs: day },
  codesByTarget: { name: 'codes-target', most: 50, windowMs: day },
  codesByDevice: { name: 'codes-device', most: 10, windowMs: day },
  codesByAddress: { name: 'codes-address', most: 60, windowMs: day },
  codeTriesByAddress: { name: 'code-tries-address', most: 60, windowMs: hour },
  registrationsByAddress: { name: 'registrations-address', most: 20, windowMs: day },
  demosByAddress: { name: 'demos-address', most: 100, windowMs: hour },
  visitorsByAddress: { name: 'visitors-address', most: 60, windowMs: hour },
  uploadsByCustomer: { name: 'uploads-customer', most: 100, windowMs: day },
} as const satisfies Record<string, Limit>;

/** An IPv6 address counts as its /64, which is what one household or server gets. Its owner can change addresses freely within it. */
export function addressBlock(ip: string): string {
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(ip);
  if (mapped) return mapped[1] as string;
  if (!ip.includes(':')) return ip;
  const [head = '', tail] = ip.toLowerCase().replace(/%.*$/, '').split('::');
  const front = head === '' ? [] : head.split(':');
  const back = tail ? tail.split(':') : [];
  const groups = tail === undefined ? front : [...front, ...Array<string>(Math.max(0, 8 - front.length - back.length)).fill('0'), ...back];
  return `${groups
    .slice(0, 4)
    .map((group) => group.replace(/^0+(?=.)/, ''))
    .join(':')}::/64`;
}

/** In development every visitor comes from one address (browser tests, load), so limits by address are this much wider there. */
const developmentFactor = 50;

/** Counters in the database: they survive a restart and apply to all gateways together. */
export function createLimits(database: Database, clock: Now, environment: 'development' | 'production', securityLog: SecurityLog) {
  const keyOf = (limit: Limit, whose: string) =>
    createHash('sha256')
      .update(`${limit.name}\n${limit.name.endsWith('-address') ? addressBlock(whose) : whose}`)
      .digest();
  const maxOf = (limit: Limit) =>
    environment === 'development' && limit.name.endsWith('-address') ? limit.most * developmentFactor : limit.most;

  const refuse = (limit: Limit, whose: string, resetsAt: Date, ip: string | undefined) => {
    securityLog('limitReached', {
      limit: limit.name,
      ip: limit.name.endsWith('-address') ? whose : ip,
      customerId: /^\d+$/.test(whose) ? whose : undefined,
    });
    return new Refusal('tooManyAttempts', { minutes: Math.max(1, Math.ceil((resetsAt.getTime() - clock.now()) / minute)) });
  };

  return {
    /** The count in this window. Refuses when the limit is reached. */
    async count(limit: Limit, whose: string, ip?: string): Promise<number> {
      const [row] = await database.query<{ count: number; resets_at: Date }>(
        'SELECT count, resets_at FROM attempt WHERE key = $1 AND resets_at > $2',
        [keyOf(limit, whose), new Date(clock.now())],
      );
      if (row && row.count >= maxOf(limit)) throw refuse(limit, whose, row.resets_at, ip);
      return row?.count ?? 0;
    },

    /** Adds one and returns the new count in this window. Refuses beyond the limit. */
    async take(limit: Limit, whose: string, ip?: string): Promise<number> {
      const now = new Date(clock.now());
      const [row] = await database.query<{ count: number; resets_at: Date }>(
        `INSERT INTO attempt AS a (key, count, resets_at) VALUES ($1, 1, $2)
         ON CONFLICT (key) DO UPDATE SET
           count = CASE WHEN a.resets_at <= $3 THEN 1 ELSE least(a.count, 1000000) + 1 END,
           resets_at = CASE WHEN a.resets_at <= $3 THEN excluded.resets_at ELSE a.resets_at END
         RETURNING count, resets_at`,
        [keyOf(limit, whose), new Date(now.getTime() + limit.windowMs), now],
      );
      const { count, resets_at } = row!;
      if (count > maxOf(limit)) throw refuse(limit, whose, resets_at, ip);
      return count;
    },

    async clear(limit: Limit, whose: string): Promise<void> {
      await database.query('DELETE FROM attempt WHERE key = $1', [keyOf(limit, whose)]);
    },
  };
}
export type Limits = ReturnType<typeof createLimits>;

const spoken = (windowMs: number) => (windowMs === day ? 'day' : windowMs === hour ? 'hour' : `${windowMs / minute} min`);

/** The table of `docs/security/sign-in.md`; a test keeps them equal. */
export function limitsTable(): string {
  const rows = Object.values(limits).map(({ name, most, windowMs }: Limit) => `| \`${name}\` | ${most} | ${spoken(windowMs)} |`);
  return ['| limit | at most | in a |', '| --- | --- | --- |', ...rows].join('\n');
}
