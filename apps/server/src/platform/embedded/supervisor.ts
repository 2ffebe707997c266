import { type ChildProcess, execFile, spawn } from 'node:child_process';
import {
  chownSync,
  closeSync,
  existsSync,
  mkdtempSync,
  openSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { backOff, type Clock, sleep, systemClock } from '../clock.ts';
import type { Log } from '../log.ts';
import type { Connection } from '../postgres.ts';
import { provideBinaries } from './binaries.ts';
import { isAlive, isPostgres, readPostmaster, startMark } from './pidfile.ts';
import { arrange, type Places } from './places.ts';

export interface EmbeddedPostgres {
  readonly connection: Connection;
  /**
   * Whether this process owns the database server. A second process on the same data folder is a guest: it connects and leaves the server running.
   */
  readonly role: 'owner' | 'guest';
  /** Process id of the database server, or undefined while it is down. */
  pid(): number | undefined;
  /** The owner shuts the database server down cleanly. A guest only stops watching it. */
  stop(): Promise<void>;
}

export interface EmbeddedOptions {
  dataFolder: string;
  log: Log;
  clock?: Clock;
  /** Folder of the programs' copy, when several data folders share one. */
  binariesCache?: string;
  /** More server settings, `name=value`. */
  settings?: readonly string[];
}

const user = 'bourse';
const startTimeoutMs = 60_000;
const stopTimeoutMs = 10_000;
const watchIntervalMs = 500;

/**
 * Runs the real PostgreSQL as a process of its own, so that a crash of either process leaves the other intact. The supervisor restarts a database
 * server that dies, adopts one that an earlier process left behind, and stops it cleanly with this process.
 */
export async function startEmbeddedPostgres(options: EmbeddedOptions): Promise<EmbeddedPostgres> {
  const { log, clock = systemClock } = options;
  const places = arrange(options.dataFolder, options.binariesCache);
  if (places.moved)
    log.warn({ home: places.home }, 'the database’s user may not read the data folder; the database is kept in another folder');
  const binaries = provideBinaries(places.binariesCache);
  let role: 'owner' | 'guest' = claim(places) ? 'owner' : 'guest';
  if (role === 'owner' && !existsSync(join(places.data, 'PG_VERSION'))) await initialise(binaries, places, log);

  let child: ChildProcess | undefined;
  let stopping = false;
  let port = 5432;

  const connection = (): Connection => ({
    host: places.socketFolder ?? '127.0.0.1',
    port,
    user,
    password: places.password,
    database: 'postgres',
  });

  const launch = async () => {
    port = places.socketFolder === undefined ? await freePort() : 5432;
    child = spawnServer(binaries, places, port, options.settings ?? []);
    const launched = child;
    const exit = new Promise<string>((resolve) => {
      launched.once('exit', (status, signal) => resolve(`it ended with ${signal ?? status}`));
      launched.once('error', (error) => resolve(error.message));
    });
    const outcome = await Promise.race([answering(connection, clock, () => stopping).then(() => undefined), exit]);
    if (outcome !== undefined) {
      child = undefined;
      throw startError(places, outcome);
    }
  };

  const launchPatiently = async (attempts: number) => {
    const wait = backOff(100, 5_000);
    for (let attempt = 1; ; attempt += 1) {
      try {
        return await launch();
      } catch (error) {
        if (stopping || attempt >= attempts) throw error;
        log.warn({ err: error, attempt }, 'the database did not start; the server tries again');
        await sleep(clock, wait.next());
      }
    }
  };

  const pid = () => {
    const running = readPostmaster(places.data)?.pid;
    return running !== undefined && isAlive(running) && isPostgres(running) ? running : undefined;
  };

  const adopt = async (): Promise<boolean> => {
    const found = readPostmaster(places.data);
    if (!found || pid() === undefined) return false;
    if (places.socketFolder === undefined && found.port > 0) port = found.port;
    try {
      await answering(connection, clock, () => stopping, 3_000);
      log.info({ pid: found.pid }, 'a database server was left running; this server uses it');
      return true;
    } catch {
      log.warn({ pid: found.pid }, 'a database server was left running and does not answer; this server ended it');
      await end(found.pid, clock);
      return false;
    }
  };

  if (role === 'owner') {
    if (!(await adopt())) await launchPatiently(6);
    log.info({ pid: pid(), home: places.home }, 'the embedded database runs');
  } else {
    if (places.socketFolder === undefined) port = readPostmaster(places.data)?.port ?? port;
    await answering(connection, clock, () => stopping);
    log.info({ home: places.home }, 'another process looks after the embedded database');
  }

  const claimLater = () => {
    try {
      return claim(places) ? 'owner' : 'guest';
    } catch (error) {
      log.warn({ err: error }, 'the server could not take over the database; it tries again');
      return 'guest';
    }
  };

  const watch = async () => {
    const wait = backOff(100, 5_000);
    while (!stopping) {
      await sleep(clock, watchIntervalMs);
      if (stopping) return;
      if (role === 'guest') role = claimLater();
      if (role === 'guest' || pid() !== undefined) continue;
      log.error('the database server has ended; this server starts it again');
      // Until this process has reaped the dead server, its id still counts as alive.
      if (child) await ended(child);
      child = undefined;
      try {
        await launch();
        wait.reset();
        log.info({ pid: pid() }, 'the database server runs again');
      } catch (error) {
        log.error({ err: error }, 'the database server did not start');
        await sleep(clock, wait.next());
      }
    }
  };
  const watching = watch();

  const endCleanly = async (running: number) => {
    // Windows has no signals. There, PostgreSQL's own tool stops the server.
    if (process.platform === 'win32') await run(join(binaries, 'bin', 'pg_ctl'), ['stop', '-m', 'fast', '-D', places.data], places);
    else await end(running, clock);
  };

  return {
    get connection() {
      return connection();
    },
    get role() {
      return role;
    },
    pid,
    async stop() {
      if (stopping) return;
      stopping = true;
      await watching;
      if (role === 'guest') return;
      const running = pid();
      if (running !== undefined) await endCleanly(running);
      rmSync(places.supervisor, { force: true });
    },
  };
}

const ended = (child: ChildProcess) =>
  new Promise<void>((resolve) => {
    if (child.exitCode !== null || child.signalCode !== null) resolve();
    else child.once('exit', () => resolve());
  });

/** Becomes the supervisor, unless a living process is the supervisor already. */
function claim(places: Places): boolean {
  const mine = `${process.pid} ${startMark(process.pid)}`;
  try {
    writeFileSync(places.supervisor, mine, { flag: 'wx', mode: 0o600 });
    return true;
  } catch (error) {
    // For example a folder that is not writable: retrying would never end.
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
    const [holder = '', mark = ''] = existsSync(places.supervisor) ? readFileSync(places.supervisor, 'utf8').split(' ') : [];
    const id = Number(holder);
    if (id === process.pid) return mark === startMark(process.pid);
    if (id > 0 && isAlive(id) && startMark(id) === mark) return false;
    rmSync(places.supervisor, { force: true });
    return claim(places);
  }
}

async function initialise(binaries: string, places: Places, log: Log): Promise<void> {
  if (readdirSync(places.data).length > 0) {
    throw new Error(`${places.data} holds something that is not a database. Move it away or choose another BOURSE_DATA.`);
  }
  const secret = mkdtempSync(join(tmpdir(), 'bourse-init-'));
  const passwordFile = join(secret, 'password');
  writeFileSync(passwordFile, `${places.password}\n`, { mode: 0o600 });
  if (places.identity) for (const path of [secret, passwordFile]) chownSync(path, places.identity.uid, places.identity.gid);
  const flags = ['--encoding=UTF8', '--locale-provider=builtin', '--locale=C.UTF-8', '--data-checksums', '--no-instructions'];
  const access = [`--username=${user}`, `--pwfile=${passwordFile}`, '--auth=scram-sha-256'];
  try {
    await run(join(binaries, 'bin', 'initdb'), [`--pgdata=${places.data}`, ...flags, ...access], places);
    log.info({ folder: places.data }, 'the server made an embedded database');
  } catch (error) {
    // The next start would mistake a half-created folder for a database.
    for (const entry of readdirSync(places.data)) rmSync(join(places.data, entry), { recursive: true, force: true });
    throw startError(places, (error as Error).message);
  } finally {
    rmSync(secret, { recursive: true, force: true });
  }
}

function run(program: string, args: readonly string[], places: Places): Promise<void> {
  return new Promise((resolve, reject) => {
    execFile(
      program,
      args,
      { ...places.identity, cwd: places.data, env: cleanEnvironment(), timeout: startTimeoutMs },
      (error, _out, complaint) => (error ? reject(new Error(complaint.trim() || error.message)) : resolve()),
    );
  });
}

/** PostgreSQL reads PG… variables and the locale. Those of this process must not affect it. */
function cleanEnvironment(): NodeJS.ProcessEnv {
  return { PATH: '/usr/local/bin:/usr/bin:/bin', LC_ALL: 'C', TZ: 'UTC' };
}

function spawnServer(binaries: string, places: Places, port: number, extra: readonly string[]): ChildProcess {
  const settings = [
    places.socketFolder === undefined ? 'listen_addresses=127.0.0.1' : 'listen_addresses=',
    `port=${port}`,
    `unix_socket_directories=${places.socketFolder ?? ''}`,
    'unix_socket_permissions=0700',
    'max_connections=100',
    'shared_buffers=128MB',
    'max_wal_size=2GB',
    'wal_compression=on',
    'max_parallel_workers_per_gather=0',
    'timezone=UTC',
    'log_timezone=UTC',
    'log_checkpoints=off',
    // Statements and row values may hold personal data, so the log contains neither.
    'log_min_messages=log',
    'log_min_error_statement=panic',
    'log_error_verbosity=terse',
    ...extra,
  ];
  if (existsSync(places.log) && statSync(places.log).size > 10_000_000) renameSync(places.log, `${places.log}.1`);
  const log = openSync(places.log, 'a', 0o600);
  try {
    return spawn(join(binaries, 'bin', 'postgres'), ['-D', places.data, ...settings.flatMap((setting) => ['-c', setting])], {
      ...places.identity,
      cwd: places.data,
      env: cleanEnvironment(),
      stdio: ['ignore', log, log],
      // A process group of its own: Ctrl-C in a terminal reaches only this process, which then stops the database in order.
      detached: process.platform !== 'win32',
    });
  } finally {
    closeSync(log);
  }
}

async function answering(connection: () => Connection, clock: Clock, given: () => boolean, timeoutMs = startTimeoutMs): Promise<void> {
  const deadline = clock.now() + timeoutMs;
  for (;;) {
    const client = new pg.Client({ ...connection(), connectionTimeoutMillis: 2_000 });
    client.on('error', () => {});
    try {
      await client.connect();
      await client.query('SELECT 1');
      return;
    } catch (error) {
      if (given() || clock.now() > deadline) throw error;
      await sleep(clock, 20);
    } finally {
      await client.end().catch(() => {});
    }
  }
}

/** Fast shutdown first, then immediate shutdown, then SIGKILL. */
async function end(pid: number, clock: Clock): Promise<void> {
  for (const signal of ['SIGINT', 'SIGQUIT', 'SIGKILL'] as const) {
    try {
      process.kill(pid, signal);
    } catch {
      return;
    }
    const deadline = clock.now() + stopTimeoutMs;
    while (isAlive(pid) && clock.now() < deadline) await sleep(clock, 10);
    if (!isAlive(pid)) return;
  }
}

/** An error that an operator can act on, with the last lines of the database's log. */
function startError(places: Places, reason: string): Error {
  const last = existsSync(places.log) ? readFileSync(places.log, 'utf8').trimEnd().split('\n').slice(-4).join('\n') : '';
  const words = `${reason}\n${last}`;
  const advice = /No space left on device/i.test(words)
    ? 'The disk is full: make room, the data is whole.'
    : /Address already in use|could not bind/i.test(words)
      ? `Another program holds its socket or port (${places.socketFolder ?? '127.0.0.1'}): end it.`
      : /Permission denied/i.test(words)
        ? 'Its folder or programs cannot be read by its user: check the permissions of the data folder.'
        : /incompatible|initialized by PostgreSQL version/i.test(words)
          ? 'The data folder was made by another version of PostgreSQL: see docs/operations.md, upgrade.'
          : 'See its log.';
  return new Error(`The embedded database did not start: ${advice}\n  data: ${places.data}\n  log: ${places.log}\n${words}`);
}

function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const probe = createServer();
    probe.once('error', reject);
    probe.listen(0, '127.0.0.1', () => {
      const address = probe.address();
      probe.close(() => (address && typeof address === 'object' ? resolve(address.port) : reject(new Error('no free port'))));
    });
  });
}
