import type { EngineEvent, LedgerEvent, PositionFillEvent } from '@bourse/engine';
import type { Venue } from '@bourse/protocol/enums';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createCatalogue } from '../market/catalogue/catalogue.ts';
import { createPostgresProjections } from '../projections/postgres-store.ts';
import type { DurableBatch, EnginePort } from '../sequencer/port.ts';
import { type TestDatabase, testDatabase } from '../testing/database.ts';
import { recordsOf } from '../testing/records.ts';
import { followRealised } from './realised.ts';

const midnight = Date.UTC(2026, 10, 20);
const noon = midnight + 12 * 3_600_000;
const catalogue = createCatalogue();
const apple = catalogue.instrumentBySymbol('AAPL')!;
const account = 100_007;
const [contract, stock, fast] = [2, 3, 4];
const [loss, profit, fee, transferIn, stake, win] = [5011, 5010, 5012, 3001, 6000, 6001];

let test: TestDatabase;
beforeAll(async () => {
  test = await testDatabase();
});
afterAll(() => test.drop());

let seq = 0;
const line = (wallet: number, flow: number, available: bigint, frozen = 0n, time = noon, who = account): LedgerEvent => {
  seq += 1;
  const moved = { availableDelta: available, frozenDelta: frozen, availableAfter: 0n, frozenAfter: 0n };
  return {
    kind: 'ledger',
    seq,
    index: 0,
    time,
    posting: 0,
    account: who,
    wallet: wallet as 2,
    asset: 1,
    direction: 1,
    ...moved,
    flow,
    order: 0,
    fill: 0,
  };
};
const shareFill = (more: Partial<PositionFillEvent>): PositionFillEvent => {
  seq += 1;
  return {
    kind: 'positionFill',
    seq,
    index: 0,
    time: noon,
    settlement: seq,
    fill: 1,
    order: 1,
    account,
    position: 1,
    instrument: apple.id,
    direction: 1,
    action: 2,
    role: 'taker',
    mode: 1,
    leverage: 2,
    priceTicks: 1,
    lots: 1,
    value: 1,
    openLots: 1,
    entryValue: 1,
    margin: 1,
    closedEntry: 1,
    profit: 0,
    marginMoved: 0,
    feePpm: 0,
    fee: 0,
    insured: 0,
    ...more,
  };
};

/** A venue whose events the test invents: first in the histories, then live. */
function venue(name: Venue) {
  const listeners = new Set<(batch: DurableBatch) => void>();
  const fail = () => Promise.reject(new Error('nothing else is asked of the venue here'));
  const port: EnginePort = {
    venue: name,
    state: 'running',
    submit: fail,
    outcomeOf: fail,
    read: async <T>() => ({ seq, value: seq as T }),
    onDurable: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    projected: () => 0,
    waitProjected: async () => true,
  };
  return {
    port,
    happen: (...events: EngineEvent[]) => {
      for (const listener of listeners) listener({ firstSeq: seq, lastSeq: seq, time: noon, records: recordsOf(...events) });
    },
  };
}

/** A clean venue for one test: events projected before the first question, and events after it. */
async function day(before: EngineEvent[] = []) {
  await test.database.query('TRUNCATE ledger_line, happening, projection_checkpoint, balance, daily_balance');
  const real = venue('real');
  const demo = venue('demo');
  const store = createPostgresProjections(test.database);
  await store.project('demo', 0, { firstSeq: 1, lastSeq: seq, time: noon, commands: [], events: before } as Parameters<
    typeof store.project
  >[2]);
  const time = { now: noon };
  const realised = followRealised({
    database: test.database,
    clock: { now: () => time.now },
    venues: { real: real.port, demo: demo.port },
    catalogue,
  });
  return { ...demo, time, today: (who = account) => realised.today('demo', who), stop: realised.stop };
}

describe('what a day has realised', () => {
  it('is the sum of the contract and timed wallets without transfers, deposits and other days', async () => {
    const { today } = await day([
      line(contract, loss, 0n, -70_000_000n),
      line(contract, fee, -1_500_000n),
      line(contract, transferIn, 1_000_000_000n),
      line(contract, 1_002, 500_000_000n),
      line(fast, stake, -10_000_000n, 10_000_000n),
      line(fast, win, 8_000_000n),
      line(stock, 7_006, -3_000_000n),
      line(1, 4_006, -3_000_000n),
      line(contract, profit, 5_000_000n, 0n, midnight),
      line(contract, loss, -900_000_000n, 0n, midnight - 1),
      line(contract, loss, -900_000_000n, 0n, noon, account + 1),
    ]);
    expect(await today()).toBe(-70_000_000n - 1_500_000n + 8_000_000n + 5_000_000n);
    expect(await today(account + 1)).toBe(-900_000_000n);
    expect(await today(account + 2)).toBe(0n);
  });

  it('counts shares on margin by their settlements, in dollars; those paid in full are not counted', async () => {
    const { today, happen } = await day([
      shareFill({ profit: -4_000, fee: 25 }),
      shareFill({ profit: -9_999, leverage: 1 }),
      shareFill({ profit: 1_000, fee: 25, leverage: 1, direction: 2 }),
    ]);
    expect(await today()).toBe((-4_025n + 975n) * 10_000n);
    seq += 1;
    happen({
      kind: 'holdingCharge',
      seq,
      index: 0,
      time: noon,
      position: 1,
      account,
      instrument: apple.id,
      session: 1,
      value: 1,
      ratePpm: 1,
      amount: 7,
    });
    expect(await today()).toBe(-3_057n * 10_000n);
  });

  it('follows what happens, also while the histories are being read, and begins anew at midnight', async () => {
    const { today, happen, time } = await day([line(contract, loss, -10n)]);
    const first = today();
    // Events already in the histories, then events after them.
    const known = { ...line(contract, loss, -10n), seq: seq - 1 };
    happen(known);
    happen(line(contract, loss, -20n));
    expect(await first).toBe(-30n);
    happen(line(contract, profit, 50n), line(contract, transferIn, 7n));
    expect(await today()).toBe(20n);
    time.now = midnight + 24 * 3_600_000;
    expect(await today()).toBe(0n);
    happen(line(contract, loss, -5n, 0n, time.now + 1));
    expect(await today()).toBe(-5n);
  });
});
