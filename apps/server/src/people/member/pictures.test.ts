import { crc32, deflateSync } from 'node:zlib';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { SignedInContext } from '../../calls/handlers.ts';
import { context, refusalOf, type TestPeople, testPeople } from '../../testing/people.ts';
import { cleanPicture, pictureBytesAtMost } from './pictures.ts';

const photo = (width = 64, height = 48) => sharp({ create: { width, height, channels: 3, background: { r: 200, g: 120, b: 40 } } });

/** A one-bit PNG of zeros: a few kilobytes that unfold to any number of pixels. */
function flatPng(width: number, height: number): Buffer {
  const chunk = (name: string, data: Buffer) => {
    const body = Buffer.concat([Buffer.from(name, 'latin1'), data]);
    const size = Buffer.alloc(4);
    size.writeUInt32BE(data.length);
    const check = Buffer.alloc(4);
    check.writeUInt32BE(crc32(body));
    return Buffer.concat([size, body, check]);
  };
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header[8] = 1;
  const rows = Buffer.alloc((Math.ceil(width / 8) + 1) * height);
  const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
  return Buffer.concat([signature, chunk('IHDR', header), chunk('IDAT', deflateSync(rows)), chunk('IEND', Buffer.alloc(0))]);
}

describe('a stranger’s picture', () => {
  it.each(['png', 'jpeg', 'webp'] as const)('is taken as %s and encoded anew', async (format) => {
    const sent = await photo().toFormat(format).toBuffer();
    const picture = await cleanPicture(sent);
    expect(picture).toMatchObject({ mimeType: `image/${format}`, width: 64, height: 48 });
    expect((await sharp(picture.bytes).metadata()).format).toBe(format);
  });

  it('loses its place and camera data, and is turned upright', async () => {
    const sent = await photo(60, 40)
      .jpeg()
      .withExif({ IFD0: { Copyright: 'a secret', Make: 'CameraMaker' }, IFD3: { GPSLatitudeRef: 'N', GPSLatitude: '3/1 8/1 0/1' } })
      .withMetadata({ orientation: 6 })
      .toBuffer();
    expect(sent.includes('CameraMaker')).toBe(true);
    const { bytes, width, height } = await cleanPicture(sent);
    const kept = await sharp(bytes).metadata();
    expect([kept.exif, kept.xmp, kept.iptc, kept.icc]).toEqual([undefined, undefined, undefined, undefined]);
    for (const secret of ['a secret', 'CameraMaker', 'GPS', 'Exif']) expect(bytes.includes(secret)).toBe(false);
    expect([width, height]).toEqual([40, 60]);
  });

  it('loses a second file hidden behind or inside it', async () => {
    const page = '<html><script>alert(document.domain)</script></html>';
    const archive = Buffer.concat([Buffer.from('PK\u0003\u0004', 'latin1'), Buffer.from('evil.js')]);
    const behind = Buffer.concat([await photo().png().toBuffer(), Buffer.from(page), archive]);
    const inside = await photo()
      .jpeg()
      .withXmp(`<x:xmpmeta xmlns:x="adobe:ns:meta/">${page.replaceAll('<', '&lt;')}</x:xmpmeta>`)
      .toBuffer();
    for (const sent of [behind, inside]) {
      const { bytes } = await cleanPicture(sent);
      for (const trace of ['script', 'alert', 'evil.js', 'PK\u0003\u0004']) expect(bytes.includes(trace)).toBe(false);
    }
  });

  it('keeps one frame of an animation', async () => {
    const frames = Buffer.alloc(32 * 96 * 3, 90);
    const animated = await sharp(frames, { raw: { width: 32, height: 96, channels: 3, pageHeight: 32 } })
      .webp()
      .toBuffer();
    const { bytes, height } = await cleanPicture(animated);
    expect(height).toBe(32);
    expect((await sharp(bytes, { animated: true }).metadata()).pages ?? 1).toBe(1);
  });

  it('is made smaller when it is larger than anything here shows', async () => {
    expect(await cleanPicture(flatPng(5_000, 2_500))).toMatchObject({ width: 2_048, height: 1_024 });
  });

  it('is refused when it unfolds to too many pixels', async () => {
    const bomb = flatPng(16_000, 16_000);
    expect(bomb.length).toBeLessThan(100_000);
    expect(await refusalOf(cleanPicture(bomb))).toBe('fileUnreadable');
    expect(await refusalOf(cleanPicture(flatPng(1_000_000, 41)))).toBe('fileUnreadable');
  });

  it('is refused when it is something else, whatever it is called', async () => {
    const svg = '<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script><image href="file:///etc/passwd"/></svg>';
    const gif = await photo().gif().toBuffer();
    const refused = [svg, `<?xml version="1.0"?>${svg}`, 'GIF89a/*', '%PDF-1.7', '<html></html>', '', 'MZ\u0090\u0000', '\u0000'];
    for (const sent of [...refused.map((text) => Buffer.from(text)), gif])
      expect(await refusalOf(cleanPicture(sent))).toBe('fileTypeRefused');
  });

  it('is refused when it is broken', async () => {
    const whole = await photo(400, 400).jpeg().toBuffer();
    expect(await refusalOf(cleanPicture(whole.subarray(0, whole.length / 2)))).toBe('fileUnreadable');
    expect(await refusalOf(cleanPicture(flatPng(64, 64).subarray(0, 40)))).toBe('fileUnreadable');
  });

  it('is refused above 5 MB before it is decoded', async () => {
    const large = Buffer.concat([await photo().png().toBuffer(), Buffer.alloc(pictureBytesAtMost)]);
    expect(await refusalOf(cleanPicture(large))).toBe('fileTooLarge');
  });
});

