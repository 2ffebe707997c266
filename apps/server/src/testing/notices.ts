import type { CallContext } from '../calls/handlers.ts';
import type { Due } from '../notices/due.ts';
import { createNotices } from '../notices/index.ts';
import { storeNotices } from '../notices/store.ts';
import { silentLog } from '../platform/log.ts';
import { createOutbox } from '../platform/outbox.ts';
import { newKey } from '../platform/sealing.ts';
import { registered, testPeople } from './people.ts';
import { pushService } from './push-service.ts';

/** People, the notices room, an outbox without a carrier, and a push service that stands in for the browsers' ones. */
export async function testNotices() {
  const people = await testPeople();
  const { database, clock } = people;
  const service = await pushService(() => clock.now());
  const outbox = createOutbox({ database, log: silentLog, carriers: {} });
  const key = newKey();
  const open = () =>
    createNotices({
      ...{ database, clock, log: silentLog, outbox, key },
      ...{ publicUrl: 'https://bourse.example/', mailFrom: 'Bourse <no-reply@bourse.example>', send: service.send },
    });
  const room = await open();
  let customers = 0;
  return {
    people,
    room,
    /** Another server on the same database. */
    open,
    service,
    outbox,
    database,
    clock,
    pass: people.pass,
    /** A customer who signed in, with the context of their calls. */
    async customer(name?: string) {
      customers += 1;
      const email = `customer${customers}@example.com`;
      const { accessToken } = await registered(people, email, { ip: `198.51.100.${customers}` });
      const context = (await people.signedIn(accessToken)) as CallContext & { session: NonNullable<CallContext['session']> };
      if (name !== undefined) await database.query('UPDATE customer SET name = $2 WHERE id = $1', [context.session.customerId, name]);
      return { email, context, account: context.session.account, token: accessToken };
    },
    /** Stores a notice as its room would. Resolves to its number, or undefined when it was stored before. */
    async tell(account: number, notice: Pick<Due, 'kind' | 'params'> & { subject?: string }) {
      const [row] = await storeNotices(database, 'real', [
        { account, subject: `test:${Math.random()}`, time: clock.now(), ...notice } as Due,
      ]);
      return row?.id;
    },
    /** What was written to an address, oldest first. */
    async letters(email: string) {
      return database.query<{ subject: string; body: string; html: string | null; due_at: Date; key: string | null }>(
        'SELECT subject, body, html, due_at, key FROM outbox WHERE recipient = $1 AND key IS NOT NULL ORDER BY id',
        [email],
      );
    },
    async drop() {
      await service.close();
      await people.drop();
    },
  };
}
export type TestNotices = Awaited<ReturnType<typeof testNotices>>;
