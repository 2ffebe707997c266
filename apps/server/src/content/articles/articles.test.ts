import { type CallOutput, callTable } from '@bourse/protocol';
import type { AdminInput, ArticleVersion } from '@bourse/protocol/admin';
import { errorByCode } from '@bourse/protocol/errors';
import { readTree, stricterNoticeMs, treeFrom, versionStates } from '@bourse/protocol/texts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Handlers } from '../../calls/handlers.ts';
import { verifyAudit } from '../../operators/audit/verify.ts';
import { type TestConsole, testConsole } from '../../testing/console.ts';
import { type ArticleCalls, articleHandlers } from './customer-calls.ts';
import { type Move, moves } from './machine.ts';
import { publishDue } from './publish-due.ts';

let kit: TestConsole;
let [ann, ben, cid] = ['', '', ''];
let read: Handlers<ArticleCalls>;
beforeAll(async () => {
  kit = await testConsole();
  [ann, ben, cid] = (await Promise.all(['a', 'b', 'c'].map(async () => (await kit.operator('content')).token))) as [string, string, string];
  read = articleHandlers({ database: kit.database, clock: kit.clock });
}, 60_000);
afterAll(() => kit.close());

const job = () => publishDue({ database: kit.database, clock: kit.clock });
/** A customer's or a visitor's call, with its answer held to its declaration. */
async function ask<Name extends ArticleCalls>(
  name: Name,
  input: object,
  { customer, language = 'en' }: { customer?: bigint; language?: string } = {},
) {
  const spec = callTable[name]!;
  const { z } = await import('zod');
  const session = customer === undefined ? null : { customerId: customer, venue: 'demo', account: 1 };
  const answer = await (read[name] as unknown as (input: unknown, context: unknown) => Promise<unknown>)(z.parse(spec.input, input), {
    session,
    language,
  });
  return z.parse(spec.output, answer) as CallOutput<Name>;
}
const refusal = async (asked: Promise<{ code: number }>) => errorByCode((await asked).code);
const as = (token: string) => ({ token });
let made = 0;
const save = (more: Partial<AdminInput<'POST content/save'>> = {}, token = ann) => {
  made += 1;
  return kit.call(
    'POST content/save',
    {
      ...{ article: { type: 1, category: 'announcement', code: `note-${made}` }, language: 'en', title: `Note ${made}`, summary: 'A note' },
      ...{ body: treeFrom('One.\n\nTwo.'), ...more },
    },
    as(token),
  );
};
const at = ({ id, revision }: Pick<ArticleVersion, 'id' | 'revision'>) => ({ id, revision });
const submit = (version: ArticleVersion, token = ann) => kit.call('POST content/submit', at(version), as(token));
const approve = (version: ArticleVersion, token = ben) =>
  kit.call('POST content/approve', { ...at(version), hash: version.hash ?? '' }, as(token));
const schedule = (version: ArticleVersion, effectiveAt = 0, token = ann) =>
  kit.call('POST content/schedule', { ...at(version), effectiveAt, reason: 'as agreed' }, as(token));
const withdraw = (version: ArticleVersion, token = ann) =>
  kit.call('POST content/withdraw', { ...at(version), reason: 'it is wrong' }, as(token));
/** From the draft until it stands. */
async function publish(more: Partial<AdminInput<'POST content/save'>> = {}, effectiveAt = 0) {
  const { data } = await save(more);
  let version = (await submit(data.version)).data;
  version = (await approve(version)).data;
  if (version.needed === 2) version = (await approve(version, cid)).data;
  const scheduled = await schedule(version, effectiveAt);
  await job().run();
  return { article: data.article, version: scheduled.data, code: scheduled.code };
}
const terms = (category: string, code = category.toLowerCase()) => ({ type: 2 as const, category, code });

