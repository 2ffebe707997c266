import { type Chain, ChainProblem } from '@bourse/chains';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createCatalogue } from '../../market/catalogue/catalogue.ts';
import { silentLog } from '../../platform/log.ts';
import { createCosts } from '../reconcile/costs.ts';
import { createReconciliation } from '../reconcile/reconcile.ts';
import { type Customer, testMoneyOut } from '../testing/money-out.ts';
import { createSweeps } from './index.ts';
import { refusedMs } from './propose.ts';

/** Deposits that are gathered from their addresses by the real signer, on chains that speak the real protocols. */
let kit: Awaited<ReturnType<typeof testMoneyOut>>;
const crash = { at: Number.POSITIVE_INFINITY, count: 0 };
const ways = [
  { channel: 1, asset: 'USDT', network: 'ethereum', small: '499', large: '700', decimals: 6, blocks: 5 },
  { channel: 2, asset: 'ETH', network: 'ethereum', small: '0.19', large: '0.5', decimals: 18, blocks: 5 },
  { channel: 3, asset: 'BTC', network: 'bitcoin', small: '0.009', large: '0.05', decimals: 8, blocks: 5 },
  { channel: 5, asset: 'USDT', network: 'tron', small: '499', large: '700', decimals: 6, blocks: 5 },
  { channel: 14, asset: 'TRX', network: 'tron', small: '1999', large: '3000', decimals: 6, blocks: 5 },
] as const;
type Way = (typeof ways)[number];
let sweeps: ReturnType<typeof createSweeps>;
let costs: ReturnType<typeof createCosts>;
let reconciliation: ReturnType<typeof createReconciliation>;

beforeAll(async () => {
  kit = await testMoneyOut();
  // Few confirmations: what is tested here is what is done between them.
  for (const { source } of kit.rails.all())
    if (source.kind === 'chain') Object.assign(source, { confirmations: 3, largeConfirmations: undefined });
  const { database, clock, real, rails, moneyIn, out, orders } = kit;
  await database.query("SELECT setval(pg_get_serial_sequence('deposit', 'number'), 1000)");
  sweeps = createSweeps({
    ...{ database, clock, log: silentLog, rails, vault: () => kit.signer.client },
    between: () => {
      crash.count += 1;
      if (crash.count >= crash.at) throw new Error('the server ended here');
    },
  });
  const coinOf = (network: string) => {
    const rail = rails.all().find(({ source }) => source.kind === 'chain' && source.network === network && source.token === undefined)!;
    return { asset: rail.asset, decimals: (rail.source as { decimals: number }).decimals };
  };
  const sent = async () => [...(await out.sent()), ...(await sweeps.sent())];
  costs = createCosts({ database, clock, real, sent, chain: (network) => rails.chain(network), coinOf });
  reconciliation = createReconciliation({
    ...{ database, log: silentLog, real, catalogue: createCatalogue(), simulatedCapital: true },
    // Between two looks nothing happens here.
    clock: {
      ...clock,
      after: (_, work) => {
        queueMicrotask(work);
        return () => {};
      },
    },
    outside: async () =>
      (
        await Promise.all([
          ...[moneyIn.held(), moneyIn.arriving(), out.lines(), orders.held(), orders.arriving(), costs.lines()],
          sweeps.lines(),
        ])
      ).flat(),
  });
  await kit.tellVault();
  await blocks(2);
}, 600_000);
afterAll(() => kit.close());

/** Blocks, and after each what the server does. */
async function blocks(count: number): Promise<void> {
  for (let at = 0; at < count; at += 1) {
    kit.outside.tick();
    await kit.watch();
    await sweeps.job.run();
  }
}
const deposited = async ({ token }: Customer, { channel, asset, network }: Way, amount: string) => {
  const { data } = await kit.call('GET pay/recharge/udun-address', { asset, network }, { token });
  expect((await kit.call('POST pay/recharge/test-coins', { channel, amount }, { token })).code).toBe(0);
  return data.address;
};
const held = ({ channel, network }: Way, address: string) => {
  const { source } = kit.rails.get(channel)!;
  return kit.rails.chain(network)!.balance(address, source.kind === 'chain' ? source.token : undefined);
};
const hotWallet = async ({ channel }: Way) => (await kit.signer.client.about()).rails.find(({ rail }) => rail === channel)!.address!;
const balances = async ({ account }: Customer) => (await kit.real.read((engine) => engine.balances(account))).value;
const open = () => kit.database.query('SELECT number, raw, problem FROM sweep WHERE ended_at IS NULL');
/** How many sweeps of an address are final. */
const swept = async (address: string) =>
  (await kit.database.query('SELECT 1 FROM sweep WHERE address = $1 AND final_hash IS NOT NULL', [address])).length;
