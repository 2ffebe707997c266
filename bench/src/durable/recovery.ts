import { createPostgresJournal } from '@bourse/server/src/journal/postgres-journal.ts';
import { silentLog } from '@bourse/server/src/platform/log.ts';
import { engineKit } from '@bourse/server/src/sequencer/engine-kit.ts';
import { openReplay } from '@bourse/server/src/sequencer/recovery.ts';
import { createMemorySnapshots, createPostgresSnapshots } from '@bourse/server/src/sequencer/snapshots.ts';
import { median } from '../engine/world.ts';
import type { BenchResult } from '../result.ts';
import { withPostgres } from './database.ts';
import { createLoad, drive, perSecond } from './load.ts';
import { accountAt, openBenchVenue, openMarket, tellVenue } from './venue.ts';

const rounds = 5;
const commands = 120_000;
const snapshotEveryCommands = 50_000;
const inFlight = 1_024;

/** How fast an engine is restored, compared with the rate at which the same commands were taken live: sequenced, durable and projected. */
export const recovery = (): Promise<BenchResult> =>
  withPostgres(async (fresh) => {
    const connection = await fresh();
    const venue = await openBenchVenue(connection, { projected: true, limits: { snapshotEveryCommands } });
    await openMarket(venue.tell);
    const load = createLoad(1, accountAt);
    let liveMs = 0;
    for (let part = 0; part < 4; part += 1) {
      const requests = load.batch(commands / 4);
      const from = performance.now();
      await drive(requests, inFlight, tellVenue(venue, load));
      await venue.sequencer.waitProjected(venue.sequencer.durable, 600_000);
      liveMs += performance.now() - from;
    }
    const live = (commands / liveMs) * 1000;
    const { durable } = venue.sequencer;
    const { value: hash } = await venue.sequencer.read((engine) => engine.statistics());

    const journal = createPostgresJournal({ venue: 'demo', connection, log: silentLog });
    const again = async (snapshots: Parameters<typeof openReplay>[0]['snapshots']) => {
      const started = performance.now();
      const replay = await openReplay({ kit: engineKit, journal, snapshots, mostSeq: durable, log: silentLog });
      const loadedMs = performance.now() - started;
      const replayed = await replay.advance(durable, () => {});
      const ms = performance.now() - started;
      if (JSON.stringify(replay.engine.statistics()) !== JSON.stringify(hash)) throw new Error('the replay ended in another state');
      return { replayed, loadedMs, ms, rate: (replayed / ms) * 1000 };
    };
    const stored = createPostgresSnapshots(venue.database);
    const runs: Awaited<ReturnType<typeof again>>[] = [];
    const genesis: number[] = [];
    for (let round = 0; round < rounds; round += 1) {
      runs.push(await again(stored));
      genesis.push((await again(createMemorySnapshots())).rate);
    }
    const rate = median(runs.map((run) => run.rate));
    return {
      name: 'recovery',
      ratio: rate / live,
      bar: '10.00',
      ours: `${perSecond(rate)} commands/s`,
      reference: `${perSecond(live)} commands/s live`,
      report: [
        `${durable.toLocaleString('en')} commands in the journal, a snapshot every ${snapshotEveryCommands.toLocaleString('en')}; ${rounds} rounds`,
        `newest snapshot loaded in ${median(runs.map((run) => run.loadedMs)).toFixed(0)} ms, then ${runs[0]?.replayed.toLocaleString('en')} commands replayed; together ${median(runs.map((run) => run.ms)).toFixed(0)} ms`,
        `from genesis without a snapshot: ${perSecond(median(genesis))} commands/s`,
        'live: in batches without HTTP, until everything was durable and projected',
      ],
    };
  });
