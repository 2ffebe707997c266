import { errorByCode } from '@bourse/protocol/errors';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createCards } from '../../chat/cards.ts';
import { createDepositConversations, type MadeDeposit } from '../../chat/deposits.ts';
import { type EntryRow, entryColumns, GroupLog, type GroupRow, groupColumns } from '../../chat/log.ts';
import { testMoney } from '../testing/kit.ts';

let kit: Awaited<ReturnType<typeof testMoney>>;
let open: ReturnType<typeof createDepositConversations>;
const log = new GroupLog(Buffer.alloc(32, 7));
const told: string[] = [];
const made: MadeDeposit[] = [];
beforeAll(async () => {
  kit = await testMoney();
  open = createDepositConversations({
    ...{ clock: kit.clock, log, cards: createCards({ catalogue: kit.catalogue, rails: kit.rails }) },
    told: { entry: (group) => void told.push(String(group)), read: () => {} },
  });
  kit.talk.open = (tx, deposit) => {
    made.push(deposit);
    return open(tx, deposit);
  };
});
afterAll(() => kit.close());

async function customer() {
  const one = await kit.customer('real');
  await kit.setLevel(one.account, 1);
  await kit.database.query(
    `INSERT INTO customer (id, login_type, account, venue, name, real_name, email, password_hash, language, created_at)
     OVERRIDING SYSTEM VALUE VALUES ($1::bigint, 1, $1::bigint::integer, 'real', 'Ann', 'Ann', $2, '', 'en', now())`,
    [String(one.account), `${one.account}@example.com`],
  );
  return one;
}
const place = ({ token }: { token: string }, channel: number, amount: string) =>
  kit.call('POST pay/recharge', { channel, amount }, { token });
const groupsOf = (account: number) =>
  kit.database.query<GroupRow>(`SELECT ${groupColumns} FROM chat_group WHERE customer_id = $1 ORDER BY id`, [account]);
const cardsOf = async (group: GroupRow) => {
  const rows = await kit.database.query<EntryRow>(`SELECT ${entryColumns} FROM chat_entry WHERE group_id = $1 ORDER BY "offset"`, [
    group.id,
  ]);
  return rows.map((row) => log.view(group, row));
};

describe('a deposit that people take', () => {
  test.each([
    ['background', 11, '150', 2, 4, 'USDT'],
    ['C2C', 10, '400', 3, 3, 'MYR'],
    ['common service', 12, '60', 5, 1, 'USD'],
    ['temporary service', 13, '60', 7, 2, 'USD'],
  ] as const)(
    'of the channel %s opens its conversation with a card that says how to pay',
    async (_name, rail, amount, channel, groupType, currency) => {
      const ana = await customer();
      const { deposit, instructions } = (await place(ana, rail, amount)).data;
      const [group, ...others] = await groupsOf(ana.account);
      expect(others).toEqual([]);
      expect(group).toMatchObject({ group_type: groupType, sign: `recharge:${deposit.id}`, channel, account: ana.account, venue: 'real' });
      expect(told).toContain(String(group!.id));
      const entries = await cardsOf(group!);
      expect(entries).toHaveLength(1);
      // Of the exchange itself: no member wrote it.
      expect(entries[0]).toMatchObject({ kind: 'message', sender: null, role: null, offset: 1 });
      expect(entries[0]!.payload).toMatchObject({
        ...{ kind: 'ORDER', about: 'recharge', id: deposit.id, sent: { status: 'awaiting' } },
        instructions: { reference: instructions.reference, pays: amount, currency, expiresAt: instructions.expiresAt },
      });
      // Nobody asked anything: no work order waits.
      expect(await kit.database.query('SELECT 1 FROM chat_work_order WHERE group_id = $1', [group!.id])).toEqual([]);
    },
  );

  test('told twice, also at once, has one conversation and one card', async () => {
    const ana = await customer();
    await place(ana, 10, '400');
    const again = made.at(-1)!;
    await Promise.all([1, 2, 3].map(() => kit.database.transaction((tx) => open(tx, again))));
    const groups = await groupsOf(ana.account);
    expect(groups).toHaveLength(1);
    expect(await cardsOf(groups[0]!)).toHaveLength(1);
    // A second deposit is another conversation.
    await place(ana, 10, '500');
    expect(await groupsOf(ana.account)).toHaveLength(2);
  });

  test('and its conversation are made together or not at all', async () => {
    const ana = await customer();
    const before = kit.talk.open;
    kit.talk.open = () => Promise.reject(new Error('the log is full'));
    expect((await place(ana, 11, '150')).status).toBe(500);
    kit.talk.open = before;
    expect(await kit.database.query('SELECT 1 FROM deposit WHERE customer_id = $1', [ana.account])).toEqual([]);
    expect(await groupsOf(ana.account)).toEqual([]);
  });
});

test('a deposit over a bank, a provider or an address of the house opens no conversation', async () => {
  const ana = await customer();
  for (const rail of [7, 8, 9]) {
    const answer = await place(ana, rail, '50');
    expect(errorByCode(answer.code)).toBeUndefined();
  }
  expect(await groupsOf(ana.account)).toEqual([]);
});
