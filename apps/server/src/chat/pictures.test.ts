import { randomUUID } from 'node:crypto';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import type { Session } from '../calls/session.ts';
import { type TestChat, testChat } from '../testing/chat.ts';
import { eicar, startClamd } from '../testing/clamd.ts';
import { refusalOf } from '../testing/people.ts';
import { createClamd } from './files/clamd.ts';

let kit: TestChat;
beforeAll(async () => {
  kit = await testChat();
});
afterAll(() => kit.close());

describe('a picture', () => {
  const upload = (session: Session, bytes: Buffer) =>
    kit.handlers['POST im/file/upload']({}, { ...kit.as(session), file: async () => ({ bytes, filename: 'x', mimeType: 'image/jpeg' }) });
  const send = (session: Session, file: string) =>
    kit.handlers['POST im/message/send']({ groupType: 1, uuid: randomUUID(), payload: { kind: 'IMAGE', file } }, kit.as(session));

  test('is encoded anew: no place, no second file behind it; others cannot send or see it', async () => {
    const ann = await kit.customer();
    const photo = await sharp({ create: { width: 40, height: 30, channels: 3, background: 'red' } })
      .withExif({ IFD0: { Artist: 'canary artist' } })
      .jpeg()
      .toBuffer();
    const polyglot = Buffer.concat([photo, Buffer.from('<script>canary</script>PK')]);
    const { id } = await upload(ann, polyglot);
    const eve = await kit.customer('Eve');
    expect(await refusalOf(send(eve, id))).toBe('fileNotReady');
    const { groupId } = await send(ann, id);
    expect(await refusalOf(send(ann, id))).toBe('fileNotReady');
    const { url, width } = await kit.handlers['GET im/file/get']({ groupId, file: id }, kit.as(ann));
    expect(width).toBe(40);
    expect(Buffer.from(url.split(',')[1]!, 'base64').toString('latin1')).not.toContain('canary');
    const other = (await kit.say(eve, 'hi')).groupId;
    expect(await refusalOf(kit.handlers['GET im/file/get']({ groupId: other, file: id }, kit.as(eve)))).toBe('fileNotReady');
  });

  test('whose message was withdrawn is shown to nobody, and is erased with the words', async () => {
    const ann = await kit.customer();
    const photo = await sharp({ create: { width: 4, height: 4, channels: 3, background: 'red' } })
      .png()
      .toBuffer();
    const [{ id: kept }, { id: taken }] = [await upload(ann, photo), await upload(ann, photo)];
    const { groupId } = await send(ann, kept);
    const sent = await send(ann, taken);
    const shown = (file: string) => kit.handlers['GET im/file/get']({ groupId, file }, kit.as(ann));
    await shown(taken);
    await kit.handlers['POST im/message/revoke']({ groupId, id: sent.id, uuid: randomUUID() }, kit.as(ann));
    expect(await refusalOf(shown(taken))).toBe('fileNotReady');
    await shown(kept);
    const { id } = await kit.handlers['GET im/work-order/get']({ groupId }, kit.as(ann));
    await kit.handlers['POST im/work-order/finish']({ id, uuid: randomUUID() }, kit.as(ann));
    kit.pass(731 * 86_400_000);
    await kit.chat.jobs.find(({ name }) => name === 'chat-retention')!.run();
    const left = await kit.database.query('SELECT 1 FROM document WHERE id = ANY($1) AND erased_at IS NULL', [[kept, taken]]);
    expect(left).toEqual([]);
  });

  test.each([
    ['SVG', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script>1</script></svg>'), 'fileTypeRefused'],
    ['video', Buffer.from('00000018667479706d703432000000006d70343269736f6d', 'hex'), 'fileTypeRefused'],
    ['nothing', Buffer.from('GIF89a'), 'fileTypeRefused'],
  ])('%s is refused', async (_what, bytes, why) => {
    expect(await refusalOf(upload(await kit.customer(), bytes))).toBe(why);
  });
});

describe('the scanner', () => {
  let clamd: Awaited<ReturnType<typeof startClamd>>;
  let scanned: TestChat;
  beforeAll(async () => {
    clamd = await startClamd();
    // Only a scanner that says nothing is waited for: a slow machine is not one that is away.
    const scan = (bytes: Buffer) => createClamd(clamd.place, { timeoutMs: clamd.state.mode === 'silent' ? 50 : 60_000 }).scan(bytes);
    scanned = await testChat({ scanner: { scan } });
  });
  afterAll(async () => {
    await scanned.close();
    await clamd.away();
  });
  const photo = (background: string) =>
    sharp({ create: { width: 40, height: 30, channels: 3, background } })
      .jpeg()
      .toBuffer();
  const upload = (session: Session, bytes: Buffer) =>
    scanned.handlers['POST im/file/upload'](
      {},
      { ...scanned.as(session), file: async () => ({ bytes, filename: 'x', mimeType: 'image/jpeg' }) },
    );
  const send = (session: Session, file: string, uuid: string = randomUUID()) =>
    scanned.handlers['POST im/message/send']({ groupType: 1, uuid, payload: { kind: 'IMAGE', file } }, scanned.as(session));
  const check = () => scanned.chat.jobs.find(({ name }) => name === 'chat-quarantine')!.run();
  const quarantined = async () => (await scanned.database.query('SELECT 1 FROM chat_quarantine')).length;

  test('is said in the limits; without one there are pictures only', async () => {
    const limits = async (of: TestChat) => (await of.handlers['GET im/limits']({}, of.as(await of.customer()))).attachments;
    expect(await limits(scanned)).toEqual({ kinds: ['IMAGE'], scanned: true });
    expect(await limits(kit)).toEqual({ kinds: ['IMAGE'], scanned: false });
  });

  test('looks at each file first: EICAR, also behind a picture, is kept nowhere', async () => {
    const ann = await scanned.customer();
    const before = scanned.people.stored.size;
    const big = Buffer.concat([await photo('red'), Buffer.alloc(200_000, 1), eicar]);
    for (const bytes of [eicar, big]) expect(await refusalOf(upload(ann, bytes))).toBe('fileInfected');
    expect([scanned.people.stored.size, await quarantined()]).toEqual([before, 0]);
    const good = await upload(ann, await photo('blue'));
    expect(good).toMatchObject({ state: 'ready', width: 40, height: 30 });
    await send(ann, good.id);
  });

  test.each(['silent', 'half', 'tooLarge'] as const)(
    'that is %s leaves a file in quarantine: unopened, unsent, and sent by itself when it was looked at',
    async (mode) => {
      const ann = await scanned.customer();
      clamd.state.mode = mode;
      const { id, state, width } = await upload(ann, await photo('green'));
      expect([state, width]).toEqual(['checking', null]);
      expect(await refusalOf(send(ann, id))).toBe('fileChecking');
      expect(await refusalOf(send(await scanned.customer('Eve'), id))).toBe('fileNotReady');
      // Sealed: no picture lies in the store.
      const lies = [...scanned.people.stored].find(([name]) => name.includes(id))!;
      expect(lies[1].subarray(0, 3).toString('hex')).not.toBe('ffd8ff');
      scanned.pass(60_000);
      await check();
      const uuid = randomUUID();
      expect(await refusalOf(send(ann, id, uuid))).toBe('fileChecking');
      const entries = async () => {
        const [group] = await scanned.handlers['GET im/group/group-list']({}, scanned.as(ann));
        return group ? scanned.handlers['POST im/message/list']({ groupId: group.id, limit: 100 }, scanned.as(ann)) : [];
      };
      expect(await entries()).toEqual([]);
      clamd.state.mode = 'well';
      scanned.pass(60_000);
      await Promise.all([check(), check()]);
      // Nobody has sent it again: it went out by itself. Whoever does gets the message that is there.
      const own = await entries();
      expect(own).toMatchObject([{ uuid, role: 1, payload: { kind: 'IMAGE', file: id, width: 40, height: 30 } }]);
      const { groupId, offset } = await send(ann, id, uuid);
      expect([offset, await entries()]).toEqual([own[0]!.offset, own]);
      const { url } = await scanned.handlers['GET im/file/get']({ groupId, file: id }, scanned.as(ann));
      expect(url).toMatch(/^data:image\/jpeg/);
      expect(await quarantined()).toBe(0);
    },
  );

  test('that has checked a file whose message could not be sent then: it is sent by a later round', async () => {
    const ann = await scanned.customer();
    clamd.state.mode = 'silent';
    const { id } = await upload(ann, await photo('teal'));
    const uuid = randomUUID();
    expect(await refusalOf(send(ann, id, uuid))).toBe('fileChecking');
    clamd.state.mode = 'well';
    scanned.pass(60_000);
    await scanned.database.query(
      `CREATE FUNCTION away() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RAISE EXCEPTION 'away'; END $$;
       CREATE TRIGGER away BEFORE DELETE ON chat_quarantine FOR EACH ROW EXECUTE FUNCTION away()`,
    );
    await expect(check()).rejects.toThrow('away');
    await scanned.database.query('DROP FUNCTION away() CASCADE');
    scanned.pass(60_000);
    await check();
    expect(await quarantined()).toBe(0);
    const [group] = await scanned.handlers['GET im/group/group-list']({}, scanned.as(ann));
    const entries = await scanned.handlers['POST im/message/list']({ groupId: group!.id, limit: 100 }, scanned.as(ann));
    expect(entries).toMatchObject([{ uuid, payload: { kind: 'IMAGE', file: id } }]);
    const { url } = await scanned.handlers['GET im/file/get']({ groupId: group!.id, file: id }, scanned.as(ann));
    expect(url).toMatch(/^data:image\/jpeg/);
  });

  test('that checks a file at the moment in which its message comes loses no message', async () => {
    const ann = await scanned.customer();
    clamd.state.mode = 'silent';
    const { id } = await upload(ann, await photo('navy'));
    clamd.state.mode = 'well';
    scanned.pass(60_000);
    const { query } = scanned.database;
    const spy = vi.spyOn(scanned.database, 'query').mockImplementation(async (text, values) => {
      if (!text.startsWith('UPDATE chat_quarantine SET message')) return query.call(scanned.database, text, values) as never;
      spy.mockRestore();
      await check();
      return query.call(scanned.database, text, values) as never;
    });
    expect(await send(ann, id)).toMatchObject({ offset: 1 });
  });

  test('that is away and comes back refuses what it finds then; it is never shown, and the file is gone', async () => {
    const ann = await scanned.customer();
    await clamd.away();
    const bad = await upload(ann, Buffer.concat([await photo('red'), eicar]));
    const none = await upload(ann, Buffer.from('no picture at all'));
    expect([bad.state, none.state]).toEqual(['checking', 'checking']);
    await clamd.back();
    scanned.pass(60_000);
    await check();
    for (const { id } of [bad, none]) {
      expect(await refusalOf(send(ann, id))).toBe('fileInfected');
      expect([...scanned.people.stored.keys()].filter((name) => name.includes(id))).toEqual([]);
    }
    scanned.pass(24 * 3_600_000);
    await check();
    expect(await quarantined()).toBe(0);
  });

  test('that stays away fills no disk: beyond two hundred files nothing is taken', async () => {
    const ann = await scanned.customer();
    await scanned.database.query(
      `INSERT INTO chat_quarantine (id, customer_id, state, storage_key, created_at, tried_at)
       SELECT gen_random_uuid(), $1, 'checking', 'quarantine/none', $2, $2 FROM generate_series(1, 200)`,
      [ann.customerId, new Date(scanned.clock.now())],
    );
    clamd.state.mode = 'silent';
    const before = scanned.people.stored.size;
    expect(await refusalOf(upload(ann, await photo('red')))).toBe('unavailable');
    expect(scanned.people.stored.size).toBe(before);
    clamd.state.mode = 'well';
  });
});
