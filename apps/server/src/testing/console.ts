import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { adminPrefix, type Role } from '@bourse/protocol';
import type { AdminCallName, AdminInput, AdminOutput } from '@bourse/protocol/admin';
import { LoginType } from '@bourse/protocol/enums';
import { Refusal } from '@bourse/protocol/errors';
import { type CarryOut, createCarryOut, type Effects } from '../cases/carry-out.ts';
import { createSignedCheck } from '../cases/signed.ts';
import { feedbackEffect } from '../cases/told.ts';
import { createLists } from '../identity/lists.ts';
import { createCatalogue } from '../market/catalogue/catalogue.ts';
import { broadcastEffect } from '../notices/broadcasts/fan-out.ts';
import { createConsole } from '../operators/host.ts';
import { createOperators, type OperatorParts } from '../operators/index.ts';
import { payoutsOn } from '../operators/payouts-on.ts';
import { newLink } from '../operators/sign-in/links.ts';
import { operatorMarks } from '../operators/sign-in/marks.ts';
import { insertCustomer } from '../people/customers.ts';
import { silentLog } from '../platform/log.ts';
import { ManualClock } from '../platform/manual-clock.ts';
import { openProduct } from '../protection/open-product.ts';
import type { Venues } from '../sequencer/port.ts';
import { softwareAuthenticator } from './authenticator.ts';
import { chatDesk } from './chat-desk.ts';
import { type TestDatabase, testDatabase } from './database.ts';
import { requestOf, undeclaredAnswers, unhurried, wellHealth } from './gateway.ts';

export const testPlace = {
  origin: 'http://localhost:8081',
  rpId: 'localhost',
  softwareKeys: true,
  marks: operatorMarks(new Uint8Array(32).fill(6)),
};

/** A venue that nothing reaches. */
export const noVenue = (venue: 'real' | 'demo'): Venues['real'] => {
  const fail = () => Promise.reject(new Error(`the ${venue} venue was not expected here`));
  return {
    venue,
    state: 'stopped',
    submit: fail,
    read: fail,
    outcomeOf: fail,
    onDurable: () => () => {},
    projected: () => 0,
    waitProjected: fail,
  };
};

