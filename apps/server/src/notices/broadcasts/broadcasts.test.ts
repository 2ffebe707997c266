import { errorByCode } from '@bourse/protocol/errors';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type TestConsole, testConsole } from '../../testing/console.ts';
import { noticeHandlers } from '../handlers.ts';
import { fanOut } from './fan-out.ts';

let kit: TestConsole;
let content: string[] = [];
const heard: number[] = [];
beforeAll(async () => {
  kit = await testConsole();
  content = await Promise.all(['a', 'b', 'c'].map(async () => (await kit.operator('content')).token));
}, 60_000);
afterAll(() => kit.close());

const words = {
  title: { en: 'Maintenance', 'zh-CN': '维护' },
  text: { en: 'Deposits rest on Sunday.\nTrading goes on.', 'zh-CN': '周日暂停充值。' },
};
const everybody = { venue: 'demo', language: 'every', verified: 'every', reason: 'the announced maintenance' };
const send = (more: object = {}, token = content[0]) => kit.call('POST broadcast/send', { ...words, ...everybody, ...more }, { token });
const job = () => fanOut({ database: kit.database, clock: kit.clock, hub: { toAccount: (_venue, account) => void heard.push(account) } });
/** Customers of the demo venue in a language of their own, so that each test has its own. */
let made = 0;
async function customers(count: number, { language = 'en', verified = false } = {}) {
  const from = made;
  made += count;
  await kit.database.query(
    `INSERT INTO customer (login_type, venue, account, name, demo_key_hash, language, realname_status, created_at)
     SELECT 2, 'demo', 200000 + n, 'Customer', decode(md5('many ' || n), 'hex'), $3, $4, now() FROM generate_series($1::int, $2::int) AS n`,
    [from + 1, from + count, language, verified ? 2 : 0],
  );
}
const noticesOf = async (id: string) =>
  (
    await kit.database.query<{ account: number }>("SELECT account FROM notice WHERE kind = 'broadcast' AND subject = $1 ORDER BY account", [
      `broadcast:${id}`,
    ])
  ).map(({ account }) => account);
const rowOf = async (id: string) =>
  (await kit.call('GET broadcast/list', {}, { token: content[0] })).data.list.find((one) => one.id === id);
/** Takes the case, reads why, and decides or confirms it. */
async function decide(id: string, token: string | undefined, pass = true) {
  const get = async () => (await kit.call('GET case/get', { id }, { token })).data;
  let one = await get();
  for (const { id: evidence } of one.evidence) await kit.call('POST case/evidence', { id, evidence }, { token });
  if (one.case.step === 'waiting') one = (await kit.call('POST case/take', { id, revision: one.case.revision }, { token })).data;
  const reasonCode = pass ? 'textInOrder' : 'textUnclear';
  return kit.call('POST case/decide', { id, revision: (await get()).case.revision, pass, reasonCode, remark: '' }, { token });
}

