import { type Command, firstCustomer, House } from '@bourse/engine';
import { createPostgresJournal } from '@bourse/server/src/journal/postgres-journal.ts';
import { systemClock } from '@bourse/server/src/platform/clock.ts';
import { silentLog } from '@bourse/server/src/platform/log.ts';
import { migrate } from '@bourse/server/src/platform/migrations.ts';
import { type Connection, openDatabase } from '@bourse/server/src/platform/postgres.ts';
import { createPostgresProjections } from '@bourse/server/src/projections/postgres-store.ts';
import type { ProjectionStore } from '@bourse/server/src/projections/projection.ts';
import { createProjector } from '@bourse/server/src/projections/projector.ts';
import { Histories } from '@bourse/server/src/projections/thread/histories.ts';
import { historiesFile, startHistoriesThread } from '@bourse/server/src/projections/thread/worker.ts';
import { engineKit } from '@bourse/server/src/sequencer/engine-kit.ts';
import { type SequencerLimits, sequencerLimits } from '@bourse/server/src/sequencer/limits.ts';
import { Sequencer } from '@bourse/server/src/sequencer/sequencer.ts';
import { Shadow } from '@bourse/server/src/sequencer/shadow/shadow.ts';
import { shadowFile, startShadowThread } from '@bourse/server/src/sequencer/shadow/worker.ts';
import { createPostgresSnapshots } from '@bourse/server/src/sequencer/snapshots.ts';
import { type createLoad, customers, instruments, middle, type Request } from './load.ts';

/** Projects into nothing, where a bench is about the path before. */
export const nowhere = (from = 0): ProjectionStore => {
  let checkpoint = from;
  return {
    checkpoint: async () => checkpoint,
    project: async (_venue, _after, batch) => {
      checkpoint = batch.lastSeq;
      return checkpoint;
    },
    answers: async () => [],
    newestAnswers: async () => ({ answers: [], coverTime: Number.NEGATIVE_INFINITY }),
    aheadOf: async () => [],
  };
};

export async function openBenchVenue(
  connection: Connection,
  options: {
    projected: boolean;
    /** Instead of a store of its own. */
    store?: ProjectionStore;
    limits?: Partial<SequencerLimits>;
    journal?: { deflateFrom: number };
    shadow?: boolean;
  },
) {
  const database = openDatabase({ connection, log: silentLog, poolSize: 3, queryTimeoutMs: 600_000 });
  await migrate(database, silentLog);
  const store = options.store ?? (options.projected ? createPostgresProjections(database) : nowhere());
  const thread = options.projected ? historiesFile() : undefined;
  const histories =
    thread === undefined
      ? undefined
      : new Histories((ears) => startHistoriesThread(thread, { venue: 'demo', connection, logLevel: 'error' }, ears));
  const projector = createProjector({
    ...{ venue: 'demo', store, clock: systemClock, log: silentLog },
    project: histories && ((after, batches) => histories.project(after, batches)),
  });
  const limits = { ...sequencerLimits, snapshotEveryCommands: 10_000_000, ...options.limits };
  const file = options.shadow === true ? shadowFile() : undefined;
  if (options.shadow === true && file === undefined) throw new Error('the shadow has no file to run');
  const shadow =
    file === undefined
      ? undefined
      : new Shadow({
          venue: 'demo',
          clock: systemClock,
          log: silentLog,
          spawn: (ears) => startShadowThread(file, { venue: 'demo', connection, logLevel: 'error', limits }, ears),
        });
  const sequencer = new Sequencer({
    venue: 'demo',
    kit: engineKit,
    journal: createPostgresJournal({ venue: 'demo', connection, log: silentLog, ...options.journal }),
    snapshots: createPostgresSnapshots(database),
    store,
    projector,
    clock: systemClock,
    log: silentLog,
    limits,
    shadow,
  });
  await sequencer.start();
  const tell = async (command: Command) => {
    const { outcome } = await sequencer.submit({ account: 0, command });
    if (!outcome.ok) throw new Error(`${command.kind}: ${outcome.error} ${JSON.stringify(outcome.detail)}`);
  };
  return { database, projector, sequencer, shadow, tell };
}

export const accountAt = (index: number) => firstCustomer + index;

/** Twenty books and a thousand customers, each with money on both sides. */
export async function openMarket(tell: (command: Command) => Promise<unknown>): Promise<void> {
  await tell({ kind: 'defineAsset', asset: 1, code: 'USDT', scale: 6, assetKind: 2 });
  await tell({ kind: 'openAccount', account: House.marketMaker, feeClass: 0 });
  await tell({ kind: 'fundHouse', account: House.marketMaker, wallet: 1, asset: 1, amount: 10n ** 18n, number: 1 });
  for (let index = 0; index < customers; index += 1) {
    await tell({ kind: 'openAccount', account: accountAt(index), feeClass: 0 });
    await tell({ kind: 'grantDemo', account: accountAt(index) });
  }
  for (let instrument = 1; instrument <= instruments; instrument += 1) {
    const asset = 100 + instrument;
    await tell({ kind: 'defineAsset', asset, code: `C${instrument}`, scale: 4, assetKind: 3 });
    await tell({
      kind: 'defineInstrument',
      instrument,
      symbol: `C${instrument}/USDT`,
      instrumentKind: 1,
      baseAsset: asset,
      quoteAsset: 1,
      lotUnits: 100n,
      quoteUnitsPerTickLot: 1,
      minLots: 1,
      maxLots: 1_000_000_000,
      minNotional: 1,
      bandBps: 5_000,
      takerFeePpm: [0],
      makerFeePpm: [0],
      keepsProtection: false,
      status: 1,
    });
    await tell({ kind: 'fundHouse', account: House.marketMaker, wallet: 1, asset, amount: 10n ** 15n, number: 1 + instrument });
    await tell({ kind: 'feedTicks', source: 'bench', items: [{ instrument, priceTicks: middle, time: Date.now() }] });
    const trade = (account: number, side: 0 | 1, lots: number): Command =>
      commandOf({ kind: 'place', account, instrument, side, price: middle, lots, clientId: '' });
    const each = 10_000;
    await tell(trade(House.marketMaker, 1, each * customers));
    await Promise.all(Array.from({ length: customers }, (_, index) => tell(trade(accountAt(index), 0, each))));
  }
}

export function commandOf(request: Request): Command {
  if (request.kind === 'cancel') return { kind: 'cancelOrder', account: request.account, order: request.order };
  const { account, instrument, side, price, lots } = request;
  return {
    kind: 'placeOrder',
    account,
    instrument,
    side,
    type: 2,
    tif: 1,
    priceTicks: price,
    triggerTicks: 0,
    lots,
    quoteAmount: 0,
    postOnly: false,
  };
}

/** Sends one request of a load to a venue and tells the load which order it may cancel. */
export const tellVenue =
  ({ sequencer }: { sequencer: Sequencer }, load: ReturnType<typeof createLoad>) =>
  async (request: Request) => {
    const commandId = request.kind === 'place' ? request.clientId : undefined;
    const { outcome } = await sequencer.submit({ account: commandId ? request.account : 0, command: commandOf(request), commandId });
    if (outcome.ok && outcome.result.kind === 'order' && outcome.result.filledLots === 0)
      load.placed(request.account, outcome.result.order);
  };
