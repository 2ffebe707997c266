import { type Chain, ChainProblem, type Network, noAnswer } from '@bourse/chains';
import type { Job } from '../../jobs/jobs.ts';
import type { Database } from '../../platform/database.ts';
import { inTurns, placeByPlace } from '../../platform/in-turns.ts';
import type { Log } from '../../platform/log.ts';
import { spentInWaiting } from '../payouts/outside.ts';
import { type ChainRail, onChain, type Rails, type Vault, VaultProblem } from '../port.ts';
import type { SentTransaction } from '../reconcile/costs.ts';
import type { OutsideLine } from '../reconcile/sums.ts';
import { type Candidate, candidates, mostAtOnce, questionFor, type SweepQuestion } from './propose.ts';

export interface SweepParts {
  database: Database;
  clock: { now(): number };
  log: Log;
  rails: Rails;
  vault(): Vault | undefined;
  /** Between any two deeds, for tests that end it there. */
  between?: () => void;
}

interface Row extends Record<string, unknown> {
  number: bigint;
  network: Network;
  rail: number;
  address: string;
  request: SweepQuestion;
  begun_at: Date;
  raw: string | null;
  hash: string | null;
  fuel_raw: string | null;
  fuel_hash: string | null;
  last_time: bigint | null;
  final_hash: string | null;
}
const columns = 'number, network, rail, address, request, begun_at, raw, hash, fuel_raw, fuel_hash, last_time, final_hash';
/** The vault signed nothing, so what is proposed next is another sweep. */
const nothingSigned = ['capReached', 'feeTooHigh', 'inputsWrong', 'addressWrong'];
/** One that takes longer is told. */
const lateMs = 3_600_000;

/**
 * Gathers the coins of deposit addresses where the vault's policy says. Money moves between two places of the house only: no customer's balance changes. Every deed may be
 * repeated, because the vault signs one sweep once and a chain takes that once.
 */
