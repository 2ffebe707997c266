import { Venue } from '@bourse/protocol/enums';
import { parseCheckpoint, parseNote, signerFromSeed, signersOf } from '@bourse/transparency';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createPostgresJournal } from '../journal/postgres-journal.ts';
import { systemClock } from '../platform/clock.ts';
import type { Database } from '../platform/database.ts';
import { silentLog } from '../platform/log.ts';
import { ManualClock } from '../platform/manual-clock.ts';
import { engineKit } from '../sequencer/engine-kit.ts';
import { openVenue } from '../sequencer/venues.ts';
import { testDatabase } from '../testing/database.ts';
import { NotaryProcess } from '../testing/notary-process.ts';
import { follow } from '../testing/transparency.ts';
import { verifyVenue } from '../verify/verify-venue.ts';
import { transparencyHandlers } from './handlers.ts';
import { Heads, lateMs, payoutsWaitMs } from './heads.ts';

/** Failures of the notary and of witnesses, which run in processes of their own as in production. */
const origin = 'localhost/tlog/demo';
const own = signerFromSeed('bourse-server', 'log', new Uint8Array(32).fill(5));
const copied = ['journal_batch', 'journal_writer', 'log_state', 'log_bundle', 'log_tile', 'log_event_leaves'];

let notary: NotaryProcess;
let witness: NotaryProcess;
const closed: (() => Promise<unknown>)[] = [];
const open = async <Thing extends { close(): Promise<unknown> }>(one: Promise<Thing>): Promise<Thing> => {
  const thing = await one;
  closed.push(() => thing.close());
  return thing;
};
beforeAll(async () => {
  notary = await open(NotaryProcess.start({ origin, own }));
  witness = await open(NotaryProcess.start({ origin, own, role: 'witness' }));
}, 60_000);
afterAll(async () => {
  for (const close of closed.reverse()) await close();
});

/** A server of the demo venue. `from`: it begins with a copy of that server's database. */
async function startServer(clock = new ManualClock(), from?: { database: Database }) {
  const test = await testDatabase();
  for (const table of from === undefined ? [] : copied) {
    const rows = await from!.database.query<Record<string, unknown>>(`SELECT * FROM ${table}`);
    await test.database.query(`DELETE FROM ${table}`);
    await test.database.query(`INSERT INTO ${table} SELECT * FROM jsonb_populate_recordset(NULL::${table}, $1)`, [rowsAsJson(rows)]);
  }
  const host = openVenue({ venue: 'demo', connection: () => test.connection, clock: systemClock, log: silentLog });
  await host.start();
  let account = from === undefined ? 100_000 : 200_000;
  const publisher = (witnesses: NotaryProcess[] = [], at = notary) =>
    new Heads({
      ...{ venue: 'demo', database: test.database, clock, log: silentLog, origin, notary: at.countersigner },
      witnesses: witnesses.map((one) => one.witness),
      journal: () => ({ leads: true, size: host.sequencer.durable }),
    });
  const server = {
    ...{ test, database: test.database, clock, publisher, hosts: { demo: host }, venues: { demo: host.port } },
    /** A command of a customer, in the journal and in the stored log. Resolves with the log's size. */
    async trade(): Promise<number> {
      account += 1;
      const { outcome } = await host.port.submit({ account: 0, command: { kind: 'openAccount', account, feeClass: 0 } });
      expect(outcome.ok).toBe(true);
      return follow(server);
    },
    /** What the page about the log says. */
    async page(heads: Heads) {
      const calls = transparencyHandlers(test.database, { real: host.port, demo: host.port }, { real: heads, demo: heads });
      return (await calls['GET exchange/transparency']({}, undefined as never)).find(({ venue }) => venue === Venue.demo)!;
    },
    async verify(note?: string) {
      const journal = createPostgresJournal({ venue: 'demo', connection: test.connection, log: silentLog });
      const heads = note === undefined ? [] : [{ by: 'a customer', note }];
      return (await verifyVenue({ venue: 'demo', journal, database: test.database, kit: engineKit, heads })).findings.join('\n');
    },
    async close() {
      await host.stop();
      await test.drop();
    },
  };
  closed.push(() => server.close());
  return server;
}
type Server = Awaited<ReturnType<typeof startServer>>;

