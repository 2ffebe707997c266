import { type ChildProcess, fork } from 'node:child_process';
import type { OutsideDeed, OutsidePlaces } from '@bourse/stand-ins/outside';
import { backOff, type Clock } from '../../platform/clock.ts';
import { companionFile } from '../../platform/companions.ts';
import type { Log } from '../../platform/log.ts';

/** The world outside as a server in development knows it. */
export interface OutsideWorld {
  places: OutsidePlaces;
  /** Rejects when it is away, or cannot do it. Answers the hash of a transaction, or ''. */
  deed(deed: OutsideDeed): Promise<string>;
  stop(): void;
}

export const outsideFile = () => companionFile('outside');
const answerMs = 10_000;

/** Starts the world outside beside a server in development, and starts it again when it ends. Resolves when it answers. */
export function startOutsideProcess(options: { file: string; folder: string; clock: Clock; log: Log }): Promise<OutsideWorld> {
  const { file, folder, clock, log } = options;
  const wait = backOff(1_000, 60_000);
  const asked = new Map<number, { resolve(answer: string): void; reject(error: Error): void }>();
  let child: ChildProcess | undefined;
  let next = 0;
  let stopped = false;
  const failAll = (why: string) => {
    for (const { reject } of asked.values()) reject(new Error(why));
    asked.clear();
  };
  return new Promise((opened) => {
    const world: OutsideWorld = {
      places: undefined as unknown as OutsidePlaces,
      deed: (deed) =>
        new Promise((resolve, reject) => {
          if (!child?.connected) return reject(new Error('the world outside is away'));
          next += 1;
          const id = next;
          asked.set(id, { resolve, reject });
          clock.after(answerMs, () => {
            if (asked.delete(id)) reject(new Error('the world outside did not answer'));
          });
          child.send({ id, deed });
        }),
      stop() {
        stopped = true;
        child?.kill('SIGTERM');
      },
    };
    const run = () => {
      if (stopped) return;
      child = fork(file, [], {
        env: { PATH: process.env['PATH'], OUTSIDE_FOLDER: folder },
        execArgv: [],
        stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
      });
      child.on('message', (message: { places: OutsidePlaces } | { id: number; answer?: string; problem?: string }) => {
        if ('places' in message) {
          wait.reset();
          world.places = message.places;
          opened(world);
          return;
        }
        const one = asked.get(message.id);
        asked.delete(message.id);
        if (message.answer !== undefined) one?.resolve(message.answer);
        else one?.reject(new Error(message.problem));
      });
      child.on('error', (error) => log.warn({ err: error }, 'the world outside could not be started'));
      child.once('exit', (status) => {
        failAll('the world outside ended');
        if (stopped) return;
        const againMs = wait.next();
        log.warn({ status, againMs }, 'the world outside ended; it is started again');
        clock.after(againMs, run);
      });
      child.unref();
      child.channel?.unref();
    };
    run();
  });
}
