import type { Venue } from '@bourse/protocol/enums';
import type { Database } from '../platform/database.ts';
import { inTurns } from '../platform/in-turns.ts';
import type { Log } from '../platform/log.ts';
import { untilUnlocked } from '../security/hold-payouts.ts';
import type { AccountMode, TradingAccounts } from './ports.ts';

const toldAtOnce = 200;

interface Due {
  customer_id: bigint;
  venue: Venue;
  account: number | null;
  mode: AccountMode;
  payouts: boolean;
  held_until: Date | null;
  revision: bigint;
}

/**
 * Tells venues of restrictions that the tables have. A row stays until its venue has it, so a restriction whose process died before telling is told by the
 * next round. Telling twice does no harm: a hold is never made shorter, and a mode never looser.
 */
export function createStanding({ database, trading, log }: { database: Database; trading: TradingAccounts; log: Log }) {
  const tellOne = async ({ customer_id, venue, account, mode, payouts, held_until, revision }: Due): Promise<void> => {
    if (account !== null)
      await trading.restrict(venue, account, {
        mode,
        payouts: !payouts ? 'keep' : (held_until?.getTime() ?? 0) >= untilUnlocked ? 'untilUnlocked' : 'afterCredential',
      });
    await database.query('DELETE FROM standing_due WHERE customer_id = $1 AND revision = $2', [customer_id, revision]);
  };
  const read = (customerId: bigint | null, after: bigint, size: number) =>
    database.query<Due>(
      `SELECT d.customer_id, c.venue, c.account, c.mode, d.payouts, s.payouts_held_until AS held_until, d.revision
       FROM standing_due d JOIN customer c ON c.id = d.customer_id LEFT JOIN customer_security s ON s.customer_id = d.customer_id
       WHERE ($1::bigint IS NULL OR d.customer_id = $1) AND d.revision > $2 ORDER BY d.revision LIMIT $3`,
      [customerId, after, size],
    );
  // Those of a venue that is away stay, and hold up no others.
  const next = inTurns(
    toldAtOnce,
    (after, size) => read(null, after, size),
    ({ revision }) => revision,
  );
  return {
    /** Tells of one customer, or of the next ones that are due. Never rejects: what could not be told is told by a later round. */
    async tell(customerId?: bigint): Promise<void> {
      try {
        const rows = await (customerId === undefined ? next() : read(customerId, 0n, 1));
        for (const row of rows)
          await tellOne(row).catch((error) =>
            log.warn({ err: error, customerId: String(row.customer_id) }, 'a venue has not heard of a restriction yet; it is told again'),
          );
      } catch (error) {
        log.warn({ err: error }, 'restrictions could not be told yet; they are told again');
      }
    },
  };
}
export type StandingTold = ReturnType<typeof createStanding>;
