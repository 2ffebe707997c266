import { type Command, firstCustomer, type SequencedCommand, usualActor } from '@bourse/engine';
import { createPostgresJournal } from '@bourse/server/src/journal/postgres-journal.ts';
import { silentLog } from '@bourse/server/src/platform/log.ts';
import { migrate } from '@bourse/server/src/platform/migrations.ts';
import { type Connection, openDatabase } from '@bourse/server/src/platform/postgres.ts';
import { engineKit } from '@bourse/server/src/sequencer/engine-kit.ts';
import { createPostgresSnapshots } from '@bourse/server/src/sequencer/snapshots.ts';
import { median, noId } from '../engine/world.ts';
import type { BenchResult } from '../result.ts';
import { withPostgres } from './database.ts';
import { watchLoop } from './loop-watch.ts';
import { nowhere, openBenchVenue } from './venue.ts';

const many = 1_000_000;
const instrument = 1;
const base = 2;
const quote = 1;
const mid = 1_000_000;
const spread = 50_000;
const rounds = 1;
/** Orders a second while snapshots are made. */
const ordersPerSecond = 500;
/** Watched until so many snapshots have been kept, but no longer than this. */
const snapshots = 2;
const longestWatchMs = 120_000;
/** Commands of one journal write while the venue is filled. */
const together = 20_000;
const hourMs = 3_600_000;
const freshEveryMs = 500;
const busy = { snapshotEveryCommands: 100, snapshotApartMs: 5_000 };

type Venue = Awaited<ReturnType<typeof openBenchVenue>>;

/**
 * A venue with a million accounts and a million resting orders takes orders while snapshots are made every five seconds. How long is the loop held up when
 * the engine makes them itself, and when its shadow does?
 */
export const snapshotPause = (): Promise<BenchResult> =>
  withPostgres(async (fresh) => {
    const connection = await fresh();
    const store = nowhere(await fill(connection));
    const rows: Row[] = [];
    for (let round = 0; round < rounds; round += 1) for (const shadow of [false, true]) rows.push(await watch(connection, store, shadow));
    const of = (shadow: boolean, read: (row: Row) => number) => median(rows.filter((row) => row.shadow === shadow).map(read));
    const line = (shadow: boolean) =>
      [
        `longest block ${of(shadow, ({ longestMs }) => longestMs).toFixed(0)} ms`,
        `most processor time in one block ${of(shadow, ({ busiestMs }) => busiestMs).toFixed(0)} ms`,
        `${of(shadow, ({ kept }) => kept)} snapshots of ${of(shadow, ({ mb }) => mb).toFixed(0)} MB`,
        `slowest order ${of(shadow, ({ slowestMs }) => slowestMs).toFixed(0)} ms`,
        `resident ${of(shadow, ({ residentMb }) => residentMb).toFixed(0)} MB`,
        `other threads ${of(shadow, ({ othersMs }) => othersMs).toFixed(0)} ms of processor`,
      ].join(', ');
    return {
      name: 'snapshot-pause',
      ratio: null,
      bar: 'no block over 50 ms',
      ours: `${of(true, ({ busiestMs }) => busiestMs).toFixed(0)} ms of processor, ${of(true, ({ longestMs }) => longestMs).toFixed(0)} ms by the clock`,
      reference: `${of(false, ({ longestMs }) => longestMs).toFixed(0)} ms by the clock without a shadow`,
      report: [
        `${many.toLocaleString('en')} accounts and resting orders, ${ordersPerSecond} orders/s, ${rounds} rounds in turns, each until ${snapshots} snapshots were kept; PostgreSQL without fsync, because this is about the loop`,
        `by the engine itself: ${line(false)}`,
        `by its shadow: ${line(true)}; ${of(true, ({ checked }) => checked)} batches checked`,
      ],
    };
  });

/** A journal with a million accounts and orders, in large batches, and a snapshot at its end. Answers its last sequence. */
async function fill(connection: Connection): Promise<number> {
  const database = openDatabase({ connection, log: silentLog, poolSize: 1, queryTimeoutMs: 600_000 });
  // This is about the loop, not the disk.
  await database.query('ALTER SYSTEM SET fsync = off');
  await database.query('SELECT pg_reload_conf()');
  await migrate(database, silentLog);
  const writer = await createPostgresJournal({ venue: 'demo', connection, log: silentLog }).tryAcquire();
  if (!writer) throw new Error('somebody else writes');
  const engine = engineKit.create('demo');
  const time = Date.now() - hourMs;
  let batch: SequencedCommand[] = [];
  const flush = async () => {
    const firstSeq = engine.seq - batch.length + 1;
    if (batch.length > 0) await writer.append({ firstSeq, count: batch.length, time, bytes: engineKit.encode(batch) });
    batch = [];
  };
  for (const command of opening(time)) {
    const sequenced = { seq: engine.seq + 1, time, commandId: noId, actor: usualActor(command), command };
    const outcome = engine.apply(sequenced);
    if (!outcome.ok) throw new Error(`${command.kind}: ${outcome.error}`);
    engine.discardEvents();
    batch.push(sequenced);
    if (batch.length === together) await flush();
  }
  await flush();
  const { seq } = engine;
  const snapshot = { seq, time, bytes: engine.snapshot(), stateHash: engine.stateHash() };
  await createPostgresSnapshots(database).save('demo', snapshot, 3);
  await writer.release();
  await database.close();
  return seq;
}