describe('a text', () => {
  test('is written, approved by somebody else, scheduled, published and superseded', async () => {
    const { article, version } = await publish();
    expect(version).toMatchObject({ state: 'scheduled', version: 1, needed: 1, author: 'content' });
    const shown = await ask('GET system/notice/detail', { id: article });
    expect(shown).toMatchObject({ version: 1, language: 'en', fallback: false, changed: false, type: 1 });
    expect(readTree(shown.body).tree).toEqual(treeFrom('One.\n\nTwo.'));
    kit.clock.jump(1_000);
    await publish({ article: { id: article }, body: treeFrom('One.\n\n2.') });
    expect(await ask('GET system/notice/detail', { id: article })).toMatchObject({ version: 2, changed: true });
    expect(await ask('GET system/notice/detail', { id: article, version: 1 })).toMatchObject({ version: 1 });
    const states = (await kit.call('GET content/get', { id: article }, as(ben))).data.versions.map((one) => `${one.version} ${one.state}`);
    expect(states).toEqual(['2 published', '1 superseded']);
  });

  test('is not approved by whoever wrote in it, twice by one person, or under another hash', async () => {
    const { data } = await save();
    const edited = await kit.call(
      'POST content/save',
      {
        article: { id: data.article },
        draft: at(data.version),
        language: 'en',
        title: 'Note',
        summary: 'Edited',
        body: treeFrom('Edited.'),
      },
      as(ben),
    );
    const version = (await submit(edited.data.version)).data;
    expect(await refusal(approve(version, ann))).toBe('contentOwn');
    expect(await refusal(approve(version, ben))).toBe('contentOwn');
    expect(await refusal(approve({ ...version, hash: 'A'.repeat(43) }, cid))).toBe('contentChanged');
    expect((await approve(version, cid)).data.state).toBe('approved');
  });

  test('of terms takes two others, and one of them twice is one', async () => {
    const { data } = await save({ article: terms('aboutUs', 'about-us') });
    const review = (await submit(data.version)).data;
    expect(await refusal(approve(review, ann))).toBe('contentOwn');
    const once = (await approve(review, ben)).data;
    expect(once).toMatchObject({ state: 'review', mayApprove: false });
    expect(await refusal(schedule(once))).toBe('contentState');
    expect(await refusal(approve(once, ben))).toBe('decidedByYou');
    expect((await approve(once, cid)).data.state).toBe('approved');
  });

  test('of two operators who write at once keeps one, and the other reads again', async () => {
    const { data } = await save();
    const write = (title: string, token: string) =>
      kit.call(
        'POST content/save',
        { article: { id: data.article }, draft: at(data.version), language: 'en', title, summary: 'At once', body: treeFrom(title) },
        as(token),
      );
    const codes = (await Promise.all([write('Mine', ann), write('Yours', ben)])).map(({ code }) => errorByCode(code));
    expect(codes.filter((one) => one === 'contentChanged')).toHaveLength(1);
    expect(codes.filter((one) => one === undefined)).toHaveLength(1);
    const [open] = (await kit.call('GET content/get', { id: data.article }, as(cid))).data.versions;
    expect(open?.revision).toBe(2);
    // Two who begin a new version at once: one has it.
    const { article } = await publish();
    const both = await Promise.all([save({ article: { id: article } }, ann), save({ article: { id: article } }, ben)]);
    expect(both.map(({ code }) => errorByCode(code)).filter((one) => one === 'contentOpen')).toHaveLength(1);
  });

  test('cannot change once it was given to review, not even in the table', async () => {
    const { data } = await save();
    const version = (await submit(data.version)).data;
    const again = await kit.call(
      'POST content/save',
      { article: { id: data.article }, draft: at(version), language: 'en', title: 'Other', summary: 'Other', body: treeFrom('Other.') },
      as(ann),
    );
    expect(errorByCode(again.code)).toBe('contentState');
    await expect(kit.database.query("UPDATE article_version SET title = 'Other' WHERE id = $1", [version.id])).rejects.toThrow(
      'does not change',
    );
  });

  test.each(versionStates.filter((state) => state !== 'draft'))('that is %s makes only the moves of its state', async (state) => {
    const { data } = await save();
    const version = (await submit(data.version)).data;
    await kit.database.query(
      'UPDATE article_version SET state = $2, effective_at = to_timestamp(1), published_at = to_timestamp(1) WHERE id = $1',
      [version.id, state],
    );
    const tries: [Move, () => Promise<{ code: number }>][] = [
      ['submit', () => submit(version)],
      ['approve', () => approve(version)],
      ['schedule', () => schedule(version)],
      ['withdraw', () => withdraw(version)],
    ];
    for (const [move, go] of tries) {
      if ((moves[move] as readonly string[]).includes(state)) continue;
      expect(await refusal(go()), move).toBe('contentState');
    }
  });

  test.each([
    ['a script as a link', treeFrom('[here](javascript:alert(1))')],
    ['10,000 nodes', treeFrom(Array.from({ length: 10_000 }, () => 'a').join('\n\n'))],
    ['a node nobody knows', { type: 'doc', content: [{ type: 'iframe', attrs: { src: 'https://example.com' } }] }],
    ['a list', []],
    ['nothing', null],
    ['markup', '<p>hello</p>'],
  ])('with %s is refused when it is written', async (_, body) => {
    expect(await refusal(save({ body }))).toBe('contentTree');
  });
  test('whose title turns the direction is refused', async () => {
    expect(await refusal(save({ title: 'a\u202eb' }))).toBe('contentWords');
    expect(await refusal(save({ summary: 'a\nb' }))).toBe('contentWords');
  });
  test('that was spoiled in the table is shown to nobody', async () => {
    const { article } = await publish();
    await kit.database.query('ALTER TABLE article_version DISABLE TRIGGER article_version_frozen');
    await kit.database.query('UPDATE article_version SET body = $2 WHERE article_id = $1', [
      article,
      JSON.stringify({ type: 'doc', content: [{ type: 'html', html: '<script>' }] }),
    ]);
    await kit.database.query('ALTER TABLE article_version ENABLE TRIGGER article_version_frozen');
    await expect(ask('GET system/notice/detail', { id: article })).rejects.toThrow('textUnknown');
  });
  test('that was withdrawn is gone, and the English terms in force are never withdrawn', async () => {
    const { article, version } = await publish();
    const now = (await kit.call('GET content/get', { id: article }, as(ann))).data.versions.find((one) => one.id === version.id);
    expect((await withdraw(now!)).data.state).toBe('withdrawn');
    await expect(ask('GET system/notice/detail', { id: article })).rejects.toThrow('textUnknown');
    const rules = await publish({ article: terms('etf') });
    const inForce = (await kit.call('GET content/get', { id: rules.article }, as(ann))).data.versions[0]!;
    expect(inForce.state).toBe('published');
    expect(await refusal(withdraw(inForce))).toBe('contentState');
  });
});

