import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { appendFileSync, chmodSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { startServer } from '../harness/server.ts';
import { Skip } from '../harness/suite.ts';
import { lostAndTwice, verify } from './journal.ts';
import { demoLogin, newId, quietOrder, sendOrder, startTraders } from './trader.ts';
import { databaseIn, folder, healthy, sleep, until } from './world.ts';

/** The database's whole disk; its programs lie elsewhere. */
const diskMegabytes = 700;
const fullForMs = 6_000;

function mountSmallDisk(at: string): void {
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${diskMegabytes}m`, 'tmpfs', at], { stdio: 'pipe' });
  } catch {
    throw new Skip('a small disk of its own cannot be mounted here; on Linux, root can');
  }
}

/** Fills what is left, to the last kilobytes. */
function fill(ballast: string): void {
  for (const bytes of [1 << 20, 1 << 12]) {
    const block = Buffer.alloc(bytes);
    try {
      for (;;) appendFileSync(ballast, block);
    } catch (error) {
      assert.equal((error as NodeJS.ErrnoException).code, 'ENOSPC');
    }
  }
}

/** The disk of the database fills up under orders, stays full for a while, and is given room again. */
export async function diskFull(): Promise<void> {
  const [disk, programs, dataFolder] = [folder(), folder(), folder()] as const;
  mountSmallDisk(disk);
  for (const one of [disk, programs]) chmodSync(one, 0o755);
  const postgres = await databaseIn(disk, programs);
  const ballast = join(disk, 'ballast');
  const server = await startServer({ dataFolder, env: { DATABASE_URL: postgres.url, LOG_LEVEL: 'info' }, timeoutMs: 120_000 });
  const { origin } = server;
  try {
    const tokens = await Promise.all(Array.from({ length: 12 }, () => demoLogin(origin)));
    const traders = startTraders(origin, tokens, 4);
    const { confirmed } = traders;
    await until('orders', () => confirmed.length > 20, 30_000);
    const body = await quietOrder(origin);
    fill(ballast);
    const refusals = new Map<number, number>();
    const reads = { answered: 0, asked: 0 };
    const since = Date.now();
    let accepted = confirmed.length;
    // What was preallocated takes some more orders; from the first refusal on the disk counts as full.
    await until(
      'the first refusal',
      async () => (await sendOrder(origin, tokens[0] ?? '', newId(), body).catch(() => undefined))?.status === 503,
      60_000,
    );
    accepted = confirmed.length - accepted;
    for (const full = Date.now(); Date.now() - full < fullForMs; await sleep(50)) {
      const answer = await sendOrder(origin, tokens[1] ?? '', newId(), body);
      if (!answer.data) refusals.set(answer.status, (refusals.get(answer.status) ?? 0) + 1);
      const read = await fetch(`${origin}/api/app-api/pay/coin/coin-list`, { signal: AbortSignal.timeout(4_000) });
      reads.asked += 1;
      reads.answered += read.ok ? 1 : 0;
    }
    const fullMs = Date.now() - since;
    assert.equal(server.child.exitCode, null);
    assert.ok((refusals.get(503) ?? 0) > 0, JSON.stringify([...refusals]));
    assert.deepEqual(
      [...refusals.keys()].filter((status) => status !== 503 && status !== 504),
      [],
    );
    assert.equal(reads.answered, reads.asked);
    const before = confirmed.length;
    rmSync(ballast);
    const backMs = await until('orders after room was made', () => confirmed.length > before + 8, 60_000);
    await until('health', healthy(origin), 30_000);
    await traders.stop();
    await server.stop();
    const { lost, twice } = await lostAndTwice(postgres.connection, confirmed);
    console.log(
      `  full for ${fullMs} ms, in which ${accepted} more orders found room: then ${[...refusals].map(([status, count]) => `${count} × ${status}`).join(', ')}, ${reads.answered} of ${reads.asked} reads answered; orders again ${backMs} ms after room was made; ${confirmed.length} acknowledged: ${lost} lost, ${twice} applied twice`,
    );
    assert.deepEqual({ lost, twice }, { lost: 0, twice: 0 });
    const { status, lastLine, output } = await verify({ BOURSE_DATA: dataFolder, DATABASE_URL: postgres.url });
    console.log(`  ${lastLine}`);
    assert.equal(status, 0, output);
  } catch (error) {
    throw new Error(`the server said last:\n${server.output().slice(-4_000)}`, { cause: error });
  } finally {
    rmSync(ballast, { force: true });
    await server.stop('SIGKILL');
    await postgres.stop();
    execFileSync('umount', ['-l', disk]);
    for (const one of [disk, programs, dataFolder]) rmSync(one, { recursive: true, force: true });
  }
}
