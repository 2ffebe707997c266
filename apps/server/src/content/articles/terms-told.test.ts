import type { AdminInput, AdminOutput, ArticleVersion } from '@bourse/protocol/admin';
import { type CallOutput, calls } from '@bourse/protocol/calls';
import { stricterNoticeMs, treeFrom } from '@bourse/protocol/texts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { z } from 'zod';
import { noticeSentence } from '../../notices/text.ts';
import { type TestConsole, testConsole } from '../../testing/console.ts';
import { articleHandlers } from './customer-calls.ts';
import { publishDue } from './publish-due.ts';
import { tellTerms } from './tell-terms.ts';

let kit: TestConsole;
let tokens: string[] = [];
const heard: number[] = [];
beforeAll(async () => {
  kit = await testConsole();
  tokens = await Promise.all(['a', 'b', 'c'].map(async () => (await kit.operator('content')).token));
}, 60_000);
afterAll(() => kit.close());

let real = 0;
/** A customer of the real venue, in the tables only. */
async function customer() {
  real += 1;
  const [row] = await kit.database.query<{ id: bigint; account: number }>(
    `INSERT INTO customer (login_type, venue, account, name, email, password_hash, language, created_at)
     VALUES (1, 'real', $1, 'Ann', $2, 'none', 'en', now()) RETURNING id, account`,
    [300_000 + real, `ann${real}@example.com`],
  );
  return row!;
}
const job = () =>
  tellTerms({ database: kit.database, clock: kit.clock, hub: { toAccount: (_venue, account) => void heard.push(account) } });
/** Publishes what is due as if the clock stood there: operators would be signed out if it really went on for two weeks. */
const publishAt = (now: number) => publishDue({ database: kit.database, clock: { now: () => now } }).run();
const at = ({ id, revision }: Pick<ArticleVersion, 'id' | 'revision'>) => ({ id, revision });
const read = () => articleHandlers({ database: kit.database, clock: kit.clock });
const contextOf = (customer: bigint, language: string) =>
  ({ session: { customerId: customer, venue: 'real', account: 1 }, language }) as never;

async function approved(more: Partial<AdminInput<'POST content/save'>>) {
  const made = await kit.call(
    'POST content/save',
    {
      article: { type: 2, category: 'risk', code: 'risk' },
      language: 'en',
      title: 'Risks',
      summary: 'Risks',
      body: treeFrom('One.'),
      ...more,
    },
    { token: tokens[0] },
  );
  let { version } = made.data;
  version = (await kit.call('POST content/submit', at(version), { token: tokens[0] })).data;
  for (const token of tokens.slice(1))
    version = (await kit.call('POST content/approve', { ...at(version), hash: version.hash ?? '' }, { token })).data;
  return { article: made.data.article, version };
}
const schedule = async ({ version }: { version: ArticleVersion }, effectiveAt = 0): Promise<AdminOutput<'POST content/schedule'>> =>
  (await kit.call('POST content/schedule', { ...at(version), effectiveAt, reason: 'as agreed' }, { token: tokens[0] })).data;
const toAgree = async (customer: bigint, language = 'en'): Promise<CallOutput<'GET system/notice/terms-to-agree'>> => {
  const answer = await read()['GET system/notice/terms-to-agree']({}, contextOf(customer, language));
  return z.parse(calls['GET system/notice/terms-to-agree'].output, answer);
};
const agree = (customer: bigint, id: string, version: number, language: 'en' | 'zh-CN') =>
  read()['POST system/text-operate/create']({ id, version, language, operate: 4 }, contextOf(customer, language));
const told = (account: number | null) =>
  kit.database.query<{ kind: string; params: Record<string, string> }>(
    "SELECT kind, params FROM notice WHERE account = $1 AND kind LIKE 'texts.%' ORDER BY id",
    [account],
  );