describe('a schedule', () => {
  test('that runs twice, at once and again, publishes once', async () => {
    const { data } = await save();
    const ready = (await approve((await submit(data.version)).data)).data;
    await schedule(ready, kit.clock.now() + 60_000);
    expect(await job().run()).toBe(0);
    await expect(ask('GET system/notice/detail', { id: data.article })).rejects.toThrow('textUnknown');
    kit.clock.jump(60_000);
    const runs = await Promise.all([job().run(), job().run(), job().run()]);
    expect(runs.filter((count) => count === 1)).toHaveLength(1);
    expect(runs.filter((count) => count === 0)).toHaveLength(2);
    expect(await job().run()).toBe(0);
    const audit = await kit.database.query("SELECT 1 FROM operator_audit WHERE call = 'publish-texts' AND subject = $1", [
      `article ${data.article}`,
    ]);
    expect(audit).toHaveLength(1);
  });

  test('of stricter terms is 14 days ahead, also after a version was taken back; of milder ones it is free', async () => {
    const { article } = await publish({ article: terms('rebate') });
    const ready = async (stricter: boolean) => {
      const { data } = await save({ article: { id: article }, stricter });
      return (await approve((await approve((await submit(data.version)).data)).data, cid)).data;
    };
    const strict = await ready(true);
    const earliest = kit.clock.now() + stricterNoticeMs;
    expect(await refusal(schedule(strict, earliest - 1))).toBe('contentTooSoon');
    expect(await refusal(schedule(strict))).toBe('contentTooSoon');
    const scheduled = (await schedule(strict, earliest)).data;
    expect(await ask('GET system/notice/text-list', { typeCode: 'rebate' })).toMatchObject([
      { version: 2, state: 'announced', stricter: true, effectiveAt: earliest },
      { version: 1, state: 'inForce' },
    ]);
    // Whoever reads now gets what is in force, and may read what comes.
    expect(await ask('GET system/notice/text', { typeCode: 'rebate' })).toMatchObject({ version: 1, state: 'inForce' });
    expect(await ask('GET system/notice/text', { typeCode: 'rebate', version: 2 })).toMatchObject({ state: 'announced' });
    await withdraw(scheduled);
    expect(await refusal(schedule(await ready(true)))).toBe('contentTooSoon');
    const [open] = (await kit.call('GET content/get', { id: article }, as(ann))).data.versions;
    await withdraw(open!);
    expect((await schedule(await ready(false))).data.state).toBe('scheduled');
    await job().run();
    expect(await ask('GET system/notice/text', { typeCode: 'rebate' })).toMatchObject({ version: 4 });
  });
});

