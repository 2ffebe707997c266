import { parseUnits } from '@bourse/money';
import { Refusal } from '@bourse/protocol/errors';
import type { Handlers, SignedInContext } from '../calls/handlers.ts';
import type { Session } from '../calls/session.ts';
import { countryOf } from '../people/country.ts';
import type { Now } from '../people/ports.ts';
import type { Database } from '../platform/database.ts';
import { LruMap } from '../platform/lru-map.ts';
import { asksOf, type ProtectionState, reasonAgainst, refusalFor, usdtScale, viewOf } from './gate.ts';
import type { Openings } from './openings.ts';
import { type Product, type ProductSwitch, type ProtectionView, readSwitches } from './products.ts';
import { passes, questionsIn } from './questions.ts';
import type { RealisedToday } from './realised.ts';
import { lockRecord, longer, lossLimitAt, type ProtectionRecord, readRecord, suitabilityAt, withLossLimit, writeRecord } from './record.ts';

export type { Product } from './products.ts';
export type { RealisedToday } from './realised.ts';

type ProtectionCalls =
  | 'GET system/protection/get'
  | 'GET system/protection/questions'
  | 'POST system/protection/answer'
  | 'POST system/protection/acknowledge'
  | 'PUT system/protection/loss-limit'
  | 'POST system/protection/pause';

export interface Protection {
  handlers: Handlers<ProtectionCalls>;
  /**
   * Checks every command that opens or adds to a risk, never one that closes. Resolves when the customer may open. Otherwise it throws
   * `productDisabled`, `selfExcluded`, `coolingOff`, `suitabilityNeeded`, `suitabilityTooSoon` or `lossLimitReached`. Shares bought in full are
   * `stock`; borrowed money or borrowed shares are `stockMargin`.
   */
  mayOpen(who: Pick<SignedInContext, 'session' | 'language'>, product: Product): Promise<void>;
}

/** Max. number of customers' records kept in memory. */
const rememberedAtMost = 50_000;
/** A change made through another gateway takes effect within this time. */
const trustMs = 5_000;

interface Known {
  record: ProtectionRecord;
  country: string | null;
  readAt: number;
}

export function createProtection(parts: { database: Database; clock: Now; realised: RealisedToday; openings: Openings }): Protection {
  const { database, clock, realised, openings } = parts;
  const known = new LruMap<string, Known>(rememberedAtMost);
  let switches: { list: readonly ProductSwitch[]; readAt: number } | undefined;
  /** Counts changes made here. A read that began before a change is not cached. */
  let changes = 0;

  const fresh = (readAt: number) => {
    const age = clock.now() - readAt;
    return age >= 0 && age < trustMs;
  };

  const switchesNow = async () => {
    if (!switches || !fresh(switches.readAt)) {
      const readAt = clock.now();
      switches = { list: await readSwitches(database), readAt };
    }
    return switches.list;
  };

  const recordOf = async (session: Session): Promise<Known> => {
    const before = known.get(session.customerId);
    if (before && fresh(before.readAt)) return before;
    const seen = changes;
    const readAt = clock.now();
    const [record, country] = await Promise.all([
      readRecord(database, session.customerId),
      session.venue === 'real' ? countryOf(database, session) : null,
    ]);
    const one = { record, country, readAt };
    if (seen === changes) known.set(session.customerId, one);
    return one;
  };

  /** `exact`: compute the day's result even where no limit needs it. */
  const stateOf = async (session: Session, exact: boolean): Promise<ProtectionState> => {
    const [list, { record, country }] = await Promise.all([switchesNow(), recordOf(session)]);
    const needed = exact || lossLimitAt(record, clock.now()).daily !== null;
    return { record, switches: list, country, realised: needed ? await realised.today(session.venue, session.account) : 0n };
  };

  const view = async (session: Session): Promise<ProtectionView> => viewOf(session, await stateOf(session, true), clock.now());

  /** Makes one change of the customer's own record. Every later check on this gateway sees it. */
  const change = async (
    session: Session,
    to: (
      record: ProtectionRecord,
    ) => { record: ProtectionRecord; kind: Parameters<typeof writeRecord>[3]['kind']; detail: Record<string, unknown> } | null,
  ): Promise<ProtectionView> => {
    const { customerId } = session;
    await database.transaction(async (tx) => {
      await lockRecord(tx, customerId);
      const changed = to(await readRecord(tx, customerId));
      if (changed) await writeRecord(tx, customerId, changed.record, { ...changed, at: clock.now() });
    });
    changes += 1;
    known.delete(customerId);
    return view(session);
  };

  /** Stores what showed that the customer knows the risks, once: a customer who has passed is not asked again, and one who failed waits. */
  const settle = (session: Session, passed: boolean, detail: Record<string, unknown>): Promise<ProtectionView> =>
    change(session, (record) => {
      const now = clock.now();
      const { state } = suitabilityAt(record, now);
      if (state === 'failed') throw refusalFor('suitability', 'contract', { record, switches: [], country: null, realised: 0n }, now);
      return state === 'passed'
        ? null
        : { record: { ...record, answeredAt: now, passed }, kind: 'answered', detail: { passed, ...detail } };
    });

  return {
    async mayOpen({ session }, product) {
      const now = clock.now();
      const state = await stateOf(session, false);
      const reason = reasonAgainst(product, session, state, now);
      if (reason !== '') throw refusalFor(reason, product, state, now);
    },
    handlers: {
      'GET system/protection/get': (_input, { session }) => view(session),
      'GET system/protection/questions': async (_input, { language }) => questionsIn(language),
      'POST system/protection/answer': async ({ answers }, { session }) => settle(session, passes(answers), { answers }),
      'POST system/protection/acknowledge': async (_input, { session }) => {
        if (asksOf(session.venue) !== 'acknowledgement') throw new Refusal('suitabilityNeeded');
        return settle(session, true, { acknowledged: true });
      },
      'PUT system/protection/loss-limit': async ({ daily }, { session }) => {
        const wanted = daily === null ? null : usdtUnits(daily);
        return change(session, (record) => {
          const next = withLossLimit(record, wanted, clock.now());
          return { record: next, kind: 'lossLimit', detail: { daily } };
        });
      },
      'POST system/protection/pause': async ({ kind, length }, { session }) => {
        const paused = await change(session, (record) => {
          const field = kind === 'coolingOff' ? 'coolingOffUntil' : 'selfExcludedUntil';
          return { record: { ...record, [field]: longer(record[field], clock.now(), length) }, kind, detail: { hours: length } };
        });
        // Cancel after the gate is shut: orders that passed it before must not open anything either.
        await openings.cancel(session.venue, session.account);
        return paused;
      },
    },
  };
}

function usdtUnits(text: string): bigint {
  const parsed = parseUnits(text, usdtScale);
  if (!parsed.ok)
    throw parsed.problem === 'scale' ? new Refusal('amountScale', { asset: 'USDT', scale: usdtScale }) : new Refusal('amountInvalid');
  // The largest amount that fits a Postgres bigint. No customer owns more.
  if (parsed.units === 0n || parsed.units > 9_000_000_000_000_000_000n) throw new Refusal('amountInvalid');
  return parsed.units;
}
