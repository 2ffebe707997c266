import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

export interface RunningServer {
  origin: string;
  /** Port of the operators' console; 0: it has none. */
  consolePort: number;
  dataFolder: string;
  child: ChildProcess;
  /** Everything it printed, newest last. */
  output: () => string;
  stop: (signal?: NodeJS.Signals) => Promise<void>;
  /** Removes the data folder; after `stop`. */
  discard: () => void;
}

export const freePort = () =>
  new Promise<number>((resolve, reject) => {
    const probe = createServer();
    probe.once('error', reject);
    probe.listen(0, '127.0.0.1', () => {
      const address = probe.address();
      probe.close(() => (address && typeof address === 'object' ? resolve(address.port) : reject(new Error('no port'))));
    });
  });

/** Runs and measurements decide for themselves who trades. */
const quiet = { BOURSE_PARTICIPANTS: 'off' };

/** Starts the real server on a free port, with a fresh data folder unless one is given. Waits until it serves; a standby only has to listen. */
export async function startServer(
  options: {
    env?: Record<string, string>;
    dataFolder?: string;
    port?: number;
    consolePort?: number;
    timeoutMs?: number;
    standby?: boolean;
  } = {},
): Promise<RunningServer> {
  const dataFolder = options.dataFolder ?? mkdtempSync(join(tmpdir(), 'bourse-e2e-'));
  const port = options.port ?? (await freePort());
  const { consolePort = 0 } = options;
  const origin = `http://127.0.0.1:${port}`;
  const lines: string[] = [];
  // The start of the product prints the links with which operators enrol.
  const entry = consolePort > 0 ? ['scripts/start.mjs'] : ['scripts/run.mjs', 'apps/server/src/main.ts'];
  const child = spawn(process.execPath, entry, {
    env: {
      ...process.env,
      PORT: String(port),
      ...(consolePort > 0 ? { BOURSE_CONSOLE_PORT: String(consolePort) } : {}),
      BOURSE_DATA: dataFolder,
      BOURSE_ENV: 'development',
      LOG_LEVEL: 'warn',
      ...quiet,
      ...options.env,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const keep = (chunk: Buffer) => {
    lines.push(chunk.toString());
    if (lines.length > 500) lines.splice(0, 250);
  };
  child.stdout?.on('data', keep);
  child.stderr?.on('data', keep);
  const deadline = Date.now() + (options.timeoutMs ?? 60_000);
  for (;;) {
    if (child.exitCode !== null) throw new Error(`the server ended with status ${child.exitCode}:\n${lines.join('')}`);
    const healthy = await fetch(`${origin}/health`).then(
      (response) => response.ok || options.standby === true,
      () => false,
    );
    if (healthy) break;
    if (Date.now() > deadline) {
      child.kill('SIGKILL');
      throw new Error(`the server did not become healthy:\n${lines.join('')}`);
    }
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  return {
    origin,
    consolePort,
    dataFolder,
    child,
    output: () => lines.join(''),
    stop: (signal = 'SIGTERM') =>
      new Promise((resolve) => {
        if (child.exitCode !== null || child.signalCode !== null) return resolve();
        child.once('exit', () => resolve());
        child.kill(signal);
      }),
    discard: () => rmSync(dataFolder, { recursive: true, force: true }),
  };
}

/** Uses a server that runs already and leaves it running. */
export type JoinedServer = Omit<RunningServer, 'child'> & { child: undefined };
export const joinServer = (origin: string): JoinedServer => ({
  origin,
  consolePort: 0,
  dataFolder: process.env['BOURSE_DATA'] ?? '.bourse',
  child: undefined,
  output: () => '',
  stop: async () => undefined,
  discard: () => undefined,
});
