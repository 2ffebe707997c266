import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startEmbeddedPostgres } from '@bourse/server/src/platform/embedded/supervisor.ts';
import { silentLog } from '@bourse/server/src/platform/log.ts';
import { type RunningServer, startServer } from '../harness/server.ts';

export const sleep = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms));
export const folder = () => mkdtempSync(join(tmpdir(), 'bourse-process-'));

/** Resolves with how long it took. */
export async function until(what: string, holds: () => Promise<boolean> | boolean, timeoutMs: number): Promise<number> {
  const from = Date.now();
  while (Date.now() - from < timeoutMs) {
    if (await Promise.resolve(holds()).catch(() => false)) return Date.now() - from;
    await sleep(50);
  }
  throw new Error(`${what} did not come about in ${timeoutMs} ms`);
}

export const healthy = (origin: string) => async () => (await fetch(`${origin}/health`, { signal: AbortSignal.timeout(1_000) })).ok;

/** The server fills its charts in the background at its first start; kills are about what comes after. */
export async function startSettled(options: Parameters<typeof startServer>[0]): Promise<RunningServer> {
  const server = await startServer({ ...options, env: { LOG_LEVEL: 'info', ...options?.env }, timeoutMs: 120_000 });
  await until('the charts', () => server.output().includes('the charts are filled in'), 180_000);
  return server;
}

/** A database of its own, as a server elsewhere would be. */
export async function databaseIn(dataFolder: string, binariesCache = dataFolder) {
  const postgres = await startEmbeddedPostgres({ dataFolder, binariesCache, log: silentLog });
  const { host = '', user = '', password = '', database = '' } = postgres.connection;
  return Object.assign(postgres, { url: `postgresql://${user}:${password}@/${database}?host=${encodeURIComponent(host)}` });
}
