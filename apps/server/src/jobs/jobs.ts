import type { Clock } from '../platform/clock.ts';
import type { Database } from '../platform/database.ts';
import type { Log } from '../platform/log.ts';
import { createLocks } from './alone.ts';

/** One repeated job. Each has a file of its own and is safe to run twice, because a process may die half-way. */
export interface Job {
  name: string;
  everyMs: number;
  run(): Promise<unknown>;
}

export interface Jobs {
  start(): void;
  /** Waits until running jobs have finished. */
  stop(): Promise<void>;
}

/** Runs each job at its interval. Of several processes, only one runs it at a time. */
export function createJobs(options: { database: Database; clock: Clock; log: Log; jobs: readonly Job[] }): Jobs {
  const { database, clock, log, jobs } = options;
  const running = new Map<string, Promise<void>>();
  const timers = new Map<string, () => void>();
  let stopped = false;

  const alone = createLocks(database);

  const runAlone = (job: Job): Promise<void> =>
    alone(job.name, async (session) => {
      let problem: string | null = null;
      const startedAt = new Date();
      try {
        await job.run();
      } catch (error) {
        problem = (error as Error).message.slice(0, 500);
        log.error({ err: error, job: job.name }, 'a job failed; it runs again at its next interval');
      }
      await session.query(
        `INSERT INTO job_run (name, last_started_at, last_finished_at, last_problem, runs) VALUES ($1, $2, now(), $3, 1)
         ON CONFLICT (name) DO UPDATE SET last_started_at = $2, last_finished_at = now(), last_problem = $3, runs = job_run.runs + 1`,
        [job.name, startedAt, problem],
      );
    });

  const again = (job: Job) => {
    if (stopped) return;
    const cancel = clock.after(job.everyMs, () => {
      const run = runAlone(job)
        .catch((error) => log.warn({ err: error, job: job.name }, 'the server could not start a job; it tries again at the next interval'))
        .then(() => {
          running.delete(job.name);
          again(job);
        });
      running.set(job.name, run);
    });
    timers.set(job.name, cancel);
  };

  return {
    start: () => {
      for (const job of jobs) again(job);
    },
    async stop() {
      stopped = true;
      for (const cancel of timers.values()) cancel();
      await Promise.all(running.values());
    },
  };
}
