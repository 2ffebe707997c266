import { formatUnits, trimZeros } from '@bourse/money';
import type { CallOutput } from '@bourse/protocol';
import { Refusal } from '@bourse/protocol/errors';
import { toBase64 } from '@bourse/transparency';
import type { Handlers } from '../../calls/handlers.ts';
import type { AssetInfo, Catalogue } from '../../market/port.ts';
import type { Database } from '../../platform/database.ts';
import { anchorIdOf } from '../../sequencer/anchor.ts';
import type { EnginePort } from '../../sequencer/port.ts';
import { evidenceOfCommand } from '../../transparency/evidence.ts';
import type { Liabilities } from './liabilities.ts';
import { shownLeaf, shownRoot } from './shown.ts';
import { assetsOf, leavesOf, type Stored, type StoredAsset } from './store.ts';

type Names = 'GET pay/proof/latest' | 'GET pay/proof/mine';
type Latest = NonNullable<CallOutput<'GET pay/proof/latest'>['latest']>;

export interface HandlerParts {
  database: Database;
  real: EnginePort;
  catalogue: Pick<Catalogue, 'assetById'>;
  liabilities: Liabilities;
  everyMs: number;
}

/** What is owed, for everybody, and each customer's own part of it. */
export function liabilityHandlers({ database, real, catalogue, liabilities, everyMs }: HandlerParts): Handlers<Names> {
  const assetOf = (id: number): AssetInfo => {
    const asset = catalogue.assetById(id);
    if (!asset) throw new Error(`asset ${id} is owed and is not in the catalogue`);
    return asset;
  };
  const custody = async () => {
    const [run] = await database.query<{ id: bigint; at: Date }>(
      'SELECT id, at FROM reconciliation WHERE problem IS NULL ORDER BY id DESC LIMIT 1',
    );
    const lines = run
      ? await database.query<{ asset: number; custody: string; difference: string }>(
          'SELECT asset, custody::text, difference::text FROM reconciliation_line WHERE reconciliation_id = $1',
          [run.id],
        )
      : [];
    return { at: run?.at.getTime() ?? null, by: new Map(lines.map((line) => [line.asset, line])) };
  };
  const evidence = async ({ digest, anchorSeq }: Stored): Promise<Latest['evidence']> => {
    const applied = await real.outcomeOf(0, anchorIdOf('liabilities', digest));
    if (applied === undefined || applied.seq !== anchorSeq) return null;
    return (await evidenceOfCommand(database, real.venue, applied.seq, applied.outcome)) as Latest['evidence'];
  };
  const published = ({ asset: id, root, total, house, customers }: StoredAsset, held: Awaited<ReturnType<typeof custody>>) => {
    const asset = assetOf(id);
    const line = held.by.get(id);
    return {
      ...{ asset: asset.code, scale: asset.scale, ...shownRoot(id, { hash: root, sum: total }, customers) },
      total: formatUnits(total, asset.scale),
      house: formatUnits(house, asset.scale),
      custody: line ? trimZeros(line.custody) : null,
      difference: line ? trimZeros(line.difference) : null,
    };
  };

  return {
    'GET pay/proof/latest': async () => {
      const everyS = everyMs / 1000;
      const stored = await liabilities.newest();
      if (!stored || stored.anchorSeq === null) return { latest: null, everyS };
      const [assets, held, proof] = await Promise.all([assetsOf(database, stored.id), custody(), evidence(stored)]);
      const latest: Latest = {
        ...{ seq: stored.seq, time: stored.at.getTime(), digest: toBase64(stored.digest), anchorSeq: stored.anchorSeq },
        ...{ assets: assets.map((asset) => published(asset, held)), custodyAt: held.at, evidence: proof },
      };
      return { latest, everyS };
    },

    'GET pay/proof/mine': async ({ seq }, { session: { account } }) => {
      const stored = await liabilities.newest();
      // Newer trees took the place of those that were asked for.
      if (stored?.seq !== seq) throw new Refusal('notFound');
      const { trees, owed } = await liabilities.trees(stored);
      const leaves = owed.assets.flatMap(({ asset: id, customers }) => {
        const mine = customers.of(account);
        return [...leavesOf(stored.secret, id, mine ? [mine] : [])].map((leaf) => {
          const path = trees.get(id)?.pathOf(leaf);
          if (!path) throw new Error(`the tree of asset ${id} at ${seq} lacks a leaf that was stored with it`);
          return { asset: assetOf(id).code, ...shownLeaf(id, leaf, path) };
        });
      });
      return { account, leaves };
    },
  };
}