describe('a broadcast', () => {
  test('reaches exactly those whom it fits, once, in the language that they read', async () => {
    await customers(3, { verified: true });
    await customers(2);
    await customers(2, { language: 'zh-CN', verified: true });
    const count = await kit.call('GET broadcast/count', { venue: 'demo', language: 'en', verified: 'yes' }, { token: content[0] });
    expect(count.data).toEqual({ recipients: 3, persons: 1 });
    const { data } = await send({ language: 'en', verified: 'yes' });
    expect(data).toMatchObject({ recipients: 3, case: null });
    // Whoever comes later is not told.
    await customers(1, { verified: true });
    expect(await job().run()).toBe(3);
    expect(await job().run()).toBe(0);
    expect(await noticesOf(data.id)).toEqual([200_001, 200_002, 200_003]);
    expect(heard).toEqual([200_001, 200_002, 200_003]);
    expect(await rowOf(data.id)).toMatchObject({ state: 'sent', given: 3, recipients: 3 });
    const session = { venue: 'demo', account: 200_001 } as never;
    const { list } = await noticeHandlers(kit.database)['GET system/notice-msg/page']({ pageNo: 1, pageSize: 5, topic: 'news' }, {
      session,
    } as never);
    expect(list).toMatchObject([{ kind: 'broadcast', params: { 'title.en': 'Maintenance', 'text.zh-CN': '周日暂停充值。' } }]);
  });

  test('is written once and given out in batches: a server that stops anywhere leaves nobody out and tells nobody twice', async () => {
    await customers(900, { language: 'zh-CN' });
    const { data } = await send({ language: 'zh-CN', verified: 'no' });
    expect(data).toMatchObject({ recipients: 900, case: null });
    // The mark of the second batch cannot be stored: neither can its notices.
    await kit.database.query('ALTER TABLE broadcast ADD CONSTRAINT broken CHECK (given <= 500) NOT VALID');
    await expect(job().run()).rejects.toThrow();
    expect(await noticesOf(data.id)).toHaveLength(500);
    await kit.database.query('ALTER TABLE broadcast DROP CONSTRAINT broken');
    await Promise.all([job().run(), job().run(), job().run()]);
    await job().run();
    expect(new Set(await noticesOf(data.id)).size).toBe(900);
    expect(await noticesOf(data.id)).toHaveLength(900);
    // A mark that was lost, as by a copy that was put back.
    await kit.database.query("UPDATE broadcast SET state = 'sending', reached = 0, given = 0 WHERE id = $1", [data.id]);
    expect(await job().run()).toBe(0);
    expect(await noticesOf(data.id)).toHaveLength(900);
    const stored = await kit.database.query<{ params: object }>('SELECT DISTINCT params FROM notice WHERE subject = $1', [
      `broadcast:${data.id}`,
    ]);
    expect(stored).toEqual([{ params: { broadcast: data.id } }]);
  });

  test('in parts that together reach more than a thousand is decided by two, as a large one is', async () => {
    // The first two tests sent to 903 within this day.
    await customers(200, { verified: true, language: 'zh-CN' });
    const { data } = await send({ verified: 'yes', language: 'zh-CN' });
    expect(data.case).not.toBeNull();
    const id = data.case ?? '';
    expect(await job().run()).toBe(0);
    expect((await decide(id, content[0])).data.case.step).toBe('proposed');
    expect(await job().run()).toBe(0);
    const again = await decide(id, content[0]);
    expect(errorByCode(again.code)).toBe('decidedByYou');
    expect((await decide(id, content[1])).data.case.step).toBe('passed');
    expect(await job().run()).toBe(data.recipients);
    expect(await noticesOf(data.id)).toHaveLength(data.recipients);
  });

  test('that two refuse is never given out', async () => {
    const { data } = await send();
    const id = data.case ?? '';
    await decide(id, content[1], false);
    expect((await decide(id, content[2], false)).data.case.step).toBe('refused');
    expect(await job().run()).toBe(0);
    expect(await rowOf(data.id)).toMatchObject({ state: 'refused', given: 0 });
  });

  test('reaches no more people than were counted, whatever language they change to meanwhile', async () => {
    await kit.database.query("UPDATE broadcast SET written_at = written_at - interval '2 days'");
    await customers(4, { language: 'en' });
    const fits = (await kit.call('GET broadcast/count', { venue: 'demo', language: 'en', verified: 'no' }, { token: content[0] })).data
      .recipients;
    const { data } = await send({ language: 'en', verified: 'no' });
    expect(data).toMatchObject({ recipients: fits, case: null });
    await kit.database.query("UPDATE customer SET language = 'en' WHERE venue = 'demo'");
    await job().run();
    expect(await noticesOf(data.id)).toHaveLength(fits);
  });

  test('of one command is one, and an empty choice or unplain text is refused', async () => {
    const commandId = crypto.randomUUID();
    const input = { ...words, ...everybody, verified: 'no', language: 'en' };
    const [first, second] = [
      await kit.call('POST broadcast/send', input, { token: content[0], commandId }),
      await kit.call('POST broadcast/send', input, { token: content[0], commandId }),
    ];
    expect(second.data).toEqual(first.data);
    expect(errorByCode((await send({ venue: 'real' })).code)).toBe('broadcastNobody');
    for (const title of [
      { en: 'a\u202eb', 'zh-CN': '维护' },
      { en: 'a\nb', 'zh-CN': '维护' },
      { en: 'Rest', 'zh-CN': ' ' },
      { en: 'a\u0007', 'zh-CN': '维护' },
    ])
      expect(errorByCode((await send({ title })).code), JSON.stringify(title)).toBe('broadcastText');
    const other = await kit.operator('support');
    expect(errorByCode((await send({}, other.token)).code)).toBe('permissionMissing');
    const audit = await kit.database.query("SELECT 1 FROM operator_audit WHERE call = 'POST broadcast/send' AND subject = $1", [
      `broadcast ${first.data.id}`,
    ]);
    expect(audit).toHaveLength(1);
  });
});
