import { decodeCommands, encodeCommands } from '@bourse/engine';
import { parseTold } from '@bourse/engine/receipts';
import {
  checkEvidence,
  type Evidence,
  emptyRoot,
  parseCheckpoint,
  parseNote,
  parseVerifier,
  type Tile,
  type TileName,
  throughTiles,
  tilePath,
  treeRoot,
  verifierText,
} from '@bourse/transparency';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { checksum, genesisHash, nextHash } from '../journal/journal.ts';
import { createPostgresJournal } from '../journal/postgres-journal.ts';
import { silentLog } from '../platform/log.ts';
import { ManualClock } from '../platform/manual-clock.ts';
import { engineKit } from '../sequencer/engine-kit.ts';
import { testExchange } from '../testing/exchange.ts';
import { follow, logKey, notary, origin } from '../testing/transparency.ts';
import { verifyVenue } from '../verify/verify-venue.ts';
import { transparencyHandlers } from './handlers.ts';
import { Heads, lateMs } from './heads.ts';
import { storedLogFiles } from './log-files.ts';
import type { Countersigner } from './notary-client.ts';

const buy = { symbol: 'BTC/USDT', side: 0, priceType: 1, quantity: '0.001' } as const;

let exchange: Awaited<ReturnType<typeof testExchange>>;
let clock: ManualClock;
let heads: Heads;
let signer: ReturnType<typeof notary>;

const publisher = (at: Countersigner) =>
  new Heads({
    venue: 'demo',
    database: exchange.database,
    clock,
    log: silentLog,
    origin,
    notary: at,
    witnesses: [],
    journal: () => ({ leads: true, size: exchange.hosts.demo.sequencer.durable }),
  });

const verify = (more: { heads?: { by: string; note: string }[] } = {}) =>
  verifyVenue({
    venue: 'demo',
    journal: createPostgresJournal({ venue: 'demo', connection: exchange.test.connection, log: silentLog }),
    database: exchange.database,
    kit: engineKit,
    ...more,
  });

beforeAll(async () => {
  clock = new ManualClock();
  exchange = await testExchange({
    rooms: async ({ test, venues }) => ({
      handlers: transparencyHandlers(test.database, venues, { real: heads, demo: heads }),
    }),
  });
}, 60_000);
afterAll(() => exchange.close());

