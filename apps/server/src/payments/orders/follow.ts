import { type Chain, ChainProblem, type Network, noAnswer } from '@bourse/chains';
import type { DepositStep } from '@bourse/protocol';
import type { Job } from '../../jobs/jobs.ts';
import type { Database, Queryable } from '../../platform/database.ts';
import { inTurns, placeByPlace } from '../../platform/in-turns.ts';
import type { Log } from '../../platform/log.ts';
import { reviewDeposit } from '../deposits/credit.ts';
import { moveDeposit } from '../deposits/store.ts';
import type { Rail, Rails } from '../port.ts';
import { picturesOf } from './pictures.ts';
import { type OrderRow, orderOf } from './store.ts';

/** How long a transaction that no node knows is looked for. Then people look. */
const searchMs = 24 * 3_600_000;

export interface FollowParts {
  database: Database;
  clock: { now(): number };
  log: Log;
  rails: Rails;
  /** Clients of their own: they look for addresses of the house, which no customer's watcher looks for. */
  houseChains: ReadonlyMap<Network, Chain>;
  houseWatched: ReadonlyMap<Network, Set<string>>;
}

interface Named {
  number: bigint;
  rail: number;
}

type Found = { kind: 'final'; units: bigint } | { kind: 'waiting'; confirmations: number } | { kind: 'none' };

/** Orders whose time is over end; transactions that customers named are looked for on their chains. */
export function createFollow({ database, clock, log, rails, houseChains, houseWatched }: FollowParts) {
  /** What a transaction paid to an address, once it is as deep as the rail asks. */
  const look = async ({ source }: Rail, hash: string, address: string): Promise<Found> => {
    if (source.kind !== 'screenshot') return { kind: 'none' };
    const chain = houseChains.get(source.network);
    if (chain === undefined) return { kind: 'waiting', confirmations: 0 };
    houseWatched.get(source.network)?.add(address);
    const found = await chain.transaction(hash);
    if (found === undefined) return { kind: 'none' };
    const { block, confirmations } = found;
    if (block === undefined || confirmations < source.confirmations) return { kind: 'waiting', confirmations };
    const [read] = await chain.transfersIn(block.height, block.height);
    // The chain was reorganised while it was read: the next run reads it again.
    if (read?.hash !== block.hash) return { kind: 'waiting', confirmations: 0 };
    const paid = read.transfers.filter((one) => one.txHash === hash && one.to === address && one.token === source.token);
    return { kind: 'final', units: paid.reduce((sum, { units }) => sum + units, 0n) };
  };
  const toPeople = (tx: Queryable, row: OrderRow, rail: Rail, subject: Record<string, string>) =>
    picturesOf(tx, row.number).then((evidence) => reviewDeposit(tx, row, rail, clock.now(), { subject, evidence }));

  const one = async (row: OrderRow, rail: Rail): Promise<void> => {
    const found = await look(rail, row.tx_hash!, row.address!);
    const now = clock.now();
    if (found.kind === 'waiting') {
      await database.query('UPDATE deposit SET confirmations = $2 WHERE number = $1', [row.number, found.confirmations]);
      return;
    }
    const submitted = row.steps.submitted ?? now;
    if (found.kind === 'none' && now - submitted < searchMs) return;
    await database.transaction(async (tx) => {
      if (found.kind === 'none' || found.units === 0n)
        return toPeople(tx, row, rail, { chain: found.kind === 'none' ? 'transactionNotFound' : 'paidNothingToUs' });
      const set = { set: 'units = $6', values: [String(found.units)] };
      const matched = await moveDeposit(tx, row.number, 'matched', { from: ['submitted'], now, ...set });
      if (matched === undefined) return;
      const announced = found.units === BigInt(row.units) ? 'agrees' : 'differs';
      await toPeople(tx, { ...row, ...matched }, rail, { chain: 'final', amountCheck: announced });
    });
  };

  const named = inTurns(
    200,
    (after, size) =>
      database.query<Named>(
        "SELECT number, rail FROM deposit WHERE step = 'submitted' AND tx_hash IS NOT NULL AND address IS NOT NULL AND number > $1 ORDER BY number LIMIT $2",
        [after, size],
      ),
    ({ number }) => number,
  );
  const job: Job = {
    name: 'follow-deposit-orders',
    everyMs: 15_000,
    run: async () => {
      const late = await database.query<{ number: bigint }>(
        "SELECT number FROM deposit WHERE step = 'awaiting' AND expires_at <= $1 ORDER BY expires_at LIMIT 500",
        [new Date(clock.now())],
      );
      const from: readonly DepositStep[] = ['awaiting'];
      for (const { number } of late) await moveDeposit(database, number, 'expired', { from, now: clock.now() });
      const waits = ({ number }: Named, error: unknown) =>
        log.warn({ deposit: String(number), err: error }, 'a transaction that a customer named could not be looked for; it is tried again');
      await placeByPlace(await named(), {
        placeOf: ({ rail }) => ((source) => source && 'network' in source && source.network)(rails.get(rail)?.source),
        work: async (named) => {
          const row = await orderOf(database, named.number);
          const rail = row && rails.get(row.rail);
          if (row?.step !== 'submitted' || rail === undefined) return;
          await one(row, rail).catch((error: unknown) => {
            if (noAnswer(error) || !(error instanceof ChainProblem)) throw error;
            waits(named, error);
          });
        },
        noAnswer,
        waits,
      });
    },
  };
  return job;
}
