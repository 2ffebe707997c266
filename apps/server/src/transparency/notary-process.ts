import { fork } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type SignerKey, verifierText } from '@bourse/transparency';
import { backOff, type Clock } from '../platform/clock.ts';
import { companionFile } from '../platform/companions.ts';
import type { Log } from '../platform/log.ts';

/** The notary's runnable file; undefined where the server runs from its sources, as in tests. */
export const notaryFile = () => companionFile('notary');

export interface NotaryProcess {
  /** Undefined while it starts, and after it ended until it runs again. */
  address(): string | undefined;
  stop(): void;
}

interface Options {
  file: string;
  /** Its key and memory: a folder of its own. */
  folder: string;
  origins: readonly string[];
  /** The key by which it knows that a head comes from this server. */
  own: SignerKey;
  clock: Clock;
  log: Log;
}

/** Runs a notary beside a server in development, and runs it again when it ends. In production another user, or better another machine, runs it. */
export function startNotaryProcess({ file, folder, origins, own, clock, log }: Options): NotaryProcess {
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const logs = join(folder, 'logs');
  writeFileSync(logs, origins.map((origin) => `${origin} ${verifierText(own)}\n`).join(''));
  const wait = backOff(1_000, 60_000);
  let address: string | undefined;
  let stopped = false;
  let child: ReturnType<typeof fork>;
  const run = () => {
    if (stopped) return;
    child = fork(file, [], {
      env: { PATH: process.env['PATH'], NOTARY_FOLDER: folder, NOTARY_NAME: 'notary', NOTARY_LOGS: logs, NOTARY_PORT: '0' },
      execArgv: [],
      stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    });
    child.on('message', (message: { address: string }) => {
      address = message.address;
      wait.reset();
    });
    child.on('error', (error) => log.warn({ err: error }, 'the notary could not be started'));
    child.once('exit', (status) => {
      address = undefined;
      if (stopped) return;
      const againMs = wait.next();
      log.warn({ status, againMs }, 'the notary ended; it is started again');
      clock.after(againMs, run);
    });
    // The server's end does not wait for it: it ends when the channel between them closes.
    child.unref();
    child.channel?.unref();
  };
  run();
  return {
    address: () => address,
    stop() {
      stopped = true;
      child.kill('SIGTERM');
    },
  };
}