const rowsAsJson = (rows: readonly Record<string, unknown>[]) =>
  JSON.stringify(rows, (_, value) => {
    if (typeof value === 'bigint') return String(value);
    return value?.type === 'Buffer' ? `\\x${Buffer.from(value.data).toString('hex')}` : value;
  });

let server: Server;
beforeAll(async () => {
  server = await startServer();
}, 60_000);

describe('a notary that is killed', () => {
  it('between writing down a head and answering signs on when it is back, and contradicts nobody', async () => {
    const heads = server.publisher();
    const first = await server.trade();
    await heads.once();
    expect(heads.state.head?.size).toBe(first);

    const second = await server.trade();
    notary.dieBeforeTheNextAnswer();
    await heads.once();
    expect(heads.state).toMatchObject({ head: { size: first }, contradiction: undefined });
    expect(notary.remembered.map((text) => parseCheckpoint(text).size)).toEqual([second]);
    // Trading goes on meanwhile, and the server is killed as well: another one takes over.
    const third = await server.trade();
    await heads.once();
    expect(heads.state.head?.size).toBe(first);

    await notary.run();
    const after = server.publisher();
    await after.once();
    expect(after.state).toMatchObject({ head: { size: third }, contradiction: undefined, unsignedSince: undefined });
    await heads.once();
    expect(heads.state).toMatchObject({ head: { size: third }, contradiction: undefined });
    expect(notary.evidence).toBe(0);
    expect(await server.verify(notary.remembered[0])).toBe('');
  });

  it('while it writes down a head has its old memory, and takes the head again', async () => {
    const heads = server.publisher();
    const before = notary.remembered;
    const size = await server.trade();
    await notary.dieWhileItWrites();
    await heads.once();
    expect(heads.state.head?.size).toBeLessThan(size);
    expect(notary.remembered).toEqual(before);
    await notary.run();
    await heads.once();
    expect(heads.state).toMatchObject({ head: { size }, contradiction: undefined });
  });

  it('is told with since when, also by a server that started meanwhile; payouts wait after ten minutes, trading goes on', async () => {
    const { clock } = server;
    const heads = server.publisher();
    await server.trade();
    await heads.once();
    await notary.kill();
    await server.trade();
    const since = clock.now();
    await heads.once();
    await clock.pass(lateMs);
    await heads.once();
    expect(await server.page(heads)).toMatchObject({ unsignedSince: since, contradiction: null });

    await clock.pass(payoutsWaitMs - lateMs - 1);
    const restarted = server.publisher();
    await restarted.read();
    expect(await server.page(restarted)).toMatchObject({ unsignedSince: since });
    expect(restarted.holdsPayouts).toBe(false);
    await clock.pass(1);
    expect(restarted.holdsPayouts).toBe(true);

    const size = await server.trade();
    await notary.run();
    await restarted.once();
    expect(await server.page(restarted)).toMatchObject({ size, unsignedSince: null });
    expect(restarted.holdsPayouts).toBe(false);
  });
});

describe('a witness that is away', () => {
  it('is told with since when, heads are signed without it, and payouts wait after ten minutes until it is back', async () => {
    const { clock } = server;
    const heads = server.publisher([witness]);
    await server.trade();
    await heads.once();
    expect(await server.page(heads)).toMatchObject({ unwitnessedSince: null, witnesses: [expect.stringContaining('witness.example')] });
    const signers = (note: string) => signersOf(parseNote(note), [witness.witness.key]).length;
    expect(signers(heads.state.head?.note ?? '')).toBe(1);

    await witness.kill();
    await server.trade();
    const since = clock.now();
    await heads.once();
    await clock.pass(lateMs);
    const size = await server.trade();
    await heads.once();
    expect(await server.page(heads)).toMatchObject({ size, unsignedSince: null, unwitnessedSince: since, contradiction: null });
    expect(signers(heads.state.head?.note ?? '')).toBe(0);

    await clock.pass(payoutsWaitMs - lateMs - 1);
    const restarted = server.publisher([witness]);
    await restarted.read();
    expect(restarted.state.unwitnessedSince).toBe(since);
    expect(restarted.holdsPayouts).toBe(false);
    await clock.pass(1);
    expect(restarted.holdsPayouts).toBe(true);
    expect(restarted.warnings).toEqual([expect.stringContaining(`lack the signature of a witness since ${new Date(since).toISOString()}`)]);

    await witness.run();
    await restarted.once();
    expect(await server.page(restarted)).toMatchObject({ size, unwitnessedSince: null });
    expect(signers(restarted.state.head?.note ?? '')).toBe(1);
    expect(restarted.holdsPayouts).toBe(false);
  });
});