/** The console's host on a real database, with operators who signed in by passkey. */
export async function testConsole(
  {
    on,
    effects: own,
    silence = {},
    ...more
  }: Partial<OperatorParts> & {
    effects?: Partial<Effects>;
    on?: TestDatabase;
    /** What follows when customers do not answer. */
    silence?: Pick<Parameters<typeof createCarryOut>[0], 'unanswered' | 'decidedAnyway'>;
  } = {},
  publicUrl = testPlace.origin,
) {
  const test = on ?? (await testDatabase());
  const { database } = test;
  const clock = new ManualClock(Date.UTC(2026, 10, 23, 9, 0));
  const venues = more.venues ?? { real: noVenue('real'), demo: noVenue('demo') };
  const held: [bigint, string][] = [];
  const switched: unknown[] = [];
  const effects: Effects = {
    dayTrade: async () => '1',
    ...{ plus: async () => '1', levelMatch: async () => '1', loan: async () => '1' },
    feedback: feedbackEffect({ database, clock }),
    factorReset: async () => null,
    lift: async () => null,
    difference: async () => null,
    identity: async () => '2',
    screening: async () => '3',
    ...{ deposit: async () => null, reversal: async () => null, unmatched: async () => null },
    ...{ payout: async () => null, payoutLarge: async () => null, doubt: async () => null, payoutReturn: async () => null },
    screeningList: async () => null,
    broadcast: broadcastEffect({ database }),
    product: openProduct({ database, clock }),
    payoutsOn: payoutsOn({ database }),
    ...own,
  };
  const carryOut: CarryOut = createCarryOut({
    ...{ database, clock, venues, effects, ...silence },
    signed: createSignedCheck({ database, venues, bodies: more.bodies ?? {}, marks: testPlace.marks }),
  });
  const answers = undeclaredAnswers();
  const side = createOperators({
    ...{
      database,
      clock,
      venues,
      catalogue: createCatalogue(),
      health: async () => wellHealth,
      version: 'test',
      environment: 'development',
    },
    ...{ place: testPlace, carryOut, reveal: async (ref: string) => `opened ${ref}` },
    prices: { held: () => [], confirm: () => false, discard: () => false },
    lists: createLists({ database, clock, folder: join(tmpdir(), `lists-${process.pid}`) }),
    importStatement: () => Promise.reject(new Error('no statement was expected here')),
    unmatched: { job: { run: async () => {} }, match: () => Promise.reject(new Refusal('caseKind')) },
    outside: {
      signer: async () => ({ state: 'none', problem: null, vaultKey: null, rails: [], waiting: [], payoutsOff: false }),
      chains: async () => [],
    },
    reconcile: () => Promise.reject(new Error('nothing outside was expected here')),
    desk: chatDesk({ database, clock }),
    switches: {
      list: async () => [],
      set: async (change) => void switched.push(change),
      apply: async () => {},
      openTrading: async () => {},
    },
    people: { restrict: async (id, reason) => void held.push([id, reason]) },
    log: silentLog,
    journals: { real: { read: async function* () {} }, demo: { read: async function* () {} } },
    ...more,
  });
  const app = await createConsole({
    ...side,
    publicUrl,
    webFolder: '/nowhere',
    version: 'test',
    log: more.log ?? silentLog,
    clock,
    weightPerMinute: 1_000_000_000,
    checkOutputs: true,
    undeclared: answers.undeclared,
    pressure: unhurried,
  });

  async function call<Name extends AdminCallName>(
    name: Name,
    input: AdminInput<Name> | Record<string, unknown>,
    { token, commandId }: { token?: string | undefined; commandId?: string } = {},
  ): Promise<{ status: number; code: number; data: AdminOutput<Name>; msg: string; body: string }> {
    const { method, url, payload } = requestOf(name, input as Record<string, unknown>, adminPrefix);
    const response = await app.inject({
      method,
      url,
      headers: {
        language: 'en',
        ...(payload === undefined ? {} : { 'content-type': 'application/json' }),
        ...(token ? { authorization: `Bearer ${token}` } : {}),
        ...(commandId ? { 'idempotency-key': commandId } : {}),
      },
      ...(payload === undefined ? {} : { payload }),
    });
    return { status: response.statusCode, ...JSON.parse(response.body), body: response.body };
  }

  let customers = 0;
  return {
    app,
    call,
    side,
    clock,
    test,
    database,
    carryOut,
    held,
    switched,
    /** A link of enrolment for a new operator. */
    async invited(name: string, roles: readonly Role[]) {
      const [row] = await database.query<{ id: number }>(
        'INSERT INTO operator (name, roles, created_at) VALUES ($1, $2, $3) RETURNING id',
        [name, roles, new Date(clock.now())],
      );
      const { secret } = await database.transaction((tx) => newLink(tx, row!.id, clock.now(), testPlace.marks));
      return { id: String(row!.id), link: secret };
    },
    /** Makes a passkey with a link, which signs in. */
    async enrol(link: string) {
      const key = softwareAuthenticator(testPlace.origin);
      const { data: begun } = await call('POST auth/enrol-begin', { link });
      const registration = key.register({ challenge: begun.challenge, rp: { id: begun.rpId }, user: begun.user });
      const { data } = await call('POST auth/enrol-finish', { link, label: 'Test', registration });
      return { key, token: data.token };
    },
    /** A new operator with these roles, signed in. */
    async operator(...roles: Role[]) {
      const { id, link } = await this.invited(roles.join('+'), roles);
      return { id, ...(await this.enrol(link)) };
    },
    /** A customer with a demo account, in the tables only. */
    async customer(name = 'Ann') {
      customers += 1;
      const made = await insertCustomer(database, {
        ...{ loginType: LoginType.demo, venue: 'demo', account: 100_000 + customers, name, language: 'en', at: new Date(clock.now()) },
        demoKeyHash: Buffer.from(`key ${customers}`),
      });
      return made!;
    },
    async close() {
      await app.close();
      await test.drop();
      answers.check();
    },
  };
}
export type TestConsole = Awaited<ReturnType<typeof testConsole>>;
