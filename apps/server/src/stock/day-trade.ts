import type { CallOutput } from '@bourse/protocol/calls';
import { Refusal } from '@bourse/protocol/errors';
import type { Handlers } from '../calls/handlers.ts';
import type { Session } from '../calls/session.ts';
import type { Effect } from '../cases/carry-out.ts';
import { type BodyOf, saidOf, tellVenue } from '../cases/gated.ts';
import { type CaseRow, caseColumns, openCase } from '../cases/machine.ts';
import type { Now } from '../people/ports.ts';
import type { Database } from '../platform/database.ts';
import type { Venues } from '../sequencer/port.ts';

type Application = CallOutput<'POST pay/day-trade/submit'>;
/** Max. number of applications shown. */
const shownAtMost = 50;

const viewOf = (row: CaseRow): Application => ({
  id: String(row.id),
  status: row.status as Application['status'],
  reason: row.subject['reason'] ?? '',
  remark: row.remark,
  createdAt: row.created_at.getTime(),
  decidedAt: row.decided_at?.getTime() ?? null,
});

/** Day-trade applications: customers submit them, and each is a case that an operator decides. Nothing is decided automatically. */
export function createDayTrade(parts: { database: Database; clock: Now; venues: Venues }) {
  const { database, clock, venues } = parts;

  const submitted = async (session: Session, reason: string): Promise<CaseRow> => {
    // A customer with a waiting application or with permission gets that application back.
    const [current] = await database.query<CaseRow>(
      `SELECT ${caseColumns} FROM case_file WHERE kind = 'dayTrade' AND customer_id = $1 AND step NOT IN ('refused', 'cancelled') ORDER BY id DESC LIMIT 1`,
      [session.customerId],
    );
    if (current && (current.step !== 'passed' || (await isAllowed(session)))) return current;
    const { venue, account, customerId: customer } = session;
    const opened = await database.transaction((tx) =>
      openCase(
        tx,
        { kind: 'dayTrade', venue, customer, account, subject: { reason }, evidence: [{ kind: 'reason', text: reason, required: true }] },
        { kind: 'customer' },
        clock.now(),
      ),
    );
    // Two requests came at once. The other one's application exists now.
    return opened ?? submitted(session, reason);
  };

  const isAllowed = async ({ venue, account }: Session) => (await venues[venue].read((engine) => engine.mayDayTrade(account))).value;

  const handlers: Handlers<'POST pay/day-trade/submit' | 'GET pay/day-trade/list'> = {
    'POST pay/day-trade/submit': async ({ reason }, { session }) => viewOf(await submitted(session, reason)),
    'GET pay/day-trade/list': async (_input, { session }) => {
      const rows = await database.query<CaseRow>(
        `SELECT ${caseColumns} FROM case_file WHERE kind = 'dayTrade' AND customer_id = $1 ORDER BY id DESC LIMIT $2`,
        [session.customerId, shownAtMost],
      );
      return { allowed: await isAllowed(session), list: rows.map(viewOf) };
    },
  };

  const changeOf = ({ id, account }: CaseRow, pass: boolean) => {
    const setDayTrade = { kind: 'setDayTrade', account: account ?? 0, allowed: pass } as const;
    return { kind: 'announceChange', body: setDayTrade, origin: 'operator', reason: `day-trade application ${id}`, from: 0 } as const;
  };
  /** A sealed venue takes it from an operator whom it knows; one person is enough. */
  const body: BodyOf = async (row, { pass }) =>
    (await venues[row.venue].read((engine) => engine.sealed)).value ? changeOf(row, pass) : null;

  /** Tells the venue. Telling it twice does no harm. */
  const effect: Effect = async (row) => {
    const said = saidOf(row);
    const decided = await body(row, said);
    if (decided) return tellVenue(venues[row.venue], row, decided);
    const { seq, outcome } = await venues[row.venue].submit({ account: 0, command: changeOf(row, said.pass) });
    if (!outcome.ok) throw new Refusal(outcome.error, outcome.detail ?? {});
    return String(seq);
  };

  return { handlers, effect, body };
}