describe('an upload', () => {
  let test: TestPeople;
  let ann: SignedInContext;
  let bob: SignedInContext;
  beforeAll(async () => {
    test = await testPeople();
    const demo = async () => test.signedIn((await test.people.handlers['POST system/auth/login']({ loginType: 2 }, context())).accessToken);
    ann = await demo();
    bob = await demo();
  });
  afterAll(() => test.drop());
  const upload = async (from: SignedInContext, bytes: Buffer) =>
    test.people.handlers['POST infra/file/upload'](
      {},
      { ...from, file: async () => ({ bytes, filename: '../../etc/x.svg', mimeType: 'image/svg+xml' }) },
    );

  it('becomes a picture under an id of its own, and an avatar of its owner only', async () => {
    const answer = await upload(ann, await photo().png().toBuffer());
    expect(answer).toMatchObject({ url: `/files/${answer.id}`, width: 64, height: 48 });
    const opened = await test.people.openFile(answer.id);
    expect(opened).toMatchObject({ mimeType: 'image/png' });
    expect(opened?.bytes.length).toBe(answer.bytes);
    const setAvatar = (from: SignedInContext, avatar: string | null) =>
      test.people.handlers['PUT system/member/update-avatar-name']({ avatar }, from);
    expect((await setAvatar(ann, answer.url)).avatar).toBe(answer.url);
    expect(await refusalOf(setAvatar(bob, answer.url))).toBe('notFound');
    expect((await setAvatar(ann, null)).avatar).toBeNull();
  });

  it('is forgotten when newer ones came and nothing shows it', async () => {
    const { database, people, stored } = test;
    const picture = await photo(8, 8).png().toBuffer();
    const carl = await test.signedIn((await people.handlers['POST system/auth/login']({ loginType: 2 }, context())).accessToken);
    const shown = await upload(carl, picture);
    await people.handlers['PUT system/member/update-avatar-name']({ avatar: shown.url }, carl);
    const first = await upload(carl, picture);
    const before = stored.size;
    for (let n = 0; n < 20; n += 1) {
      test.pass(1_000);
      await upload(carl, picture);
    }
    expect(stored.size).toBe(before + 19);
    expect(await people.openFile(first.id)).toBeUndefined();
    expect(await people.openFile(shown.id)).toBeDefined();
    expect(await database.query('SELECT 1 FROM file WHERE customer_id = $1', [carl.session.customerId])).toHaveLength(21);
  });

  it('is found by its id only', async () => {
    for (const id of ['', '..', '../pictures', 'x', crypto.randomUUID(), "' OR 1=1 --"])
      expect(await test.people.openFile(id)).toBeUndefined();
  });

  it('is limited in number a day', async () => {
    const bytes = Buffer.from('not a picture');
    for (let n = 0; n < 100; n += 1) await refusalOf(upload(bob, bytes));
    expect(await refusalOf(upload(bob, bytes))).toBe('tooManyAttempts');
  });
});
