import { randomUUID } from 'node:crypto';
import type { ChatEntry } from '@bourse/protocol/chat';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Session } from '../calls/session.ts';
import { type TestChat, testChat } from '../testing/chat.ts';
import { act, talkOf } from '../testing/chat-talk.ts';
import { deskOf } from './hours/declared.ts';

const weekdays = ['monday', 'tuesday', 'wednesday', 'thursday', 'friday'];
const hours = deskOf(
  'the desk of this test',
  {
    languages: ['en'],
    zone: 'Europe/Vilnius',
    week: {
      ...Object.fromEntries(
        weekdays.map((day) => [
          day,
          [
            ['09:00', '12:00'],
            ['13:00', '18:00'],
          ],
        ]),
      ),
      // Over the night in which clocks change.
      sunday: [['02:30', '04:30']],
    },
    closed: [{ dates: ['2027-03-26', '2031-03-28'] }],
  },
  Date.now(),
);
let kit: TestChat;
beforeAll(async () => {
  kit = await testChat({ hours });
});
afterAll(() => kit.close());
const { agentSays, entriesOf, orderOf } = talkOf(() => kit);
const to = (time: string) => kit.pass(Date.parse(time) - kit.clock.now());
const minutes = (count: number) => kit.pass(count * 60_000);

/** The clock, computed from what the customer has in hand: the entries and the declared hours. */
function clockFrom(entries: readonly ChatEntry[], groupType: 1 | 2) {
  let since: number | null = null;
  let first = true;
  for (const { kind, role, time } of entries) {
    if (kind !== 'message') continue;
    if (role === 1) since ??= time;
    else [since, first] = [null, false];
  }
  const promised = first ? (groupType === 1 ? 300_000 : 600_000) : 300_000;
  return { waitsSince: since, answerBy: since === null ? null : hours.after(since, promised) };
}
const inboxRow = async (token: string, workOrder: string) =>
  (await kit.desk.call('GET chat/inbox', { pageSize: 200 }, { token })).data.list.find((row) => row.workOrder === workOrder)!;

describe('the clock of a work order', () => {
  test.each(['2027-03-25T13:00:00Z', '2028-03-25T22:00:00Z', '2030-10-26T21:00:00Z'])(
    'from %s on is what entries and hours say, whatever happens, for the customer and for the desk',
    async (begin) => {
      to(begin);
      let seed = Date.parse(begin) / 1_000;
      const pick = (below: number) => {
        seed = (seed * 48_271) % 2_147_483_647;
        return seed % below;
      };
      const session = await kit.customer();
      const { groupId } = await kit.say(session, 'Hello');
      const { id } = await orderOf(session, groupId);
      const same = async (token: string) => {
        const clock = clockFrom(await entriesOf(session, groupId), 1);
        const shown = await orderOf(session, groupId);
        expect(shown).toMatchObject(clock);
        expect(shown.opensAt).toBe(hours.opensAt(kit.clock.now()));
        const row = await inboxRow(token, id);
        expect(row.answerBy).toBe(clock.answerBy);
        expect(row.late).toBe(clock.answerBy !== null && clock.answerBy! < kit.clock.now());
      };
      for (let step = 0; step < 14; step += 1) {
        // Sessions of agents end in the night.
        const { token } = await kit.agent();
        const { state } = await orderOf(session, groupId);
        if (state === 'waiting') await kit.desk.call('POST chat/assign', { workOrder: id }, act(token));
        await same(token);
        minutes(1 + pick(240));
        if (pick(3) > 0) await kit.say(session, `word ${step}`);
        else if (state === 'waiting') await agentSays(token, id, 'We look into it.');
        await same(token);
        if ((await orderOf(session, groupId)).state !== 'waiting')
          await kit.desk.call(
            'POST chat/reassign',
            { workOrder: id, reason: 'end of the shift' },
            act((await kit.agent('compliance')).token),
          );
        minutes(pick(90));
      }
    },
  );

  test('stands while nobody is at the desk, and the customer is told when it opens', async () => {
    to('2031-03-22T10:00:00Z');
    const session = await kit.customer();
    const { groupId } = await kit.say(session, 'A Saturday question');
    // Sunday at 02:30 in Vilnius, and five minutes.
    const opensAt = Date.parse('2031-03-23T00:30:00Z');
    expect(await orderOf(session, groupId)).toMatchObject({ opensAt, answerBy: opensAt + 300_000 });
    const told = await kit.handlers['GET system/customer-server/get']({}, kit.as(session));
    expect(told.hours).toMatchObject({ zone: 'Europe/Vilnius', open: false, opensAt, closed: ['2031-03-28'] });
    expect(told.languages).toEqual(['en']);
    to('2031-03-24T08:00:00Z');
    expect((await orderOf(session, groupId)).opensAt).toBeNull();
  });

  test('puts first what is due first: a deposit’s question before an older one of the desk', async () => {
    to('2031-03-24T08:30:00Z');
    const visitorsAside = async (token: string, groups: readonly string[]) =>
      (await kit.desk.call('GET chat/inbox', { pageSize: 200 }, { token })).data.list
        .map(({ groupId }) => groupId)
        .filter((id) => groups.includes(id));
    const ann = await kit.customer();
    const common = await kit.say(ann, 'Common');
    minutes(2);
    const bea = await kit.customer();
    const deposit = await kit.deposit(bea);
    const money = await kit.handlers['POST im/message/send'](
      { groupType: 4, subject: `recharge:${deposit}`, uuid: randomUUID(), payload: kit.text('Where is it?') },
      kit.as(bea),
    );
    const { token } = await kit.agent();
    expect(await visitorsAside(token, [common.groupId, money.groupId])).toEqual([money.groupId, common.groupId]);
  });
});

describe('measured answers', () => {
  test('are the median that customers waited, and the promise is counted in the hours of the desk', async () => {
    to('2033-05-06T14:58:00Z'); // Friday, two minutes before the desk closes
    const ask = async (waitMinutes: number) => {
      const session: Session = await kit.customer();
      const { groupId } = await kit.say(session, 'Hello');
      const { id } = await orderOf(session, groupId);
      const { token } = await kit.agent();
      await kit.desk.call('POST chat/assign', { workOrder: id }, act(token));
      minutes(waitMinutes);
      await agentSays(token, id, 'Yes?');
    };
    const waited = async () => (await kit.handlers['GET system/customer-server/get']({}, kit.as(await kit.customer()))).waitS;
    expect(await waited()).toBeNull();
    // Over the night: 572 minutes, of which four were staffed.
    await ask(9 * 60 + 34);
    minutes(1);
    const metrics = async () => {
      const { data } = await kit.desk.call('GET chat/metrics', { days: 7 }, { token: (await kit.agent()).token });
      return data.types.find(({ groupType }) => groupType === 1)!.first;
    };
    expect(await metrics()).toMatchObject({ answered: 1, withinPromise: 1, medianS: null });
    for (const waits of [1, 2, 3]) await ask(waits);
    expect(await waited()).toBeNull();
    await ask(10);
    minutes(2);
    expect(await waited()).toBe(180);
    expect(await metrics()).toMatchObject({ answered: 5, medianS: 180 });
  });
});
