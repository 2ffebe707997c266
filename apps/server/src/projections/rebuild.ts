import type { Venue } from '@bourse/protocol/enums';
import type { Journal } from '../journal/journal.ts';
import { systemClock } from '../platform/clock.ts';
import type { Database } from '../platform/database.ts';
import type { Log } from '../platform/log.ts';
import type { EngineKit } from '../sequencer/kit.ts';
import { openReplay } from '../sequencer/recovery.ts';
import { createMemorySnapshots } from '../sequencer/snapshots.ts';
import { everyTable } from './position-tables.ts';
import { createPostgresProjections } from './postgres-store.ts';
import { createProjector } from './projector.ts';

/** Deletes one venue's projections and makes them again from its journal. It holds the writer's lease meanwhile, so no server can write into them. */
export async function rebuildVenue(options: {
  venue: Venue;
  journal: Journal;
  database: Database;
  kit: EngineKit;
  log: Log;
}): Promise<{ commands: number; durationMs: number }> {
  const { venue, journal, database, kit, log } = options;
  const startedAt = Date.now();
  const writer = await journal.tryAcquire();
  if (!writer) throw new Error(`A server writes to the ${venue} venue. Stop it first.`);
  const held = setInterval(() => void writer.renew().catch(() => {}), 500);
  try {
    await database.transaction(async (tx) => {
      for (const name of [...everyTable.map((table) => table.name), 'projection_checkpoint'])
        await tx.query(`DELETE FROM ${name} WHERE venue = $1`, [venue]);
    });
    const projector = createProjector({ venue, store: createPostgresProjections(database), clock: systemClock, log });
    await projector.open();
    const replay = await openReplay({ kit, journal, snapshots: createMemorySnapshots(), mostSeq: 0, log });
    const commands = await replay.advance(0, async (batch) => {
      projector.offer(batch);
      await projector.room();
    });
    await projector.waitFor(replay.engine.seq, Number.POSITIVE_INFINITY);
    await projector.stop(60_000);
    return { commands, durationMs: Date.now() - startedAt };
  } finally {
    clearInterval(held);
    await writer.release().catch(() => {});
  }
}