describe('the transparency log of a venue', () => {
  it('covers every command, and proves receipts and orders under a signed head', async () => {
    signer = notary();
    heads = publisher(signer.at);
    const ada = await exchange.customer();
    await exchange.houseOffers('BTC/USDT', '50000', '1');
    const bought = await exchange.call('POST pay/order-coin/purchase-actual-commodities', buy, { token: ada.token });
    const { orderId } = bought.data as { orderId: string };
    expect(bought.headers['bourse-leaf']).toMatch(/^demo\/\d+$/);
    const placed = Number(String(bought.headers['bourse-leaf']).split('/')[1]);
    const detail = await exchange.call('GET pay/order-coin/order-detail', { id: orderId }, { token: ada.token });
    const [fill] = (detail.data as { fills: { id: string }[] }).fills;
    const receipt = async () =>
      (await exchange.call('GET pay/receipt/get', { fillId: fill?.id ?? '', venue: 'demo' }, { token: ada.token })).data as {
        document: string;
        evidence: Evidence | null;
      };
    expect((await receipt()).evidence).toBeNull();

    const size = await follow(exchange);
    expect((await receipt()).evidence).toBeNull();
    await heads.once();
    expect(heads.state).toMatchObject({ origin, head: { size }, unsignedSince: undefined, contradiction: undefined });

    const { document, evidence } = await receipt();
    const proven = checkEvidence(evidence as Evidence, [parseVerifier(verifierText(logKey))]);
    expect(proven.head.size).toBe(size);
    const told = parseTold(proven.commands[0]?.events[0] ?? '');
    const facts = JSON.parse(document) as { fill: number; lots: number; priceTicks: number; seq: number };
    expect(told).toMatchObject({
      kind: 'fill',
      role: 'taker',
      fill: facts.fill,
      lots: facts.lots,
      priceTicks: facts.priceTicks,
      seq: facts.seq,
    });
    expect(proven.commands[0]?.events[0]).not.toContain('account');

    const own = await exchange.call('GET pay/command/evidence', { seq: String(placed) }, { token: ada.token });
    const order = checkEvidence((own.data as { evidence: Evidence }).evidence, [logKey]).commands[0]?.command;
    expect(decodeCommands(order?.bytes ?? new Uint8Array())[0]).toMatchObject({
      seq: placed,
      command: { kind: 'placeOrder', account: ada.account },
    });
    expect(JSON.parse(order?.outcome ?? '')).toMatchObject({ ok: true });

    const eve = await exchange.customer();
    expect((await exchange.call('GET pay/command/evidence', { seq: String(placed) }, { token: eve.token })).code).not.toBe(0);
    expect((await verify()).findings).toEqual([]);
  });

  it('goes on behind what is stored, whatever the commands between, and a monitor reads the same tree', async () => {
    const ada = await exchange.customer();
    for (let n = 0; n < 30; n += 1) {
      for (let more = 0; more < 20; more += 1)
        await exchange.call(
          'POST pay/order-coin/purchase-actual-commodities',
          { ...buy, priceType: 2, price: '40000' },
          { token: ada.token },
        );
      if (n % 3 === 0) await follow(exchange);
    }
    const size = await follow(exchange);
    expect(size).toBeGreaterThan(512);
    await heads.once();
    const log = throughTiles(size, (names) => Promise.all(names.map(download)));
    const head = parseCheckpoint(parseNote((await storedLogFiles(exchange.database).checkpoint('demo')) ?? '').text);
    expect(head).toEqual({ origin, size, root: new Uint8Array(await treeRoot(size, log)) });
    expect((await verify()).findings).toEqual([]);
  });

  it('shows only what a signed head covers', async () => {
    const ada = await exchange.customer();
    await exchange.call('POST pay/order-coin/purchase-actual-commodities', buy, { token: ada.token });
    const size = await follow(exchange);
    const files = storedLogFiles(exchange.database);
    const edge = tilePath({ level: 0, index: Math.floor(size / 256), width: size % 256 }).slice('tile/'.length);
    expect(await files.tile('demo', edge)).toBeUndefined();
    const [consistency] = await Promise.all([
      exchange.call('GET exchange/transparency/consistency', { venue: 'demo', oldSize: 5, size }),
      heads.once(),
    ]);
    expect(consistency.data.path.length).toBeGreaterThan(0);
    expect((await files.tile('demo', edge))?.length).toBe((size % 256) * 32);
    for (const path of ['0/001.p/999', '../secrets', '0/1', 'entries/../0/000', '9/000', '0/x001/000'])
      expect(await files.tile('demo', path), path).toBeUndefined();
  });

  it('says since when heads are not signed, and signs on when the notary is back', async () => {
    const ada = await exchange.customer();
    await exchange.call('POST pay/order-coin/purchase-actual-commodities', buy, { token: ada.token });
    const size = await follow(exchange);
    signer.go('away');
    await heads.once();
    expect(heads.state.unsignedSince).toBeUndefined();
    await clock.pass(lateMs);
    await heads.once();
    expect(heads.warnings).toEqual([expect.stringContaining('not signed since')]);
    signer.go('back');
    await heads.once();
    expect(heads.state).toMatchObject({ head: { size }, unsignedSince: undefined });
    expect(heads.warnings).toEqual([]);
  });

  it('finds the size of a notary that knows more than this server, as after a crash between its answer and our write', async () => {
    const before = heads.state.head?.note;
    const ada = await exchange.customer();
    await exchange.call('POST pay/order-coin/purchase-actual-commodities', buy, { token: ada.token });
    await follow(exchange);
    await heads.once();
    await exchange.database.query("UPDATE log_state SET head = $1, head_size = 1 WHERE venue = 'demo'", [before]);
    const again = publisher(signer.at);
    await exchange.customer();
    const size = await follow(exchange);
    await again.once();
    expect(again.state).toMatchObject({ head: { size }, contradiction: undefined });
  });
});

