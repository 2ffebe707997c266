import type { Venue } from '@bourse/protocol/enums';
import type { Queryable } from '../platform/database.ts';
import type { Due } from './due.ts';

/** A place in the journal: a sequence, and a number within it. */
export interface Place {
  seq: number;
  sub: number;
}

/** A table of the histories in which causes of notices stand, by sequence. */
export interface Source {
  /** What is due behind `after` up to a sequence, at most `limit` rows of it; `full` when there may be more behind `last`. */
  read(
    db: Queryable,
    venue: Venue,
    after: Place,
    upTo: number,
    limit: number,
  ): Promise<{ due: Due[]; last: Place | undefined; full: boolean }>;
}

/** Rows behind place ($2, $3) up to sequence $4. */
export const span = (seq: string, sub: string) => `${seq} >= $2 AND ${seq} <= $4 AND (${seq}, ${sub}::bigint) > ($2::bigint, $3::bigint)`;
