import { createHash } from 'node:crypto';
import { type Chain, type Network, noAnswer } from '@bourse/chains';
import { formatUnits, unitsOf } from '@bourse/money';
import type { Job } from '../../jobs/jobs.ts';
import type { AssetInfo } from '../../market/port.ts';
import type { Clock } from '../../platform/clock.ts';
import type { Database } from '../../platform/database.ts';
import { eachAlone, placeByPlace } from '../../platform/in-turns.ts';
import { derivedCommandId } from '../../sequencer/command-ids.ts';
import type { EnginePort } from '../../sequencer/port.ts';
import { type OutsideLine, scale } from './sums.ts';

/** A transaction of ours. */
export interface SentTransaction {
  network: Network;
  txHash: string;
  /** It stays where it is, so what it cost is booked. Until then that is only counted. */
  final: boolean;
}

export interface CostParts {
  database: Database;
  clock: Clock;
  real: EnginePort;
  /** Transactions whose cost is not known yet. */
  sent(): Promise<readonly SentTransaction[]>;
  chain(network: Network): Chain | undefined;
  /** The coin in which a network takes its cost, and the decimals of its smallest unit; undefined when the exchange does not hold it. */
  coinOf(network: Network): { asset: AssetInfo; decimals: number } | undefined;
}

interface Row {
  network: string;
  tx_hash: string;
  asset: number;
  cost: string;
  refused: number;
}

const sha256 = (text: string) => createHash('sha256').update(text).digest();
/** A transaction has the same command id until the engine has refused it, so it is booked once. */
const commandIdOf = ({ network, tx_hash, refused }: Row): string => derivedCommandId(`network cost:${network}:${tx_hash}:${refused}`);

/** Books what networks kept of the house's coins, transaction by transaction. */
export function createCosts({ database, clock, real, sent, chain, coinOf }: CostParts) {
  const findOne = async ({ network, txHash, final }: SentTransaction): Promise<void> => {
    if (!final) return;
    const coin = coinOf(network);
    const known = await chain(network)?.transaction(txHash);
    if (coin === undefined || known?.fee === undefined) return;
    await database.query(
      'INSERT INTO network_cost (network, tx_hash, asset, cost, found_at) VALUES ($1, $2, $3, $4, $5) ON CONFLICT DO NOTHING',
      [network, txHash, coin.asset.id, formatUnits(known.fee, coin.decimals), new Date(clock.now())],
    );
  };
  const find = async () => placeByPlace(await sent(), { placeOf: ({ network }) => network, work: findOne, noAnswer });
  const book = async () => {
    const rows = await database.query<Row & Record<string, unknown>>(
      'SELECT network, tx_hash, asset, cost, refused FROM network_cost WHERE booked_seq IS NULL ORDER BY refused, found_at LIMIT 500',
    );
    await eachAlone(rows, async (row) => {
      const coin = coinOf(row.network as Network);
      if (coin === undefined) return;
      const amount = unitsOf(row.cost, scale) / 10n ** BigInt(scale - coin.asset.scale);
      let seq = 0;
      if (amount > 0n) {
        const evidence = sha256(`${row.network}\n${row.tx_hash}`).toString('base64url');
        const command = { kind: 'bookNetworkCost', asset: row.asset, amount, evidence } as const;
        const applied = await real.submit({ account: 0, commandId: commandIdOf(row), command });
        if (!applied.outcome.ok) {
          // The house's fees do not hold that much yet. It stays a cost that is not booked until somebody funds them.
          await database.query('UPDATE network_cost SET refused = refused + 1 WHERE network = $1 AND tx_hash = $2 AND refused = $3', [
            row.network,
            row.tx_hash,
            row.refused,
          ]);
          return;
        }
        seq = applied.seq;
      }
      await database.query('UPDATE network_cost SET booked = $3, booked_seq = $4 WHERE network = $1 AND tx_hash = $2', [
        row.network,
        row.tx_hash,
        formatUnits(amount, coin.asset.scale),
        seq,
      ]);
    });
  };
  const job: Job = {
    name: 'network-costs',
    everyMs: 60_000,
    // A node that does not answer keeps back the costs of its own network only.
    run: () => eachAlone([find, book], (work) => work()),
  };
  return {
    job,
    /** Costs of which not all is booked. A network takes them with the block, long before it is final. */
    lines: async (): Promise<OutsideLine[]> => {
      const fresh: OutsideLine[] = [];
      for (const { network, txHash } of await sent()) {
        const coin = coinOf(network);
        const fee = coin && (await chain(network)?.transaction(txHash))?.fee;
        if (coin !== undefined && fee !== undefined)
          fresh.push({ asset: coin.asset.id, kind: 'cost', where: txHash, units: fee, decimals: coin.decimals });
      }
      const rows = await database.query<{ asset: number; network: string; open: string }>(
        'SELECT asset, network, sum(cost - booked) AS open FROM network_cost GROUP BY asset, network HAVING sum(cost - booked) <> 0',
      );
      const known = rows.map(
        ({ asset, network, open }): OutsideLine => ({ asset, kind: 'cost', where: network, units: unitsOf(open, scale), decimals: scale }),
      );
      return [...fresh, ...known];
    },
  };
}
