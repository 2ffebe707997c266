import { ColdRecord, type Command, CommandRecord, eventByKind, Records } from '@bourse/engine';
import { AssetKind, OrderPriceType, OrderSide, OrderStatus, TimeInForce, Wallet } from '@bourse/protocol/enums';
import { describe, expect, it } from 'vitest';
import { createMemoryDisk, createMemoryJournal } from '../../journal/memory-journal.ts';
import { silentLog } from '../../platform/log.ts';
import { ManualClock } from '../../platform/manual-clock.ts';
import { engineKit } from '../../sequencer/engine-kit.ts';
import { Sequencer } from '../../sequencer/sequencer.ts';
import { createMemorySnapshots } from '../../sequencer/snapshots.ts';
import { idAt } from '../../sequencer/testing-world.ts';
import { createMemoryProjections, type MemoryProjections } from '../memory-store.ts';
import type { ProjectionBatch } from '../projection.ts';
import { createProjector, type OfferedBatch } from '../projector.ts';
import { projectedKinds } from '../rows.ts';
import { Histories, type HistoriesEars, type HistoriesThread } from './histories.ts';
import type { Packed } from './messages.ts';
import { pack, unpack } from './pack.ts';
import { inThisThread, writesInto } from './write.ts';

const [usdt, btc, instrument, maker, ada] = [1, 2, 1, 4, 100_001];
const units = 10n ** 24n;

const opening: readonly Command[] = [
  { kind: 'defineAsset', asset: usdt, code: 'USDT', scale: 6, assetKind: AssetKind.stablecoin },
  { kind: 'defineAsset', asset: btc, code: 'BTC', scale: 8, assetKind: AssetKind.coin },
  { kind: 'openAccount', account: maker, feeClass: 0 },
  { kind: 'fundHouse', account: maker, wallet: Wallet.coin, asset: btc, amount: units, number: 1 },
  {
    ...{ kind: 'defineInstrument', instrument, symbol: 'BTC/USDT', instrumentKind: 1, baseAsset: btc, quoteAsset: usdt, lotUnits: 10n },
    ...{ quoteUnitsPerTickLot: 1, minLots: 1, maxLots: 1_000_000, minNotional: 1, bandBps: 9000, takerFeePpm: [0], makerFeePpm: [0] },
    ...{ keepsProtection: false, status: 1 },
  },
  { kind: 'openAccount', account: ada, feeClass: 0 },
  { kind: 'grantDemo', account: ada },
];

const order = (account: number, side: OrderSide, priceTicks: number, lots: number): Command => ({
  ...{ kind: 'placeOrder', account, instrument, side, type: OrderPriceType.limit, tif: TimeInForce.gtc, priceTicks, triggerTicks: 0, lots },
  ...{ quoteAmount: 0, postOnly: false },
});

type Spawn = (ears: HistoriesEars) => HistoriesThread;

/** A venue that writes its histories through a thread, and next to it a projector that does the same by itself. */
async function boot(spawnInto: (store: MemoryProjections) => Spawn = (store) => inThisThread(writesInto(engineKit, store, 'demo'))) {
  const clock = new ManualClock(Date.UTC(2026, 4, 4, 9));
  const [store, direct] = [createMemoryProjections(), createMemoryProjections()];
  const offered: OfferedBatch[] = [];
  const common = { venue: 'demo', clock, log: silentLog } as const;
  const histories = new Histories(spawnInto(store));
  const projector = createProjector({ ...common, store, project: (after, batches) => histories.project(after, batches) });
  const beside = createProjector({ ...common, store: direct });
  await beside.open();
  const watched = {
    ...projector,
    get projectedSeq() {
      return projector.projectedSeq;
    },
    get offeredSeq() {
      return projector.offeredSeq;
    },
    offer(batch: OfferedBatch) {
      offered.push({ ...batch, projected: () => {} });
      beside.offer({ ...batch, projected: () => {} });
      projector.offer({ ...batch, projected: () => {} });
    },
  };
  const journal = createMemoryJournal({ venue: 'demo', disk: createMemoryDisk(), clock });
  const sequencer = new Sequencer({ ...common, kit: engineKit, journal, snapshots: createMemorySnapshots(), store, projector: watched });
  void sequencer.start();
  await clock.pass(50);
  const tell = async (account: number, ...commands: Command[]) => {
    const ids = commands.map(() => (account === 0 ? undefined : idAt(clock.now() + 5_000)));
    const told = commands.map((command, at) => sequencer.submit({ account, command, commandId: ids[at] }));
    await clock.pass(2_000);
    return Promise.all(told);
  };
  return { clock, store, direct, offered, projector, histories, sequencer, tell };
}

async function trade({ tell, clock }: Awaited<ReturnType<typeof boot>>): Promise<void> {
  for (const command of opening) await tell(0, command);
  await tell(0, { kind: 'feedTicks', source: 'test', items: [{ instrument, priceTicks: 1_000, time: clock.now() }] });
  await tell(0, order(maker, OrderSide.sell, 1_000, 50));
  await tell(ada, order(ada, OrderSide.buy, 1_000, 20), order(ada, OrderSide.buy, 990, 5), order(ada, OrderSide.buy, 1_000_000_000, 1));
  await tell(ada, { kind: 'transfer', account: ada, from: Wallet.coin, to: Wallet.contract, asset: usdt, amount: 5_000_000n });
}