/** What differs, asset by asset. */
async function differences() {
  await reconciliation.run();
  return kit.database.query(
    'SELECT asset, custody::text, difference::text FROM reconciliation_line WHERE difference <> 0 AND reconciliation_id = (SELECT max(id) FROM reconciliation)',
  );
}

test.each(ways)(
  '$asset of a deposit on $network is gathered once it is worth it, and no customer’s balance moves',
  async (way) => {
    const who = await kit.payee('USDT', 0n);
    const hot = await held(way, await hotWallet(way));
    const address = await deposited(who, way, way.small);
    await blocks(way.blocks);
    expect(await open()).toEqual([]);
    const small = await held(way, address);
    await deposited(who, way, way.large);
    // Until it is credited nothing is gathered.
    await blocks(2);
    const all = await held(way, address);
    expect([await open(), all > small]).toEqual([[], true]);
    for (let at = 0; (await swept(address)) === 0; at += 1) {
      expect(at).toBeLessThan(50);
      await blocks(1);
    }
    const arrived = (await held(way, await hotWallet(way))) - hot;
    // What stays is less than what the fee may have been.
    expect(await held(way, address)).toBeLessThan(all / 100n);
    expect(arrived).toBeGreaterThan((all * 99n) / 100n);
    const owed = (await balances(who)).reduce((sum, { available, frozen }) => sum + available + frozen, 0n);
    expect(owed).toBe(all / 10n ** BigInt(way.decimals - kit.rails.get(way.channel)!.asset.scale));
    await blocks(3);
    expect(await swept(address)).toBe(1);
  },
  600_000,
);

test('is gathered although at dozens of other addresses there is less than the table says', async () => {
  const way = ways[0];
  await kit.database.query(
    `INSERT INTO deposit_address (network, index, account, customer_id, address, attestation, made_at)
     SELECT 'ethereum', n, n, n, '0x' || lpad(to_hex(n), 40, '0'), 'x', now() FROM generate_series(1, 50) AS n`,
  );
  await kit.database.query(
    `INSERT INTO deposit (rail, external_id, account, customer_id, step, units, decimals, created_at, changed_at, steps, address, salt, credited_seq)
     SELECT 1, 'gone/' || n, n, n, 'credited', 900000000, 6, now(), now(), '{}', '0x' || lpad(to_hex(n), 40, '0'), '\\x00', 1 FROM generate_series(1, 50) AS n`,
  );
  const address = await deposited(await kit.payee('USDT', 0n), way, way.large);
  for (let at = 0; (await swept(address)) === 0; at += 1) {
    expect(at).toBeLessThan(50);
    await blocks(1);
  }
  await kit.database.query("DELETE FROM deposit WHERE external_id LIKE 'gone/%'");
  await kit.database.query('DELETE FROM deposit_address WHERE index <= 50');
}, 600_000);

test('the coin for the fee of a token’s sweep is nobody’s deposit', async () => {
  const fuels = await kit.database.query<{ fuel_hash: string }>('SELECT fuel_hash FROM sweep WHERE fuel_hash IS NOT NULL');
  expect(fuels.length).toBeGreaterThan(0);
  const found = await kit.database.query('SELECT number FROM deposit WHERE tx_hash = ANY($1)', [fuels.map(({ fuel_hash }) => fuel_hash)]);
  expect(found).toEqual([]);
});

test('all that is owed is held at every block of a sweep, and its cost is booked as the house’s', async () => {
  const usdt = ways[0];
  const who = await kit.payee('USDT', 0n);
  const baseline = await differences();
  expect(baseline).toEqual([]);
  await deposited(who, usdt, '900');
  await deposited(who, ways[2], '0.03');
  await deposited(who, ways[3], '900');
  for (let at = 0; at < 60; at += 1) {
    await blocks(1);
    expect([at, await differences()]).toEqual([at, baseline]);
    if (at > 5 && (await open()).length === 0) break;
  }
  // A node that does not answer keeps back the costs of its own network only.
  const known = kit.rails.chain;
  const away = async () => {
    throw new ChainProblem('unreachable', 'The node is away.');
  };
  kit.rails.chain = (network) =>
    network === usdt.network ? Object.assign(Object.create(known(network)!) as Chain, { transaction: away }) : known(network);
  await expect(costs.job.run()).rejects.toThrow('The node is away.');
  kit.rails.chain = known;
  expect(new Set((await sweeps.sent()).map(({ network }) => network))).toEqual(new Set([usdt.network]));
  await costs.job.run();
  expect(await differences()).toEqual(baseline);
  const kept = await kit.database.query('SELECT c.tx_hash FROM network_cost c JOIN sweep s ON c.tx_hash IN (s.hash, s.fuel_hash)');
  expect(kept.length).toBeGreaterThanOrEqual(6);
  expect(await sweeps.sent()).toEqual([]);
}, 600_000);

