import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Database } from '@bourse/server/src/platform/database.ts';
import { startEmbeddedPostgres } from '@bourse/server/src/platform/embedded/supervisor.ts';
import { silentLog } from '@bourse/server/src/platform/log.ts';
import { openDatabase } from '@bourse/server/src/platform/postgres.ts';
import { ageSigner, settableClock } from '../harness/ahead.ts';
import { companionLives } from '../harness/companions.ts';
import { units } from '../harness/money.ts';
import { freePort, type RunningServer, startServer } from '../harness/server.ts';
import { killCompanion } from './outside.ts';
import { Payee, rail } from './payee.ts';
import { hireStaff, type Staff } from './staff.ts';
import { folder, until } from './world.ts';

/** Three days and more: factors, addresses and browsers are no longer new. */
const aheadMs = 96 * 3_600_000;
export const deposit = '400000';
export const victims = ['server', 'signer', 'chain'] as const;
export type Victim = (typeof victims)[number];

/** Lower confirmations than the start set's, so that a payout takes seconds, and limits that leave room for many. From 10,000 USDT on two people decide. */
function writeRails(dataFolder: string): void {
  const declared = JSON.parse(readFileSync('apps/server/src/payments/rails/rails.json', 'utf8')) as {
    payouts: object;
    rails: readonly { id: number; source: object }[];
  };
  writeFileSync(
    join(dataFolder, 'rails.json'),
    JSON.stringify({
      payouts: { ...declared.payouts, levelLimits: ['0', '2000000', '2000000'] },
      rails: declared.rails.map((one) =>
        one.id === rail ? { ...one, autoInMax: '1000000', source: { ...one.source, confirmations: 3 } } : one,
      ),
    }),
  );
}

/** A server in development with its signer and its chains, each a process, on one folder. */
export class World {
  readonly dataFolder = folder();
  readonly clock = settableClock();
  readonly port: number;
  readonly consolePort: number;
  readonly console: string;
  server: RunningServer | undefined;
  private ahead = 0;

  private constructor(port: number, consolePort: number) {
    this.port = port;
    this.consolePort = consolePort;
    this.console = `http://localhost:${consolePort}`;
    writeRails(this.dataFolder);
  }
  static async make(): Promise<World> {
    return new World(await freePort(), await freePort());
  }
  get site(): string {
    return `http://localhost:${this.port}`;
  }
  get origin(): string {
    return `http://127.0.0.1:${this.port}`;
  }
  async start(): Promise<void> {
    this.server = await startServer({
      dataFolder: this.dataFolder,
      port: this.port,
      timeoutMs: 120_000,
      env: {
        ...this.clock.env,
        ...{ DATABASE_URL: '', BOURSE_FEED: 'simulated', BOURSE_WEIGHT_PER_MINUTE: '1000000000' },
        ...{ BOURSE_RAILS: join(this.dataFolder, 'rails.json'), BOURSE_PUBLIC_URL: this.site },
        ...{ BOURSE_CONSOLE_PORT: String(this.consolePort), BOURSE_CONSOLE_URL: this.console },
      },
    });
  }
  /** Kills the server; its companions end with it. */
  async crash(): Promise<void> {
    await this.server?.stop('SIGKILL');
    await until(
      'the end of what ran beside it',
      () => !companionLives(this.dataFolder, 'signer') && !companionLives(this.dataFolder, 'chain'),
      30_000,
    );
  }
  /** The server's clock goes ahead while no server runs: it would not believe a step. */
  passes(ms: number): void {
    this.ahead += ms;
    this.clock.set(this.ahead);
  }
  async kill(victim: Victim): Promise<number> {
    if (victim !== 'server') return killCompanion(this.dataFolder, victim);
    const from = Date.now();
    await this.crash();
    await this.start();
    return Date.now() - from;
  }
  /** Does something with the database of the server that runs. */
  async withDatabase<Value>(work: (database: Database) => Promise<Value>): Promise<Value> {
    const postgres = await startEmbeddedPostgres({ dataFolder: this.dataFolder, log: silentLog });
    const database = openDatabase({ connection: postgres.connection, log: silentLog, poolSize: 2 });
    try {
      return await work(database);
    } finally {
      await database.close();
      await postgres.stop();
    }
  }
}

/** Operators and customers, and the days after which nothing of theirs is new. */
export async function populate(world: World, customers: number): Promise<{ staff: Staff; payees: Payee[] }> {
  await world.start();
  const payees = Array.from({ length: customers }, () => new Payee(world.origin, world.site));
  const staff = await world.withDatabase(async (database) => {
    const hired = await hireStaff(world.console, database, world.dataFolder);
    for (const payee of payees) {
      await payee.register(database);
      await payee.introduce();
      await hired.decide({ kind: 'identity', pass: true, reason: 'documentsAgree' });
      await payee.prepare(deposit);
    }
    // The signer has to have seen every address and every passkey before the days pass.
    const told = async () => Number((await database.query<{ n: bigint }>('SELECT count(*) AS n FROM vault_told'))[0]?.n);
    await until('the signer has seen addresses and keys', async () => (await told()) >= 2 * customers, 60_000);
    return hired;
  });
  await until(
    'the deposits',
    async () => (await Promise.all(payees.map((one) => one.balance()))).every(({ available }) => units(available) === units(deposit)),
    120_000,
  );
  const policy = () => readFileSync(join(world.dataFolder, 'signer', 'policy.json'), 'utf8');
  await until(
    'the signer knows the operators',
    () => Object.keys((JSON.parse(policy()) as { operators: object }).operators).length >= 4,
    60_000,
  );
  await world.server?.stop();
  await ageSigner(world.dataFolder, aheadMs);
  world.passes(aheadMs);
  await world.start();
  for (const one of [staff.cleo, staff.dora]) await one.signIn();
  return { staff, payees };
}