describe('languages', () => {
  test('fall back with their own name, and a translation of an older text says so', async () => {
    const { article } = await publish({ title: 'Rest' });
    expect(await refusal(save({ article: { id: '999999' }, language: 'zh-CN' }))).toBe('notFound');
    expect(await refusal(save({ language: 'zh-CN' }))).toBe('contentSource');
    await publish({ article: { id: article }, language: 'pt-BR', title: 'Descanso' });
    const detail = (language: string) => ask('GET system/notice/detail', { id: article }, { language });
    expect(await detail('zh-TW')).toMatchObject({ language: 'en', fallback: true });
    expect(await detail('pt-PT')).toMatchObject({ language: 'pt-BR', fallback: true, stale: false });
    expect(await detail('br')).toMatchObject({ language: 'pt-BR', fallback: false });
    expect(await detail('xx')).toMatchObject({ language: 'en' });
    await publish({ article: { id: article }, language: 'zh-CN', title: '休市' });
    expect(await detail('zh-TW')).toMatchObject({ language: 'zh-CN', fallback: true, title: '休市' });
    await publish({ article: { id: article }, title: 'Rest longer' });
    expect(await detail('zh-CN')).toMatchObject({ language: 'zh-CN', stale: true });
    const row = (await kit.call('GET content/list', {}, as(ann))).data.list.find(({ id }) => id === article);
    expect(row?.languages).toEqual(
      expect.arrayContaining([
        expect.objectContaining({ language: 'zh-CN', stale: true }),
        expect.objectContaining({ language: 'en', stale: false, version: 2 }),
      ]),
    );
  });
});

describe('customers', () => {
  test('agree to the version in force, with its hash; to no other', async () => {
    const { article } = await publish({ article: terms('dayTrading', 'day-trading') });
    const { id } = await kit.customer();
    const agree = (version: number) =>
      ask('POST system/text-operate/create', { id: article, version, language: 'en', operate: 4 }, { customer: id });
    const first = await ask('GET system/notice/text', { typeCode: 'dayTrading' }, { customer: id });
    expect(first.agreed).toBeNull();
    expect(await agree(1)).toEqual({ done: true, hash: first.hash });
    await agree(1);
    await publish({ article: { id: article }, stricter: false });
    await expect(agree(1)).rejects.toThrow('textChanged');
    await expect(agree(3)).rejects.toThrow('textUnknown');
    const second = await ask('GET system/notice/text', { typeCode: 'dayTrading' }, { customer: id });
    expect(second).toMatchObject({ version: 2, agreed: { version: 1, hash: first.hash } });
    await agree(2);
    expect((await ask('GET system/notice/text', { typeCode: 'dayTrading' }, { customer: id })).agreed).toMatchObject({
      version: 2,
      hash: second.hash,
    });
    expect(await kit.database.query('SELECT 1 FROM article_consent WHERE customer_id = $1', [id])).toHaveLength(2);
    // An announcement is nothing that anybody agrees to.
    const note = await publish();
    await expect(
      ask('POST system/text-operate/create', { id: note.article, version: 1, language: 'en', operate: 4 }, { customer: id }),
    ).rejects.toThrow('textUnknown');
  });

  test('like once, look once a day, and say once whether it helped', async () => {
    const { article } = await publish({ article: { type: 3, category: 'college', code: 'a-lesson' } });
    const [one, two] = [(await kit.customer()).id, (await kit.customer()).id];
    const like = (customer: bigint, liked = true) => ask('POST system/forum-message/thumbs-up', { id: article, liked }, { customer });
    const look = (customer: bigint) => ask('POST system/forum-message/look', { id: article }, { customer });
    await Promise.all([like(one), like(one), like(two)]);
    expect(await like(one)).toMatchObject({ likes: 2, liked: true });
    expect(await like(one, false)).toMatchObject({ likes: 1, liked: false });
    await Promise.all([look(one), look(one), look(two)]);
    expect((await look(one)).views).toBe(2);
    // Operators would be signed out if their clock went on for a day.
    read = articleHandlers({ database: kit.database, clock: { now: () => kit.clock.now() + 86_400_000 } });
    expect((await look(one)).views).toBe(3);
    read = articleHandlers({ database: kit.database, clock: kit.clock });
    const vote = (operate: number) =>
      ask('POST system/text-operate/create', { id: article, version: 1, language: 'en', operate }, { customer: one });
    await vote(2);
    await vote(3);
    expect((await ask('GET system/notice/detail', { id: article }, { customer: one })).helpful).toEqual({ yes: 0, no: 1, mine: 'no' });
    expect((await ask('GET system/notice/detail', { id: article })).helpful.mine).toBeNull();
    const note = await publish();
    await expect(ask('POST system/forum-message/look', { id: note.article }, { customer: one })).rejects.toThrow('textUnknown');
  });

  test('see which announcements since they came they have not opened', async () => {
    const { id } = await kit.customer();
    const before = await ask('GET system/notice/unread-announcement', {}, { customer: id });
    kit.clock.jump(1_000);
    const { article } = await publish({ title: 'Something new' });
    const now = await ask('GET system/notice/unread-announcement', {}, { customer: id });
    expect(now.count).toBe(before.count + 1);
    expect(now.list[0]).toMatchObject({ title: 'Something new', read: false });
    await ask('POST system/text-operate/create', { id: article, version: 1, language: 'en', operate: 1 }, { customer: id });
    expect((await ask('GET system/notice/unread-announcement', {}, { customer: id })).count).toBe(before.count);
    expect((await ask('GET system/notice/notice-page', {}, { customer: id })).list[0]).toMatchObject({
      title: 'Something new',
      read: true,
    });
    expect((await ask('GET system/notice/home-notice', {})).notice).toMatchObject({ title: 'Something new' });
    expect((await ask('GET system/notice/index', {})).announcements[0]).toMatchObject({ title: 'Something new' });
  });

  test('search for words that mean themselves', async () => {
    await publish({ article: { type: 3, category: 'funds', code: 'percent' }, title: 'A fee of 50%', body: treeFrom('It is half.') });
    const find = async (keyword: string) => (await ask('GET system/notice/help-page', { keyword })).list.map(({ title }) => title);
    expect(await find('50%')).toEqual(['A fee of 50%']);
    expect(await find('FEE half')).toEqual(['A fee of 50%']);
    expect(await find('%%')).toEqual([]);
    expect(await find('f_e')).toEqual([]);
    expect(await find("' OR 1=1 --")).toEqual([]);
  });
});

