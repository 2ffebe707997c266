import { type Command, firstCustomer, House } from '@bourse/engine';
import type { Connection } from '@bourse/server/src/platform/postgres.ts';
import { median } from '../engine/world.ts';
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
const rounds = 3;
/** Orders a second while snapshots are made. */
const ordersPerSecond = 500;
const watchMs = 16_000;
/** Commands of one journal write while the venue is filled. */
const together = 2_048;
const busy = { snapshotEveryCommands: 100, snapshotApartMs: 5_000 };

type Venue = Awaited<ReturnType<typeof openBenchVenue>>;

/**
 * A venue with a million accounts and a million resting orders takes orders while snapshots are made every five seconds. How long is the loop held up when
 * the engine makes them itself, and when its shadow does?
 */
export const snapshotPause = (): Promise<BenchResult> =>
  withPostgres(async (fresh) => {
    const connection = await fresh();
    const store = nowhere();
    await fill(connection, store);
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
        `${many.toLocaleString('en')} accounts and resting orders, ${ordersPerSecond} orders/s, ${rounds} rounds of ${watchMs / 1000} s each in turns`,
        `by the engine itself: ${line(false)}`,
        `by its shadow: ${line(true)}; ${of(true, ({ checked }) => checked)} batches checked`,
      ],
    };
  });

async function fill(connection: Connection, store: ReturnType<typeof nowhere>): Promise<void> {
  const venue = await openBenchVenue(connection, { projected: false, store, limits: { batchCommands: together } });
  const { tell } = venue;
  await tell({ kind: 'defineAsset', asset: quote, code: 'USDT', scale: 6, assetKind: 2 });
  await tell({ kind: 'defineAsset', asset: base, code: 'BTC', scale: 8, assetKind: 3 });
  await tell({
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
    status: 1,
  });
  await tell({ kind: 'openAccount', account: House.marketMaker, feeClass: 0 });
  await tell({ kind: 'feedTicks', source: 'bench', items: [{ instrument, priceTicks: mid, time: Date.now() }] });
  for (let from = 0; from < many; from += together) {
    const made: Promise<void>[] = [];
    for (let n = from; n < Math.min(many, from + together); n += 1) {
      const account = firstCustomer + n;
      made.push(tell({ kind: 'openAccount', account, feeClass: 0 }), tell({ kind: 'grantDemo', account }));
      if (made.length >= together) await Promise.all(made.splice(0));
    }
    await Promise.all(made);
    await tell({ kind: 'feedTicks', source: 'bench', items: [{ instrument, priceTicks: mid, time: Date.now() }] });
    for (let n = from; n < Math.min(many, from + together); n += 1) made.push(tell(bid(firstCustomer + n, mid - 1 - (n % spread))));
    await Promise.all(made);
  }
  await stop(venue);
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
  const under: Promise<void>[] = [];
  for (let n = 0; performance.now() - started < watchMs; n += 1) {
    const from = performance.now();
    if (n % ordersPerSecond === 0) under.push(freshen(venue));
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
  const after = await keptSince(venue, before.seq);
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
