import { createHmac, randomUUID } from 'node:crypto';
import type { CallOutput } from '@bourse/protocol/calls';
import type { Venue } from '@bourse/protocol/enums';
import { type ErrorName, Refusal } from '@bourse/protocol/errors';
import type { ControlMessage } from '@bourse/protocol/socket';
import { solveChallenge } from 'altcha-lib';
import { deriveKey } from 'altcha-lib/algorithms/pbkdf2';
import type { CallContext } from '../calls/handlers.ts';
import type { Session } from '../calls/session.ts';
import { createPeople, type PeopleParts } from '../people/people.ts';
import type { Queryable } from '../platform/database.ts';
import { silentLog } from '../platform/log.ts';
import { type TestDatabase, testDatabase } from './database.ts';
import { heldToDeclarations, undeclaredAnswers } from './gateway.ts';

export const desktopChrome = 'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36';
export const androidChrome =
  'Mozilla/5.0 (Linux; Android 15; Pixel 9) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Mobile Safari/537.36';

export interface Sent {
  by: 'mail' | 'sms';
  to: string;
  subject: string;
  text: string;
}

/** People with a database of their own, and with a clock, a mailbox and a ledger that the test can inspect. */
export async function testPeople(more: Partial<PeopleParts> = {}) {
  const test: TestDatabase = await testDatabase();
  const time = { ms: Date.now() };
  const clock = { now: () => time.ms };
  const sent: Sent[] = [];
  const pushes: { sessionId: string; message: ControlMessage }[] = [];
  const told: { account: number; message: unknown }[] = [];
  const opened: { venue: Venue; account: number }[] = [];
  const restricted: { venue: Venue; account: number; mode: string; payouts: string }[] = [];
  const stored = new Map<string, Buffer>();
  const parts: PeopleParts = {
    database: test.database,
    clock,
    log: silentLog,
    environment: 'production',
    reachesPhones: true,
    hub: {
      toSession: (sessionId, message) => void pushes.push({ sessionId, message }),
      toAccount: (_venue, account, message) => void told.push({ account, message }),
    },
    outbox: {
      mail: async ({ to, subject, text }) => void sent.push({ by: 'mail', to, subject, text }),
      text: async ({ to, text }) => void sent.push({ by: 'sms', to, subject: '', text }),
    },
    files: {
      put: async (key, bytes) => void stored.set(key, bytes),
      get: async (key) => stored.get(key),
      remove: async (key) => void stored.delete(key),
    },
    key: Buffer.alloc(32, 5),
    trading: {
      open: async (venue, account) => void opened.push({ venue, account }),
      restrict: async (venue, account, what) => void restricted.push({ venue, account, ...what }),
      invited: async () => undefined,
    },
    publicUrl: 'https://bourse.example',
    hashCost: { memoryCost: 64, timeCost: 1, parallelism: 1 },
    ...more,
  };
  const answers = undeclaredAnswers();
  const open = async (other: Partial<PeopleParts> = {}) => {
    const one = await createPeople({ ...parts, ...other });
    const handlers = heldToDeclarations(one.handlers, answers);
    const login = handlers['POST system/auth/login'];
    return {
      ...one,
      /** As it answers, which may ask for a second step. */
      login,
      handlers: { ...handlers, 'POST system/auth/login': async (...sent: Parameters<typeof login>) => tokensOf(await login(...sent)) },
    };
  };
  const people = await open();
  return {
    people,
    /** Another gateway on the same database. */
    gateway: open,
    database: test.database,
    sent,
    pushes,
    opened,
    restricted,
    /** What was pushed to accounts. */
    told,
    stored,
    clock,
    pass: (ms: number) => {
      time.ms += ms;
    },
    async drop() {
      await test.drop();
      answers.check();
    },
    context,
    signedIn: async (accessToken: string, from: Partial<CallContext> = {}) => {
      const session = await people.authenticator.authenticate(accessToken);
      return { ...context(from), session };
    },
    /** The six digits of the latest message to an address. */
    lastCode: (to: string) => /\b\d{6}\b/.exec(sent.findLast((one) => one.to === to)?.text ?? '')?.[0] ?? 'none sent',
  };
}
export type TestPeople = Awaited<ReturnType<typeof testPeople>>;

/** The tokens of a sign-in that needed no second step. */
export function tokensOf(answer: CallOutput<'POST system/auth/login'>) {
  if ('secondStep' in answer) throw new Error('the sign-in asks for a second step');
  return answer;
}

export function context(from: Partial<CallContext> = {}): CallContext {
  return {
    session: null as Session | null,
    operator: null,
    proof: null,
    language: 'en',
    ip: '192.0.2.1',
    userAgent: desktopChrome,
    device: undefined,
    requestId: randomUUID(),
    commandId: randomUUID(),
    readAfter: undefined,
    file: () => Promise.reject(new Error('no file in this test')),
    ...from,
  };
}

/** The name of the refusal that a promise rejects with. Any other error fails the test. */
export async function refusalOf(work: Promise<unknown>): Promise<ErrorName> {
  try {
    await work;
  } catch (error) {
    if (error instanceof Refusal) return error.refusal;
    throw error;
  }
  throw new Error('it was not refused');
}

type Issued = CallOutput<'GET system/captcha/img-captcha'>;

/** What a new visitor shows. */
export async function visitorWork({ services }: { services: { captchas: { issueWork(): Promise<CallOutput<'GET im/auth/work'>> } } }) {
  const { workId, challenge } = await services.captchas.issueWork();
  return { workId, proof: await solveProof({ challenge }) };
}

export async function solveProof({ challenge }: Pick<Issued, 'challenge'>): Promise<string> {
  const given = challenge as unknown as Parameters<typeof solveChallenge>[0]['challenge'];
  const solution = await solveChallenge({ challenge: given, deriveKey });
  return Buffer.from(JSON.stringify({ challenge, solution })).toString('base64');
}

/** Replaces a captcha's answer with a known one. Only the holder of the database and its key can do this. */
export async function plantCaptchaAnswer(database: Queryable, captchaId: string, answer: string): Promise<void> {
  const [keys] = await database.query<{ value: { answers: string } }>(`SELECT value FROM server_secret WHERE name = 'captcha-keys'`);
  const hash = createHmac('sha256', keys!.value.answers).update(`${captchaId}\n${answer.toLowerCase()}`).digest();
  await database.query('UPDATE captcha SET answer_hash = $2 WHERE id = $1', [captchaId, hash]);
}

/** Answers a captcha as a person with a fast device would. */
export async function answeredCaptcha({
  people,
  database,
}: {
  people: { handlers: Pick<TestPeople['people']['handlers'], 'GET system/captcha/img-captcha'> };
  database: TestPeople['database'];
}) {
  const issued = await people.handlers['GET system/captcha/img-captcha']({}, context());
  await plantCaptchaAnswer(database, issued.captchaId, 'Wxy3F');
  return { captchaId: issued.captchaId, captchaCode: 'wXY3f', proof: await solveProof(issued) };
}

export const goodPassword = 'correct horse battery 9';

/** Registers by e-mail with every step: captcha, code from the mailbox, password. */
export async function registered(test: TestPeople, email: string, from: Partial<CallContext> = {}) {
  const { handlers } = test.people;
  await handlers['GET system/auth/send-captcha'](
    { purpose: 1, sendBy: 2, account: email, ...(await answeredCaptcha(test)) },
    context(from),
  );
  return handlers['POST system/auth/email-register']({ email, password: goodPassword, code: test.lastCode(email) }, context(from));
}
