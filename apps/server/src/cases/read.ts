import { holds, type Permission } from '@bourse/protocol';
import type { CaseFull, CaseRow as CaseView } from '@bourse/protocol/admin';
import type { Queryable } from '../platform/database.ts';
import { caseKinds, kindNames } from './kinds.ts';
import { type CaseRow, caseColumns, caseOf, personsOf } from './machine.ts';

/** Opens evidence that is sealed elsewhere: a text, or a picture as a data address. Null: it is not there any more. */
export type Reveal = (ref: string, viewer: string, reason: string) => Promise<string | null>;

interface Reader {
  reveal: Reveal;
  operator: number;
  permissions: ReadonlySet<Permission>;
  now: number;
}

/** Kinds that an operator may see: those they may decide. */
export const kindsFor = (permissions: ReadonlySet<Permission>) => kindNames.filter((kind) => holds(permissions, caseKinds[kind].power));

type Looks = Omit<Reader, 'reveal'>;
type Named = CaseRow & { owner_name: string | null };
const named = `${caseColumns
  .split(', ')
  .map((column) => `c.${column}`)
  .join(', ')}, o.name AS owner_name`;

function waitsFor(row: Named): CaseView['waitsFor'] {
  if (row.step === 'asked') return 'customer';
  if (row.step === 'proposed') return personsOf(row) > 1 && row.confirmed_by === null ? 'secondOperator' : 'engine';
  return row.step === 'waiting' || row.step === 'taken' ? 'operator' : 'nobody';
}

function viewOf(row: Named, { operator, now }: Looks): CaseView {
  const until = row.lease_until?.getTime();
  const leased = row.owner !== null && until !== undefined && until > now;
  return {
    id: String(row.id),
    kind: row.kind,
    venue: row.venue,
    customer: row.customer_id === null ? null : String(row.customer_id),
    // A lease that is over gives the case back.
    step: row.step === 'taken' && !leased ? 'waiting' : row.step,
    status: row.status,
    revision: row.revision,
    owner: leased ? { operator: String(row.owner), name: row.owner_name ?? '', until } : null,
    waitsFor: waitsFor(row),
    createdAt: row.created_at.getTime(),
    dueAt: waitsFor(row) === 'nobody' ? null : (row.due_at?.getTime() ?? null),
    ageS: Math.max(0, Math.floor(((row.decided_at?.getTime() ?? now) - row.created_at.getTime()) / 1000)),
    mine: leased && row.owner === operator,
  };
}

export interface CaseQuery {
  pageNo: number;
  pageSize: number;
  kind?: string | undefined;
  step?: string | undefined;
  mine?: boolean | undefined;
}

/** What is due first comes first; what is over comes last, the newest first. */
export async function listCases(db: Queryable, { pageNo, pageSize, kind, step, mine }: CaseQuery, reader: Looks) {
  const kinds = kindsFor(reader.permissions).filter((one) => kind === undefined || one === kind);
  const rows = await db.query<Named & { total: bigint }>(
    `SELECT ${named}, count(*) OVER () AS total FROM case_file c LEFT JOIN operator o ON o.id = c.owner
     WHERE c.kind = ANY ($1) AND ($2::text IS NULL OR CASE WHEN c.step = 'taken' AND c.lease_until <= $3 THEN 'waiting' ELSE c.step END = $2)
       AND ($4::integer IS NULL OR (c.owner = $4 AND c.step = 'taken' AND c.lease_until > $3))
     ORDER BY c.step IN ('passed', 'refused', 'cancelled'), CASE WHEN c.step IN ('passed', 'refused', 'cancelled') THEN -c.id END, c.due_at NULLS LAST, c.id
     LIMIT $5 OFFSET $6`,
    [kinds, step ?? null, new Date(reader.now), mine ? reader.operator : null, pageSize, (pageNo - 1) * pageSize],
  );
  return { list: rows.map((row) => viewOf(row, reader)), total: Number(rows[0]?.total ?? 0), pageNo, pageSize };
}

