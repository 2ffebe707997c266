import {
  type Block,
  type Chain,
  ChainProblem,
  externalIdOf,
  maxBlocks,
  type Network,
  type Observation,
  type WatcherStore,
} from '@bourse/chains';
import type { Database } from '../../platform/database.ts';
import type { Rails } from '../port.ts';
import { railOf } from './store.ts';

/** Blocks in one run: a rescan of a long time must not hold up what is new. */
const callsInOneRun = 5;

export interface RescanParts {
  database: Database;
  clock: { now(): number };
  rails: Rails;
  network: Network;
  chain: Chain;
  store: WatcherStore;
  needed: (transfer: Observation['transfer']) => number;
}

interface Row extends Record<string, unknown> {
  id: bigint;
  next_height: bigint;
  to_height: bigint;
}

/**
 * Reads the blocks that an operator asked for once more, after the watcher has read what is new. A payment that is known stays exactly as it is: only one that no table
 * knows is written down, as if the watcher had seen it. Whether it is credited is decided as for any other, and once.
 */
export async function rescan({ database, clock, rails, network, chain, store, needed }: RescanParts): Promise<void> {
  const [asked] = await database.query<Row>('SELECT id, next_height, to_height FROM chain_rescan WHERE network = $1 AND done_at IS NULL', [
    network,
  ]);
  if (asked === undefined) return;
  const to = Number(asked.to_height);
  let from = Number(asked.next_height);
  for (let at = 0; at < callsInOneRun && from <= to; at += 1) {
    const end = Math.min(to, from + maxBlocks - 1);
    const blocks = await chain.transfersIn(from, end);
    const found = await missed(blocks);
    from = end + 1;
    await database.query(
      'UPDATE chain_rescan SET next_height = $2, found = found + $3, problem = NULL, done_at = CASE WHEN $2 > to_height THEN $4::timestamptz END WHERE id = $1',
      [asked.id, from, found, new Date(clock.now())],
    );
  }

  async function missed(blocks: readonly Block[]): Promise<number> {
    const state = await store.load();
    const tip = state?.blocks.at(-1)?.height;
    if (state === undefined || tip === undefined) return 0;
    const fresh: Observation[] = [];
    for (const { height, hash, transfers } of blocks) {
      // What is newer is the watcher's own.
      if (height > tip) continue;
      const followed = state.blocks.find((one) => one.height === height);
      if (followed !== undefined && followed.hash !== hash)
        throw new ChainProblem('blocksDoNotLink', `Block ${height} changed while it was read again.`);
      for (const transfer of transfers) {
        const rail = railOf(rails, network, transfer.token);
        const id = externalIdOf(transfer);
        if (rail === undefined || state.observations.has(id)) continue;
        const [known] = await database.query('SELECT 1 FROM deposit WHERE rail = $1 AND external_id = $2', [rail.rail, id]);
        if (known !== undefined) continue;
        const confirmations = tip - height + 1;
        const enough = needed(transfer);
        const ready = confirmations >= enough ? 'ready' : 'confirming';
        fresh.push({ id, transfer, state: ready, block: { height, hash }, confirmations, needed: enough, lost: false });
      }
    }
    if (fresh.length > 0) await store.save({ state, changed: fresh, forgotten: [], outcomes: [] });
    return fresh.length;
  }
}

/** Notes why a rescan waits. */
export const rescanWaits = (database: Database, network: Network, problem: string) =>
  database.query('UPDATE chain_rescan SET problem = $2 WHERE network = $1 AND done_at IS NULL', [network, problem.slice(0, 500)]);
