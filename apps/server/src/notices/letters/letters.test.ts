import type { AddressInfo } from 'node:net';
import { textsOf } from '@bourse/words';
import { inLanguage, openValues, ownAmounts, readable } from '@bourse/words/notice-text';
import PostalMime from 'postal-mime';
import { SMTPServer } from 'smtp-server';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Log, silentLog } from '../../platform/log.ts';
import { createOutbox, smtpCarrier } from '../../platform/outbox.ts';
import { type TestNotices, testNotices } from '../../testing/notices.ts';
import { refusalOf } from '../../testing/people.ts';
import { spreadNotices } from '../spread.ts';
import { noticeSentence } from '../text.ts';

let kit: TestNotices;
beforeAll(async () => {
  kit = await testNotices();
}, 60_000);
afterAll(() => kit.drop());

const credited = {
  kind: 'deposit.credited',
  params: { no: '41', operateBalance: '1250.500000', coinName: 'USDT', availableBalance: '1300.000000' },
} as const;
const choose = (of: Awaited<ReturnType<TestNotices['customer']>>, more: object) =>
  kit.room.handlers['PUT system/notice-preference/update'](
    { push: [], mail: ['trading', 'money', 'account', 'news'], quiet: false, timeZone: 'UTC', pushAmounts: false, ...more },
    of.context,
  );
const word = (of: Awaited<ReturnType<TestNotices['customer']>>, text: string | null) =>
  kit.room.handlers['PUT system/notice-preference/word']({ word: text }, of.context);