function* opening(time: number): Generator<Command> {
  yield { kind: 'defineAsset', asset: quote, code: 'USDT', scale: 6, assetKind: 2 };
  yield { kind: 'defineAsset', asset: base, code: 'BTC', scale: 8, assetKind: 3 };
  yield {
    kind: 'defineInstrument',
    instrument,
    symbol: 'BTC/USDT',
    instrumentKind: 1,
    baseAsset: base,
    quoteAsset: quote,
    lotUnits: 10n,
    quoteUnitsPerTickLot: 1,
    minLots: 1,
    maxLots: 1_000_000_000,
    minNotional: 1,
    bandBps: 9000,
    takerFeePpm: [0],
    makerFeePpm: [0],
    keepsProtection: false,
    status: 1,
  };
  yield { kind: 'feedTicks', source: 'bench', items: [{ instrument, priceTicks: mid, time }] };
  for (let n = 0; n < many; n += 1) {
    const account = firstCustomer + n;
    yield { kind: 'openAccount', account, feeClass: 0 };
    yield { kind: 'grantDemo', account };
    yield bid(account, mid - 1 - (n % spread));
  }
}

const bid = (account: number, priceTicks: number): Command => ({
  kind: 'placeOrder',
  account,
  instrument,
  side: 0,
  type: 2,
  tif: 1,
  priceTicks,
  triggerTicks: 0,
  lots: 1,
  quoteAmount: 0,
  postOnly: false,
});

interface Row {
  shadow: boolean;
  longestMs: number;
  busiestMs: number;
  slowestMs: number;
  othersMs: number;
  residentMb: number;
  kept: number;
  mb: number;
  checked: number;
}

async function watch(connection: Connection, store: ReturnType<typeof nowhere>, shadow: boolean): Promise<Row> {
  const { snapshotEveryCommands, snapshotApartMs } = busy;
  const venue = await openBenchVenue(connection, { projected: false, store, shadow, limits: { snapshotEveryCommands, snapshotApartMs } });
  let slowestMs = 0;
  // The shadow begins two seconds after its engine, and reads the newest snapshot.
  const until = (held: () => boolean) => patient(venue, held);
  if (shadow) await until(() => (venue.shadow?.followedSeq ?? 0) > 0);
  const before = await keptSince(venue, 0);
  const usage = process.cpuUsage();
  const loop = watchLoop();
  const started = performance.now();
  let freshAt = Number.NEGATIVE_INFINITY;
  const under: Promise<void>[] = [];
  let after = { count: 0, seq: 0, bytes: 0 };
  const look = async () => {
    after = await keptSince(venue, before.seq);
  };
  for (let n = 0; after.count < snapshots && performance.now() - started < longestWatchMs; n += 1) {
    const from = performance.now();
    if (from - freshAt > freshEveryMs) {
      freshAt = from;
      under.push(freshen(venue), look());
    }
    under.push(
      venue.tell(bid(firstCustomer + (n % many), mid - 1 - (n % spread))).then(() => {
        slowestMs = Math.max(slowestMs, performance.now() - from);
      }),
    );
    await new Promise((resolve) => setTimeout(resolve, 1000 / ordersPerSecond));
  }
  await Promise.all(under);
  const { longestMs, busiestMs, threadMs } = loop.end();
  const { user, system } = process.cpuUsage(usage);
  const residentMb = process.memoryUsage().rss / 2 ** 20;
  const checked = venue.shadow?.checked ?? 0;
  if (venue.shadow && (venue.shadow.warnings.length > 0 || checked === 0))
    throw new Error(`the shadow: ${venue.shadow.warnings.join(' ')}`);
  await stop(venue);
  return {
    shadow,
    longestMs,
    busiestMs,
    slowestMs,
    othersMs: (user + system) / 1000 - threadMs,
    residentMb,
    kept: after.count,
    mb: after.bytes / 2 ** 20,
    checked,
  };
}

const freshen = ({ tell }: Venue) =>
  tell({ kind: 'feedTicks', source: 'bench', items: [{ instrument, priceTicks: mid, time: Date.now() }] });

async function patient(venue: Venue, held: () => boolean): Promise<void> {
  while (!held()) {
    await freshen(venue);
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
}

/** Snapshots that were hashed after a sequence, and the size of the newest. */
async function keptSince({ database }: Venue, seq: number): Promise<{ count: number; seq: number; bytes: number }> {
  const [row] = await database.query<{ count: bigint; seq: bigint | null }>(
    'SELECT count(*) AS count, max(seq) AS seq FROM state_hash WHERE seq > $1',
    [seq],
  );
  const [size] = await database.query<{ size: bigint }>('SELECT size FROM snapshot ORDER BY seq DESC LIMIT 1');
  return { count: Number(row?.count ?? 0), seq: Number(row?.seq ?? 0), bytes: Number(size?.size ?? 0) };
}

async function stop({ sequencer, projector, database }: Venue): Promise<void> {
  await sequencer.stop(120_000);
  await projector.stop(120_000);
  await database.close();
}
