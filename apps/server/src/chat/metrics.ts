import { chatPromises } from '@bourse/protocol/chat-limits';
import type { Queryable } from '../platform/database.ts';
import { promiseMsSql, staffedSql } from './clocks.ts';
import type { DeskHours } from './hours/hours.ts';

/** Fewer answers than this say nothing about how long it takes. */
const enough = 5;

interface Answered {
  group_type: 1 | 2 | 3 | 4 | 5 | 6;
  first: boolean;
  count: bigint;
  median: number | null;
  slow: number | null;
  within: bigint;
}

/** Answers of work orders that began after `$1`: the first word that no agent had answered, and the next word of an agent. */
const answersSql = `
  WITH said AS (
    SELECT e.group_id, e."offset", e.time, e.role = 1 AS asks, w.id AS work_order, g.group_type, g.account IS NULL AS visitor
    FROM chat_work_order w JOIN chat_group g ON g.id = w.group_id
      JOIN chat_entry e ON e.group_id = w.group_id AND e.kind = 1 AND e.role IS NOT NULL AND e."offset" >= w.first_offset
        AND (w.last_offset IS NULL OR e."offset" <= w.last_offset)
    WHERE w.opened_at >= $1
  ), turns AS (
    SELECT *, lag(asks) OVER (PARTITION BY work_order ORDER BY "offset") AS before FROM said
  ), edges AS (
    SELECT *, lead(time) OVER (PARTITION BY work_order ORDER BY "offset") AS answered_at,
      row_number() OVER (PARTITION BY work_order ORDER BY "offset") = 1 AS first
    FROM turns WHERE before IS NULL OR before <> asks
  ), answers AS (
    SELECT group_type, visitor, first, time AS asked_at, answered_at, (answered_at - time) / 1000.0 AS took FROM edges WHERE asks AND answered_at IS NOT NULL
  )`;

/** How long customers wait for a first answer: the median, as they felt it. Visitors, who come after them, are not in it. Null: too few to say. */
export async function medianWait(db: Queryable, since: number): Promise<number | null> {
  const [row] = await db.query<{ count: bigint; median: number | null }>(
    `${answersSql} SELECT count(*) AS count, (percentile_cont(0.5) WITHIN GROUP (ORDER BY took))::float8 AS median FROM answers WHERE first AND NOT visitor`,
    [new Date(since)],
  );
  return Number(row!.count) >= enough ? Math.round(row!.median!) : null;
}

/**
 * How long answers took, computed from the logs: from the first word of a customer that no agent had answered to the next word of an agent. The first
 * answer of each work order is told apart. Whether a promise was kept is counted in the hours of the desk.
 */
export async function measured(db: Queryable, hours: DeskHours, since: number, now: number) {
  const { opens, closes } = hours.between(since, now);
  const rows = await db.query<Answered>(
    `${answersSql}
     SELECT group_type, first, count(*) AS count, percentile_cont(0.5) WITHIN GROUP (ORDER BY took) AS median,
       percentile_cont(0.9) WITHIN GROUP (ORDER BY took) AS slow,
       count(*) FILTER (WHERE ${staffedSql('asked_at', 'answered_at', '$2', '$3')} <= ${promiseMsSql('answers')}) AS within
     FROM answers GROUP BY group_type, first`,
    [new Date(since), opens, closes],
  );
  return ([1, 2, 3, 4, 5, 6] as const).map((groupType) => {
    const clock = (first: boolean) => {
      const row = rows.find((one) => one.group_type === groupType && one.first === first);
      const answered = Number(row?.count ?? 0);
      const said = answered >= enough;
      return {
        answered,
        medianS: said ? Math.round(row!.median!) : null,
        slowestTenthS: said ? Math.round(row!.slow!) : null,
        withinPromise: Number(row?.within ?? 0),
      };
    };
    const { firstS, nextS } = chatPromises[groupType];
    return { groupType, promiseS: firstS, nextPromiseS: nextS, first: clock(true), next: clock(false) };
  });
}
