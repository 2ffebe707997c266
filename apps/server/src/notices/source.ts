import type { Venue } from '@bourse/protocol/enums';
import type { Queryable } from '../platform/database.ts';
import type { Due } from './due.ts';

/** A position in the journal: a sequence, and an index within it. */
export interface Place {
  seq: number;
  sub: number;
}

/** A history table that holds causes of notices, ordered by sequence. */
export interface Source {
  /** Notices due after `after` and up to a sequence, from at most `limit` rows. `full` when there may be more rows after `last`. */
  read(
    db: Queryable,
    venue: Venue,
    after: Place,
    upTo: number,
    limit: number,
  ): Promise<{ due: Due[]; last: Place | undefined; full: boolean }>;
}

/** Rows after position ($2, $3), up to sequence $4. */
export const span = (seq: string, sub: string) => `${seq} >= $2 AND ${seq} <= $4 AND (${seq}, ${sub}::bigint) > ($2::bigint, $3::bigint)`;
