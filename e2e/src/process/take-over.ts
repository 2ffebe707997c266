import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type RunningServer, startServer } from '../harness/server.ts';
import { lostAndTwice, verify } from './journal.ts';
import { demoLogin, newId, quietOrder, sendOrder, startTraders } from './trader.ts';
import { databaseIn, folder, healthy, sleep, until } from './world.ts';

const lanes = 6;
const standsBy = (server: RunningServer) => until('the standby', () => server.output().includes('standing by'), 60_000);

/** How long after `fault` the other server confirms orders. */
async function orders(confirmed: readonly unknown[], fault: () => Promise<void> | void): Promise<number> {
  await fault();
  const before = confirmed.length;
  return until('orders at the standby', () => confirmed.length > before, 30_000);
}

/** Asks the woken writer for fresh orders until it ends; answers how many it confirmed and with what it refused. */
async function askTheStale(stale: RunningServer, token: string, body: unknown) {
  const statuses = new Map<number, number>();
  let confirmed = 0;
  await until(
    'the end of the writer that was overtaken',
    async () => {
      const answer = await sendOrder(stale.origin, token, newId(), body, 1_000).catch(() => undefined);
      if (answer?.data) confirmed += 1;
      if (answer) statuses.set(answer.status, (statuses.get(answer.status) ?? 0) + 1);
      return stale.child.exitCode !== null;
    },
    40_000,
  );
  return { confirmed, statuses: [...statuses].map(([status, count]) => `${count} × ${status}`).join(', ') || 'none answered' };
}

/** Two servers on one database: the writer is stopped in the middle of orders and wakes up after the other took over; then the other is killed. */
export async function takeOver(): Promise<void> {
  const folders = [folder(), folder(), folder()] as const;
  const postgres = await databaseIn(folders[0]);
  // Servers of one database seal with one key (`docs/operations.md`).
  const key = `${randomBytes(32).toString('base64url')}\n`;
  for (const dataFolder of folders.slice(1)) {
    mkdirSync(join(dataFolder, 'keys'), { mode: 0o700 });
    writeFileSync(join(dataFolder, 'keys', 'documents'), key, { mode: 0o600 });
  }
  const server = (dataFolder: string, standby: boolean) =>
    startServer({ dataFolder, standby, env: { DATABASE_URL: postgres.url, LOG_LEVEL: 'info' }, timeoutMs: 120_000 });
  const running: RunningServer[] = [];
  const start = async (dataFolder: string, standby: boolean) => {
    const one = await server(dataFolder, standby);
    running.push(one);
    return one;
  };
  try {
    const first = await start(folders[1], false);
    const second = await start(folders[2], true);
    await standsBy(second);
    const tokens = await Promise.all(Array.from({ length: 12 }, () => demoLogin(first.origin)));
    let origin = first.origin;
    const traders = startTraders(() => origin, tokens, lanes);
    const { confirmed } = traders;
    await until('orders at the first', () => confirmed.length > 20, 30_000);
    const body = await quietOrder(first.origin);

    const stoppedMs = await orders(confirmed, () => {
      first.child.kill('SIGSTOP');
      origin = second.origin;
    });
    await until('health of the second', healthy(second.origin), 30_000);
    await sleep(500);
    first.child.kill('SIGCONT');
    const stale = await askTheStale(first, tokens[0] ?? '', body);
    assert.deepEqual([stale.confirmed, first.child.exitCode], [0, 1], first.output().slice(-3_000));

    const third = await start(folders[1], true);
    await standsBy(third);
    const killedMs = await orders(confirmed, async () => {
      await second.stop('SIGKILL');
      origin = third.origin;
    });
    await until('health of the third', healthy(third.origin), 30_000);
    await traders.stop();
    await third.stop();
    const { lost, twice } = await lostAndTwice(postgres.connection, confirmed);
    console.log(
      `  orders again ${stoppedMs} ms after SIGSTOP of the writer and ${killedMs} ms after kill -9; the woken writer confirmed ${stale.confirmed} (answers: ${stale.statuses}) and ended; ${confirmed.length} acknowledged: ${lost} lost, ${twice} applied twice`,
    );
    assert.deepEqual({ lost, twice }, { lost: 0, twice: 0 });
    const { status, lastLine, output } = await verify({ BOURSE_DATA: folders[1], DATABASE_URL: postgres.url });
    console.log(`  ${lastLine}`);
    assert.equal(status, 0, output);
  } catch (error) {
    const said = running.map((one, index) => `server ${index + 1} (exit status ${one.child.exitCode}):\n${one.output().slice(-3_000)}`);
    throw new Error(`the servers said last:\n${said.join('\n')}`, { cause: error });
  } finally {
    for (const one of running) {
      one.child.kill('SIGCONT');
      await one.stop('SIGKILL');
    }
    await postgres.stop();
    for (const one of folders) rmSync(one, { recursive: true, force: true });
  }
}
