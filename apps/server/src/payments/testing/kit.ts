import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { addressOf, attestedText, type Network, UdunGateway } from '@bourse/chains';
import { type DefineOperator, operator } from '@bourse/engine';
import { startGateway } from '@bourse/stand-ins';
import { type Outside, startOutside } from '@bourse/stand-ins/outside';
import { ed25519 } from '@noble/curves/ed25519.js';
import { HDKey } from '@scure/bip32';
import { createDocuments } from '../../documents/documents.ts';
import { createCatalogue } from '../../market/catalogue/catalogue.ts';
import { type Clock, systemClock } from '../../platform/clock.ts';
import { silentLog } from '../../platform/log.ts';
import { testExchange } from '../../testing/exchange.ts';
import { createMoneyIn } from '../deposits/index.ts';
import { gatewayName } from '../orders/callbacks.ts';
import { type AccountOnFile, createOrders, type OrdersParts } from '../orders/index.ts';
import { type Vault, VaultProblem } from '../port.ts';
import { openChains } from '../rails/chains.ts';
import { readRails } from '../rails/declared.ts';
import { defineRails, RailBook } from '../rails/rails.ts';

/** A vault in this process, which attests and signs nothing. */
export function testVault(secret = new Uint8Array(32).fill(9)): Vault & { away: boolean } {
  const xpub = HDKey.fromMasterSeed(new Uint8Array(64).fill(3)).publicExtendedKey;
  const key = Buffer.from(ed25519.getPublicKey(secret)).toString('base64');
  const refuse = () => Promise.reject(new VaultProblem('', 'the vault of this test signs no payouts'));
  return {
    away: false,
    key,
    about: async () => ({ vaultKey: key, rails: [{ rail: 1, network: 'ethereum', address: addressOf(xpub, 'ethereum', 0).address }] }),
    async attest(network: Network, account: number, index: number) {
      if (this.away) throw new VaultProblem('', 'away');
      const { address, tag } = addressOf(xpub, network, index);
      const attestation = Buffer.from(ed25519.sign(attestedText(network, account, index, address, tag), secret)).toString('base64');
      return { network, account, index, address, tag, attestation };
    },
    seen: async () => 0,
    payout: refuse,
    bump: refuse,
    sweep: refuse,
  };
}

/** The world outside, a venue whose rails are those of the shipped file, and money that comes in by hand: nothing runs until the test says so. */
export async function testMoney() {
  const folder = mkdtempSync(join(tmpdir(), 'bourse-money-'));
  const outside: Outside = await startOutside(folder);
  const { places } = outside;
  const catalogue = createCatalogue();
  const declared = readRails((code) => catalogue.assetByCode(code), { tokens: places.tokens });
  const nodes = Object.fromEntries(Object.entries(places.nodes).map(([network, url]) => [network, [url]]));
  const { chains, watched } = openChains(declared.rails, nodes, places.chainIds);
  const rails = new RailBook(declared.rails, chains);
  // Timers run as ever: the venues wait for them. Only the time of day is the test's.
  let ahead = 0;
  const clock: Clock & { advance(ms: number): void } = {
    ...systemClock,
    now: () => systemClock.now() + ahead,
    advance(ms) {
      ahead += ms;
    },
  };
  const vault = testVault();
  const rates = new Map([
    ['USDT', { price: '1', time: 0, stale: false }],
    ['MYR', { price: '0.25', time: 0, stale: false }],
  ]);
  const world = { places, deed: outside.deed, stop: () => {} };
  const house = openChains(declared.rails, nodes, places.chainIds);
  const key = 'key of this test';
  /** One stand-in plays the gateway and the provider: both speak one protocol. */
  const gateway = await startGateway({ seed: 'orders', key, merchantId: 'bourse', clock: () => clock.now() });
  const asked = new UdunGateway({
    ...{ url: gateway.url, key, merchantId: 'bourse', callbackUrl: 'http://127.0.0.1:9/never' },
    ...{ nonce: () => '123456', now: () => clock.now() },
  });
  const parties = new Map<string, NonNullable<ReturnType<OrdersParts['party']>>>(
    [gatewayName, 'payly'].map((name) => [name, { key, ask: (id) => asked.trade(id) }]),
  );
  const onFile = new Map<number, readonly AccountOnFile[]>();
  let money: ReturnType<typeof createMoneyIn> | undefined;
  let orders: ReturnType<typeof createOrders> | undefined;
  const exchange = await testExchange({
    clock,
    app: { callbacks: (provider, form) => orders!.callback(provider, form) },
    rooms: async ({ test, venues }) => {
      money = createMoneyIn({
        ...{ database: test.database, clock, log: silentLog, real: venues.real, rails, watched, gateway: asked },
        key: new Uint8Array(32).fill(4),
        trade: (rail, id) => orders!.trade(rail, id),
        vault: () => vault,
        outside: () => world,
      });
      const files = { put: async () => {}, get: async () => undefined, remove: async () => {} };
      const documents = createDocuments({ database: test.database, clock, files, key: new Uint8Array(32) });
      orders = createOrders({
        ...{ database: test.database, clock, log: silentLog, real: venues.real, rails, money, documents, house },
        market: { usdRate: (code) => rates.get(code) },
        vault: () => vault,
        accountsOnFile: async (account) => onFile.get(account) ?? [],
        party: (name) => parties.get(name),
      });
      return { handlers: { ...money.handlers, ...orders.handlers } };
    },
  });
  const { real } = exchange.venues;
  await defineRails(real, declared, silentLog);
  await real.read((engine) => rails.refresh(engine));
  // Two who appoint operators, and one who decides.
  for (const [at, powers] of [['people'], ['people'], ['money', 'compliance']].entries())
    await real.submit({ account: 0, command: { kind: 'defineOperator', operator: at + 1, powers } as DefineOperator });
  return {
    ...exchange,
    ...{ outside, rails, vault, clock, money: money!, declared, real },
    ...{ orders: orders!, gateway, parties, onFile, rates },
    async setLevel(account: number, level: number) {
      const evidence = Buffer.alloc(32, 7).toString('base64url');
      const body = { kind: 'setLevel', account, level, evidence } as const;
      const command = { kind: 'propose', body, proof: '', reason: 'test' } as const;
      const { outcome } = await real.submit({ account: 0, actor: operator(3), command });
      if (!outcome.ok || outcome.result.kind !== 'proposal' || outcome.result.state !== 'applied') throw new Error('no level');
    },
    /** Blocks on every chain that has news, then what the server does about them. */
    async blocks(count = 1) {
      for (let at = 0; at < count; at += 1) outside.tick();
      await money!.job.run();
    },
    async close() {
      await exchange.close();
      await gateway.close();
      await outside.close();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
