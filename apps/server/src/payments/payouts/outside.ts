import { type Chain, type Network, networks } from '@bourse/chains';
import type { Database } from '../../platform/database.ts';
import type { Log } from '../../platform/log.ts';
import type { EnginePort } from '../../sequencer/port.ts';
import type { OutsideWorld } from '../outside/outside-process.ts';
import { type ChainRail, onChain, type Rail, type Rails, type Vault } from '../port.ts';
import type { SentTransaction } from '../reconcile/costs.ts';
import type { OutsideLine } from '../reconcile/sums.ts';
import { unitsOf } from './driver.ts';
import { sentOf } from './store.ts';

/** Whole coins that the simulated world puts into each hot wallet; of bitcoin there are few. */
const lentCoins = (network: Network) => (networks[network].family === 'bitcoin' ? 9n : 100_000n);

const pays = (rail: Rail): rail is ChainRail => onChain(rail) && (rail.rules.open & 2) !== 0;

/**
 * What a transaction of ours that waits for a block spends. Bitcoin's nodes list it no more, and it is held until a block has the transaction. 0n: nothing, or a
 * block has it.
 */
export async function spentInWaiting(chain: Chain | undefined, hashes: readonly string[], fee: unknown): Promise<bigint> {
  const { inputs } = (fee ?? {}) as { inputs?: readonly { units: string }[] };
  if (chain === undefined || inputs === undefined || networks[chain.network].family !== 'bitcoin') return 0n;
  const known = (await Promise.all(hashes.map((hash) => chain.transaction(hash)))).flatMap((one) => one ?? []);
  if (known.length === 0 || known.some(({ block }) => block !== undefined)) return 0n;
  return inputs.reduce((sum, { units }) => sum + BigInt(units), 0n);
}

/** Hot wallets as reconciliation counts them, and what is on its way out of them. */
export function createHotWallets(parts: {
  database: Database;
  clock: { now(): number };
  real: EnginePort;
  rails: Rails;
  vault(): Vault | undefined;
  outside(): OutsideWorld | undefined;
  log: Log;
}) {
  const { database, clock, log, real, rails, vault, outside } = parts;
  const addresses = async (): Promise<Map<number, string>> => {
    const signer = vault();
    if (signer === undefined) return new Map();
    return new Map((await signer.about()).rails.flatMap(({ rail, address }) => (address === undefined ? [] : [[rail, address] as const])));
  };
  return {
    /** Rejects when a node or the vault does not answer. */
    async lines(): Promise<OutsideLine[]> {
      const known = await addresses();
      const lines: OutsideLine[] = [];
      for (const rail of rails.all().filter(pays)) {
        const [address, chain] = [known.get(rail.rail), rails.chain(rail.source.network)];
        if (address === undefined || chain === undefined) continue;
        const line = { asset: rail.asset.id, decimals: rail.source.decimals };
        // An address that also receives is counted with those.
        const [receives] = await database.query('SELECT 1 FROM deposit_address WHERE network = $1 AND address = $2 LIMIT 1', [
          rail.source.network,
          address,
        ]);
        if (receives === undefined)
          lines.push({ ...line, kind: 'custody', where: address, units: await chain.balance(address, rail.source.token) });
        const [lent] = await database.query<{ units: string }>(
          // What was noticed as a deposit of nobody is not credited, and so balances itself.
          'SELECT l.units::text AS units FROM vault_lent l WHERE l.rail = $1 AND NOT EXISTS (SELECT 1 FROM deposit d WHERE d.tx_hash = l.tx_hash)',
          [rail.rail],
        );
        if (lent) lines.push({ ...line, kind: 'lent', where: `lent to ${rail.code}`, units: BigInt(lent.units) });
      }
      const { value: open } = await real.read((engine) => engine.payments().openPayouts());
      const sent = await sentOf(
        database,
        open.map(({ payout }) => payout),
      );
      for (const facts of open) {
        const [rail, row] = [rails.get(facts.rail), sent.get(facts.payout)];
        if (rail === undefined || !pays(rail)) continue;
        const spent = row && (await spentInWaiting(rails.chain(rail.source.network), row.hashes, row.fee));
        if (spent)
          lines.push({ asset: rail.asset.id, decimals: rail.source.decimals, kind: 'custody', where: row.tx_hash ?? '', units: spent });
        if ((row?.confirmations ?? 0) === 0) continue;
        lines.push({
          asset: rail.asset.id,
          decimals: rail.source.decimals,
          kind: 'beingSent',
          where: row?.tx_hash ?? '',
          units: unitsOf(facts, rail),
        });
      }
      return lines;
    },
    /** Transactions in a block whose cost is not booked yet. */
    async sent(): Promise<SentTransaction[]> {
      const rows = await database.query<{ network: Network; hash: string; final: boolean }>(
        `SELECT network, hash, final FROM (
           SELECT number, network, coalesce(final_hash, CASE WHEN ended_at IS NULL AND confirmations > 0 THEN tx_hash END) AS hash, final_hash IS NOT NULL AS final FROM payout_sent
         ) p WHERE hash IS NOT NULL AND network <> 'bank'
           AND NOT EXISTS (SELECT 1 FROM network_cost c WHERE c.network = p.network AND c.tx_hash = p.hash) ORDER BY number`,
      );
      return rows.map(({ network, hash, final }) => ({ network, txHash: hash, final }));
    },
    /** In development the simulated world fills each hot wallet, once. */
    async fill(): Promise<void> {
      const world = outside();
      if (world === undefined) return;
      for (const [number, to] of await addresses()) {
        const rail = rails.get(number);
        if (rail === undefined || !pays(rail)) continue;
        const { network, token, decimals } = rail.source;
        const units = lentCoins(network) * 10n ** BigInt(decimals);
        const made = await database.query(
          'INSERT INTO vault_lent (rail, units, at) VALUES ($1, $2, $3) ON CONFLICT DO NOTHING RETURNING rail',
          [number, String(units), new Date(clock.now())],
        );
        if (made.length === 0) continue;
        try {
          const txHash = await world.deed({ do: 'pay', network, to, units: String(units), token });
          await database.query('UPDATE vault_lent SET tx_hash = $2 WHERE rail = $1', [number, txHash]);
        } catch (error) {
          log.warn({ rail: number, err: error }, 'the simulated world did not fill a hot wallet');
          await database.query('DELETE FROM vault_lent WHERE rail = $1', [number]);
        }
      }
    },
  };
}
