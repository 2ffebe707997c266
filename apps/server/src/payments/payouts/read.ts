import { type PayoutFacts, reviewFlags } from '@bourse/engine';
import { formatUnits, trimZeros } from '@bourse/money';
import type { PayoutDetail, PayoutItem, PayoutReview, PayoutStep, WaitsFor } from '@bourse/protocol';
import { Refusal } from '@bourse/protocol/errors';
import { idNumber } from '../../calls/trading.ts';
import type { Database } from '../../platform/database.ts';
import { remembered } from '../../platform/remembered.ts';
import { eventOf } from '../../projections/kept.ts';
import { type Book, placeOf, type Receiver } from '../destinations/book.ts';
import { masked } from '../destinations/views.ts';
import type { Rail, Rails } from '../port.ts';
import { usualMs } from '../rails/channels.ts';
import { mayArrive, type SentRow, sentOf } from './store.ts';

/** A payout as the engine or the histories have it. */
export interface Known {
  facts: PayoutFacts;
  changedAt: number;
  /** Of its end. */
  receipt: { seq: bigint; event_index: number } | undefined;
}
interface LatestRow extends Record<string, unknown> {
  event: { kind: 'payout' };
  time: bigint;
  seq: bigint;
  event_index: number;
}

const statusOf: Record<PayoutFacts['state'], PayoutItem['status']> = {
  ...({ waiting: 2, approved: 0, sending: 0, errored: 0, completed: 1 } as const),
  ...({ notPassed: -1, notSent: -1, returned: -1, cancelled: -2 } as const),
};
/** The states of each status that a list asks for. */
export const statesOf = (status: number): string[] => Object.entries(statusOf).flatMap(([state, one]) => (one === status ? [state] : []));
const open: readonly PayoutFacts['state'][] = ['waiting', 'approved', 'sending', 'errored'];

export const reviewsIn = (flags: number): PayoutReview[] =>
  Object.entries(reviewFlags).flatMap(([name, bit]) => ((flags & bit) === 0 ? [] : [name as PayoutReview]));

export function stepOf({ state }: Pick<PayoutFacts, 'state'>, sent: SentRow | undefined): PayoutStep {
  if (state === 'waiting') return 'review';
  if (state === 'sending') return (sent?.confirmations ?? 0) > 0 ? 'confirming' : 'sending';
  return state;
}

function waitsFor(step: PayoutStep, rail: Rail, sent: SentRow | undefined): WaitsFor | null {
  switch (step) {
    case 'requested':
      return 'you';
    case 'review':
      return 'operators';
    case 'errored':
      return mayArrive(sent) ? 'network' : 'operators';
    case 'approved':
      return 'exchange';
    case 'sending':
      if (rail.source.kind === 'bank') return 'bank';
      return sent?.raw == null ? 'vault' : 'network';
    case 'confirming':
      return 'network';
    default:
      return null;
  }
}

/** The stations of a payout: where it was, where it is, and where it will be. */
function wayOf({ flags }: Pick<PayoutFacts, 'flags'>, step: PayoutStep, rail: Rail, at: ReadonlyMap<string, number>): PayoutStep[] {
  const usual: PayoutStep[] = [
    'requested',
    ...(flags === 0 ? [] : ['review' as const]),
    ...(['approved', 'sending'] as const),
    ...(rail.source.kind === 'chain' ? ['confirming' as const] : []),
    'completed',
  ];
  if (usual.includes(step) && !at.has('errored')) return usual;
  if (step === 'errored' || step === 'completed') return [...usual.slice(0, -1), 'errored', 'completed'];
  const been = [...usual, 'errored' as const].filter((one) => one === 'requested' || at.has(one));
  return [...been.filter((one) => one !== step), step];
}

