import type { Venue } from '@bourse/protocol/enums';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { silentLog } from '../platform/log.ts';
import { ManualClock } from '../platform/manual-clock.ts';
import { SocketHub } from '../sockets/hub.ts';
import type { PrivatePush } from '../sockets/port.ts';
import { type TestDatabase, testDatabase } from '../testing/database.ts';
import { carryNotices, type NoticeBus, type NoticeSignal } from './across.ts';
import { pushNotices, type StoredNotice, storeNotices } from './store.ts';

let kit: TestDatabase;
beforeAll(async () => {
  kit = await testDatabase();
});
afterAll(() => kit.drop());

/** Servers on one database. What one says on the bus the others hear, unless the bus is deaf. */
function servers() {
  const deaf = { now: false };
  const heard: ((signal: NoticeSignal) => void)[] = [];
  const start = async (...accounts: number[]) => {
    const hub = new SocketHub();
    const told: string[] = [];
    hub.listens = (venue, account) => venue === 'demo' && accounts.includes(account);
    const { toAccount } = hub;
    hub.toAccount = (venue: Venue, account: number, message: PrivatePush) => {
      if (hub.listens(venue, account) && message.c === 'notice') told.push(message.id);
      toAccount.call(hub, venue, account, message);
    };
    let own: ((signal: NoticeSignal) => void) | undefined;
    const bus: NoticeBus = {
      publish: (signal) => {
        if (!deaf.now) for (const hear of heard) if (hear !== own) hear(signal);
      },
      subscribe: (hear) => {
        own = hear;
        heard.push(hear);
        return () => {};
      },
    };
    const carried = await carryNotices({ database: kit.database, hub, bus, clock: new ManualClock(1_764_000_000_000), log: silentLog });
    return { hub, told, carried };
  };
  return { deaf, start };
}
let subjects = 0;
const store = (account: number): Promise<StoredNotice[]> => {
  subjects += 1;
  return storeNotices(kit.database, 'demo', [
    { account, kind: 'order.filled', params: { no: '1' }, subject: `order:${subjects}`, time: 1 },
  ]);
};
const until = (holds: () => boolean) => expect.poll(holds).toBe(true);

describe('a notice', () => {
  test('that one server wrote is shown at once where the customer’s page is open, and once', async () => {
    const { start } = servers();
    const [writer, other] = [await start(), await start(100_001)];
    const rows = await store(100_001);
    pushNotices(writer.hub, 'demo', rows);
    const ids = rows.map(({ id }) => String(id));
    await until(() => other.told.length === 1);
    await other.carried.look();
    await writer.carried.look();
    expect(other.told).toEqual(ids);
  });

  test('whose signal is lost is found by the next look, and pages of others see nothing of it', async () => {
    const { start, deaf } = servers();
    const [writer, other] = [await start(100_002), await start(100_002, 100_003)];
    deaf.now = true;
    const rows = await store(100_002);
    pushNotices(writer.hub, 'demo', rows);
    await other.carried.look();
    await other.carried.look();
    await writer.carried.look();
    expect([writer.told, other.told]).toEqual([[String(rows[0]!.id)], [String(rows[0]!.id)]]);
  });

  test('of the time before this server began is left to the sign-in', async () => {
    await store(100_004);
    const late = await servers().start(100_004);
    await late.carried.look();
    expect(late.told).toEqual([]);
  });
});
