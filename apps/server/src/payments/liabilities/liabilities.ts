import type { SumTree } from '@bourse/transparency';
import type { Job } from '../../jobs/jobs.ts';
import type { Clock } from '../../platform/clock.ts';
import type { Database } from '../../platform/database.ts';
import type { Log } from '../../platform/log.ts';
import { anchor } from '../../sequencer/anchor.ts';
import type { EnginePort } from '../../sequencer/port.ts';
import { newestAnchored, notAnchored, owedIn, readOwed, type Stored, store, treesOf } from './store.ts';

export interface LiabilitiesParts {
  database: Database;
  clock: Clock;
  log: Log;
  real: EnginePort;
  /** Length of a period: each has its own trees. */
  everyMs: number;
}

/** Trees older than this are deleted. Their digests stay in the journal. */
export const keptMs = 400 * 86_400_000;

/** Publishes in each period what the real venue owes, with a proof for each customer, and writes its digest into the journal. */
export function createLiabilities({ database, clock, log, real, everyMs }: LiabilitiesParts) {
  const { venue } = real;
  let kept: { id: bigint; trees: Promise<Map<number, SumTree>> } | undefined;

  const write = async (stored: Stored): Promise<void> => {
    const { assets } = await owedIn(database, stored);
    const leaves = assets.reduce((sum, { customers }) => sum + customers.length, 0);
    const seq = await anchor(real, 'liabilities', stored.digest, leaves);
    await database.query('UPDATE liabilities SET anchor_seq = $2 WHERE id = $1 AND anchor_seq IS NULL', [stored.id, seq]);
    log.info({ seq: stored.seq, anchor: seq }, 'what customers are owed is published');
  };

  const run = async (): Promise<void> => {
    const now = clock.now();
    const period = Math.floor(now / everyMs);
    const [known] = await database.query('SELECT 1 FROM liabilities WHERE venue = $1 AND period = $2', [venue, period]);
    if (known === undefined) {
      const { seq: head } = await real.read((engine) => engine.seq);
      await real.waitProjected(head, 5_000);
      const owed = await readOwed(database, venue);
      // Nothing was ever owed: there is nothing to prove.
      if (owed.assets.some(({ customers }) => customers.length > 0)) await store(database, venue, period, new Date(now), owed);
    }
    for (const stored of await notAnchored(database, venue)) await write(stored);
    await database.query('DELETE FROM liabilities WHERE venue = $1 AND at < $2', [venue, new Date(now - keptMs)]);
  };

  return {
    job: { name: 'liabilities', everyMs: Math.min(everyMs, 60_000), run } satisfies Job,
    newest: () => newestAnchored(database, venue),
    /** The trees that a customer's leaves are looked up in. The newest ones stay in memory. */
    trees(stored: Stored): Promise<Map<number, SumTree>> {
      if (kept?.id !== stored.id) {
        const trees = owedIn(database, stored).then(async (owed) => (await treesOf(stored.secret, owed)).trees);
        // What failed once is read anew.
        trees.catch(() => {
          kept = undefined;
        });
        kept = { id: stored.id, trees };
      }
      return kept.trees;
    },
  };
}
export type Liabilities = ReturnType<typeof createLiabilities>;
