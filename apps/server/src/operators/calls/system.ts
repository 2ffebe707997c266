import { formatUnits } from '@bourse/money';
import type { AdminOutput } from '@bourse/protocol/admin';
import { InstrumentStatus, type Venue } from '@bourse/protocol/enums';
import { Refusal } from '@bourse/protocol/errors';
import { openCase } from '../../cases/machine.ts';
import { caseCounts } from '../../cases/read.ts';
import type { HealthReport } from '../../http/health.ts';
import type { Catalogue } from '../../market/port.ts';
import type { Clock } from '../../platform/clock.ts';
import type { Database } from '../../platform/database.ts';
import type { KillSwitches, SwitchName } from '../../platform/kill-switches.ts';
import type { Venues } from '../../sequencer/port.ts';
import type { MakeAct } from '../acts.ts';
import type { AdminHandlers } from '../handlers.ts';
import { switchSince } from '../payouts-on.ts';
import { invariantsOf, sumsOf } from './invariants.ts';

type Names =
  | 'GET overview/get'
  | 'GET system/get'
  | 'GET rule/list'
  | 'GET rule/get'
  | 'GET price/held'
  | 'POST price/confirm'
  | 'POST price/discard'
  | 'POST stop/throw'
  | 'POST stop/end';
type Lamp = AdminOutput<'GET system/get'>['lamps'][number];

export interface SystemParts {
  database: Database;
  clock: Clock;
  venues: Venues;
  catalogue: Catalogue;
  health: () => Promise<HealthReport>;
  switches: Pick<KillSwitches, 'list' | 'set' | 'apply' | 'openTrading'>;
  /** Prices that wait to be believed. `confirm` and `discard` say whether exactly that one still waited. */
  prices: {
    held(): AdminOutput<'GET price/held'>;
    confirm(symbol: string, price: string): boolean;
    discard(symbol: string, price: string): boolean;
  };
  act: MakeAct;
  version: string;
}

/** How old invariants may be that the lamps show: they cost a walk over all balances. */
const lampsMs = 15_000;
const dayMs = 86_400_000;

