import { type ChangeOrigin, changeReasonLength, type TradingMode } from '@bourse/engine';
import type { Venue } from '@bourse/protocol/enums';
import { Refusal } from '@bourse/protocol/errors';
import type { EnginePort } from '../sequencer/port.ts';
import { sendDecided } from '../sequencer/send-decided.ts';
import type { Clock } from './clock.ts';
import type { Database, Queryable } from './database.ts';
import type { Log } from './log.ts';

export const switchNames = ['withdrawalsOff', 'cancelOnly', 'readOnly'] as const;
export type SwitchName = (typeof switchNames)[number];

export interface KillSwitch {
  name: SwitchName;
  scope: Venue | 'all';
  active: boolean;
  reason: string;
  changedBy: string;
  changedAt: Date;
}

export interface KillSwitches {
  /** The last state read, at most `pollMs` old. */
  isActive(name: SwitchName, venue: Venue): boolean;
  list(): Promise<KillSwitch[]>;
  /** Resolves when the change is durable. It takes effect everywhere within a second. */
  set(change: Omit<KillSwitch, 'changedAt'>, tx?: Queryable): Promise<void>;
  /** People have opened a venue's trading again: no switch holds it any more. One that held all venues goes on holding the others. */
  openTrading(venue: Venue, decision: Pick<KillSwitch, 'reason' | 'changedBy'>): Promise<void>;
  /** Reads the table now and sets every venue's trading mode accordingly. */
  apply(): Promise<void>;
  start(): Promise<void>;
  stop(): Promise<void>;
}

/**
 * Whether operators have turned something off. While a server starts, nobody knows yet: then nothing leaves, and nobody is told that people decided so. Whoever asks hears
 * that it is tried again in a moment.
 */
export function isTurnedOff(switches: Pick<KillSwitches, 'isActive'> | undefined, name: SwitchName, venue: Venue): boolean {
  if (switches === undefined) throw new Refusal('unavailable');
  return switches.isActive(name, venue);
}

const pollMs = 400;

/**
 * Switches that operators use in an emergency. They are stored in a table, so that they survive restarts and apply to every process. The two switches
 * that concern trading become engine commands and so part of the journal.
 */
export function createKillSwitches(options: {
  database: Database;
  venues: readonly EnginePort[];
  clock: Clock;
  log: Log;
  /** Why the server itself accepts no new orders of a venue now; undefined when it does. */
  held?: (venue: Venue) => string | undefined;
}): KillSwitches {
  const { database, venues, clock, log, held = () => undefined } = options;
  let active = new Set<string>();
  /** Reasons by switch and scope, of those that are off too. */
  let reasons = new Map<string, string>();
  /** Why the server held new orders back when it last set a mode. */
  const lastHeld = new Map<Venue, string | undefined>();
  let cancel = () => {};
  let stopped = false;
  let running: Promise<void> = Promise.resolve();

  const isActive = (name: SwitchName, venue: Venue) => active.has(`${name}/all`) || active.has(`${name}/${venue}`);

  const wantedMode = (venue: Venue): TradingMode =>
    isActive('readOnly', venue) ? 'readOnly' : isActive('cancelOnly', venue) || held(venue) !== undefined ? 'cancelOnly' : 'normal';

  /** Whose decision a mode is, and why: an operator's switch, or the server's own for as long as it holds new orders back. */
  const whyOf = (venue: Venue, mode: TradingMode, before: TradingMode): { origin: ChangeOrigin; reason: string } => {
    const decides = mode === 'normal' ? before : mode;
    const name: SwitchName = decides === 'readOnly' ? 'readOnly' : 'cancelOnly';
    const own = held(venue);
    const byOperator = mode === 'normal' ? lastHeld.get(venue) === undefined : isActive(name, venue);
    lastHeld.set(venue, own);
    const said = reasons.get(`${name}/${venue}`) || reasons.get(`${name}/all`) || '';
    if (byOperator && said !== '') return { origin: 'operator', reason: said.slice(0, changeReasonLength) };
    return { origin: 'server', reason: '' };
  };

  const bringInLine = async (port: EnginePort) => {
    if (port.state !== 'running') return;
    const mode = wantedMode(port.venue);
    const { value: current } = await port.read((engine) => engine.mode);
    if (current === mode) return;
    const why = whyOf(port.venue, mode, current);
    const applied = await sendDecided(
      port,
      { kind: 'announceChange', body: { kind: 'setTradingMode', mode }, ...why, from: 0 },
      `trading mode ${mode}`,
    );
    // A sealed venue is stopped at once and opened by people: the server has proposed it.
    if (applied === undefined) return;
    const { outcome } = applied;
    if (!outcome.ok) throw new Error(`the venue refused the mode ${mode}: ${outcome.error}`);
    log.warn({ venue: port.venue, from: current, to: mode, held: held(port.venue) }, 'the trading mode changed');
  };

  const apply = async () => {
    const rows = await database.query<{ name: SwitchName; scope: string; active: boolean; reason: string }>(
      'SELECT name, scope, active, reason FROM kill_switch',
    );
    active = new Set(rows.flatMap((row) => (row.active ? `${row.name}/${row.scope}` : [])));
    reasons = new Map(rows.map(({ name, scope, reason }) => [`${name}/${scope}`, reason]));
    await Promise.all(venues.map(bringInLine));
  };

  const again = () => {
    cancel = clock.after(pollMs, () => {
      running = apply()
        .catch((error) => log.warn({ err: error }, 'the server could not read the kill switches; the last known ones stay in force'))
        .finally(() => {
          if (!stopped) again();
        });
    });
  };

  const write = async ({ name, scope, active: on, reason, changedBy }: Omit<KillSwitch, 'changedAt'>, tx: Queryable) => {
    await tx.query(
      `INSERT INTO kill_switch (name, scope, active, reason, changed_by) VALUES ($1, $2, $3, $4, $5)
       ON CONFLICT (name, scope) DO UPDATE SET active = excluded.active, reason = excluded.reason, changed_by = excluded.changed_by, changed_at = now()`,
      [name, scope, on, reason, changedBy],
    );
  };

  return {
    isActive,
    list: () =>
      database.query<KillSwitch>(
        'SELECT name, scope, active, reason, changed_by AS "changedBy", changed_at AS "changedAt" FROM kill_switch ORDER BY name, scope',
      ),
    set: (change, tx = database) => write(change, tx),
    openTrading: (venue, decision) =>
      database.transaction(async (tx) => {
        for (const name of ['cancelOnly', 'readOnly'] as const) {
          const [held] = await tx.query<Pick<KillSwitch, 'reason' | 'changedBy'>>(
            `SELECT reason, changed_by AS "changedBy" FROM kill_switch WHERE name = $1 AND scope = 'all' AND active FOR UPDATE`,
            [name],
          );
          for (const one of held ? venues : [])
            if (one.venue !== venue) await write({ ...held!, name, scope: one.venue, active: true }, tx);
          if (held) await write({ ...decision, name, scope: 'all', active: false }, tx);
          await write({ ...decision, name, scope: venue, active: false }, tx);
        }
      }),
    apply,
    async start() {
      await apply().catch((error) => log.warn({ err: error }, 'the server could not apply the kill switches; it tries again'));
      again();
    },
    async stop() {
      stopped = true;
      cancel();
      await running;
    },
  };
}
