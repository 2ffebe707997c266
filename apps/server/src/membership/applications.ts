import type { ApprovedCommand } from '@bourse/engine';
import { dayMs } from '@bourse/engine';
import type { LevelApplication } from '@bourse/protocol';
import { Refusal } from '@bourse/protocol/errors';
import type { Handlers } from '../calls/handlers.ts';
import type { Session } from '../calls/session.ts';
import type { Effect } from '../cases/carry-out.ts';
import { type BodyOf, BodyRefused, saidOf, tellVenue } from '../cases/gated.ts';
import { addEvidence, type CaseRow, caseColumns, openCase } from '../cases/machine.ts';
import type { Documents } from '../documents/documents.ts';
import type { Job } from '../jobs/jobs.ts';
import { leaveNotices } from '../notices/left.ts';
import type { Now } from '../people/ports.ts';
import type { Database, Queryable } from '../platform/database.ts';
import type { Venues } from '../sequencer/port.ts';

/** How long a level holds that was given because it is held elsewhere, counted from the application. */
export const matchDays = 90;
const shownAtMost = 20;
const isOpen = "step NOT IN ('passed', 'refused', 'cancelled')";

const viewOf = (row: CaseRow): LevelApplication => ({
  id: String(row.id),
  level: Number(row.subject['level']),
  status: row.status as LevelApplication['status'],
  remark: row.remark,
  createdAt: row.created_at.getTime(),
  decidedAt: row.decided_at?.getTime() ?? null,
});

/** A customer's applications for a level, newest first. */
export const applicationsOf = async (db: Queryable, customerId: string): Promise<LevelApplication[]> =>
  (
    await db.query<CaseRow>(
      `SELECT ${caseColumns} FROM case_file WHERE kind = 'levelMatch' AND customer_id = $1 ORDER BY id DESC LIMIT ${shownAtMost}`,
      [customerId],
    )
  ).map(viewOf);

/** Applications for a level that is held elsewhere, and for PLUS. Each is a case that operators decide; nothing is decided automatically. */
export function createMembership(parts: { database: Database; clock: Now; venues: Venues; documents: Pick<Documents, 'use'> }) {
  const { database, clock, venues, documents } = parts;

  const waiting = async (db: Queryable, customerId: string): Promise<CaseRow | undefined> =>
    (
      await db.query<CaseRow>(`SELECT ${caseColumns} FROM case_file WHERE kind = 'levelMatch' AND customer_id = $1 AND ${isOpen}`, [
        customerId,
      ])
    )[0];

  const apply = (
    { venue, account, customerId: customer }: Session,
    { level, text, evidence }: { level: number; text: string; evidence: readonly string[] },
  ) =>
    database.transaction(async (tx) => {
      const kind = 'levelMatch';
      const known = await waiting(tx, customer);
      if (known) return known;
      const opened = await openCase(
        tx,
        {
          ...{ kind, venue, customer, account, subject: { level: String(level), text } },
          evidence: [{ kind: 'text', text, required: true }],
        },
        { kind: 'customer' },
        clock.now(),
      );
      // Two requests came at once. The other one's application is there, or is when its transaction ends.
      if (!opened) return undefined;
      const used = await documents.use(tx, customer, 'membership', evidence, `case:${opened.id}`);
      const pictures = used.map(({ id, sha256 }) => ({
        ...{ kind: 'picture', required: true, sealed: { ref: `document:${id}`, digest: Buffer.from(sha256, 'hex') } },
      }));
      await addEvidence(tx, opened.id, pictures, clock.now());
      return opened;
    });

  const handlers: Handlers<'POST system/sys-member-vip/create'> = {
    'POST system/sys-member-vip/create': async (input, { session }) => {
      const { value } = await venues[session.venue].read((engine) => engine.levels());
      if (input.level > (value?.rules.volumes.length ?? 0)) throw new Refusal('levelUnknown');
      const row = (await apply(session, input)) ?? (await waiting(database, session.customerId));
      if (!row) throw new Refusal('unavailable');
      return viewOf(row);
    },
  };

  /** What the venue hears; undefined: nothing. It never changes for a case. */
  const commandOf = ({ kind, account, subject, created_at }: CaseRow, pass: boolean): ApprovedCommand | undefined => {
    if (kind === 'plus') return { kind: 'decidePlus', account: account ?? 0, pass };
    const until = created_at.getTime() + matchDays * dayMs;
    return pass ? { kind: 'grantLevel', account: account ?? 0, level: Number(subject['level']), until } : undefined;
  };

  /** A venue whose operators decide takes it from them. */
  const body: BodyOf = async (row, { pass }) => {
    const command = commandOf(row, pass);
    if (!command) return null;
    return (await venues[row.venue].read((engine) => engine.approvalOf(command))).value.persons > 0 ? command : null;
  };

  /** Tells the venue. Telling it twice does no harm. */
  const effect: Effect = async (row) => {
    const said = saidOf(row);
    const { account, venue } = row;
    const command = commandOf(row, said.pass);
    if (!command) {
      const told = {
        kind: 'vip.failed',
        params: { level: row.subject['level'] ?? '' },
        subject: `case:${row.id}`,
        time: clock.now(),
      } as const;
      if (account !== null) await leaveNotices(database, venue, [{ account, ...told }]);
      return null;
    }
    // It was decided in the list of changes.
    if (row.kind === 'plus' && !(await plusWaits(row))) return null;
    const decided = await body(row, said);
    if (decided) return tellVenue(venues[venue], row, decided);
    const { seq, outcome } = await venues[venue].submit({ account: 0, command });
    // A higher level may have been given meanwhile, or the 90 days be over: the case waits for somebody who refuses it.
    if (!outcome.ok) throw new BodyRefused(outcome.error, outcome.detail ?? {});
    return String(seq);
  };

  const plusWaits = async ({ venue, account }: CaseRow): Promise<boolean> =>
    (await venues[venue].read((engine) => engine.plusWaiting())).value.includes(account ?? 0);

  /** Opens a case for each account whose PLUS waits and has none. */
  const openPlus: Job = {
    name: 'open-plus-cases',
    everyMs: 5_000,
    async run() {
      for (const venue of ['real', 'demo'] as const) {
        const { value: accounts } = await venues[venue].read((engine) => engine.plusWaiting());
        if (accounts.length === 0) continue;
        const rows = await database.query<{ id: bigint; account: number }>(
          `SELECT id, account FROM customer c WHERE venue = $1 AND account = ANY ($2::int[])
           AND NOT EXISTS (SELECT 1 FROM case_file f WHERE f.customer_id = c.id AND f.kind = 'plus' AND ${isOpen}) ORDER BY id LIMIT 200`,
          [venue, accounts],
        );
        for (const { id: customer, account } of rows)
          await database.transaction((tx) =>
            openCase(tx, { kind: 'plus', venue, customer, account, subject: {}, evidence: [] }, { kind: 'machine' }, clock.now()),
          );
      }
    },
  };

  return { handlers, effect, body, jobs: [openPlus] };
}
