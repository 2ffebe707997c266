import { randomUUID } from 'node:crypto';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Session } from '../calls/session.ts';
import { type TestChat, testChat } from '../testing/chat.ts';
import { refusalOf } from '../testing/people.ts';

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

  test.each([
    ['SVG', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script>1</script></svg>'), 'fileTypeRefused'],
    ['video', Buffer.from('00000018667479706d703432000000006d70343269736f6d', 'hex'), 'fileTypeRefused'],
    ['nothing', Buffer.from('GIF89a'), 'fileTypeRefused'],
  ])('%s is refused', async (_what, bytes, why) => {
    expect(await refusalOf(upload(await kit.customer(), bytes))).toBe(why);
  });
});