describe('a letter', () => {
  test('tells what the app tells, in text and HTML, with the word and a link without a token', async () => {
    const ana = await kit.customer('Ana');
    await choose(ana, {});
    await word(ana, 'blue heron');
    const id = await kit.tell(ana.account, credited);
    await kit.room.spread.run();
    const [letter] = await kit.letters(ana.email);
    expect(letter?.subject).toBe('Bourse: news about your deposits and withdrawals');
    expect(letter?.body).toContain('Hello Ana,');
    expect(letter?.body).toContain('Deposit 41 credited: 1,250.5 USDT, wallet balance 1,300');
    expect(letter?.body).toContain('blue heron');
    expect(letter?.html).toContain('blue heron');
    const links = letter?.body.match(/https?:\S+/g);
    expect(links).toEqual([`https://bourse.example/message/order_detail?id=${id}`, 'https://bourse.example/mine/notifications']);
    expect(letter?.html?.match(/href="[^"]+"/g)).toEqual(links?.map((link) => `href="${link}"`));
    expect(letter?.html).not.toMatch(/<(?:img|script|link|iframe)|url\(/);
  });

  test('is in the language that the customer reads now, not the one at the sign-in', async () => {
    const ana = await kit.customer('Ana');
    await choose(ana, {});
    expect(await kit.room.handlers['PUT system/member/update-language']({ language: 'zh-Hans-SG' }, ana.context)).toEqual({
      language: 'zh-CN',
    });
    await kit.tell(ana.account, credited);
    await kit.room.spread.run();
    const [letter] = await kit.letters(ana.email);
    expect(letter?.subject).toBe('Bourse：您的充值与提现消息');
    expect(letter?.html).toContain('<html lang="zh-CN" dir="ltr">');
  });

  test('takes a name or a word that looks like a pattern or a tag literally', async () => {
    const ana = await kit.customer('{amount}<b>x</b>\u202etxt');
    await choose(ana, {});
    await word(ana, '{name}<i>&');
    await kit.tell(ana.account, credited);
    await kit.room.spread.run();
    const [letter] = await kit.letters(ana.email);
    // The mark that turns the direction is gone, and what is left is isolated.
    expect(letter?.body).toContain('Hello \u2068{amount}<b>x</b>txt\u2069,');
    expect(letter?.body).toContain('Your anti-phishing word: {name}<i>&');
    expect(letter?.html).toContain('{amount}&lt;b&gt;x&lt;/b&gt;txt');
    expect(letter?.html).toContain('{name}&lt;i&gt;&amp;');
    expect(letter?.html).not.toMatch(/<b>|<i>/);
  });

  test('waits for the end of quiet hours, unless it is about security, a withdrawal or margin', async () => {
    const ana = await kit.customer();
    const hour = new Date(kit.clock.now()).getUTCHours();
    // A zone in which it is about 23 o'clock.
    const ahead = ((23 - hour + 36) % 24) - 12;
    await choose(ana, { quiet: true, timeZone: ahead === 0 ? 'UTC' : `Etc/GMT${ahead > 0 ? '-' : '+'}${Math.abs(ahead)}` });
    await kit.tell(ana.account, credited);
    await kit.tell(ana.account, { kind: 'withdrawal.rejected', params: { no: '51', remark: 'other' } });
    await kit.room.spread.run();
    const due = (await kit.letters(ana.email)).map(({ due_at }) => due_at.getTime() - Date.now());
    expect(due).toHaveLength(2);
    expect(due[0]).toBeGreaterThan(7 * 3_600_000);
    expect(due[1]).toBeLessThan(60_000);
  });

  test('is not written to who muted the topic, has no address, or is another', async () => {
    const [ana, ben] = [await kit.customer(), await kit.customer()];
    await choose(ana, { mail: ['trading'] });
    await kit.tell(ana.account, credited);
    await kit.database.query('UPDATE customer SET email = NULL, phone = $2 WHERE id = $1', [
      ben.context.session.customerId,
      '+60123456789',
    ]);
    await kit.tell(ben.account, { kind: 'withdrawal.rejected', params: { no: '51', remark: 'other' } });
    await kit.room.spread.run();
    expect([await kit.letters(ana.email), await kit.letters(ben.email)]).toEqual([[], []]);
  });

  test('of another room shows the word too, and to nobody else', async () => {
    const ana = await kit.customer();
    await word(ana, 'blue heron');
    const own = await kit.people.gateway({ outbox: kit.room.post });
    await own.services.writeTo(kit.database, { by: 2, target: ana.email }, 'passwordChanged', 'en', { time: 'now' });
    await own.services.writeTo(kit.database, { by: 2, target: 'somebody@example.com' }, 'registerTaken', 'en', {});
    const bodies = await kit.database.query<{ recipient: string; body: string }>(
      'SELECT recipient, body FROM outbox WHERE recipient = ANY ($1) AND key IS NULL ORDER BY id',
      [[ana.email, 'somebody@example.com']],
    );
    expect(bodies.map(({ body }) => body.includes('Your anti-phishing word: blue heron'))).toEqual([true, false]);
  });
});

describe('between the notice and the letter', () => {
  test('a server may stop at any place: the letter is sent, and stored once', async () => {
    const ana = await kit.customer();
    await choose(ana, {});
    await kit.tell(ana.account, { ...credited, subject: 'deposit:7' });
    // Stopped before it was handed over: another server does it.
    const [first, second] = [await kit.open(), await kit.open()];
    await Promise.all([first.spread.run(), second.spread.run()]);
    expect(await kit.letters(ana.email)).toHaveLength(1);
    // Stopped within: nothing of it stands.
    await kit.tell(ana.account, { ...credited, subject: 'deposit:8' });
    await kit.database.query('ALTER TABLE outbox ADD CONSTRAINT full_disk CHECK (id < 0) NOT VALID');
    await expect(first.spread.run()).rejects.toThrow();
    await kit.database.query('ALTER TABLE outbox DROP CONSTRAINT full_disk');
    await second.spread.run();
    expect(await kit.letters(ana.email)).toHaveLength(2);
    // Its mark was lost, as by a copy that was put back: the letter of a notice to an address is stored once.
    await kit.database.query('UPDATE notice SET spread_at = NULL WHERE account = $1', [ana.account]);
    expect(await first.spread.run()).toBe(2);
    expect(await kit.letters(ana.email)).toHaveLength(2);
    // The cause was found again.
    expect(await kit.tell(ana.account, { ...credited, subject: 'deposit:7' })).toBeUndefined();
  });

  test('a mail server may refuse: what waits is sent by the next server', async () => {
    const ana = await kit.customer();
    await choose(ana, {});
    const received: string[] = [];
    let refuse = true;
    const server = new SMTPServer({
      authOptional: true,
      disabledCommands: ['STARTTLS'],
      onData(stream, _session, done) {
        const chunks: Buffer[] = [];
        stream.on('data', (chunk: Buffer) => chunks.push(chunk));
        stream.on('end', () => {
          if (!refuse) received.push(Buffer.concat(chunks).toString());
          done(refuse ? new Error('mailbox busy') : undefined);
        });
      },
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', () => resolve()));
    const { port } = server.server.address() as AddressInfo;
    const outboxOf = () =>
      createOutbox({
        database: kit.database,
        log: silentLog,
        carriers: { mail: smtpCarrier(`smtp://127.0.0.1:${port}`, 'Bourse <no-reply@example.com>') },
      });
    await kit.database.query("UPDATE outbox SET status = 'sent'");
    await kit.tell(ana.account, credited);
    await kit.room.spread.run();
    // This kit's outbox has no carrier and keeps what it gets.
    await kit.database.query("UPDATE outbox SET status = 'waiting' WHERE recipient = $1", [ana.email]);
    expect(await outboxOf().deliver()).toBe(0);
    refuse = false;
    await kit.database.query('UPDATE outbox SET due_at = now()');
    expect(await outboxOf().deliver()).toBe(1);
    expect(await outboxOf().deliver()).toBe(0);
    const parsed = await PostalMime.parse(received[0] ?? '');
    expect([parsed.to?.[0]?.address, parsed.subject]).toEqual([ana.email, 'Bourse: news about your deposits and withdrawals']);
    expect(parsed.html).toContain('Deposit 41 credited');
    expect(parsed.text).toContain('Deposit 41 credited');
    await new Promise<void>((resolve) => server.close(() => resolve()));
  });
});

describe('the anti-phishing word', () => {
  test('is set, changed and removed by its customer, who is told; a copy of the database shows none', async () => {
    const ana = await kit.customer();
    expect((await word(ana, '  blue heron ')).word).toBe('blue heron');
    expect((await word(ana, 'blue heron')).word).toBe('blue heron');
    kit.pass(1);
    expect((await word(ana, '苍鹭🪶 n°7')).word).toBe('苍鹭🪶 n°7');
    const stored = await kit.database.query<{ all: string }>('SELECT p::text AS all FROM notice_preference p');
    expect(stored.map(({ all }) => Buffer.from(all).includes('heron'))).not.toContain(true);
    kit.pass(1);
    expect((await word(ana, null)).word).toBeNull();
    const told = await kit.database.query('SELECT params FROM notice WHERE account = $1 AND kind = $2', [ana.account, 'security.changed']);
    expect(told.map(({ params }) => params)).toEqual([{ what: 'word' }, { what: 'word' }, { what: 'word' }]);
  });

  test.each(['x', 'a\u202eb', 'a\u0000b', 'a\nb', 'a\u200bb', 'y'.repeat(33)])('is refused: %j', async (text) => {
    const ana = await kit.customer();
    expect(await refusalOf(word(ana, text))).toBe('wordInvalid');
  });

  test('of one customer opens under no other', async () => {
    const [ana, ben] = [await kit.customer(), await kit.customer()];
    await word(ana, 'blue heron');
    await kit.database.query(
      'INSERT INTO notice_preference (customer_id, word) SELECT $2, word FROM notice_preference WHERE customer_id = $1',
      [ana.context.session.customerId, ben.context.session.customerId],
    );
    expect(await kit.room.handlers['GET system/notice-preference/get']({}, ben.context)).toMatchObject({ word: null });
    // His letters go on, and nobody else's wait for them.
    await kit.tell(ben.account, { ...credited, subject: 'deposit:21' });
    await kit.tell(ana.account, { ...credited, subject: 'deposit:22' });
    await kit.room.spread.run();
    const own = await kit.people.gateway({ outbox: kit.room.post });
    await own.services.writeTo(kit.database, { by: 2, target: ben.email }, 'passwordChanged', 'en', { time: 'now' });
    expect((await kit.letters(ben.email)).length).toBeGreaterThan(0);
    expect((await kit.letters(ana.email)).length).toBeGreaterThan(0);
    expect(JSON.stringify(await kit.letters(ben.email))).not.toContain('heron');
    await kit.database.query('DELETE FROM notice_preference WHERE customer_id = $1', [ben.context.session.customerId]);
  });
});

test('a letter that cannot be made keeps back no other, and is logged', async () => {
  const [ana, ben] = [await kit.customer(), await kit.customer()];
  await kit.tell(ben.account, { ...credited, subject: 'deposit:31' });
  await kit.tell(ana.account, { ...credited, subject: 'deposit:32' });
  const errors: unknown[] = [];
  const job = spreadNotices({
    ...{ database: kit.database, clock: kit.clock, publicUrl: 'https://example.com' },
    log: { error: (error: unknown) => errors.push(error) } as Pick<Log, 'error'>,
    outbox: createOutbox({ database: kit.database, log: silentLog, carriers: {} }),
    words: {
      open: (customer) => {
        if (String(customer) === ben.context.session.customerId) throw new Error('torn');
        return null;
      },
    },
  });
  expect(await job.run()).toBe(2);
  expect([(await kit.letters(ana.email)).length, (await kit.letters(ben.email)).length, errors.length]).toEqual([1, 0, 1]);
});

describe('the values of sentences', () => {
  const texts = textsOf('en', 'notices');
  const values = Object.values(texts).flatMap((text) =>
    [...text.matchAll(/\{(\w+)(?=\}|, (?:select|plural),)/g)].map(([, name]) => name ?? ''),
  );

  test('are amounts or open, each of them judged', () => {
    expect(values.length).toBeGreaterThan(40);
    expect(values.filter((name) => ownAmounts.has(name) === openValues.has(name))).toEqual([]);
  });

  test('are hidden where they are amounts, also those without a fraction', () => {
    const all = Object.fromEntries(values.map((name) => [name, ownAmounts.has(name) ? '987654321' : 'open']));
    for (const kind of Object.keys(texts)) {
      expect(noticeSentence({ kind, params: all }, 'en', 'hidden')).not.toContain('987654321');
      expect(noticeSentence({ kind, params: all }, 'zh-CN', 'hidden')).not.toContain('987654321');
    }
    expect(readable({ fee: '1.50' }, 'en', '***')).toEqual({ fee: '***' });
  });

  test('of a broadcast are those of the reader’s language, and English where there are none', () => {
    const params = { 'title.en': 'Rest', 'text.en': 'Closed.', 'title.zh-CN': '休息', 'text.zh-CN': '暂停。' };
    expect(inLanguage(params, 'zh-CN')).toEqual({ title: '休息', text: '暂停。' });
    expect(inLanguage(params, 'de')).toEqual({ title: 'Rest', text: 'Closed.' });
    expect(noticeSentence({ kind: 'broadcast', params: { ...params, 'text.en': 'Closed. {title}' } }, 'en')).toBe('Rest: Closed. {title}');
  });
});
