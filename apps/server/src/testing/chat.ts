import { randomUUID } from 'node:crypto';
import type { Role } from '@bourse/protocol';
import type { LoginType, RechargeChannel, Venue } from '@bourse/protocol/enums';
import type { Session } from '../calls/session.ts';
import type { Scanner } from '../chat/files/clamd.ts';
import { readDesk } from '../chat/hours/declared.ts';
import { createChat } from '../chat/index.ts';
import { createLocalBus } from '../chat/told.ts';
import { createDocuments } from '../documents/documents.ts';
import { createCatalogue } from '../market/catalogue/catalogue.ts';
import type { Rail } from '../payments/port.ts';
import { insertCustomer } from '../people/customers.ts';
import type { Database } from '../platform/database.ts';
import { silentLog } from '../platform/log.ts';
import { testConsole } from './console.ts';
import { heldToDeclarations, undeclaredAnswers } from './gateway.ts';
import { context, testPeople, visitorWork } from './people.ts';

/** A chat with customers, visitors and agents on a database of its own. Time is the test's. */
export async function testChat({
  wrap = (database: Database) => database,
  hours = readDesk(undefined, Date.now()),
  scanner = undefined as Scanner | undefined,
} = {}) {
  const people = await testPeople();
  const { database, clock, stored } = people;
  const bus = createLocalBus();
  const catalogue = createCatalogue();
  const channels = new Map<number, RechargeChannel>();
  const key = Buffer.alloc(32, 7);
  const files = {
    put: async (name: string, bytes: Buffer) => void stored.set(name, bytes),
    get: async (name: string) => stored.get(name),
    remove: async (name: string) => void stored.delete(name),
  };
  const documents = createDocuments({ database, clock, key, files });
  const open = (over: Database = wrap(database)) =>
    createChat({
      ...{
        database: over,
        clock,
        key,
        documents,
        files,
        scanner,
        serverLog: silentLog,
        bus,
        catalogue,
        hours,
        people: people.people.services,
        publicUrl: 'https://bourse.example',
      },
      rails: { get: (rail) => ({ asset: catalogue.assetByCode('USDT')!, channel: channels.get(rail) ?? 2 }) as Rail },
    });
  const chat = open();
  const answers = undeclaredAnswers();
  const handlers = heldToDeclarations(chat.handlers, answers);
  const desk = await testConsole({ on: { database, connection: {}, drop: async () => {} }, desk: chat.desk });

  let accounts = 100_000;
  const customer = async (name = 'Ann', venue: Venue = 'real'): Promise<Session> => {
    accounts += 1;
    const loginType: LoginType = venue === 'real' ? 1 : 2;
    const email = venue === 'real' ? { passwordHash: 'x', contact: { by: 2 as const, target: `${randomUUID()}@bourse.example` } } : {};
    const made = await insertCustomer(database, {
      ...{ loginType, venue, account: accounts, name, language: 'en', at: new Date(clock.now()), ...email },
      ...(venue === 'demo' ? { demoKeyHash: Buffer.from(randomUUID()) } : {}),
    });
    return { sessionId: randomUUID(), customerId: String(made!.id), account: accounts, venue, loginType, deviceClass: 'desktop' };
  };
  return {
    ...{ chat, handlers, open, bus, database, clock, desk, documents, people, customer },
    pass: people.pass,
    as: (session: Session) => ({ ...context(), session }),
    text: (text: string) => ({ kind: 'TEXT' as const, text }),
    /** Says something; a new uuid each time. */
    say: (session: Session, text: string, to: { groupId: string } | { groupType: 1 | 2 } = { groupType: 1 }, uuid: string = randomUUID()) =>
      handlers['POST im/message/send']({ ...to, uuid, payload: { kind: 'TEXT', text } }, { ...context(), session }),
    async visitor(ip?: string) {
      const tokens = await handlers['POST im/auth/temporary-token'](await visitorWork(people.people), context(ip ? { ip } : {}));
      return { tokens, session: await people.people.authenticator.authenticate(tokens.accessToken) };
    },
    agent: (...roles: Role[]) => desk.operator(...(roles.length > 0 ? roles : (['support'] as const))),
    async deposit(session: Session, { step = 'awaiting', rail = 1, channel = 2 as RechargeChannel } = {}) {
      channels.set(rail, channel);
      const [row] = await database.query<{ number: bigint }>(
        `INSERT INTO deposit (rail, account, customer_id, step, units, decimals, created_at, changed_at, steps, salt)
         VALUES ($1, $2, $3, $4, 125000000, 6, $5, $5, '{}', '\\x00') RETURNING number`,
        [rail, session.account, session.customerId, step, new Date(clock.now())],
      );
      return String(row!.number);
    },
    async close() {
      answers.check();
      await desk.close();
      await people.drop();
    },
  };
}
export type TestChat = Awaited<ReturnType<typeof testChat>>;
