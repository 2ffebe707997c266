import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { readFileSync, rmSync } from 'node:fs';
import { loadavg } from 'node:os';
import { silentLog } from '@bourse/server/src/platform/log.ts';
import { openDatabase } from '@bourse/server/src/platform/postgres.ts';
import { provideDatabase } from '@bourse/server/src/platform/provide-database.ts';
import { type RunningServer, startServer } from '../harness/server.ts';
import { fillJournal } from './filled.ts';
import { gauges } from './flood.ts';
import { onEmbedded } from './journal.ts';
import { metric, signedSize } from './shadow.ts';
import { demoLogin, quietOrder, startTraders } from './trader.ts';
import { folder, sleep, until } from './world.ts';

/** Commands in the journal before `verify` begins. */
const commands = Number(process.env['BOURSE_VERIFY_COMMANDS'] ?? 10_000);
/** What `verify` may hold at most, whatever the journal's length: the engine itself, and a million rows that may be written again. */
const mostMb = 1_000;
const env = { BOURSE_WEIGHT_PER_MINUTE: '1000000000', LOG_LEVEL: 'info' };
/** A slow machine makes a thousand commands a second into histories and entries of the log. */
const patience = 180_000 + commands;

interface Verified {
  status: number | null;
  lines: string[];
  seconds: number;
  /** Most memory that it had at a time, in megabytes; undefined where the system does not say. */
  peakMb: number | undefined;
}

