import type { AdminArguments, AdminOutput, ChatInboxRow } from '@bourse/protocol/admin';
import type { Queryable } from '../platform/database.ts';
import { answerBy, type ClockParts, firstPendingSql, pendingSql, promiseMsSql, staffedSql } from './clocks.ts';

interface Row {
  id: bigint;
  group_id: bigint;
  group_type: 1 | 2 | 3 | 4 | 5 | 6;
  sign: string;
  state: 'waiting' | 'active' | 'answered' | 'finished';
  rated: boolean;
  owner: string;
  visitor: boolean;
  language: string;
  agent: number | null;
  agent_name: string | null;
  opened_at: Date;
  since: bigint | null;
  first: boolean;
  last_offset: bigint;
  unread: bigint;
  after: bigint | null;
  total: bigint;
}

const windowMs = 14 * 24 * 3_600_000;

/** Work orders by their clock: the one whose answer is due first comes first, then those without a clock. Customers come before visitors. */
export async function inbox(
  db: Queryable,
  { hours, clock }: ClockParts,
  operator: number,
  { pageNo, pageSize, state, mine, language, groupType }: AdminArguments<'GET chat/inbox'>,
): Promise<AdminOutput<'GET chat/inbox'>> {
  const now = clock.now();
  // Of two questions the one with less staffed time left is due first. Those that are older than the window are all late, and stand by their age.
  const { opens, closes } = hours.between(now - windowMs, now + windowMs);
  const rows = await db.query<Row>(
    `SELECT *, count(*) OVER () AS total FROM (
       SELECT w.id, w.group_id, g.group_type, g.sign, w.state, w.rated_at IS NOT NULL AS rated, c.name AS owner, g.account IS NULL AS visitor, g.language,
         w.agent, o.name AS agent_name, w.opened_at, w.after, g.last_offset,
         CASE WHEN w.state <> 'finished' THEN ${pendingSql('w')} END AS since, ${firstPendingSql('w')} AS first,
         (SELECT count(*) FROM chat_entry e WHERE e.group_id = g.id AND e.kind = 1 AND e.role = 1
            AND e."offset" > coalesce((SELECT max(m.read_offset) FROM chat_member m WHERE m.group_id = g.id AND m.operator_id = w.agent), 0)) AS unread
       FROM chat_work_order w JOIN chat_group g ON g.id = w.group_id JOIN customer c ON c.id = g.customer_id LEFT JOIN operator o ON o.id = w.agent
       WHERE (CASE $3::text WHEN 'rated' THEN w.rated_at IS NOT NULL ELSE ($3 IS NULL AND w.state <> 'finished') OR w.state = $3 END)
         AND ($4::integer IS NULL OR w.agent = $4) AND ($5::text IS NULL OR g.language = $5) AND ($6::integer IS NULL OR g.group_type = $6)
     ) t ORDER BY visitor, CASE WHEN since IS NOT NULL THEN ${staffedSql('$9::bigint', 't.since', '$7', '$8')} + ${promiseMsSql('t')} END NULLS LAST, since, id
     LIMIT $1 OFFSET $2`,
    [
      ...[pageSize, (pageNo - 1) * pageSize, state ?? null, mine === 'true' ? operator : null, language ?? null, groupType ?? null],
      ...[opens, closes, now - windowMs],
    ],
  );
  const viewOf = (row: Row): ChatInboxRow => {
    const since = row.since === null ? null : Number(row.since);
    const due = since === null ? null : answerBy(hours, row.group_type, row.first, since);
    return {
      ...{ workOrder: String(row.id), groupId: String(row.group_id), groupType: row.group_type, groupSign: row.sign },
      ...{ state: row.rated ? 'rated' : row.state, owner: row.owner, visitor: row.visitor, language: row.language },
      agent: row.agent === null ? null : { operator: String(row.agent), name: row.agent_name ?? '' },
      ...{
        mine: row.agent === operator,
        waitsSince: since ?? row.opened_at.getTime(),
        answerBy: due,
        late: due !== null && due < now,
      },
      ...{ offset: Number(row.last_offset), unread: Number(row.unread), after: row.after === null ? null : String(row.after) },
    };
  };
  return { list: rows.map(viewOf), total: Number(rows[0]?.total ?? 0), pageNo, pageSize };
}