describe('a history that was changed', () => {
  beforeEach(() => heads.read());

  /** Does something to the database, gives what it does to the log and to verify, and takes it back. */
  const changed = async (sql: string, restore: () => Promise<unknown>) => {
    await exchange.database.query(sql);
    try {
      return (await verify()).findings;
    } finally {
      await restore();
    }
  };
  const copyOf = async (table: string) => {
    await exchange.database.query(`CREATE TABLE kept_${table} AS SELECT * FROM ${table}`);
    return async () => {
      await exchange.database.query(`DELETE FROM ${table}`);
      await exchange.database.query(`INSERT INTO ${table} SELECT * FROM kept_${table}`);
      await exchange.database.query(`DROP TABLE kept_${table}`);
    };
  };

  it.each([
    [
      'log_bundle',
      'UPDATE log_bundle SET entries = set_byte(entries, 70, get_byte(entries, 70) # 1) WHERE bundle = 1',
      /entry of command 258/,
    ],
    ['log_bundle', 'DELETE FROM log_bundle WHERE bundle = 1', /entry of command 257/],
    ['log_tile', 'UPDATE log_tile SET hashes = set_byte(hashes, 3, get_byte(hashes, 3) # 1) WHERE level = 1', /tile 0 of level 1/],
    ['log_event_leaves', 'UPDATE log_event_leaves SET leaves = set_byte(leaves, 40, get_byte(leaves, 40) # 1)', /event leaves of command/],
    ['log_event_leaves', "INSERT INTO log_event_leaves VALUES ('demo', 1, '\\x00')", /event leaves of command 1 /],
    ['log_event_leaves', 'DELETE FROM log_event_leaves', /event leaves of command/],
    ['log_state', 'UPDATE log_state SET secret = set_byte(secret, 0, get_byte(secret, 0) # 1)', /entry of command 1 /],
    ['log_state', 'UPDATE log_state SET terms_from = 1000000', /entry of command \d+ in the log differs/],
    ['log_state', 'UPDATE log_state SET root = set_byte(root, 0, get_byte(root, 0) # 1)', /root of the log/],
    ['log_state', "UPDATE log_state SET head = replace(head, 'tlog/demo\n', 'tlog/demo\n1')", /head of the log that the server keeps/],
  ])('is found by verify: %s, %s', async (table, sql, sentence) => {
    const restore = await copyOf(table);
    expect((await changed(sql, restore)).join('\n')).toMatch(sentence);
    expect((await verify()).findings).toEqual([]);
  });

  it('is found when one event of the journal was changed and everything after it hashed again', async () => {
    const kept = heads.state.head;
    const journal = await copyOf('journal_batch');
    const writer = await copyOf('journal_writer');
    await forge();
    const { findings } = await verify();
    await journal();
    await writer();
    expect(findings.join('\n')).toMatch(/entry of command \d+ in the log differs/);
    expect(findings.join('\n')).toContain(`the head at ${kept?.size} that the server keeps names another history than the journal`);
    expect((await verify()).findings).toEqual([]);
  });

  it('is refused by the notary when the log was made to fit it', async () => {
    const tables = ['journal_batch', 'journal_writer', 'log_state', 'log_bundle', 'log_tile', 'log_event_leaves', 'snapshot'];
    const signed = heads.state.head;
    const restores: (() => Promise<void>)[] = [];
    for (const table of tables) restores.push(await copyOf(table));
    await forge();
    const [{ secret }] = (await exchange.database.query<{ secret: Buffer }>("SELECT secret FROM log_state WHERE venue = 'demo'")) as [
      { secret: Buffer },
    ];
    for (const table of ['log_state', 'log_bundle', 'log_tile', 'log_event_leaves', 'snapshot'])
      await exchange.database.query(`DELETE FROM ${table}`);
    await exchange.database.query(
      "INSERT INTO log_state (venue, secret, root, origin, key, terms_from) VALUES ('demo', $1, $2, $3, $4, 1)",
      [secret, emptyRoot(), origin, verifierText(logKey)],
    );
    await follow(exchange);
    const forged = publisher(signer.at);
    await forged.once();
    const { findings } = await verify({ heads: [{ by: 'a customer', note: signed?.note ?? '' }] });
    for (const restore of restores) await restore();
    expect(forged.state.contradiction).toBeDefined();
    expect(forged.warnings.join()).toContain('contradicts what was signed');
    expect(findings).toContainEqual(expect.stringContaining(`the head at ${signed?.size} that a customer keeps names another history`));
  });

  it('is seen when the database was rolled back to an earlier moment', async () => {
    const size = heads.state.head?.size ?? 0;
    const rolledBack = new Heads({
      venue: 'demo',
      database: exchange.database,
      clock,
      log: silentLog,
      origin,
      notary: signer.at,
      witnesses: [],
      journal: () => ({ leads: true, size: size - 10 }),
    });
    await rolledBack.once();
    expect(rolledBack.state.contradiction).toContain(`${size} commands were signed, and the journal has ${size - 10}`);
  });
});

/** What somebody with the database does who wants one order to have been larger: changes its command and makes every later hash fit. */
async function forge(): Promise<void> {
  const rows = await exchange.database.query<{ first_seq: bigint; bytes: Buffer }>(
    "SELECT first_seq, bytes FROM journal_batch WHERE venue = 'demo' ORDER BY first_seq",
  );
  let hash = genesisHash('demo');
  let done = false;
  for (const { first_seq, bytes } of rows) {
    const commands = decodeCommands(bytes).map((one) => {
      if (done || one.command.kind !== 'placeOrder' || one.command.account < 100_000) return one;
      done = true;
      return { ...one, command: { ...one.command, lots: one.command.lots + 1 } };
    });
    const again = encodeCommands(commands);
    hash = nextHash(hash, again);
    await exchange.database.query("UPDATE journal_batch SET bytes = $2, crc = $3, hash = $4 WHERE venue = 'demo' AND first_seq = $1", [
      first_seq,
      again,
      checksum(again),
      hash,
    ]);
  }
  await exchange.database.query("UPDATE journal_writer SET head_hash = $1 WHERE venue = 'demo'", [hash]);
}

async function download(name: TileName): Promise<Tile> {
  const hashes = await storedLogFiles(exchange.database).tile('demo', tilePath(name).slice('tile/'.length));
  return { ...name, hashes: new Uint8Array(hashes ?? Buffer.alloc(0)) };
}