describe('histories that a thread writes', () => {
  it('are the rows that the event loop would write, of orders, fills, lines, transfers and refusals', async () => {
    const venue = await boot();
    await trade(venue);
    const rows = venue.store.tables('demo');
    expect(rows).toEqual(venue.direct.tables('demo'));
    expect([rows.fills.size, rows.orders.get(2)?.status]).toEqual([1, OrderStatus.filled]);
    const answers = [...rows.answers.values()];
    expect(answers.map(({ outcome }) => outcome.ok)).toEqual([true, true, false, true]);
    expect(answers.every(({ ahead, bodyHash }) => ahead !== undefined && /^[0-9a-f]{32}$/.test(bodyHash))).toBe(true);
    expect(venue.projector.waiting).toEqual({ commands: 0, events: 0 });
  });

  it('cross with every bit: commands, outcomes and events are equal on the other side, in one piece and from the middle of a batch on', async () => {
    const venue = await boot();
    await trade(venue);
    const crossed = (batches: readonly OfferedBatch[]): ProjectionBatch => unpack(engineKit, structuredClone(pack(batches)));
    const { offered } = venue;
    const whole = crossed(offered);
    const plain = (commands: ProjectionBatch['commands']) =>
      commands.map(({ outcomeText: _, outcome, identity, ...rest }) => ({
        ...rest,
        outcome,
        identity: identity && { ...identity, key: undefined },
      }));
    expect(plain(whole.commands)).toEqual(plain(offered.flatMap(({ commands }) => commands)));
    expect(whole.events).toEqual(offered.flatMap(({ records }) => records.decode(projectedKinds)));
    expect(whole.events.length).toBeGreaterThan(15);
    const several = offered.find(({ commands }) => commands.length > 1)!;
    const rest = {
      ...several,
      firstSeq: several.firstSeq + 1,
      commands: several.commands.slice(1),
      records: several.records.after(several.firstSeq),
    };
    const part = crossed([rest]);
    expect(plain(part.commands)).toEqual(plain(rest.commands));
    expect(part.events).toEqual(whole.events.filter(({ seq }) => seq > several.firstSeq && seq <= several.lastSeq));
    const body = { round: 7, instrument, paid: 5, received: 4, lines: [{ units: -(10n ** 30n) }] };
    const numbers = Float64Array.of(CommandRecord.code, several.firstSeq, 1_000, ColdRecord.code, 0);
    const cold = new Records(numbers, [{ declaration: eventByKind.get('fundingEnd')!, body }], []);
    const [told] = crossed([{ ...several, records: cold }]).events;
    expect(told).toEqual({ kind: 'fundingEnd', seq: several.firstSeq, index: 0, time: 1_000, ...body });
    const sent = pack([several]).parts[0]!;
    expect([sent.bytes.byteLength, sent.bytes.buffer.byteLength]).toEqual([several.bytes!.length, several.bytes!.length]);
  });

  it.each(['before it wrote', 'after it wrote'])('lose and repeat nothing when the thread ends %s: the next one goes on', async (when) => {
    let lives = 0;
    const venue = await boot((store) => {
      const write = writesInto(engineKit, store, 'demo');
      return (ears) => {
        lives += 1;
        const mortal = lives % 2 === 1;
        let left = 3;
        const dying = async (packed: Packed) => {
          left -= 1;
          if (left > 0 || !mortal) return write(packed);
          if (when === 'after it wrote') await write(packed);
          ears.ended(new Error('out of memory'));
          return new Promise<never>(() => {});
        };
        return inThisThread(dying)(ears);
      };
    });
    await trade(venue);
    await venue.clock.pass(20_000);
    expect(lives).toBeGreaterThan(1);
    expect(venue.store.tables('demo')).toEqual(venue.direct.tables('demo'));
    expect(venue.sequencer.state).toBe('running');
  });

  it('try again when the database does not take them', async () => {
    let failures = 2;
    const failing = (store: MemoryProjections): Pick<MemoryProjections, 'project'> => ({
      async project(...batch) {
        failures -= 1;
        if (failures >= 0) throw new Error('disk full');
        return store.project(...batch);
      },
    });
    const venue = await boot((store) => inThisThread(writesInto(engineKit, failing(store), 'demo')));
    await trade(venue);
    await venue.clock.pass(20_000);
    expect(failures).toBeLessThan(0);
    expect(venue.store.tables('demo')).toEqual(venue.direct.tables('demo'));
  });

  it('reject what waits when they are stopped, and what comes without its bytes', async () => {
    const silent: Spawn = () => ({ send: () => {}, stop: async () => {} });
    const histories = new Histories(silent);
    const { offered, ...venue } = await boot();
    await trade({ offered, ...venue });
    const waiting = histories.project(0, offered);
    await histories.stop();
    await expect(waiting).rejects.toThrow('was stopped');
    const { bytes: _, ...bare } = offered[0]!;
    expect(() => histories.project(0, [bare])).toThrow('without its bytes');
  });
});
