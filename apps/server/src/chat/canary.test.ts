import { randomUUID } from 'node:crypto';
import { sayMaybe } from '@bourse/words';
import { Registry } from 'prom-client';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createLog } from '../platform/log.ts';
import { wholeExchange } from '../testing/whole-exchange.ts';

const lines: string[] = [];
const registry = new Registry();
let exchange: Awaited<ReturnType<typeof wholeExchange>>;
let token: string;
beforeAll(async () => {
  const log = createLog({ level: 'trace', destination: { write: (line) => void lines.push(line) }, atEnd: () => {} });
  exchange = await wholeExchange({ log, app: { registry } });
  token = await exchange.real();
});
afterAll(() => exchange.close());

test('what people write in the chat is in no log line and no metric, also when it is refused or the server fails', async () => {
  const text = 'canary 4711 of my card';
  const payload = { kind: 'TEXT', text };
  const ask = (name: string, input: object) => exchange.call(name as never, input as never, { token });
  const { data: said } = await ask('POST im/message/send', { groupType: 1, uuid: randomUUID(), payload });
  const { groupId, id } = said as { groupId: string; id: string };
  const { data: order } = await ask('GET im/work-order/get', { groupId });
  expect(
    (await ask('POST im/message/edit', { groupId, id, uuid: randomUUID(), payload: { kind: 'TEXT', text: `${text} again` } })).code,
  ).toBe(0);
  // Refused: another's group, a wrong field, an unknown field, a value where a card belongs.
  expect((await ask('POST im/message/send', { groupId: '999999', uuid: randomUUID(), payload })).code).not.toBe(0);
  expect((await ask('POST im/message/send', { groupType: 1, uuid: text, payload })).status).toBe(400);
  expect((await ask('POST im/message/send', { groupType: 1, uuid: randomUUID(), payload, [text]: text })).status).toBe(400);
  expect((await ask('POST im/message/send', { groupType: 1, uuid: randomUUID(), payload: { kind: text, text } })).status).toBe(400);
  await ask('POST im/work-order/finish', { id: (order as { id: string }).id, uuid: randomUUID() });
  expect((await ask('POST im/work-order/evaluation', { id: (order as { id: string }).id, score: 5, text })).code).toBe(0);
  await exchange.database.query('ALTER TABLE chat_entry RENAME TO chat_entry_gone');
  const failed = await ask('POST im/message/send', { groupId, uuid: randomUUID(), payload });
  await exchange.database.query('ALTER TABLE chat_entry_gone RENAME TO chat_entry');
  // A constraint whose message repeats the row that broke it.
  await exchange.database.query("ALTER TABLE chat_group ADD CONSTRAINT no_more CHECK (spoke_at < '2000-01-01') NOT VALID");
  const broken = await ask('POST im/message/send', { groupId, uuid: randomUUID(), payload });
  await exchange.database.query('ALTER TABLE chat_group DROP CONSTRAINT no_more');
  expect([failed.status, broken.status]).toEqual([500, 500]);
  expect(lines.filter((line) => line.includes('im/message/send')).length).toBeGreaterThan(0);
  expect(lines.filter((line) => /canary|4711/.test(line))).toEqual([]);
  expect(await registry.metrics()).not.toMatch(/canary|4711/);
});

test.each(['en', 'zh-CN'])('a customer who is called {amount} is greeted by that name in %s', (language) => {
  expect(sayMaybe(language, 'phrases.greeting', { name: '{amount}' })).toContain('{amount}');
  expect(sayMaybe(language, 'phrases.greeting', { name: '{amount, number}', amount: 5 })).toContain('{amount, number}');
});
