import { chatPromises } from '@bourse/protocol/chat-limits';
import type { Queryable } from '../platform/database.ts';
import type { DeskHours } from './hours/hours.ts';
import type { GroupRow } from './log.ts';
import type { OrderRow } from './orders.ts';

/**
 * The clock of a work order, computed from its entries and the hours of the desk each time and stored nowhere: it runs from the first word of the customer
 * that no agent has answered, while somebody is at the desk.
 */
export const pendingSql = (order: string) => `
  (SELECT min(e.time) FROM chat_entry e WHERE e.group_id = ${order}.group_id AND e.kind = 1 AND e.role = 1 AND e."offset" >= ${order}.first_offset
     AND e."offset" > coalesce((SELECT max(a."offset") FROM chat_entry a WHERE a.group_id = ${order}.group_id AND a.kind = 1 AND a.role <> 1), 0))`;
export const firstPendingSql = (order: string) => `
  NOT EXISTS (SELECT 1 FROM chat_entry a WHERE a.group_id = ${order}.group_id AND a.kind = 1 AND a.role <> 1 AND a."offset" >= ${order}.first_offset)`;

export const promiseMs = (type: GroupRow['group_type'], first: boolean) =>
  (first ? chatPromises[type].firstS : chatPromises[type].nextS) * 1_000;
/** The same for the database, of a row with `group_type` and `first`. */
export const promiseMsSql = (row: string) => {
  const of = (which: 'firstS' | 'nextS') =>
    Object.entries(chatPromises)
      .map(([type, one]) => `WHEN ${Number(type)} THEN ${one[which] * 1_000}`)
      .join(' ');
  return `(CASE WHEN ${row}.first THEN CASE ${row}.group_type ${of('firstS')} END ELSE CASE ${row}.group_type ${of('nextS')} END END)`;
};
/** Milliseconds in which somebody was at the desk between two times; `opens` and `closes` are the parameters that `DeskHours.between` gives. */
export const staffedSql = (from: string, until: string, opens: string, closes: string) => `
  coalesce((SELECT sum(least(s.closes, ${until}) - greatest(s.opens, ${from})) FROM unnest(${opens}::bigint[], ${closes}::bigint[]) AS s(opens, closes)
     WHERE s.closes > ${from} AND s.opens < ${until}), 0)`;

/** When an answer is due to a word of a customer at `since`. */
export const answerBy = (hours: DeskHours, type: GroupRow['group_type'], first: boolean, since: number) =>
  hours.after(since, promiseMs(type, first)) ?? null;

export interface ClockParts {
  hours: DeskHours;
  clock: { now(): number };
}

export async function clockOf(db: Queryable, { hours, clock }: ClockParts, order: OrderRow, type: GroupRow['group_type']) {
  if (order.state === 'finished') return { waitsSince: null, answerBy: null, opensAt: null };
  const [row] = await db.query<{ since: bigint | null; first: boolean }>(
    `SELECT ${pendingSql('w')} AS since, ${firstPendingSql('w')} AS first FROM chat_work_order w WHERE w.id = $1`,
    [order.id],
  );
  const since = row?.since == null ? null : Number(row.since);
  return {
    ...{ waitsSince: since, opensAt: hours.opensAt(clock.now()) },
    answerBy: since === null ? null : answerBy(hours, type, row!.first, since),
  };
}