/** Runs `npm run verify` as an operator does, and watches its memory. */
async function verify(dataFolder: string): Promise<Verified> {
  const from = performance.now();
  const child = spawn(process.execPath, ['scripts/run.mjs', 'apps/server/src/verify.ts'], {
    env: { ...process.env, BOURSE_DATA: dataFolder },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let output = '';
  child.stdout.on('data', (chunk: Buffer) => {
    output += chunk.toString();
  });
  let peakMb: number | undefined;
  const watch = setInterval(() => {
    peakMb = residentMb(child.pid) ?? peakMb;
  }, 200);
  const status = await new Promise<number | null>((resolve) => child.once('close', resolve));
  clearInterval(watch);
  return { status, lines: output.trimEnd().split('\n'), seconds: (performance.now() - from) / 1000, peakMb };
}

/** The kernel's own high-water mark. */
function residentMb(pid: number | undefined): number | undefined {
  try {
    const kilobytes = /^VmHWM:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1];
    return kilobytes === undefined ? undefined : (Number(kilobytes) * 1024) / 1_000_000;
  } catch {
    return undefined;
  }
}

/** Reads the server's clocks again and again until it is told to stop, and answers the worst of each. */
function watchClocks({ origin }: RunningServer) {
  let over = false;
  const worst = { tickMs: 0, loopMs: 0 };
  const running = (async () => {
    while (!over) {
      const { tickMs, loopMs } = await gauges(origin);
      worst.tickMs = Math.max(worst.tickMs, tickMs);
      worst.loopMs = Math.max(worst.loopMs, loopMs);
      await sleep(1_000);
    }
  })();
  return async () => {
    over = true;
    await running;
    return worst;
  };
}

/**
 * `verify` beside a server that takes orders all the while: it finds everything equal in bounded memory, and names the one cell that was changed by SQL. A
 * million commands: `BOURSE_VERIFY_COMMANDS=1000000`, about ten minutes on two cores.
 */
export async function verifyBesideServer(): Promise<void> {
  const dataFolder = folder();
  const first = await startServer({ dataFolder, env, timeoutMs: 120_000 });
  await until('a price', async () => (await quietOrder(first.origin)) !== undefined, 60_000);
  await first.stop();
  const from = performance.now();
  const filled = await onEmbedded(dataFolder, (connection) => fillJournal(connection, commands));
  const filledMs = performance.now() - from;
  const server = await startServer({ dataFolder, env, timeoutMs: patience });
  try {
    const [caughtUpMs] = await Promise.all([
      until(
        'histories and a signed head of all commands',
        async () => (await metric(server, 'bourse_projection_lag_commands')) < 1_000 && (await signedSize(server)) >= filled,
        patience,
      ),
      until('the charts', () => server.output().includes('the charts are filled in'), patience),
    ]);
    console.log(
      `  ${filled.toLocaleString('en')} commands written in ${(filledMs / 1000).toFixed(0)} s; histories and log made in ${(caughtUpMs / 1000).toFixed(0)} s`,
    );
    const traders = startTraders(server.origin, [await demoLogin(server.origin)], 4);
    await until('orders', () => traders.confirmed.length > 20, 60_000);

    const taken = traders.confirmed.length;
    const stopWatching = watchClocks(server);
    const good = await verify(dataFolder);
    const { tickMs, loopMs } = await stopWatching();
    const orders = traders.confirmed.length - taken;
    report('equal', good);
    console.log(
      `  meanwhile the server took ${(orders / good.seconds).toFixed(1)} orders a second; oldest price at the engine ${tickMs.toFixed(0)} ms, longest block of the loop ${loopMs.toFixed(0)} ms; load ${loadavg()[0]?.toFixed(1)}`,
    );
    assert.equal(good.status, 0, good.lines.join('\n'));
    assert.ok(checkedCommands(good) >= filled, `only ${checkedCommands(good)} commands were checked`);
    assert.ok((good.peakMb ?? 0) < mostMb, `verify held ${good.peakMb} MB`);
    assert.ok(orders > 0, 'the server took no orders meanwhile');
    assert.ok(tickMs < 5_000, `a price was ${tickMs} ms old at the engine, and nothing is filled at one of five seconds`);

    const changed = await changeOneCell(dataFolder);
    const bad = await verify(dataFolder);
    report('one cell changed', bad);
    assert.equal(bad.status, 1, bad.lines.join('\n'));
    const different = bad.lines.filter((line) => line.startsWith('DIFFERENT: '));
    assert.deepEqual(different, [`DIFFERENT: ${changed}`]);
    console.log(`  ${different[0]}`);
    await traders.stop();
  } catch (error) {
    throw new Error(`the server said last:\n${server.output().slice(-3_000)}`, { cause: error });
  } finally {
    await server.stop();
    rmSync(dataFolder, { recursive: true, force: true });
  }
}

const checkedCommands = ({ lines }: Verified): number => Number(/^verify: (\d+) commands/.exec(lines.at(-1) ?? '')?.[1] ?? 0);

function report(what: string, { lines, seconds, peakMb }: Verified): void {
  const memory = peakMb === undefined ? 'memory unknown on this system' : `at most ${peakMb.toFixed(0)} MB`;
  console.log(`  ${what}: ${seconds.toFixed(0)} s, ${memory}; ${lines.at(-1)}`);
}

/** Adds the smallest unit to what a line in the middle of a statement left available, while the server runs. Answers what `verify` must say. */
async function changeOneCell(dataFolder: string): Promise<string> {
  const provided = await provideDatabase({ databaseUrl: undefined, dataFolder }, silentLog, async () => {});
  const database = openDatabase({ connection: provided.connection, log: silentLog, poolSize: 1, queryTimeoutMs: 600_000 });
  try {
    const [row] = await database.query<{ account: bigint; seq: bigint; event_index: number; available_after: string }>(
      `UPDATE ledger_line SET available_after = available_after + 1 WHERE ctid = (
         SELECT ctid FROM ledger_line WHERE venue = 'demo' AND account >= 50000000 ORDER BY account, seq, event_index OFFSET 1000 LIMIT 1
       ) RETURNING account, seq, event_index, available_after::text`,
    );
    if (!row) throw new Error('there is no such line');
    const { account, seq, event_index, available_after: after } = row;
    return `ledger_line ${account}/${seq}/${event_index}: available_after is ${after}, the replay says ${BigInt(after) - 1n}`;
  } finally {
    await database.close();
    await provided.stop();
  }
}
