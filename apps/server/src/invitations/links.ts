import { rebateTerms } from '@bourse/protocol';
import type { Venue } from '@bourse/protocol/enums';
import { Refusal } from '@bourse/protocol/errors';
import type { TradingAccounts } from '../people/ports.ts';
import type { Database, Queryable } from '../platform/database.ts';
import { inTurns } from '../platform/in-turns.ts';
import type { Log } from '../platform/log.ts';
import { type Code, findCode } from './codes.ts';

const toldAtOnce = 200;

interface Untold {
  customer_id: bigint;
  venue: Venue;
  account: number;
  inviter: number;
  inviter_ppm: number;
  friend_ppm: number;
}

/**
 * Friends who came by a code. The row stands with the customer's own or not at all; the venue hears of it before the customer can trade, and if the process
 * died before that, by the next round. Telling twice does no harm: it is the same command.
 */
export function createInvitationLinks({ database, trading, log, now }: Parts) {
  const tellOne = async ({ customer_id, venue, account, inviter, inviter_ppm, friend_ppm }: Untold): Promise<void> => {
    // No code shares out more: such a row was written by somebody else.
    const tooMuch = inviter_ppm + friend_ppm > rebateTerms.totalPpm;
    const refused = tooMuch
      ? 'badRequest'
      : await trading.invited(venue, { account, inviter, inviterPpm: inviter_ppm, friendPpm: friend_ppm });
    await database.query('UPDATE invitation SET told_at = $2, refused = $3 WHERE customer_id = $1', [
      customer_id,
      new Date(now()),
      refused ?? null,
    ]);
    if (refused) log.warn({ customerId: String(customer_id), refused }, 'a venue did not take an invitation');
  };
  const read = (customerId: bigint | null, after: bigint, size: number) =>
    database.query<Untold>(
      `SELECT customer_id, venue, account, inviter, inviter_ppm, friend_ppm FROM invitation
       WHERE told_at IS NULL AND ($1::bigint IS NULL OR customer_id = $1) AND customer_id > $2 ORDER BY customer_id LIMIT $3`,
      [customerId, after, size],
    );
  const next = inTurns(
    toldAtOnce,
    (after, size) => read(null, after, size),
    ({ customer_id }) => customer_id,
  );
  return {
    /** The code that a newcomer typed, if any. Refuses one that there is not: what was typed is kept, and nothing has happened. */
    async require(venue: Venue, typed: string | undefined): Promise<Code | undefined> {
      if (!typed?.trim()) return undefined;
      const code = await findCode(database, venue, typed);
      if (!code) throw new Refusal('inviteCodeUnknown');
      return code;
    },

    /** Notes who invited a new customer, with the split of this moment. */
    async note(tx: Queryable, code: Code | undefined, { id, account }: { id: bigint; account: number }): Promise<void> {
      if (!code) return;
      const friendPpm = Math.min(code.friend_ppm, rebateTerms.totalPpm);
      await tx.query(
        `INSERT INTO invitation (customer_id, venue, account, inviter, code, inviter_ppm, friend_ppm, created_at)
         VALUES ($1, $2, $3, $4, $5, $6, $7, $8)`,
        [id, code.venue, account, code.account, code.code, rebateTerms.totalPpm - friendPpm, friendPpm, new Date(now())],
      );
    },

    /** Tells the venue of one customer, or of the next ones. Never rejects: what could not be told is told by a later round. */
    async tell(customerId?: bigint): Promise<void> {
      try {
        for (const row of await (customerId === undefined ? next() : read(customerId, 0n, 1)))
          await tellOne(row).catch((error) =>
            log.warn({ err: error, customerId: String(row.customer_id) }, 'a venue has not heard of an invitation yet; it is told again'),
          );
      } catch (error) {
        log.warn({ err: error }, 'invitations could not be told yet; they are told again');
      }
    },
  };
}

interface Parts {
  database: Database;
  trading: Pick<TradingAccounts, 'invited'>;
  log: Log;
  now: () => number;
}
export type InvitationLinks = ReturnType<typeof createInvitationLinks>;