describe('a banner', () => {
  const banner = {
    picture: '/v8/icon.svg',
    target: '/market',
    alt: { en: 'Markets', 'zh-CN': '行情' },
    position: 1,
    shown: true,
    reason: 'for home',
  };
  const write = (more: object, token = ann) => kit.call('POST content/banner', { ...banner, ...more }, as(token));
  test.each([
    [{ target: 'https://example.com/' }, 'contentTarget'],
    [{ target: '//example.com' }, 'contentTarget'],
    [{ target: 'javascript:alert(1)' }, 'contentTarget'],
    [{ picture: 'https://example.com/a.png' }, 'contentTarget'],
    [{ picture: '/api/app-api/x' }, 'contentTarget'],
    [{ alt: { 'zh-CN': '行情' } }, 'contentWords'],
    [{ alt: { en: 'a\u202eb' } }, 'contentWords'],
  ])('with %j is refused', async (more, error) => expect(await refusal(write(more))).toBe(error));
  test('is shown with its words in the language of the reader, and changed by whoever read it', async () => {
    const { data } = await write({});
    expect(await ask('GET system/rotation-chart/list', {}, { language: 'zh-TW' })).toEqual([
      { id: data.id, picture: '/v8/icon.svg', target: '/market', alt: '行情', language: 'zh-CN', fallback: true },
    ]);
    const both = await Promise.all([write({ banner: at(data), shown: false }), write({ banner: at(data), position: 2 }, ben)]);
    expect(both.map(({ code }) => errorByCode(code)).filter((one) => one === 'contentChanged')).toHaveLength(1);
  });
});

test('every act stands in the audit, which is whole', async () => {
  const calls = await kit.database.query<{ call: string }>(
    "SELECT DISTINCT call FROM operator_audit WHERE call LIKE 'POST content/%' ORDER BY call",
  );
  expect(calls.map(({ call }) => call)).toEqual(
    ['approve', 'banner', 'save', 'schedule', 'submit', 'withdraw'].map((name) => `POST content/${name}`),
  );
  expect(await verifyAudit(kit.database)).toMatchObject({ broken: null });
});
