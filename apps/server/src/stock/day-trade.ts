import type { CallOutput } from '@bourse/protocol/calls';
import type { Venue } from '@bourse/protocol/enums';
import { Refusal } from '@bourse/protocol/errors';
import type { Handlers } from '../calls/handlers.ts';
import type { Session } from '../calls/session.ts';
import type { Job } from '../jobs/jobs.ts';
import type { Now } from '../people/ports.ts';
import type { Database } from '../platform/database.ts';
import type { Venues } from '../sequencer/port.ts';

type Application = CallOutput<'POST pay/day-trade/submit'>;
const waiting = 2;
const passed = 1;
const notPassed = -1;
/** Max. number of applications shown. */
const shownAtMost = 50;

interface Row {
  id: bigint;
  venue: Venue;
  account: number;
  status: Application['status'];
  reason: string;
  remark: string | null;
  created_at: Date;
  decided_at: Date | null;
}
const columns = 'id, venue, account, status, reason, remark, created_at, decided_at';

const viewOf = (row: Row): Application => ({
  id: String(row.id),
  status: row.status,
  reason: row.reason,
  remark: row.remark,
  createdAt: row.created_at.getTime(),
  decidedAt: row.decided_at?.getTime() ?? null,
});

export interface DayTradeDecision {
  application: bigint;
  allowed: boolean;
  /** The reason that the customer reads. Required unless the application is approved. */
  remark: string | null;
  /** The operator who decided. */
  by: string;
}

/** Day-trade applications: customers submit them, people decide them, and the venue gets each decision. Nothing is decided automatically. */
export function createDayTrade(parts: { database: Database; clock: Now; venues: Venues }) {
  const { database, clock, venues } = parts;

  const submitted = async (session: Session, reason: string): Promise<Row> => {
    // A customer with a waiting application or with permission gets that application back.
    const [current] = await database.query<Row>(
      `SELECT ${columns} FROM day_trade_application WHERE customer_id = $1 AND status IN (0, 1, 2) ORDER BY id DESC LIMIT 1`,
      [session.customerId],
    );
    if (current && (current.status !== passed || (await isAllowed(session)))) return current;
    const [row] = await database.query<Row>(
      `INSERT INTO day_trade_application (customer_id, venue, account, reason, status, created_at) VALUES ($1, $2, $3, $4, $5, $6)
       ON CONFLICT (customer_id) WHERE status IN (0, 2) DO NOTHING RETURNING ${columns}`,
      [session.customerId, session.venue, session.account, reason, waiting, new Date(clock.now())],
    );
    // Two requests came at once. The other one's application exists now.
    return row ?? submitted(session, reason);
  };

  const isAllowed = async ({ venue, account }: Session) => (await venues[venue].read((engine) => engine.mayDayTrade(account))).value;

  /** Decisions that the venues do not have yet, oldest first. Sending one twice does no harm. */
  const tellVenues = async (): Promise<void> => {
    const rows = await database.query<Row>(
      `SELECT ${columns} FROM day_trade_application WHERE decided_at IS NOT NULL AND told_at IS NULL ORDER BY id LIMIT 200`,
    );
    for (const { id, venue, account, status } of rows) {
      const { outcome } = await venues[venue].submit({
        account: 0,
        command: {
          ...{ kind: 'announceChange', body: { kind: 'setDayTrade', account, allowed: status === passed } },
          ...{ origin: 'operator', reason: `day-trade application ${id}`, from: 0 },
        },
      });
      if (!outcome.ok) throw new Refusal(outcome.error, outcome.detail ?? {});
      await database.query('UPDATE day_trade_application SET told_at = $2 WHERE id = $1', [id, new Date(clock.now())]);
    }
  };

  const handlers: Handlers<'POST pay/day-trade/submit' | 'GET pay/day-trade/list'> = {
    'POST pay/day-trade/submit': async ({ reason }, { session }) => viewOf(await submitted(session, reason)),
    'GET pay/day-trade/list': async (_input, { session }) => {
      const rows = await database.query<Row>(
        `SELECT ${columns} FROM day_trade_application WHERE customer_id = $1 ORDER BY id DESC LIMIT $2`,
        [session.customerId, shownAtMost],
      );
      return { allowed: await isAllowed(session), list: rows.map(viewOf) };
    },
  };

  return {
    handlers,
    /** An operator's decision, stored before the venue gets it. Refused as `notFound` when there is nothing left to decide. */
    async decideDayTrade({ application, allowed, remark, by }: DayTradeDecision): Promise<Application> {
      if (!allowed && !remark) throw new Refusal('badRequest', { field: 'remark', problem: 'reasonNeeded' });
      const [row] = await database.query<Row>(
        `UPDATE day_trade_application SET status = $2, remark = $3, decided_by = $4, decided_at = $5 WHERE id = $1 AND status IN (0, 2)
         RETURNING ${columns}`,
        [application, allowed ? passed : notPassed, remark, by, new Date(clock.now())],
      );
      if (!row) throw new Refusal('notFound');
      await tellVenues();
      return viewOf(row);
    },
    /** Sends decisions that an earlier stop interrupted. */
    job: { name: 'tell-day-trade', everyMs: 60_000, run: tellVenues } satisfies Job,
  };
}
