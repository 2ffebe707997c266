import type { Command } from '@bourse/engine';
import { AssetKind, InstrumentKind, InstrumentStatus, OrderPriceType, OrderSide, TimeInForce, Wallet } from '@bourse/protocol/enums';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { systemClock } from '../platform/clock.ts';
import { silentLog } from '../platform/log.ts';
import { type TestDatabase, testDatabase } from '../testing/database.ts';
import { openVenue, type VenueHost } from './venues.ts';

const ada = 100_001;
const bob = 100_002;
const usdt = 1;
const btc = 2;

const rules: Command[] = [
  { kind: 'defineAsset', asset: usdt, code: 'USDT', scale: 6, assetKind: AssetKind.stablecoin },
  { kind: 'defineAsset', asset: btc, code: 'BTC', scale: 8, assetKind: AssetKind.coin },
  {
    kind: 'defineInstrument',
    instrument: 1,
    symbol: 'BTC/USDT',
    instrumentKind: InstrumentKind.coin,
    baseAsset: btc,
    quoteAsset: usdt,
    lotUnits: 10_000n,
    quoteUnitsPerTickLot: 1,
    minLots: 1,
    maxLots: 1_000_000,
    minNotional: 1,
    bandBps: 5_000,
    takerFeePpm: [1_000],
    makerFeePpm: [500],
    keepsProtection: false,
    status: InstrumentStatus.trading,
  },
];

const order = (account: number, side: OrderSide, lots: number, priceTicks: number): Command => ({
  kind: 'placeOrder',
  account,
  instrument: 1,
  side,
  type: OrderPriceType.limit,
  tif: TimeInForce.gtc,
  priceTicks,
  triggerTicks: 0,
  lots,
  quoteAmount: 0,
  postOnly: false,
});

let test: TestDatabase;
let host: VenueHost;
const boot = async () => {
  host = openVenue({ venue: 'demo', connection: () => test.connection, clock: systemClock, log: silentLog });
  await host.start();
};

beforeAll(async () => {
  test = await testDatabase();
  await boot();
}, 60_000);
afterAll(async () => {
  await host.stop();
  await test.drop();
});

const tell = async (command: Command, commandId?: string) =>
  host.port.submit({ account: commandId && 'account' in command ? command.account : 0, command, commandId });

describe('a venue on Postgres', () => {
  it('trades, and its projections show it', async () => {
    for (const command of rules) expect((await tell(command)).outcome).toMatchObject({ ok: true });
    for (const account of [ada, bob]) {
      await tell({ kind: 'openAccount', account, feeClass: 0 });
      expect((await tell({ kind: 'grantDemo', account })).outcome).toMatchObject({ ok: true });
    }
    await tell({ kind: 'feedTicks', source: 'test', items: [{ instrument: 1, priceTicks: 50_000, time: Date.now() }] });
    await tell({ kind: 'transfer', account: ada, from: Wallet.coin, to: Wallet.contract, asset: usdt, amount: 5n });
    const commandId = '0190b0c8-0000-7000-8000-000000000001';
    const placed = await tell(order(ada, OrderSide.buy, 10, 50_000), commandId);
    expect(placed).toMatchObject({ repeated: false, outcome: { ok: true, result: { kind: 'order' } } });
    expect(await tell(order(ada, OrderSide.buy, 10, 50_000), commandId)).toMatchObject({ seq: placed.seq, repeated: true });
    await expect(tell(order(ada, OrderSide.buy, 11, 50_000), commandId)).rejects.toMatchObject({ refusal: 'commandIdReused' });
    const { seq } = await tell(order(bob, OrderSide.buy, 3, 49_999));
    expect(await host.port.waitProjected(seq, 5_000)).toBe(true);
    const orders = await test.database.query('SELECT account, status, lots, price_ticks FROM orders ORDER BY order_id');
    expect(orders).toEqual([
      { account: ada, status: 1, lots: 10n, price_ticks: 50_000n },
      { account: bob, status: 1, lots: 3n, price_ticks: 49_999n },
    ]);
    const { value: live } = await host.port.read((engine) => engine.balances(ada));
    const stored = await test.database.query('SELECT wallet, asset, available, frozen FROM balance WHERE account = $1 ORDER BY wallet', [
      ada,
    ]);
    expect(stored.map(({ wallet, asset, available, frozen }) => [wallet, asset, BigInt(available), BigInt(frozen)])).toEqual(
      live.map(({ wallet, asset, available, frozen }) => [wallet, asset, available, frozen]),
    );
    const [sums] = await test.database.query(
      `SELECT sum(available_delta + frozen_delta) = (SELECT sum(available + frozen) FROM balance WHERE account = $1) AS agree FROM ledger_line WHERE account = $1`,
      [ada],
    );
    expect(sums).toEqual({ agree: true });
    expect(await test.database.query('SELECT account, amount FROM transfers')).toEqual([{ account: ada, amount: '5' }]);
    expect(await test.database.query('SELECT command_id, seq FROM command_outcome')).toEqual([
      { command_id: commandId, seq: BigInt(placed.seq) },
    ]);
  });

  it('goes on after a restart where it was', async () => {
    const { value: before } = await host.port.read((engine) => [engine.seq, engine.openOrders(ada), engine.balances(ada)]);
    await host.stop();
    await boot();
    const { value: after } = await host.port.read((engine) => [engine.seq, engine.openOrders(ada), engine.balances(ada)]);
    expect(after).toEqual(before);
    expect(await host.port.outcomeOf(ada, '0190b0c8-0000-7000-8000-000000000001')).toMatchObject({ outcome: { ok: true } });
    expect(await test.database.query(`SELECT count(*) FROM state_hash WHERE occasion = 'shutdown'`)).toEqual([{ count: 1n }]);
  });

  it('goes on by itself when the database drops its connections', async () => {
    await test.database.query(
      'SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE pid <> pg_backend_pid() AND datname = current_database()',
    );
    for (let attempt = 0; attempt < 200; attempt += 1) {
      const done = await tell({ kind: 'openAccount', account: 100_003, feeClass: 0 }, '0190b0c8-0000-7000-8000-000000000002').catch(
        () => undefined,
      );
      if (done) break;
      await new Promise((resolve) => setTimeout(resolve, 25));
    }
    expect(host.port.state).toBe('running');
    expect((await host.port.read((engine) => engine.hasAccount(100_003))).value).toBe(true);
  });
});