export function createSweeps({ database, clock, log, rails, vault, between = () => {} }: SweepParts) {
  const problems = new Map<string, string>();

  /** Rail by rail. An address at which less is than the table says, because an earlier sweep took it along, holds up no other. */
  const turns = new Map<number, () => Promise<Candidate[]>>();
  const nextOf = (rail: ChainRail) => {
    const known = turns.get(rail.rail);
    if (known !== undefined) return known();
    const next = inTurns(
      mostAtOnce,
      (after) => candidates(database, rail, clock.now(), after),
      ({ index }) => BigInt(index),
    );
    turns.set(rail.rail, next);
    return next();
  };
  const propose = async (rail: ChainRail, chain: Chain, to: string): Promise<void> => {
    for (const one of await nextOf(rail)) {
      const question = await questionFor(rail, chain, one, to);
      if (question === undefined) continue;
      // One sweep of an address at a time: the coin that one needs for its fee, another would take.
      await database.query(
        'INSERT INTO sweep (network, rail, address, request, begun_at) VALUES ($1, $2, $3, $4, $5) ON CONFLICT DO NOTHING',
        [rail.source.network, rail.rail, one.address, JSON.stringify(question), new Date(clock.now())],
      );
      between();
    }
  };

  const set = (number: bigint, assignments: string, values: readonly unknown[]) =>
    database.query(`UPDATE sweep SET ${assignments} WHERE number = $1`, [number, ...values]);

  const sign = async (row: Row, signer: Vault): Promise<Row | undefined> => {
    try {
      const { raw, hash, fuel, lastTime } = await signer.sweep({ ...row.request, id: `sweep/${row.number}` });
      between();
      // Kept before anything is sent: what the hot wallet sends to an address of a customer is nobody's deposit.
      const kept = { raw, hash, fuel_raw: fuel?.raw ?? null, fuel_hash: fuel?.hash ?? null };
      const ends = lastTime === undefined ? null : BigInt(lastTime);
      await set(row.number, 'raw = $2, hash = $3, fuel_raw = $4, fuel_hash = $5, last_time = $6, problem = NULL', [
        ...[...Object.values(kept), ends],
      ]);
      return { ...row, ...kept, last_time: ends };
    } catch (error) {
      if (!(error instanceof VaultProblem) || error.refusal === '') throw error;
      const over = nothingSigned.includes(error.refusal);
      await set(row.number, 'problem = $2, ended_at = $3', [error.refusal, over ? new Date(clock.now()) : null]);
      problems.set(`rail ${row.rail}`, `The vault refuses to sweep ${row.address} (${error.refusal}): ${error.message}`);
      return undefined;
    }
  };

  /** A transaction of a sweep once it is final, or `over` once it can never be. One that no node knows is sent, or sent again. */
  const final = async (chain: Chain, hash: string, raw: string, needed: number, lastTime: number) => {
    // Read before the transaction: a block that stays and is as late proves that none holds it.
    const [stays, head] = [await chain.finalHead?.(), await chain.head()];
    const known = await chain.transaction(hash);
    if (known === undefined && stays !== undefined && stays.time >= lastTime) return 'over';
    if (known === undefined && head.time < lastTime) await chain.broadcast(raw);
    between();
    return known !== undefined && known.confirmations >= needed ? known : undefined;
  };

  const follow = async (row: Row, rail: ChainRail, chain: Chain, signer: Vault): Promise<void> => {
    const one = row.raw === null ? await sign(row, signer) : row;
    if (one === undefined || one.raw === null || one.hash === null) return;
    const { confirmations } = rail.source;
    const lastTime = one.last_time === null ? Number.POSITIVE_INFINITY : Number(one.last_time);
    const step = (hash: string, raw: string) => final(chain, hash, raw, confirmations, lastTime);
    const fuelled = one.fuel_raw === null || one.fuel_hash === null ? undefined : await step(one.fuel_hash, one.fuel_raw);
    if (one.fuel_raw !== null && fuelled === undefined) return;
    const ended = fuelled === 'over' ? 'over' : await step(one.hash, one.raw);
    if (ended === undefined) return;
    if (ended === 'over') {
      // The coin for it may have arrived: what that cost is booked, and the next sweep of the address uses it.
      await set(row.number, 'final_hash = $2, ended_at = $3, problem = $4', [
        ...[fuelled === 'over' ? null : one.fuel_hash, new Date(clock.now()), 'expired'],
      ]);
      return;
    }
    // One that failed cost its fee all the same.
    const problem = ended.succeeded === false ? 'failed' : null;
    await database.transaction(async (tx) => {
      await tx.query('UPDATE sweep SET final_hash = hash, ended_at = $2, problem = $3 WHERE number = $1', [
        ...[row.number, new Date(clock.now()), problem],
      ]);
      // What was credited before the sweep began is not at the address any more.
      if (problem === null)
        await tx.query(
          "UPDATE deposit SET swept = true WHERE rail = $1 AND address = $2 AND step = 'credited' AND NOT swept AND changed_at <= $3",
          [...[row.rail, row.address, row.begun_at]],
        );
    });
  };

  const underWay = inTurns(
    200,
    (after, size) =>
      database.query<Row>(`SELECT ${columns} FROM sweep WHERE ended_at IS NULL AND number > $1 ORDER BY number LIMIT $2`, [after, size]),
    ({ number }) => number,
  );
  const run = async (): Promise<void> => {
    problems.clear();
    const signer = vault();
    if (signer === undefined) return;
    const tried = async (what: string, work: () => Promise<void>) => {
      try {
        await work();
      } catch (error) {
        if (!(error instanceof ChainProblem || error instanceof VaultProblem)) throw error;
        problems.set(what, error.message);
      }
    };
    await tried('the vault', async () => {
      const places = new Map((await signer.about()).rails.map(({ rail, sweepsTo }) => [rail, sweepsTo]));
      for (const rail of rails.all().filter(onChain)) {
        const [to, chain] = [places.get(rail.rail), rails.chain(rail.source.network)];
        if (rail.source.sweepFrom === undefined || to === undefined || chain === undefined) continue;
        await tried(rail.code, () => propose(rail, chain, to));
      }
      const nameOf = ({ number }: Row) => `sweep ${number}`;
      await placeByPlace(await underWay(), {
        placeOf: ({ network }) => network,
        work: async (row) => {
          const [rail, chain] = [rails.get(row.rail), rails.chain(row.network)];
          if (!onChain(rail) || chain === undefined) return;
          await follow(row, rail, chain, signer).catch((error: unknown) => {
            if (noAnswer(error) || !(error instanceof ChainProblem || error instanceof VaultProblem)) throw error;
            problems.set(nameOf(row), error.message);
          });
          if (clock.now() - row.begun_at.getTime() > lateMs && !problems.has(nameOf(row)))
            problems.set(nameOf(row), `Sweep ${row.number} of ${row.address} takes longer than an hour.`);
        },
        noAnswer,
        waits: (row, error) => problems.set(nameOf(row), (error as Error).message),
      });
    });
    for (const [what, problem] of problems) log.warn({ what, problem }, 'coins of deposit addresses are not gathered now');
  };

  return {
    job: { name: 'sweep-addresses', everyMs: 10_000, run } satisfies Job,
    warnings: (): string[] => [...problems.values()],
    /** Transactions whose cost is not booked yet; those of which the last is final may be. */
    async sent(): Promise<SentTransaction[]> {
      const rows = await database.query<{ network: Network; tx: string; final: boolean }>(
        `SELECT s.network, t.tx, s.final_hash IS NOT NULL AS final FROM sweep s, unnest(ARRAY[s.hash, s.fuel_hash]) AS t (tx)
         WHERE s.raw IS NOT NULL AND t.tx IS NOT NULL AND (s.problem IS DISTINCT FROM 'expired' OR t.tx = s.final_hash) AND NOT EXISTS (SELECT 1 FROM network_cost c WHERE c.network = s.network AND c.tx_hash = t.tx)
         ORDER BY s.number`,
      );
      return rows.map(({ network, tx, final }) => ({ network, txHash: tx, final }));
    },
    /** What was gathered elsewhere than in a hot wallet, and what waits for a block. Rejects when a node or the vault does not answer. */
    async lines(): Promise<OutsideLine[]> {
      const signer = vault();
      const places = signer === undefined ? [] : (await signer.about()).rails;
      const lines: OutsideLine[] = [];
      for (const row of await database.query<Row>(`SELECT ${columns} FROM sweep WHERE ended_at IS NULL AND hash IS NOT NULL`)) {
        const rail = rails.get(row.rail);
        const units = await spentInWaiting(rails.chain(row.network), [row.hash!], row.request.fee);
        if (onChain(rail) && units > 0n)
          lines.push({ asset: rail.asset.id, kind: 'custody', where: row.hash!, units, decimals: rail.source.decimals });
      }
      for (const { rail: number, address, sweepsTo } of places) {
        const rail = rails.get(number);
        const chain = onChain(rail) ? rails.chain(rail.source.network) : undefined;
        if (sweepsTo === undefined || sweepsTo === address || !onChain(rail) || chain === undefined) continue;
        const units = await chain.balance(sweepsTo, rail.source.token);
        lines.push({ asset: rail.asset.id, kind: 'custody', where: sweepsTo, units, decimals: rail.source.decimals });
      }
      return lines;
    },
  };
}
export type Sweeps = ReturnType<typeof createSweeps>;