describe('a tile that was cut', () => {
  it.each([
    ['log_bundle', 'UPDATE log_bundle SET entries = substring(entries FOR length(entries) - 65)', /entry of command/],
    ['log_tile', 'UPDATE log_tile SET hashes = substring(hashes FOR 31)', /tile 0 of level 1/],
  ])('in %s gets no signature, is named by verify, and signs on when it is whole', async (table, cut, named) => {
    // Beyond one tile of 256 entries.
    for (let more = server.hosts.demo.sequencer.durable; more < 300; more += 1)
      await server.venues.demo.submit({ account: 0, command: { kind: 'advanceTime' } });
    await server.trade();
    const heads = server.publisher();
    await heads.once();
    const signed = heads.state.head?.size;
    const size = await server.trade();
    await server.database.query(`CREATE TABLE whole AS SELECT * FROM ${table}`);
    await server.database.query(cut);
    await expect(heads.once()).rejects.toThrow(/is not stored|missing or cut/);
    expect(heads.state).toMatchObject({ head: { size: signed }, contradiction: undefined });
    // A shadow that starts now does not go on from it either.
    await expect(follow(server)).rejects.toThrow(/is not stored|missing or cut/);
    await server.clock.pass(lateMs);
    expect((await server.page(heads)).unsignedSince).not.toBeNull();
    expect(await server.verify()).toMatch(named);

    await server.database.query(`DELETE FROM ${table}`);
    await server.database.query(`INSERT INTO ${table} SELECT * FROM whole`);
    await server.database.query('DROP TABLE whole');
    await heads.once();
    expect(heads.state).toMatchObject({ head: { size }, unsignedSince: undefined });
    expect(await server.verify()).toBe('');
  });
});

describe('two servers with one key', () => {
  it('of one notary: it signs the history of one, the other one tells everybody, and goes on saying so after a restart', async () => {
    await server.trade();
    const heads = server.publisher();
    await heads.once();
    const { evidence } = notary;
    const copy = await startServer(server.clock, server);
    const others = copy.publisher();
    await copy.trade();
    const mine = await server.trade();
    await heads.once();
    // It has as many commands, and others; then more.
    await others.once();
    expect(others.state.contradiction).toContain(`another history of ${mine} commands`);
    await copy.trade();
    await others.once();
    expect(others.state.contradiction).toContain('The proof does not show that the head continues');
    expect(others.warnings).toEqual([expect.stringContaining('contradicts what was signed')]);
    expect(others.holdsPayouts).toBe(true);
    expect(notary.evidence).toBe(evidence + 2);
    const restarted = copy.publisher();
    await restarted.once();
    expect((await copy.page(restarted)).contradiction).toContain('The proof does not show');
    const size = await server.trade();
    await heads.once();
    expect(heads.state).toMatchObject({ head: { size }, contradiction: undefined });
    expect(await copy.verify(heads.state.head?.note)).toContain(`the head at ${size} that a customer keeps`);
  });

  it('of two notaries with one memory: the witness signs one history, and a head that a customer kept differs from the other', async () => {
    await server.trade();
    const heads = server.publisher([witness]);
    await heads.once();
    const copy = await startServer(server.clock, server);
    const twin = await open(notary.copy());
    const others = copy.publisher([witness], twin);
    await copy.trade();
    await server.trade();
    await heads.once();
    await others.once();
    // The copied key signs it: without a witness nobody at the server would know.
    expect(others.state.head?.size).toBe(heads.state.head?.size);
    expect(others.state.contradiction).toContain('The witness witness.example signed another history');
    await copy.trade();
    await others.once();
    expect(others.state.contradiction).toContain('The witness witness.example refused');
    expect(others.holdsPayouts).toBe(true);
    expect(heads.state.contradiction).toBeUndefined();
    expect(await copy.verify(heads.state.head?.note)).toContain('that a customer keeps names another history');
  });
});
