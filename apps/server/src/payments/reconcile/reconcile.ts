import { House } from '@bourse/engine';
import { formatUnits, trimZeros } from '@bourse/money';
import { flows } from '@bourse/protocol/flows';
import { openCase } from '../../cases/machine.ts';
import type { Job } from '../../jobs/jobs.ts';
import type { Catalogue } from '../../market/port.ts';
import type { Clock } from '../../platform/clock.ts';
import type { Database } from '../../platform/database.ts';
import type { Log } from '../../platform/log.ts';
import type { EnginePort } from '../../sequencer/port.ts';
import { type AssetSum, type InsideLine, type OutsideLine, scale, sumsOf } from './sums.ts';

export interface ReconcileParts {
  database: Database;
  clock: Clock;
  log: Log;
  real: EnginePort;
  catalogue: Pick<Catalogue, 'assetById'>;
  /** The venue's capital has no coins behind it: development. */
  simulatedCapital: boolean;
  /** Everything that is held outside, and what is on its way in or out. Rejects when a node or a bank does not answer. */
  outside(): Promise<readonly OutsideLine[]>;
}

export const everyMs = 600_000;
/** A coin that moves while it is counted looks like a difference once. One that stays is one. */
const looks = 3;
const lookMs = 4_000;
/** Runs that are kept, beside those with a difference: about two months. */
const keptMs = 60 * 86_400_000;

/** With these the house's capital enters. */
const { houseFunding, houseInsuranceFunding, houseYieldFunding, houseMakerFunding } = flows;
const capitalFlows = [houseFunding, houseInsuranceFunding, houseYieldFunding, houseMakerFunding].map(({ code }) => code);

/** A figure in whole units of its asset. */
export const figure = (units: bigint): string => trimZeros(formatUnits(units, scale));

/** Compares what is held outside with what is owed inside, keeps the result, and opens a case about each asset that does not fit. */
export function createReconciliation({ database, clock, log, real, catalogue, simulatedCapital, outside }: ReconcileParts) {
  let found: readonly AssetSum[] = [];

  /** The ledger as the histories have it, at one sequence. */
  const inside = (): Promise<{ seq: number; lines: InsideLine[] }> =>
    database.transaction(async (tx) => {
      await tx.query('SET TRANSACTION ISOLATION LEVEL REPEATABLE READ, READ ONLY');
      const seq = real.projected();
      const owed = await tx.query<{ asset: number; owed: string }>(
        "SELECT asset, (-sum(available + frozen))::text AS owed FROM balance WHERE venue = 'real' AND account = $1 GROUP BY asset",
        [House.external],
      );
      const capital = simulatedCapital
        ? await tx.query<{ asset: number; sum: string }>(
            "SELECT asset, (-sum(available_delta))::text AS sum FROM ledger_line WHERE venue = 'real' AND account = $1 AND flow = ANY($2) GROUP BY asset",
            [House.external, capitalFlows],
          )
        : [];
      const simulated = new Map(capital.map(({ asset, sum }) => [asset, BigInt(sum)]));
      const lines = owed.flatMap((row) => {
        const asset = catalogue.assetById(row.asset);
        return asset === undefined
          ? []
          : [{ asset: row.asset, decimals: asset.scale, owed: BigInt(row.owed), simulated: simulated.get(row.asset) ?? 0n }];
      });
      return { seq, lines };
    });

  const look = async () => {
    const { seq: head } = await real.read((engine) => engine.seq);
    await real.waitProjected(head, 3_000);
    const held = await outside();
    const { seq, lines } = await inside();
    return { seq, sums: sumsOf(held, lines) };
  };
  const differing = (sums: readonly AssetSum[]) => sums.filter(({ difference }) => difference !== 0n);

  /** Differences that stay the same while it is looked at several times. What moved between two looks is looked at again. */
  const steady = async () => {
    let last = await look();
    for (let at = 1; at < looks && differing(last.sums).length > 0; at += 1) {
      await new Promise<void>((resolve) => clock.after(lookMs, resolve));
      const next = await look();
      const before = new Map(last.sums.map(({ asset, difference }) => [asset, difference]));
      last = {
        ...next,
        sums: next.sums.map((sum) => (before.get(sum.asset) === 0n ? { ...sum, difference: 0n } : sum)),
      };
    }
    return last;
  };

  const run = async (): Promise<void> => {
    const at = new Date(clock.now());
    let read: Awaited<ReturnType<typeof steady>>;
    try {
      read = await steady();
    } catch (error) {
      const problem = (error as Error).message.slice(0, 500);
      await database.query('INSERT INTO reconciliation (at, seq, problem) VALUES ($1, $2, $3)', [at, real.projected(), problem]);
      throw error;
    }
    const { seq, sums } = read;
    await database.transaction(async (tx) => {
      const [row] = await tx.query<{ id: bigint }>('INSERT INTO reconciliation (at, seq) VALUES ($1, $2) RETURNING id', [at, seq]);
      for (const sum of sums) {
        const places = sum.places.map(({ where, kind, units }) => ({ where, kind, amount: figure(units) }));
        const { custody, liabilities, simulated, notCredited, beingSent, cost, difference } = sum;
        await tx.query(
          `INSERT INTO reconciliation_line (reconciliation_id, asset, custody, liabilities, simulated, not_credited, being_sent, cost, difference, places)
           VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)`,
          [
            row!.id,
            sum.asset,
            ...[custody, liabilities, simulated, notCredited, beingSent, cost, difference].map(figure),
            JSON.stringify(places),
          ],
        );
      }
      for (const { asset, difference } of differing(sums)) {
        const code = catalogue.assetById(asset)?.code ?? String(asset);
        const subject = { asset: code, difference: figure(difference), reconciliation: String(row!.id) };
        const evidence = [{ kind: 'difference', text: `${figure(difference)} ${code}`, required: true }];
        const one = { kind: 'difference', venue: 'real', customer: null, account: null, subject, evidence } as const;
        await openCase(tx, one, { kind: 'machine' }, at.getTime());
      }
      await tx.query(
        'DELETE FROM reconciliation r WHERE at < $1 AND NOT EXISTS (SELECT 1 FROM reconciliation_line l WHERE l.reconciliation_id = r.id AND difference <> 0)',
        [new Date(at.getTime() - keptMs)],
      );
    });
    found = differing(sums);
    for (const { asset, difference } of found)
      log.error({ asset, difference: figure(difference) }, 'what is held outside differs from what is owed');
  };
  const job: Job = { name: 'reconcile', everyMs, run };
  return {
    job,
    run,
    /** For `/health`. */
    warnings: (): string[] =>
      found.map(
        ({ asset, difference }) =>
          `What is held outside differs from what is owed by ${figure(difference)} ${catalogue.assetById(asset)?.code ?? asset}.`,
      ),
  };
}
