import assert from 'node:assert/strict';
import { existsSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import type { RunningServer } from '../harness/server.ts';
import { createSuite } from '../harness/suite.ts';
import { twoServersChat } from './chat.ts';
import { diskFull } from './disk-full.ts';
import { nobodyStallsTheClock } from './flood.ts';
import { lostAndTwice, onEmbedded, verify } from './journal.ts';
import { operatorsOnly } from './operators.ts';
import { payoutsSurviveKills } from './payouts.ts';
import { shadowFollows } from './shadow.ts';
import { takeOver } from './take-over.ts';
import { demoLogin, newId, quietOrder, sendOrder, startTraders, type Traders } from './trader.ts';
import { verifyBesideServer } from './verify-live.ts';
import { databaseIn, folder, healthy, sleep, startSettled, until } from './world.ts';

/** Kills the server or the database, twenty times in all. */
const kills = Number(process.env['BOURSE_KILLS'] ?? 20);
/** Chooses when the run of payouts kills what. */
const seed = Number(process.env['BOURSE_SEED'] ?? 1);
const databaseKills = Math.floor(kills * 0.3);
const serverKills = kills - databaseKills;
const lanes = 12;

const suite = createSuite(process.argv[2]);
const accounts = 24;
/** Programs trade faster than people. Without a limit, a fast machine would send so many orders that the run waits for the programs. */
const env = { BOURSE_WEIGHT_PER_MINUTE: '1000000000' };

const databasePid = (dataFolder: string): number => {
  const file = join(dataFolder, 'postgres/data/postmaster.pid');
  return existsSync(file) ? Number(readFileSync(file, 'utf8').split('\n')[0]) : 0;
};

const median = (list: number[]) => [...list].sort((a, b) => a - b)[list.length >> 1] ?? 0;

async function killRounds(dataFolder: string): Promise<void> {
  let server: RunningServer = await startSettled({ dataFolder, env });
  const port = Number(new URL(server.origin).port);
  let traders: Traders | undefined;
  const serverDownMs: number[] = [];
  const databaseDownMs: number[] = [];
  try {
    const tokens = await Promise.all(Array.from({ length: accounts }, () => demoLogin(server.origin)));
    traders = startTraders(server.origin, tokens, lanes);
    for (let kill = 0; kill < serverKills + databaseKills; kill += 1) {
      await sleep(400 + Math.random() * 1_200);
      if (kill % 10 < 7) {
        await server.stop('SIGKILL');
        const from = Date.now();
        server = await startSettled({ dataFolder, port, env });
        serverDownMs.push(Date.now() - from);
      } else {
        process.kill(databasePid(dataFolder), 'SIGKILL');
        const { confirmed } = traders;
        const before = confirmed.length;
        // More than were under way: some of these were sent after the end.
        databaseDownMs.push(await until('orders after the database was killed', async () => confirmed.length > before + 2 * lanes, 60_000));
      }
    }
    await sleep(500);
    await traders.stop();
    await judge(server, traders);
    console.log(
      `  server back in ${median(serverDownMs)} ms (median, with its start), orders again ${median(databaseDownMs)} ms after the database's end`,
    );
  } finally {
    await server.stop();
  }
}

/** Asks for every confirmed order again, and then checks the journal itself. */
async function judge(server: RunningServer, traders: Traders): Promise<void> {
  const sample = traders.confirmed.filter((_, index) => index % Math.ceil(traders.confirmed.length / 400) === 0);
  let changed = 0;
  const differences: string[] = [];
  for (const { token, commandId, body, seq, orderId } of sample) {
    let answer = await sendOrder(server.origin, token, commandId, body);
    while (answer.status === 429) {
      await sleep(500);
      answer = await sendOrder(server.origin, token, commandId, body);
    }
    if (answer.data?.seq === seq && answer.data.orderId === orderId && answer.data.repeated) continue;
    changed += 1;
    if (differences.length < 5) differences.push(`${commandId} was ${seq}, order ${orderId}, and now ${JSON.stringify(answer)}`);
  }
  await server.stop();
  const { lost, twice } = await onEmbedded(server.dataFolder, (connection) => lostAndTwice(connection, traders.confirmed));
  console.log(
    `  ${traders.confirmed.length} orders acknowledged over ${serverKills} kills of the server and ${databaseKills} of the database, ${traders.repeats()} tries repeated: ${lost} lost, ${twice} applied twice, ${changed} of ${sample.length} answered differently when asked again`,
  );
  if (traders.refused.size > 0) console.log(`  refused: ${[...traders.refused].map(([code, count]) => `${count} × ${code}`).join(', ')}`);
  assert.deepEqual({ lost, twice, changed, differences }, { lost: 0, twice: 0, changed: 0, differences: [] });
  assert.ok(traders.confirmed.length > 100, 'too few orders to mean anything');
}

await suite.run('kill -9 of server and database under load', async () => {
  const dataFolder = folder();
  try {
    await killRounds(dataFolder);
    const { status, lastLine, output } = await verify({ BOURSE_DATA: dataFolder });
    console.log(`  ${lastLine}`);
    assert.equal(status, 0, output);
  } finally {
    rmSync(dataFolder, { recursive: true, force: true });
  }
});

await suite.run('kill -9 of server, signer and chain while payouts stand at each of their stations', () =>
  payoutsSurviveKills(kills, seed),
);

await suite.run('database away: 503, and back without a restart', async () => {
  const dataFolder = folder();
  const databaseFolder = folder();
  const database = () => databaseIn(databaseFolder);
  let postgres = await database();
  const { url } = postgres;
  const server = await startSettled({ dataFolder, env: { DATABASE_URL: url } });
  try {
    const token = await demoLogin(server.origin);
    const before = { id: newId(), body: await quietOrder(server.origin) };
    const first = await sendOrder(server.origin, token, before.id, before.body);
    assert.equal(first.status, 200, JSON.stringify(first));
    await postgres.stop();
    const commandId = newId();
    const statuses = new Map<number, number>();
    for (let attempt = 0; attempt < 20; attempt += 1) {
      const answer = await sendOrder(server.origin, token, commandId, before.body);
      statuses.set(answer.status, (statuses.get(answer.status) ?? 0) + 1);
      await sleep(50);
    }
    const health = await fetch(`${server.origin}/health`);
    assert.equal(health.status, 503);
    assert.ok(
      [...statuses.keys()].every((status) => status === 503 || status === 504),
      JSON.stringify([...statuses]),
    );
    postgres = await database();
    const from = Date.now();
    await until('recovery', healthy(server.origin), 30_000);
    const backMs = Date.now() - from;
    const again = await sendOrder(server.origin, token, before.id, before.body);
    assert.deepEqual([again.data?.repeated, again.data?.seq], [true, first.data?.seq]);
    // Retry the failed order with a fresh price: the old one may be outside the band by now.
    await until(
      'a fresh price',
      async () => {
        const fresh = await sendOrder(server.origin, token, newId(), await quietOrder(server.origin));
        return fresh.status === 200;
      },
      20_000,
    );
    assert.equal(server.child.exitCode, null);
    console.log(
      `  answers while it was away: ${[...statuses].map(([status, count]) => `${count} × ${status}`).join(', ')}; serving again ${backMs} ms after it came back, same process`,
    );
  } catch (error) {
    throw new Error(
      `the server ${server.child.exitCode === null ? 'runs' : `ended with ${server.child.exitCode}`}, and said last:\n${server.output().slice(-3_000)}`,
      { cause: error },
    );
  } finally {
    await server.stop();
    await postgres.stop();
    rmSync(dataFolder, { recursive: true, force: true });
    rmSync(databaseFolder, { recursive: true, force: true });
  }
});

await suite.run('the writer is stopped or killed: a standby takes over, and nothing stale is written', takeOver);
await suite.run('two servers carry the chat and notices, also while their broker is deaf or gone', twoServersChat);
await suite.run('a shadow checks the engine, also after the database was killed', shadowFollows);
await suite.run('verify beside a server that takes orders: equal, and one changed cell is named', verifyBesideServer);
await suite.run('disk full: refused in so many words, reads go on, nothing is lost', diskFull);

await suite.run('metrics, details of health and the reference are for operators only', operatorsOnly);
await suite.run('300 connections flood one route after the other: no timed contract is void', nobodyStallsTheClock);

process.exit(suite.finish() ? 0 : 1);