export function systemHandlers({
  database,
  clock,
  venues,
  catalogue,
  health,
  switches,
  prices,
  act,
  version,
}: SystemParts): AdminHandlers<Names> {
  const ports = Object.values(venues);
  const code = (asset: number) => catalogue.assetById(asset)?.code ?? String(asset);
  let known: { at: number; lamps: Promise<Lamp[]> } | undefined;

  const look = async (): Promise<Lamp[]> => {
    const report = await health();
    const lamps: Lamp[] = [
      { name: 'server', on: report.reasons.length === 0, text: report.reasons.join(' ') },
      { name: 'warnings', on: report.warnings.length === 0, text: report.warnings.join(' ') },
    ];
    for (const port of ports) {
      if (port.state !== 'running') continue;
      const { checks } = await invariantsOf(database, port, code);
      for (const { name, holds, found } of checks) lamps.push({ name: `${port.venue}.${name}`, on: holds, text: found.join('; ') });
    }
    return lamps;
  };
  const lampsNow = () => {
    if (!known || clock.now() - known.at >= lampsMs) known = { at: clock.now(), lamps: look() };
    return known.lamps;
  };
  const switchesNow = async () => (await switches.list()).map((one) => ({ ...one, changedAt: one.changedAt.getTime() }));
  const stateOf = async (venue: Venue) => {
    const port = venues[venue];
    if (port.state !== 'running')
      return { venue, state: port.state, mode: 'unknown', seq: '0', projected: String(port.projected()), lag: 0 };
    const { seq, value: mode } = await port.read((engine) => engine.mode);
    const projected = port.projected();
    return { venue, state: port.state, mode, seq: String(seq), projected: String(projected), lag: Math.max(0, seq - projected) };
  };

  /** The price that waits, if it is exactly the one that the operator has looked up. */
  const waiting = (symbol: string, price: string) => {
    const waits = prices.held().find((one) => one.symbol === symbol);
    if (waits?.price !== price) throw new Refusal('priceNotHeld', { symbol, ...(waits ? { price: waits.price } : {}) });
    return waits;
  };

  return {
    'GET overview/get': async () => {
      const now = clock.now();
      const [counts] = await database.query<{ real: bigint; demo: bigint; today: bigint; held: bigint }>(
        `SELECT count(*) FILTER (WHERE login_type = 1) AS real, count(*) FILTER (WHERE login_type = 2) AS demo,
           count(*) FILTER (WHERE created_at > $1 AND login_type = 1) AS today, count(*) FILTER (WHERE restricted_at IS NOT NULL) AS held FROM customer`,
        [new Date(now - dayMs)],
      );
      const { real = 0n, demo = 0n, today = 0n, held = 0n } = counts ?? {};
      return {
        at: now,
        customers: { real: Number(real), demo: Number(demo), today: Number(today), held: Number(held) },
        cases: await caseCounts(database, now),
        switches: await switchesNow(),
        lamps: await lampsNow(),
      };
    },
    'GET system/get': async () => {
      const report = await health();
      const sums = [];
      for (const { venue } of ports)
        for (const { asset, sum, accounts } of await sumsOf(database, venue))
          sums.push({
            venue,
            asset: code(asset),
            sum: formatUnits(BigInt(sum), catalogue.assetById(asset)?.scale ?? 0),
            accounts: Number(accounts),
          });
      const { status, reasons, warnings, prices, uptimeS } = report;
      return {
        ...{ at: clock.now(), version, uptimeS, status, reasons, warnings, prices },
        venues: await Promise.all(ports.map(({ venue }) => stateOf(venue))),
        lamps: await lampsNow(),
        sums,
        switches: await switchesNow(),
      };
    },
    'GET rule/list': async ({ venue }) => {
      const now = clock.now();
      const { value } = await venues[venue].read((engine) =>
        catalogue.instruments.flatMap((instrument) => {
          const view = engine.instrument(instrument.id);
          return view ? [{ instrument, view }] : [];
        }),
      );
      return value.map(({ instrument, view }) => ({
        instrument: instrument.id,
        symbol: instrument.symbol,
        kind: instrument.kind,
        status: view.status,
        reference: view.referenceTicks === 0 ? null : String(view.referenceTicks),
        source: view.source,
        ageMs: view.referenceTime === 0 ? null : Math.max(0, now - view.referenceTime),
      }));
    },
    'GET rule/get': async ({ venue, instrument }) => {
      const { value: terms } = await venues[venue].read((engine) => engine.terms(instrument));
      if (!terms) throw new Refusal('notFound');
      const facts = Object.values(terms).flatMap((part: object | undefined) =>
        Object.entries(part ?? {}).map(([name, value]) => ({
          name,
          value: typeof value === 'object' ? JSON.stringify(value) : String(value),
        })),
      );
      const seen = new Set<string>();
      return { instrument, facts: facts.filter(({ name }) => name !== 'kind' && !seen.has(name) && seen.add(name)) };
    },
    'GET price/held': async () => prices.held(),
    'POST price/confirm': act('POST price/confirm', async (_tx, { symbol, price, reason }) => {
      const waits = waiting(symbol, price);
      const after = async () => {
        if (!prices.confirm(symbol, price)) throw new Refusal('priceNotHeld', { symbol });
        return { confirmed: true } as const;
      };
      const changes = [{ field: 'price', before: waits.last, after: price }];
      return { subject: `price ${symbol}`, reason, changes, answer: { confirmed: true }, after };
    }),
    'POST price/discard': act('POST price/discard', async (_tx, { symbol, price, reason }) => {
      const waits = waiting(symbol, price);
      const after = async () => {
        if (!prices.discard(symbol, price)) throw new Refusal('priceNotHeld', { symbol });
        return { discarded: true } as const;
      };
      const changes = [{ field: 'price', before: price, after: waits.last }];
      return { subject: `price ${symbol}`, reason, changes, answer: { discarded: true }, after };
    }),
    'POST stop/throw': act('POST stop/throw', async (tx, { what, scope, instrument, status, reason }, { operator }) => {
      const changedBy = `operator ${operator.operatorId}`;
      if (what === 'instrument') {
        const known = instrument === undefined ? undefined : catalogue.instrumentById(instrument);
        if (!known) throw new Refusal('instrumentUnknown');
        const chosen = ports.filter(({ venue }) => scope === 'all' || scope === venue);
        const halt = async () => {
          for (const port of chosen) {
            const { outcome } = await port.submit({
              account: 0,
              command: {
                ...{
                  kind: 'announceChange',
                  body: { kind: 'setInstrumentStatus', instrument: known.id, status: InstrumentStatus[status] },
                },
                ...{ origin: 'operator', reason: reason.slice(0, 240), from: 0 },
              },
            });
            if (!outcome.ok) throw new Refusal(outcome.error, outcome.detail ?? {});
          }
          return { inForce: true };
        };
        const changes = [{ field: 'status', before: null, after: status }];
        return { subject: `instrument ${known.symbol} ${scope}`, reason, changes, answer: { inForce: false }, after: halt };
      }
      await switches.set({ name: what satisfies SwitchName, scope, active: true, reason, changedBy }, tx);
      const after = async () => {
        await switches.apply();
        return { inForce: true };
      };
      return {
        subject: `switch ${what} ${scope}`,
        reason,
        changes: [{ field: what, before: null, after: 'on' }],
        answer: { inForce: false },
        after,
      };
    }),
    'POST stop/end': act('POST stop/end', async (tx, { what, scope, reason }, { operator }) => {
      const [on] = await tx.query<{ since: string }>(
        `SELECT ${switchSince} AS since FROM kill_switch WHERE name = $1 AND scope = $2 AND active`,
        [what, scope],
      );
      if (on === undefined) throw new Refusal('notFound');
      const [same] = await tx.query(
        `SELECT 1 FROM case_file WHERE kind = 'payoutsOn' AND subject->>'scope' = $1 AND step NOT IN ('passed', 'refused', 'cancelled')`,
        [scope],
      );
      const opened =
        same === undefined &&
        (await openCase(
          tx,
          {
            ...{ kind: 'payoutsOn', venue: scope === 'demo' ? 'demo' : 'real', customer: null, account: null },
            subject: { scope, reason, since: on.since },
            evidence: [{ kind: 'reason', text: reason, required: true }],
          },
          { kind: 'operator', operator: Number(operator.operatorId) },
          clock.now(),
        ));
      if (!opened) throw new Refusal('caseOpen');
      const answer = { case: String(opened.id) };
      return { subject: `switch ${what} ${scope}`, reason, changes: [{ field: 'case', before: null, after: answer.case }], answer };
    }),
  };
}
