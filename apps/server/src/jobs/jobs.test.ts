import { afterAll, beforeAll, expect, it } from 'vitest';
import { silentLog } from '../platform/log.ts';
import { ManualClock } from '../platform/manual-clock.ts';
import { type TestDatabase, testDatabase } from '../testing/database.ts';
import { createJobs } from './jobs.ts';

let test: TestDatabase;
beforeAll(async () => {
  test = await testDatabase();
}, 60_000);
afterAll(() => test.drop());

it('runs a job in one process at a time, and again after it failed', async () => {
  const clock = new ManualClock();
  let inside = 0;
  let most = 0;
  let runs = 0;
  const job = {
    name: 'count',
    everyMs: 1_000,
    run: async () => {
      inside += 1;
      most = Math.max(most, inside);
      runs += 1;
      await test.database.query('SELECT pg_sleep(0.05)');
      inside -= 1;
      if (runs === 1) throw new Error('the first time always fails');
    },
  };
  const servers = [1, 2].map(() => createJobs({ database: test.database, clock, log: silentLog, jobs: [job] }));
  for (const server of servers) server.start();
  for (let second = 0; second < 5 || runs < 3; second += 1) {
    await clock.pass(1_000);
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  await Promise.all(servers.map((server) => server.stop()));
  expect(most).toBe(1);
  const [row] = await test.database.query('SELECT runs, last_problem FROM job_run');
  expect(row).toEqual({ runs: BigInt(runs), last_problem: null });
});

it('gives a job back when its run could not be noted, so that another server can do it', async () => {
  const clock = new ManualClock();
  let runs = 0;
  const job = {
    name: 'unnoted',
    everyMs: 1_000,
    run: async () => {
      runs += 1;
    },
  };
  await test.database.query('ALTER TABLE job_run RENAME TO job_run_away');
  const [first, second] = [1, 2].map(() => createJobs({ database: test.database, clock, log: silentLog, jobs: [job] }));
  const holders = () => test.database.query("SELECT 1 FROM pg_locks WHERE locktype = 'advisory' AND classid = 7218");
  try {
    first?.start();
    await clock.pass(1_000);
    await first?.stop();
    expect([runs, (await holders()).length]).toEqual([1, 0]);
  } finally {
    await test.database.query('ALTER TABLE job_run_away RENAME TO job_run');
  }
  second?.start();
  await clock.pass(1_000);
  await second?.stop();
  expect(runs).toBe(2);
});

/** Jobs that all run until `finish`. */
const waiting = (count: number) => {
  let finish = () => {};
  let running = 0;
  const until = new Promise<void>((resolve) => {
    finish = resolve;
  });
  const run = () => {
    running += 1;
    return until;
  };
  const jobs = Array.from({ length: count }, (_, place) => ({ name: `waits ${place}`, everyMs: 1_000, run }));
  return { jobs, finish: () => finish(), running: () => running };
};

it('leaves the pool to customers while every job waits for the outside', async () => {
  const clock = new ManualClock();
  const { jobs, finish, running } = waiting(30);
  const server = createJobs({ database: test.database, clock, log: silentLog, jobs });
  server.start();
  await clock.pass(1_000);
  await expect.poll(running, { timeout: 10_000 }).toBe(30);
  const answers = await Promise.all(
    Array.from({ length: 20 }, (_, place) => test.database.query<{ n: number }>('SELECT $1::int AS n', [place])),
  );
  expect(answers.map(([row]) => row?.n)).toEqual(Array.from({ length: 20 }, (_, place) => place));
  finish();
  await server.stop();
  const held = await test.database.query("SELECT 1 FROM pg_locks WHERE locktype = 'advisory' AND classid = 7218");
  expect(held).toEqual([]);
});

it('runs its jobs again after the connection of the locks broke under them', async () => {
  const clock = new ManualClock();
  const first = waiting(2);
  let later = 0;
  const run = async () => {
    later += 1;
  };
  const short = { name: 'short', everyMs: 5_000, run };
  const server = createJobs({ database: test.database, clock, log: silentLog, jobs: [...first.jobs, short] });
  server.start();
  await clock.pass(1_000);
  await expect.poll(first.running).toBe(2);
  const ended = await test.database.query(
    "SELECT pg_terminate_backend(pid) FROM (SELECT DISTINCT pid FROM pg_locks WHERE locktype = 'advisory' AND classid = 7218) holders",
  );
  expect(ended.length).toBe(1);
  first.finish();
  for (let second = 0; second < 60 && later === 0; second += 1) {
    await clock.pass(1_000);
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  await expect.poll(first.running).toBeGreaterThan(2);
  expect(later).toBeGreaterThan(0);
  await server.stop();
});
