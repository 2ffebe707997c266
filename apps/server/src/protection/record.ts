import type { Queryable } from '../platform/database.ts';

const hourMs = 3_600_000;
export const dayMs = 24 * hourMs;
/** How long a customer waits after failing the questions, and how long the old limit holds after raising it. */
export const againAfterMs = dayMs;
export const raiseAfterMs = dayMs;

/** What the database stores about one customer. Times are milliseconds, limits minor units of USDT. */
export interface ProtectionRecord {
  answeredAt: number | null;
  passed: boolean | null;
  lossDaily: bigint | null;
  pendingDaily: bigint | null;
  pendingFrom: number | null;
  coolingOffUntil: number | null;
  selfExcludedUntil: number | null;
}
export const emptyRecord: Readonly<ProtectionRecord> = Object.freeze({
  answeredAt: null,
  passed: null,
  lossDaily: null,
  pendingDaily: null,
  pendingFrom: null,
  coolingOffUntil: null,
  selfExcludedUntil: null,
});

interface Row {
  answered_at: Date | null;
  passed: boolean | null;
  loss_daily: bigint | null;
  pending_daily: bigint | null;
  pending_from: Date | null;
  cooling_off_until: Date | null;
  self_excluded_until: Date | null;
}

const ms = (date: Date | null) => date?.getTime() ?? null;
const date = (time: number | null) => (time === null ? null : new Date(time));

export async function readRecord(db: Queryable, customerId: string): Promise<ProtectionRecord> {
  const [row] = await db.query<Row>(
    `SELECT answered_at, passed, loss_daily, pending_daily, pending_from, cooling_off_until, self_excluded_until
     FROM protection WHERE customer_id = $1`,
    [customerId],
  );
  if (!row) return emptyRecord;
  return {
    answeredAt: ms(row.answered_at),
    passed: row.passed,
    lossDaily: row.loss_daily,
    pendingDaily: row.pending_daily,
    pendingFrom: ms(row.pending_from),
    coolingOffUntil: ms(row.cooling_off_until),
    selfExcludedUntil: ms(row.self_excluded_until),
  };
}

/** Writes the whole record and a log entry of the change. Call inside a transaction that holds `lockRecord`. */
export async function writeRecord(
  tx: Queryable,
  customerId: string,
  record: ProtectionRecord,
  change: { kind: 'answered' | 'lossLimit' | 'coolingOff' | 'selfExclusion'; detail: Record<string, unknown>; at: number },
): Promise<void> {
  await tx.query(
    `INSERT INTO protection (customer_id, answered_at, passed, loss_daily, pending_daily, pending_from, cooling_off_until, self_excluded_until)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8)
     ON CONFLICT (customer_id) DO UPDATE SET answered_at = excluded.answered_at, passed = excluded.passed, loss_daily = excluded.loss_daily,
       pending_daily = excluded.pending_daily, pending_from = excluded.pending_from, cooling_off_until = excluded.cooling_off_until,
       self_excluded_until = excluded.self_excluded_until`,
    [
      customerId,
      date(record.answeredAt),
      record.passed,
      record.lossDaily,
      record.pendingDaily,
      date(record.pendingFrom),
      date(record.coolingOffUntil),
      date(record.selfExcludedUntil),
    ],
  );
  await tx.query('INSERT INTO protection_change (customer_id, kind, detail, at) VALUES ($1, $2, $3, $4)', [
    customerId,
    change.kind,
    JSON.stringify(change.detail),
    new Date(change.at),
  ]);
}

/** Serialises changes of one customer. The row may not exist yet, so this is an advisory lock and not a row lock. */
export const lockRecord = (tx: Queryable, customerId: string) =>
  tx.query('SELECT pg_advisory_xact_lock(hashtextextended($1, 0))', [`protection:${customerId}`]);

/** The daily limit in force, and the limit that waits. */
export function lossLimitAt(
  record: ProtectionRecord,
  now: number,
): { daily: bigint | null; pending?: bigint | null; pendingFrom?: number } {
  if (record.pendingFrom === null) return { daily: record.lossDaily };
  if (record.pendingFrom <= now) return { daily: record.pendingDaily };
  return { daily: record.lossDaily, pending: record.pendingDaily, pendingFrom: record.pendingFrom };
}

/** A lower limit takes effect at once and withdraws the one that waits. A higher limit, or none, takes effect a day after the first request. */
export function withLossLimit(record: ProtectionRecord, wanted: bigint | null, now: number): ProtectionRecord {
  const { daily, pending, pendingFrom } = lossLimitAt(record, now);
  const settled = { ...record, lossDaily: daily, pendingDaily: null, pendingFrom: null };
  const isLower = wanted !== null && (daily === null || wanted <= daily);
  if (isLower) return { ...settled, lossDaily: wanted };
  if (wanted === daily) return settled;
  const asked = pendingFrom !== undefined && pending === wanted ? pendingFrom : now + raiseAfterMs;
  return { ...settled, pendingDaily: wanted, pendingFrom: asked };
}

/** A pause can be extended, never shortened. */
export const longer = (until: number | null, now: number, hours: number) => Math.max(until ?? 0, now + hours * hourMs);

/** The customer's suitability state. After an exclusion ends, the questions are asked again. */
export function suitabilityAt(record: ProtectionRecord, now: number): { state: 'needed' | 'passed' | 'failed'; againAt: number | null } {
  const { answeredAt, passed, selfExcludedUntil } = record;
  if (answeredAt === null) return { state: 'needed', againAt: null };
  if (passed === true) {
    const excludedSince = selfExcludedUntil !== null && selfExcludedUntil <= now && answeredAt < selfExcludedUntil;
    return { state: excludedSince ? 'needed' : 'passed', againAt: null };
  }
  const againAt = answeredAt + againAfterMs;
  return againAt > now ? { state: 'failed', againAt } : { state: 'needed', againAt: null };
}