/** Payouts as their owners see them. */
export function createPayoutReads({
  database,
  clock,
  rails,
  book,
}: {
  database: Database;
  clock: { now(): number };
  rails: Rails;
  book: Book;
}) {
  const typical = remembered(clock, usualMs, async (): Promise<Map<number, number>> => {
    const rows = await database.query<{ rail: number; seconds: number }>(
      `SELECT (l.event->>'rail')::integer AS rail,
         percentile_cont(0.5) WITHIN GROUP (ORDER BY extract(epoch FROM p.ended_at)::float8 - (l.event->>'requestedAt')::float8 / 1000)::float8 AS seconds
       FROM payout_sent p JOIN latest l ON l.key = p.number AND l.kind = 'payout' AND l.venue = 'real'
       WHERE p.final_hash IS NOT NULL AND p.ended_at > $1 GROUP BY 1 HAVING count(*) >= 5`,
      [new Date(clock.now() - 30 * 86_400_000)],
    );
    return new Map(rows.map(({ rail, seconds }) => [rail, Math.ceil(seconds)]));
  });
  const items = async (known: readonly Known[]): Promise<PayoutDetail[]> => {
    const numbers = known.map(({ facts }) => facts.payout);
    const [sent, receivers, cases, steps] = await Promise.all([
      sentOf(database, numbers),
      book.receivers(known.map(({ facts }) => facts)),
      database.query<{ number: bigint; due_at: Date | null; remark: string | null; step: string }>(
        `SELECT p.number, c.due_at, c.remark, c.step FROM payout_case p JOIN case_file c ON c.id = p.case_id WHERE p.number = ANY($1::bigint[]) ORDER BY c.id`,
        [numbers],
      ),
      database.query<{ number: bigint; step: string; at: Date }>(
        'SELECT number, step, at FROM payout_step WHERE number = ANY($1::bigint[])',
        [numbers],
      ),
    ]);
    const caseOf = new Map(cases.map((row) => [Number(row.number), row]));
    return known.flatMap((one) => {
      const { payout: number, account, digest } = one.facts;
      const rail = rails.get(one.facts.rail);
      const at = new Map(steps.filter((row) => Number(row.number) === number).map((row) => [row.step, row.at.getTime()]));
      return rail === undefined
        ? []
        : [viewOf(one, rail, { sent: sent.get(number), to: receivers.get(`${account} ${digest}`), found: caseOf.get(number), at })];
    });
  };
  const known = ({ event, time, seq, event_index }: LatestRow): Known => {
    const facts = eventOf<'payout'>(event);
    return { facts, changedAt: Number(time), receipt: open.includes(facts.state) ? undefined : { seq, event_index } };
  };
  return {
    items,
    /** By their numbers; those of somebody else are left out. */
    async ofOwner(account: number, numbers: readonly string[]): Promise<PayoutDetail[]> {
      const rows = await database.query<LatestRow>(
        "SELECT event, time, seq, event_index FROM latest WHERE venue = 'real' AND kind = 'payout' AND owner = $1 AND key = ANY($2::bigint[]) ORDER BY key DESC",
        [account, numbers.filter((one) => idNumber(one) !== undefined)],
      );
      return items(rows.map(known));
    },
    async page(
      account: number,
      wanted: { states: readonly string[] | null; rails: readonly number[]; from: number | null; to: number | null },
      limit: number,
      offset: number,
    ) {
      const rows = await database.query<LatestRow & { total: bigint }>(
        `SELECT event, time, seq, event_index, count(*) OVER () AS total FROM latest WHERE venue = 'real' AND kind = 'payout' AND owner = $1
           AND ($2::text[] IS NULL OR event->>'state' = ANY($2)) AND (event->>'rail')::integer = ANY($3)
           AND ($4::bigint IS NULL OR (event->>'requestedAt')::bigint >= $4) AND ($5::bigint IS NULL OR (event->>'requestedAt')::bigint < $5)
         ORDER BY key DESC LIMIT $6 OFFSET $7`,
        [account, wanted.states, wanted.rails, wanted.from, wanted.to, limit, offset],
      );
      return { list: (await items(rows.map(known))).map(itemOf), total: Number(rows[0]?.total ?? 0) };
    },
    /** Seconds from the request to the arrival: the median of the last thirty days, where there were enough. */
    typicalSeconds: async (rail: number): Promise<number | null> => (await typical()).get(rail) ?? null,
  };
}
export type PayoutReads = ReturnType<typeof createPayoutReads>;

export const itemOf = ({ timeline: _, address: __, tag: ___, ...item }: PayoutDetail): PayoutItem => item;

interface Around {
  sent: SentRow | undefined;
  to: { receiver: Receiver; label: string } | undefined;
  found: { due_at: Date | null; remark: string | null; step: string } | undefined;
  at: Map<string, number>;
}

function viewOf({ facts, changedAt, receipt }: Known, rail: Rail, { sent, to, found, at }: Around): PayoutDetail {
  const { source, asset } = rail;
  const money = (units: number) => trimZeros(formatUnits(BigInt(units), asset.scale));
  const step = stepOf(facts, sent);
  at.set('requested', facts.requestedAt);
  if (facts.flags !== 0) at.set('review', at.get('review') ?? facts.requestedAt);
  else at.set('approved', at.get('approved') ?? facts.requestedAt);
  if (sent) at.set('sending', at.get('sending') ?? sent.sent_at.getTime());
  if (!at.has(step)) at.set(step, changedAt);
  const way = wayOf(facts, step, rail, at);
  // A station that it passed between two looks was passed when the next one was reached.
  let reached = at.get(step);
  for (const one of way.slice(0, way.indexOf(step)).reverse()) {
    reached = at.get(one) ?? reached;
    if (reached !== undefined) at.set(one, reached);
  }
  const next = waitsFor(step, rail, sent) === null ? undefined : way[way.indexOf(step) + 1];
  const place = to && placeOf(to.receiver);
  return {
    ...{ id: String(facts.payout), no: String(facts.payout), channel: rail.rail, method: rail.method, asset: asset.code },
    ...{ network: source.kind === 'chain' ? source.network : null, networkName: rail.networkName },
    ...{ amount: money(facts.amount), fee: money(facts.fee), net: money(facts.amount - facts.fee) },
    ...{ status: statusOf[facts.state], step, nextStep: next ?? null, waitsFor: waitsFor(step, rail, sent) },
    ...{ createdAt: facts.requestedAt, changedAt },
    dueAt: step === 'review' || step === 'errored' ? (found?.due_at?.getTime() ?? null) : null,
    ...{ destinationId: String(facts.destination), destination: to ? `${to.label} · ${masked(to.receiver)}` : '' },
    ...{ txHash: sent?.tx_hash ?? null, confirmations: sent?.confirmations ?? null },
    needed: source.kind === 'chain' ? source.confirmations : null,
    reviewReasons: reviewsIn(facts.flags),
    reasonCode: facts.reason === 'none' ? null : facts.reason,
    remark: facts.state === 'notPassed' ? (found?.remark ?? null) : null,
    mayCancel: facts.state === 'waiting' || facts.state === 'approved',
    receipt: receipt ? { kind: 'payout', seq: String(receipt.seq), index: receipt.event_index } : null,
    timeline: way.map((one) => ({ step: one, at: at.get(one) ?? null, by: waitsFor(one, rail, sent) ?? 'exchange' })),
    ...{ address: place?.address ?? '', tag: place?.tag ?? null },
  };
}

export const mustFind = <One>(found: readonly One[]): One => {
  if (found[0] === undefined) throw new Refusal('payoutUnknown');
  return found[0];
};
