import { dayMs } from '@bourse/engine';
import type { CallInput } from '@bourse/protocol/calls';
import { Refusal } from '@bourse/protocol/errors';
import type { Session } from '../calls/session.ts';
import type { Clock } from '../platform/clock.ts';
import type { Database } from '../platform/database.ts';

export type Wish = CallInput<'POST pay/foundation-order/create'>;
type Whose = Pick<Session, 'venue' | 'account'>;

/** How long a draft may be paid. It does not outlive its day: the dates that it states would be others. */
const draftMs = 15 * 60_000;

interface Row {
  product: number;
  version: number;
  amount: string;
  renew: boolean;
  paid_by: string | null;
  expires_at: Date;
}

/** What customers looked at before buying: the terms that they read, and what a subscription would bring. */
export function draftStore(database: Database, clock: Clock) {
  const now = () => new Date(clock.now());
  return {
    /** Keeps when the terms of a version were read first. */
    async read({ venue, account }: Whose, product: number, version: number): Promise<number> {
      const [row] = await database.query<{ read_at: Date }>(
        `INSERT INTO earn_terms_read (venue, account, product, version, read_at) VALUES ($1, $2, $3, $4, $5)
         ON CONFLICT (venue, account, product, version) DO UPDATE SET read_at = earn_terms_read.read_at RETURNING read_at`,
        [venue, account, product, version, now()],
      );
      return row!.read_at.getTime();
    },

    /** An account has one draft: a new one takes the place of the one before. */
    async keep({ venue, account }: Whose, { productId, version, amount, renew }: Wish): Promise<{ id: string; expiresAt: number }> {
      const now = clock.now();
      const expires = new Date(Math.min(now + draftMs, (Math.floor(now / dayMs) + 1) * dayMs));
      const [row] = await database.query<{ id: string }>(
        `INSERT INTO earn_draft (id, venue, account, product, version, amount, renew, expires_at)
         VALUES (gen_random_uuid(), $1, $2, $3, $4, $5, $6, $7)
         ON CONFLICT (venue, account) DO UPDATE SET id = excluded.id, product = excluded.product, version = excluded.version,
           amount = excluded.amount, renew = excluded.renew, expires_at = excluded.expires_at, paid_by = NULL
         RETURNING id`,
        [venue, account, Number(productId), version, amount, renew, expires],
      );
      return { id: row!.id, expiresAt: expires.getTime() };
    },

    /** Refuses what was not drafted, or not so, or whose terms were not read. A draft is paid by one command; the same command may come again. */
    async check({ venue, account }: Whose, id: string, { productId, version, amount, renew }: Wish, commandId: string): Promise<void> {
      const [row] = await database.query<Row>(
        'SELECT product, version, amount, renew, paid_by, expires_at FROM earn_draft WHERE id = $1 AND venue = $2 AND account = $3',
        [id, venue, account],
      );
      const own = row?.paid_by === commandId;
      if (!row || (!own && (row.paid_by !== null || row.expires_at <= now()))) throw new Refusal('draftUnknown');
      const same = row.product === Number(productId) && row.version === version && row.amount === amount && row.renew === renew;
      if (!same) throw new Refusal('draftDiffers');
      if (own) return;
      const [read] = await database.query(
        'SELECT 1 FROM earn_terms_read WHERE venue = $1 AND account = $2 AND product = $3 AND version = $4',
        [...[venue, account, row.product, version]],
      );
      if (!read) throw new Refusal('termsUnread');
      const [taken] = await database.query(
        'UPDATE earn_draft SET paid_by = $2 WHERE id = $1 AND (paid_by IS NULL OR paid_by = $2) RETURNING id',
        [id, commandId],
      );
      if (!taken) throw new Refusal('draftUnknown');
    },

    /** The command was refused: the draft may be paid by another one. */
    async free(id: string, commandId: string): Promise<void> {
      await database.query('UPDATE earn_draft SET paid_by = NULL WHERE id = $1 AND paid_by = $2', [id, commandId]);
    },
  };
}