test('a sweep on TRON that nobody heard of in time is over, and another gathers the coins', async () => {
  const usdt = ways[3];
  const who = await kit.payee('USDT', 0n);
  const address = await deposited(who, usdt, '800');
  const known = kit.rails.chain;
  const deaf = Object.assign(Object.create(known('tron')!) as Chain, { broadcast: async () => '' });
  kit.rails.chain = (network) => (network === 'tron' ? deaf : known(network));
  await blocks(8);
  expect(await open()).toMatchObject([{ problem: null }]);
  for (let at = 0; at < 230; at += 1) kit.outside.tick();
  await sweeps.job.run();
  const ended = () => kit.database.query('SELECT problem, final_hash FROM sweep WHERE address = $1 AND ended_at IS NOT NULL', [address]);
  expect(await ended()).toEqual([{ problem: 'expired', final_hash: null }]);
  kit.rails.chain = known;
  kit.clock.jump(refusedMs + 1);
  for (let at = 0; (await swept(address)) === 0; at += 1) {
    expect(at).toBeLessThan(50);
    await blocks(1);
  }
  expect(await held(usdt, address)).toBe(0n);
  expect(await ended()).toHaveLength(2);
}, 600_000);

test('a server that ends between any two deeds of a sweep, and a signer that is killed, gather the coins once', async () => {
  const usdt = ways[0];
  const who = await kit.payee('USDT', 0n);
  const address = await deposited(who, usdt, '800');
  const hot = await held(usdt, await hotWallet(usdt));
  for (let at = 0; at < 5; at += 1) {
    kit.outside.tick();
    await kit.watch();
  }
  for (let at = 1; (await swept(address)) === 0; at += 1) {
    expect(at).toBeLessThan(120);
    Object.assign(crash, { at: 1 + (at % 5), count: 0 });
    await sweeps.job.run().catch((error: Error) => expect(error.message).toBe('the server ended here'));
    if (at === 2 || at === 5 || at === 20) {
      await kit.signer.stop('SIGKILL');
      await kit.signer.start();
    }
    kit.outside.tick();
    await kit.watch();
  }
  crash.at = Number.POSITIVE_INFINITY;
  await blocks(2);
  expect([await held(usdt, address), (await held(usdt, await hotWallet(usdt))) - hot]).toEqual([0n, 800_000_000n]);
  const rows = await kit.database.query('SELECT final_hash IS NOT NULL AS final FROM sweep WHERE address = $1', [address]);
  expect(rows).toEqual([{ final: true }]);
}, 600_000);

test('a table that names another place, or another sweep, gathers nothing there', async () => {
  const usdt = ways[0];
  const who = await kit.payee('USDT', 0n);
  const address = await deposited(who, usdt, '600');
  for (let at = 0; at < 5; at += 1) {
    kit.outside.tick();
    await kit.watch();
  }
  crash.at = 1;
  crash.count = 0;
  await expect(sweeps.job.run()).rejects.toThrow('the server ended here');
  crash.at = Number.POSITIVE_INFINITY;
  const thief = '0xdAC17F958D2ee523a2206206994597C13D831ec7';
  await kit.database.query(`UPDATE sweep SET request = request || '{"to":"${thief}"}' WHERE ended_at IS NULL`);
  await sweeps.job.run();
  expect(sweeps.warnings()).toEqual([expect.stringContaining('addressWrong')]);
  expect([await held(usdt, thief), await held(usdt, address)]).toEqual([0n, 600_000_000n]);
  // Later it is proposed anew, as the vault says.
  kit.clock.jump(refusedMs + 1);
  for (let at = 0; (await swept(address)) === 0; at += 1) {
    expect(at).toBeLessThan(50);
    await blocks(1);
  }
  expect([await held(usdt, thief), await held(usdt, address)]).toEqual([0n, 0n]);
}, 600_000);
