import { randomUUID } from 'node:crypto';
import { chatLimits } from '@bourse/protocol/chat-limits';
import { Refusal } from '@bourse/protocol/errors';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Session } from '../calls/session.ts';
import { type TestChat, testChat } from '../testing/chat.ts';
import { act } from '../testing/chat-talk.ts';
import { context, refusalOf, visitorWork } from '../testing/people.ts';

let kit: TestChat;
beforeAll(async () => {
  kit = await testChat();
});
afterAll(() => kit.close());
const count = async (table: 'customer' | 'session') =>
  Number((await kit.database.query<{ count: bigint }>(`SELECT count(*) AS count FROM ${table}`))[0]!.count);
const from = (at: number) => context({ ip: `10.${at >> 8}.${at & 255}.7` });

describe('a new visitor', () => {
  const token = (work: { workId?: string; proof?: string }, at = 1) => kit.handlers['POST im/auth/temporary-token'](work, from(at));

  test('is nobody without work: a thousand addresses make no visitor and no session', async () => {
    const before = [await count('customer'), await count('session')];
    const refused = await Promise.all(Array.from({ length: 1_000 }, (_, at) => refusalOf(token({}, at))));
    expect(new Set(refused)).toEqual(new Set(['proofOfWorkWrong']));
    const login = kit.people.people.handlers['POST system/auth/temporary-login'];
    expect(await refusalOf(login({ visitorId: 'abc' }, from(1)))).toBe('proofOfWorkWrong');
    expect([await count('customer'), await count('session')]).toEqual(before);
  });

  test('shows work of its own, once, and in time; whoever has a session works no more', async () => {
    const [one, two] = [await visitorWork(kit.people.people), await visitorWork(kit.people.people)];
    expect(await refusalOf(token({ workId: one.workId, proof: two.proof }))).toBe('proofOfWorkWrong');
    // A wrong proof uses the work up.
    expect(await refusalOf(token(one))).toBe('proofOfWorkWrong');
    const tokens = await token(two);
    expect(await refusalOf(token(two))).toBe('proofOfWorkWrong');
    const late = await visitorWork(kit.people.people);
    kit.pass(5 * 60_000);
    expect(await refusalOf(token(late))).toBe('proofOfWorkWrong');
    // A picture’s own work is no way round: it was done as well. Its answer is never that of work without a picture.
    expect(await refusalOf(token({ workId: randomUUID(), proof: late.proof }))).toBe('proofOfWorkWrong');
    const session = await kit.people.people.authenticator.authenticate(tokens.accessToken);
    const again = await kit.handlers['POST im/auth/temporary-token']({}, kit.as(session));
    expect(again.userId).toBe(tokens.userId);
  });
});

describe('a thousand visitors at once', () => {
  test('hold up no customer: their words and the next work order of an agent come first, and the queue has an end', async () => {
    const ids = await kit.database.query<{ id: bigint }>(
      "INSERT INTO customer (login_type, venue, name, language, created_at) SELECT 3, 'demo', 'V', 'en', now() FROM generate_series(1, 1000) RETURNING id",
    );
    const visitors = ids.map(
      ({ id }): Session => ({
        ...{ sessionId: randomUUID(), customerId: String(id), account: 0, venue: 'demo', loginType: 3, deviceClass: 'phone' },
      }),
    );
    const customers = await Promise.all(Array.from({ length: 20 }, () => kit.customer()));
    const agent = await kit.agent();
    // Customers already wait, so that the agent has somebody to take.
    await kit.say(customers[0]!, 'I was here before');

    let accepted = 0;
    const refusals = new Map<string, number>();
    const crowd = visitors.map((visitor) =>
      kit.say(visitor, 'Hello', { groupType: 2 }).then(
        () => {
          accepted += 1;
        },
        (error: unknown) => {
          if (!(error instanceof Refusal)) throw error;
          refusals.set(error.refusal, (refusals.get(error.refusal) ?? 0) + 1);
        },
      ),
    );
    const taken = kit.desk.call('POST chat/assign', {}, act(agent.token));
    await Promise.all(customers.map((customer) => kit.say(customer, 'My money')));
    expect(accepted, 'visitors who were served while customers wrote').toBeLessThan(100);
    expect((await taken).code).toBe(0);
    await Promise.all(crowd);

    expect([...refusals.keys()]).toEqual(['chatQueueFull']);
    expect(accepted).toBeGreaterThan(0);
    expect(accepted).toBeLessThanOrEqual(chatLimits.visitorsWaiting);
    expect(accepted + refusals.get('chatQueueFull')!).toBe(1_000);

    // Whoever is taken next is a customer, until none is left.
    const order: boolean[] = [];
    const agents = await Promise.all(Array.from({ length: Math.ceil(21 / chatLimits.capacity) }, () => kit.agent()));
    for (let at = 0; at < 21; at += 1) {
      const { token } = agents[Math.floor(at / chatLimits.capacity)]!;
      const { data } = await kit.desk.call('POST chat/assign', {}, act(token));
      const { data: thread } = await kit.desk.call('GET chat/thread', { workOrder: data.id }, { token });
      order.push(thread.groupType === 2);
    }
    expect(order).toEqual([...Array<boolean>(19).fill(false), true, true]);
  });
});