export async function fullCase(db: Queryable, id: string | bigint, reader: Reader): Promise<CaseFull> {
  const [row] = await db.query<Named & { proposer: string | null }>(
    `SELECT ${named}, p.name AS proposer FROM case_file c LEFT JOIN operator o ON o.id = c.owner LEFT JOIN operator p ON p.id = c.proposed_by WHERE c.id = $1`,
    [id],
  );
  if (!row) return fullCase(db, (await caseOf(db, id)).id, reader);
  const kind = caseKinds[row.kind];
  const evidence = await db.query<{
    id: bigint;
    kind: string;
    text: string | null;
    sealed_ref: string | null;
    digest: Buffer;
    required: boolean;
    added_at: Date;
    opened: boolean;
  }>(
    `SELECT e.id, e.kind, e.text, e.sealed_ref, e.digest, e.required, e.added_at,
       EXISTS (SELECT 1 FROM case_opened x WHERE x.evidence_id = e.id AND x.operator_id = $2) AS opened
     FROM case_evidence e WHERE e.case_id = $1 ORDER BY e.id LIMIT 50`,
    [row.id, reader.operator],
  );
  const events = await db.query<{
    at: Date;
    by_kind: 'customer' | 'operator' | 'machine';
    name: string | null;
    move: string;
    text: string;
  }>(
    `SELECT e.at, e.by_kind, o.name, e.move, e.text FROM case_event e LEFT JOIN operator o ON o.id = e.operator_id
     WHERE e.case_id = $1 ORDER BY e.revision DESC LIMIT 100`,
    [row.id],
  );
  const view = viewOf(row, reader);
  const second = view.waitsFor === 'secondOperator' && row.proposed_by !== reader.operator;
  return {
    case: view,
    power: kind.power,
    persons: personsOf(row),
    promiseS: kind.promiseMs / 1000,
    reasonCodes: [...kind.reasons.pass, ...kind.reasons.refuse],
    passCodes: kind.reasons.pass.length,
    panels: [...kind.panels],
    facts: Object.entries(row.subject)
      .filter(([name]) => !evidence.some((one) => one.kind === name))
      .map(([name, value]) => ({ name, value: String(value) })),
    evidence: await Promise.all(
      evidence.map(async (one) => ({
        id: String(one.id),
        kind: one.kind,
        // Read by opening it, so that it is known who did.
        text: one.opened
          ? one.sealed_ref === null
            ? one.text
            : await reader.reveal(one.sealed_ref, `operator:${reader.operator}`, `case ${row.id}`)
          : null,
        digest: one.digest.toString('hex'),
        openedByMe: one.opened,
        required: one.required,
        addedAt: one.added_at.getTime(),
      })),
    ),
    events: events.map(({ at, by_kind, name, move, text }) => ({ at: at.getTime(), by: by_kind, name: name ?? '', move, text })),
    verdict:
      row.verdict === null || row.proposed_by === null
        ? null
        : { pass: row.verdict, reasonCode: row.reason_code ?? '', by: String(row.proposed_by), byName: row.proposer ?? '' },
    effects: { pass: `${row.kind}Pass`, refuse: `${row.kind}Refuse` },
    mayDecide: view.mine || second,
  };
}

/** How long the cases of the last seven days took, by kind, ms. */
export async function medians(db: Queryable, now: number): Promise<Map<string, number>> {
  const rows = await db.query<{ kind: string; ms: number }>(
    `SELECT kind, (extract(epoch FROM percentile_cont(0.5) WITHIN GROUP (ORDER BY decided_at - created_at)) * 1000)::double precision AS ms
     FROM case_file WHERE decided_at > $1 GROUP BY kind`,
    [new Date(now - 7 * 86_400_000)],
  );
  return new Map(rows.map(({ kind, ms }) => [kind, Math.round(ms)]));
}

export async function caseCounts(db: Queryable, now: number) {
  const rows = await db.query<{ kind: string; waiting: bigint; taken: bigint; late: bigint }>(
    `SELECT kind, count(*) FILTER (WHERE step = 'waiting' OR (step = 'taken' AND lease_until <= $1)) AS waiting,
       count(*) FILTER (WHERE step IN ('proposed', 'asked') OR (step = 'taken' AND lease_until > $1)) AS taken, count(*) FILTER (WHERE due_at < $1) AS late
     FROM case_file WHERE step NOT IN ('passed', 'refused', 'cancelled') GROUP BY kind`,
    [new Date(now)],
  );
  const medianOf = await medians(db, now);
  return kindNames.map((kind) => {
    const row = rows.find((one) => one.kind === kind);
    const counts = { waiting: Number(row?.waiting ?? 0), taken: Number(row?.taken ?? 0), late: Number(row?.late ?? 0) };
    return { kind, ...counts, medianMs: medianOf.get(kind) ?? null };
  });
}
