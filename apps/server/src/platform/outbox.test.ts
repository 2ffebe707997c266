import type { AddressInfo } from 'node:net';
import PostalMime from 'postal-mime';
import { SMTPServer } from 'smtp-server';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { type TestDatabase, testDatabase } from '../testing/database.ts';
import { silentLog } from './log.ts';
import { createOutbox, smtpCarrier } from './outbox.ts';

let test: TestDatabase;
beforeAll(async () => {
  test = await testDatabase();
}, 60_000);
afterAll(() => test.drop());
beforeEach(() => test.database.query('TRUNCATE outbox'));

const mail = { to: 'ada@example.com', subject: 'Your code — 你好', text: '123456 is your code.' };

describe('outbox', () => {
  it('keeps messages where there is no carrier, newest first', async () => {
    const outbox = createOutbox({ database: test.database, log: silentLog, carriers: {} });
    await outbox.mail(mail);
    await outbox.text({ to: '+60123456789', text: '654321' });
    expect(await outbox.deliver()).toBe(0);
    expect((await outbox.list()).map(({ channel, recipient, status }) => [channel, recipient, status])).toEqual([
      ['sms', '+60123456789', 'kept'],
      ['mail', 'ada@example.com', 'kept'],
    ]);
  });

  it('forgets what a rolled-back transaction put', async () => {
    const outbox = createOutbox({ database: test.database, log: silentLog, carriers: {} });
    const failing = test.database.transaction(async (tx) => {
      await outbox.mail(mail, tx);
      throw new Error('no');
    });
    await expect(failing).rejects.toThrow('no');
    expect(await outbox.list()).toEqual([]);
  });

  it('delivers over SMTP once, and later again when it was refused', async () => {
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
    const carriers = { mail: smtpCarrier(`smtp://127.0.0.1:${port}`, 'Bourse <no-reply@example.com>') };
    const outbox = createOutbox({ database: test.database, log: silentLog, carriers });
    await outbox.mail(mail);
    expect(await outbox.deliver()).toBe(0);
    expect(await outbox.list()).toMatchObject([{ status: 'waiting', attempts: 1 }]);
    refuse = false;
    expect(await outbox.deliver()).toBe(0);
    await test.database.query('UPDATE outbox SET due_at = now()');
    expect(await Promise.all([outbox.deliver(), outbox.deliver()]).then((sent) => sent.sort())).toEqual([0, 1]);
    expect(await outbox.list()).toMatchObject([{ status: 'sent', attempts: 2 }]);
    const parsed = await PostalMime.parse(received[0] ?? '');
    expect(parsed).toMatchObject({ subject: mail.subject, from: { address: 'no-reply@example.com' }, to: [{ address: mail.to }] });
    expect(parsed.text?.trim()).toBe(mail.text);
    expect(received).toHaveLength(1);
    await new Promise<void>((resolve) => server.close(() => resolve()));
  });

  it('sends a code before a thousand letters, beside a slow mail and a text service that is away', async () => {
    const accepted: string[] = [];
    let free: () => void = () => {};
    const slow = new Promise<void>((resolve) => {
      free = resolve;
    });
    const carriers = {
      mail: async ({ recipient }: { recipient: string }) => {
        if (recipient === 'slow@example.com') await slow;
        accepted.push(recipient);
      },
      sms: async () => slow,
    };
    const outbox = createOutbox({ database: test.database, log: silentLog, carriers });
    await outbox.text({ to: '+60123456789', text: '654321' });
    await outbox.mail({ ...mail, to: 'slow@example.com', key: 'letter 0' });
    await test.database.query(
      `INSERT INTO outbox (channel, recipient, subject, body, status, key, due_at)
       SELECT 'mail', 'letter@example.com', 'News', 'News', 'waiting', 'letter ' || n, now() - interval '1 hour' FROM generate_series(1, 1000) AS n`,
    );
    await outbox.mail({ ...mail, to: 'code@example.com', awaited: true });
    const running = outbox.deliver();
    await vi.waitFor(() => expect(accepted).toHaveLength(1001), 20_000);
    expect(accepted.indexOf('code@example.com')).toBeLessThan(20);
    free();
    expect(await running).toBe(1003);
  });

  it('hands no mail to a server on another machine that offers no TLS', async () => {
    const received: string[] = [];
    const server = new SMTPServer({
      authOptional: true,
      disabledCommands: ['STARTTLS'],
      onData(stream, _session, done) {
        stream.resume().on('end', () => {
          received.push('a mail');
          done();
        });
      },
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', () => resolve()));
    const { port } = server.server.address() as AddressInfo;
    // This machine, by an address that may be another one's.
    const carriers = { mail: smtpCarrier(`smtp://0.0.0.0:${port}`, 'Bourse <no-reply@example.com>') };
    const outbox = createOutbox({ database: test.database, log: silentLog, carriers });
    await outbox.mail(mail);
    expect(await outbox.deliver()).toBe(0);
    expect(await outbox.list()).toMatchObject([{ status: 'waiting', attempts: 1 }]);
    expect(received).toEqual([]);
    await new Promise<void>((resolve) => server.close(() => resolve()));
  });
});
