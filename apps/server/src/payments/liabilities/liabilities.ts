import type { Job } from '../../jobs/jobs.ts';
import type { Clock } from '../../platform/clock.ts';
import type { Database } from '../../platform/database.ts';
import type { Log } from '../../platform/log.ts';
import { anchor } from '../../sequencer/anchor.ts';
import type { EnginePort } from '../../sequencer/port.ts';
import { type Built, countOf, newestAnchored, notAnchored, owedIn, readOwed, type Stored, store, treesOf } from './store.ts';

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
  let kept: { id: bigint; built: Promise<Pick<Built, 'owed' | 'trees'>> } | undefined;

  const write = async (stored: Stored): Promise<void> => {
    const seq = await anchor(real, 'liabilities', stored.digest, await countOf(database, stored.id));
    await database.query('UPDATE liabilities SET anchor_seq = $2 WHERE id = $1 AND anchor_seq IS NULL', [stored.id, seq]);
    log.info({ seq: stored.seq, anchor: seq }, 'what customers are owed is published');
  };

  const run = async (): Promise<void> => {
    let fresh: Built | undefined;
    const now = clock.now();
    const period = Math.floor(now / everyMs);
    const [known] = await database.query('SELECT 1 FROM liabilities WHERE venue = $1 AND period = $2', [venue, period]);
    if (known === undefined) {
      const { seq: head } = await real.read((engine) => engine.seq);
      await real.waitProjected(head, 5_000);
      const owed = await readOwed(database, venue);
      // Nothing was ever owed: there is nothing to prove.
      const any = owed.assets.some(({ customers }) => customers.count > 0);
      const built = any ? await store(database, venue, period, new Date(now), owed) : undefined;
      if (built) fresh = built;
    }
    for (const stored of await notAnchored(database, venue)) await write(stored);
    // Published now: the trees that were just built are those in which customers look themselves up.
    if (fresh) kept = { id: fresh.stored.id, built: Promise.resolve(fresh) };
    await database.query('DELETE FROM liabilities WHERE venue = $1 AND at < $2', [venue, new Date(now - keptMs)]);
  };

  return {
    job: { name: 'liabilities', everyMs: Math.min(everyMs, 60_000), run } satisfies Job,
    newest: () => newestAnchored(database, venue),
    /** The trees that a customer's leaves are looked up in, and the leaves. The newest ones stay in memory. */
    trees(stored: Stored): Promise<Pick<Built, 'owed' | 'trees'>> {
      if (kept?.id !== stored.id) {
        const built = owedIn(database, stored).then(async (owed) => ({ owed, trees: (await treesOf(stored.secret, owed)).trees }));
        // What failed once is read anew.
        built.catch(() => {
          kept = undefined;
        });
        kept = { id: stored.id, built };
      }
      return kept.built;
    },
  };
}
export type Liabilities = ReturnType<typeof createLiabilities>;
