import assert from 'node:assert/strict';
import { readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import type { RunningServer } from '../harness/server.ts';
import { verify } from './journal.ts';
import { demoLogin, startTraders } from './trader.ts';
import { folder, startSettled, until } from './world.ts';

const databasePid = (dataFolder: string) => Number(readFileSync(join(dataFolder, 'postgres/data/postmaster.pid'), 'utf8').split('\n')[0]);

/** A number of the demo venue, as a monitor reads it. */
export async function metric({ origin }: RunningServer, name: string): Promise<number> {
  const text = await (await fetch(`${origin}/metrics`)).text();
  const value = text.match(new RegExp(`^${name}\\{venue="demo"\\} (\\S+)$`, 'm'))?.[1];
  return Number(value ?? Number.NaN);
}

const warnings = async ({ origin }: RunningServer): Promise<string[]> =>
  ((await (await fetch(`${origin}/health`)).json()) as { warnings: string[] }).warnings;

/** Size of the newest signed head of the demo venue's transparency log. */
export async function signedSize({ origin }: RunningServer): Promise<number> {
  const { data } = (await (await fetch(`${origin}/api/app-api/exchange/transparency`)).json()) as {
    data: { venue: string; size: number }[];
  };
  return data.find(({ venue }) => venue === 'demo')?.size ?? 0;
}

/**
 * The shadow thread of a real server checks every batch, restarts after its database dies, and keeps exactly what the journal says. The log that it writes is
 * signed all the while, also by a notary that died and came back.
 */
export async function shadowFollows(): Promise<void> {
  const dataFolder = folder();
  const server = await startSettled({ dataFolder, env: { BOURSE_WEIGHT_PER_MINUTE: '1000000000' } });
  try {
    const traders = startTraders(server.origin, [await demoLogin(server.origin)], 4);
    const checks = (more: number) => async () => (await metric(server, 'bourse_shadow_checked_batches')) > more;
    await until('a shadow that checks', checks(20), 60_000);
    await until('a signed head', async () => (await signedSize(server)) > 0, 60_000);
    assert.deepEqual(await warnings(server), []);
    process.kill(databasePid(dataFolder), 'SIGKILL');
    const before = await metric(server, 'bourse_shadow_checked_batches');
    await until('orders after the database was killed', () => server.output().includes('engine runs'), 60_000);
    const againMs = await until('a shadow that checks again', checks(before + 20), 60_000);
    const notary = () => Number(readFileSync(join(dataFolder, 'notary/process'), 'utf8'));
    const killed = notary();
    process.kill(killed, 'SIGKILL');
    const backMs = await until('a notary that came back', async () => notary() !== killed, 60_000);
    const signed = await signedSize(server);
    await until('a head signed by it', async () => (await signedSize(server)) > signed, 60_000);
    await until('a server without warnings', async () => (await warnings(server)).length === 0, 30_000);
    assert.equal(await metric(server, 'bourse_shadow_unchecked_batches'), 0);
    await traders.stop();
    await server.stop();
    const { status, lastLine, output } = await verify({ BOURSE_DATA: dataFolder });
    assert.equal(status, 0, output);
    assert.match(output, /demo: [1-9]\d* entries of the transparency log and 2 of its heads compared/);
    console.log(`  checking again ${againMs} ms after the database's end, the notary back after ${backMs} ms; ${lastLine}`);
  } catch (error) {
    throw new Error(`the server said last:\n${server.output().slice(-3_000)}`, { cause: error });
  } finally {
    await server.stop();
    rmSync(dataFolder, { recursive: true, force: true });
  }
}
