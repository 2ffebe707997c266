import type { Clock } from '../platform/clock.ts';
import type { Database } from '../platform/database.ts';
import type { Log } from '../platform/log.ts';

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

const lockClass = 7_218;

/** Runs each job at its interval. Of several processes, only one runs it at a time. */
export function createJobs(options: { database: Database; clock: Clock; log: Log; jobs: readonly Job[] }): Jobs {
  const { database, clock, log, jobs } = options;
  const running = new Map<string, Promise<void>>();
  const timers = new Map<string, () => void>();
  let stopped = false;

  const runAlone = (job: Job): Promise<void> =>
    database.withConnection(async (client) => {
      const { rows } = await client.query<{ locked: boolean }>('SELECT pg_try_advisory_lock($1, hashtext($2)) AS locked', [
        lockClass,
        job.name,
      ]);
      if (rows[0]?.locked !== true) return;
      let problem: string | null = null;
      const startedAt = new Date();
      try {
        await job.run();
      } catch (error) {
        problem = (error as Error).message.slice(0, 500);
        log.error({ err: error, job: job.name }, 'a job failed; it runs again at its next interval');
      }
      // Always release the lock. A connection that keeps it would stop every server from running this job.
      const unlock = () => client.query('SELECT pg_advisory_unlock($1, hashtext($2))', [lockClass, job.name]);
      const noted = client.query(
        `INSERT INTO job_run (name, last_started_at, last_finished_at, last_problem, runs) VALUES ($1, $2, now(), $3, 1)
         ON CONFLICT (name) DO UPDATE SET last_started_at = $2, last_finished_at = now(), last_problem = $3, runs = job_run.runs + 1`,
        [job.name, startedAt, problem],
      );
      await noted.finally(unlock);
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
