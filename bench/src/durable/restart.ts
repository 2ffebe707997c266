import { spawn } from 'node:child_process';
import { silentLog } from '@bourse/server/src/platform/log.ts';
import { type Connection, openDatabase } from '@bourse/server/src/platform/postgres.ts';
import { median } from '../engine/world.ts';
import type { BenchResult } from '../result.ts';
import { withPostgres } from './database.ts';
import { createLoad, drive } from './load.ts';
import { accountAt, openBenchVenue, openMarket, tellVenue } from './venue.ts';

const commands = Number(process.env['BOURSE_BENCH_COMMANDS'] ?? 400_000);
const rounds = Number(process.env['BOURSE_BENCH_ROUNDS'] ?? 3);
const inFlight = 1_024;
/** The flags of `npm start`. */
const flags = ['--max-semi-space-size=128', '--v8-pool-size=1'];
/** `child` of another commit, bundled: measured in turns with this one's. */
const other = process.env['BOURSE_BENCH_OTHER'];

interface Took {
  openMs: number;
  projectedMs: number;
  peakMb: number;
  usedMb: number;
  seq: number;
}

/** Opens the venue in a process of its own, as a restart does. */
function restart(entry: readonly string[], connection: Connection): Promise<Took> {
  const child = spawn(process.execPath, [...flags, ...entry], {
    env: { ...process.env, BOURSE_BENCH_CONNECTION: JSON.stringify(connection) },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let text = '';
  child.stdout.on('data', (chunk: Buffer) => {
    text += chunk.toString();
  });
  return new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('exit', (status) => {
      if (status !== 0) reject(new Error(`the restart ended with status ${status}`));
      else resolve(JSON.parse(text.trim().split('\n').at(-1) ?? '') as Took);
    });
  });
}

/** Time and memory of a start that has the journal only: no snapshot, no histories. */
export const restartBench = (): Promise<BenchResult> =>
  withPostgres(async (fresh) => {
    const connection = await fresh();
    const venue = await openBenchVenue(connection, { projected: false });
    await openMarket(venue.tell);
    const load = createLoad(1, accountAt);
    for (let left = commands; left > 0; left -= 50_000) await drive(load.batch(Math.min(left, 50_000)), inFlight, tellVenue(venue, load));
    const { durable } = venue.sequencer;
    await venue.sequencer.stop();
    await venue.database.close();

    const admin = openDatabase({
      connection: { ...connection, database: 'postgres' },
      log: silentLog,
      poolSize: 1,
      queryTimeoutMs: 600_000,
    });
    let copies = 0;
    /** Each start has a copy of the journal of its own. */
    const once = async (entry: readonly string[]) => {
      copies += 1;
      const database = `${connection.database}_restart_${copies}`;
      await admin.query(`CREATE DATABASE ${database} TEMPLATE ${connection.database}`);
      const took = await restart(entry, { ...connection, database });
      // A start may add commands of its own.
      if (took.seq < durable) throw new Error(`the restart stands on ${took.seq}, the journal on ${durable}`);
      await admin.query(`DROP DATABASE ${database} WITH (FORCE)`);
      return took;
    };
    const mine: Took[] = [];
    const theirs: Took[] = [];
    for (let round = 0; round < rounds; round += 1) {
      if (other !== undefined) theirs.push(await once([other]));
      mine.push(await once(['scripts/run.mjs', 'bench/src/durable/restart-child.ts']));
    }
    await admin.close();
    const of = (all: readonly Took[], what: keyof Took) => median(all.map((took) => took[what]));
    const said = (all: readonly Took[]) =>
      `open in ${(of(all, 'projectedMs') / 1000).toFixed(1)} s, at most ${of(all, 'peakMb').toFixed(0)} MB resident, ${of(all, 'usedMb').toFixed(0)} MB of them the event loop's heap`;
    return {
      name: 'restart',
      ratio: other === undefined ? null : of(theirs, 'peakMb') / of(mine, 'peakMb'),
      bar: 'a million commands took 25 s and 1,450 MB before they were measured: half of both',
      ours: said(mine),
      reference: other === undefined ? 'none' : `another commit: ${said(theirs)}`,
      report: [
        `${durable.toLocaleString('en')} commands in the journal, no snapshot, no histories; medians of ${rounds} starts, until everything is in the histories`,
        ...mine.map(
          ({ openMs, projectedMs, peakMb }) =>
            `serves after ${openMs.toFixed(0)} ms, histories after ${projectedMs.toFixed(0)} ms, ${peakMb.toFixed(0)} MB`,
        ),
        ...theirs.map(({ projectedMs, peakMb }) => `the other commit: ${projectedMs.toFixed(0)} ms, ${peakMb.toFixed(0)} MB`),
      ],
    };
  });