test('stricter terms are told to customers when they are scheduled, asked for once they hold, and agreed to by their hash', async () => {
  const first = await approved({});
  await schedule(first);
  await publishAt(kit.clock.now());
  const { article } = first;
  // The first version changes nothing for anybody.
  expect(await job().run()).toBe(0);
  const [reader, other, demo] = [await customer(), await customer(), await kit.customer()];
  await agree(reader.id, article, 1, 'en');
  expect(await toAgree(reader.id)).toEqual([]);

  // A milder version is told to nobody and asked of nobody.
  await schedule(await approved({ article: { id: article }, body: treeFrom('One, as before.'), stricter: false }));
  await publishAt(kit.clock.now());
  expect(await job().run()).toBe(0);
  expect(await toAgree(reader.id)).toEqual([]);

  const effective = kit.clock.now() + stricterNoticeMs;
  const third = await approved({ article: { id: article }, body: treeFrom('One.\n\nMore is forbidden.'), stricter: true });
  await schedule(third, effective);
  heard.length = 0;
  expect(await job().run()).toBe(2);
  expect(await job().run()).toBe(0);
  expect(heard.sort()).toEqual([reader.account, other.account].sort());
  // Whoever tries the demo agreed to nothing and is told nothing.
  expect(await told(demo.account)).toEqual([]);
  const [notice] = await told(reader.account);
  expect(notice).toMatchObject({ kind: 'texts.announced', params: { what: 'risk' } });
  expect(noticeSentence(notice!, 'en')).toMatch(/^Our risk disclosure becomes stricter on 2026-12-07 09:\d\d UTC\./);
  // It does not hold yet.
  expect(await toAgree(reader.id)).toEqual([]);

  await publishAt(effective);
  expect(await toAgree(other.id)).toEqual([]);
  const [due, ...rest] = await toAgree(reader.id, 'zh-CN');
  expect(rest).toEqual([]);
  expect(due).toMatchObject({
    id: article,
    typeCode: 'risk',
    version: 3,
    language: 'en',
    fallback: true,
    agreed: { version: 1, language: 'en' },
  });
  expect(due?.hash).toBe(third.version.hash);
  const { hash } = await agree(reader.id, article, 3, 'en');
  expect(hash).toBe(third.version.hash);
  expect(await toAgree(reader.id)).toEqual([]);
  const [kept] = await kit.database.query<{ hash: Buffer }>(
    'SELECT hash FROM article_consent WHERE customer_id = $1 AND article_id = $2 ORDER BY id DESC LIMIT 1',
    [reader.id, article],
  );
  expect(kept?.hash.toString('base64url')).toBe(third.version.hash);
});

test('a translation that has the old words does not stand for the stricter text', async () => {
  const first = await approved({ article: { type: 2, category: 'realName', code: 'real-name' } });
  const { article } = first;
  await schedule(first);
  await publishAt(kit.clock.now());
  const chinese = (words: string, stricter = false) =>
    approved({ article: { id: article }, language: 'zh-CN', title: '实名', summary: '实名', body: treeFrom(words), stricter });
  await schedule(await chinese('一。'));
  await publishAt(kit.clock.now());
  const reader = await customer();
  await agree(reader.id, article, 1, 'zh-CN');
  const effective = kit.clock.now() + stricterNoticeMs;
  await schedule(await approved({ article: { id: article }, body: treeFrom('Stricter.'), stricter: true }), effective);
  await publishAt(effective);
  expect(await toAgree(reader.id, 'zh-CN')).toMatchObject([{ language: 'en', version: 2, agreed: { language: 'zh-CN', version: 1 } }]);
  // Agreeing to the old words again changes nothing.
  await agree(reader.id, article, 1, 'zh-CN');
  expect(await toAgree(reader.id, 'zh-CN')).toHaveLength(1);
  // The translation is made, and says itself that it is stricter: nobody is told of it once more.
  await job().run();
  const before = (await told(reader.account)).length;
  await schedule(await chinese('更严格。', true), effective + stricterNoticeMs);
  await publishAt(effective + stricterNoticeMs);
  await job().run();
  expect(await told(reader.account)).toHaveLength(before);
  expect(await toAgree(reader.id, 'zh-CN')).toMatchObject([{ language: 'zh-CN', version: 2 }]);
  await agree(reader.id, article, 2, 'zh-CN');
  expect(await toAgree(reader.id, 'zh-CN')).toEqual([]);
  expect(await toAgree(reader.id, 'en')).toEqual([]);
});

test('stricter terms that are taken back are told to exactly those who were told of them, and a server that stops leaves nobody out', async () => {
  const first = await approved({ article: { type: 2, category: 'others', code: 'others' } });
  await schedule(first);
  await publishAt(kit.clock.now());
  const readers = [await customer(), await customer()];
  const next = await approved({ article: { id: first.article }, body: treeFrom('Stricter.'), stricter: true });
  const scheduled = await schedule(next, kit.clock.now() + stricterNoticeMs);
  // The mark cannot be stored: neither can its notices.
  await kit.database.query('ALTER TABLE terms_told ADD CONSTRAINT broken CHECK (reached = 0) NOT VALID');
  await expect(job().run()).rejects.toThrow();
  const announced = async () =>
    (await Promise.all(readers.map(({ account }) => told(account)))).map((list) => list.map(({ kind }) => kind));
  const before = await announced();
  await kit.database.query('ALTER TABLE terms_told DROP CONSTRAINT broken');
  await Promise.all([job().run(), job().run()]);
  await job().run();
  expect(await announced()).toEqual(before.map((kinds) => [...kinds, 'texts.announced']));
  const late = await customer();
  await kit.call('POST content/withdraw', { ...at(scheduled), reason: 'too strict' }, { token: tokens[0] });
  await job().run();
  await job().run();
  expect(await announced()).toEqual(before.map((kinds) => [...kinds, 'texts.announced', 'texts.withdrawn']));
  expect(await told(late.account)).toEqual([]);
});
