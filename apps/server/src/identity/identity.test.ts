import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { SignedInContext } from '../calls/handlers.ts';
import { NotSealedHere } from '../platform/sealing.ts';
import { noVenue } from '../testing/console.ts';
import { refusalOf, registered, type TestPeople, testPeople } from '../testing/people.ts';
import type { StatedIdentity } from './identity.ts';
import { createIdentityRoom } from './index.ts';

let test: TestPeople;
let room: ReturnType<typeof createIdentityRoom>;
const dataFolder = mkdtempSync(join(tmpdir(), 'bourse-identity-'));
const files = () => ({
  put: async (key: string, bytes: Buffer) => void test.stored.set(key, bytes),
  get: async (key: string) => test.stored.get(key),
  remove: async (key: string) => void test.stored.delete(key),
});

beforeAll(async () => {
  test = await testPeople({ environment: 'development' });
  room = createIdentityRoom({
    venues: { real: noVenue('real'), demo: noVenue('demo') },
    database: test.database,
    clock: test.clock,
    files: files(),
    config: { dataFolder, environment: 'development' },
  });
  await room.start();
});
afterAll(async () => {
  await test.drop();
  rmSync(dataFolder, { recursive: true, force: true });
});

let customers = 0;
async function customer(): Promise<SignedInContext> {
  customers += 1;
  const { accessToken } = await registered(test, `person${customers}@example.com`);
  return (await test.signedIn(accessToken)) as SignedInContext;
}

const photo = (shade: number) =>
  sharp({ create: { width: 64, height: 48, channels: 3, background: { r: shade, g: 90, b: 40 } } })
    .jpeg()
    .toBuffer();

async function picture(who: SignedInContext, purpose: 'identity' | 'deposit' = 'identity', shade = 100): Promise<string> {
  const { ticket } = await room.handlers['POST infra/file-config/temporary-credential']({ purpose }, who);
  const bytes = await photo(shade);
  const file = async () => ({ bytes, filename: 'a.jpg', mimeType: 'image/jpeg' });
  return (await room.handlers['POST infra/file/evidence/{ticket}']({ ticket }, { ...who, file })).id;
}

const stated = (change: Partial<StatedIdentity> = {}, number = randomBytes(4).toString('hex').toUpperCase()): StatedIdentity => ({
  ...{ level: 1, surname: 'Eriksson', givenNames: 'Anna Maria', birthDate: '1974-08-12', nationality: 'SWE', residence: 'SE' },
  ...{ address: 'Storgatan 1, Stockholm', evidence: [] },
  document: { form: 'TD3', type: 'P', issuer: 'SWE', number, expiryDate: '2035-01-01', sex: 'F' },
  ...change,
});
const apply = (who: SignedInContext, input: StatedIdentity) => room.handlers['POST pay/realname/create'](input, who);
/** As its case would, which ends with it. */
async function decide(decision: Parameters<typeof room.identity.decide>[0]) {
  const decided = await room.identity.decide(decision);
  await test.database.query("UPDATE case_file SET step = 'cancelled' WHERE subject->>'application' = $1", [String(decision.application)]);
  return decided;
}
const last = async (who: SignedInContext) => {
  const [row] = await test.database.query<{ id: bigint; sealed: Buffer; findings: unknown[] }>(
    'SELECT id, sealed, findings FROM identity_application WHERE customer_id = $1 ORDER BY id DESC LIMIT 1',
    [who.session.customerId],
  );
  return row!;
};
const status = async (who: SignedInContext) => {
  const [row] = await test.database.query<{ realname_status: number; identity_level: number; real_name: string | null }>(
    'SELECT realname_status, identity_level, real_name FROM customer WHERE id = $1',
    [who.session.customerId],
  );
  return row;
};

describe('an application', () => {
  it('with the document of another that comes at the same moment is found out', async () => {
    for (let round = 0; round < 5; round += 1) {
      const [one, other] = [await customer(), await customer()];
      const number = randomBytes(4).toString('hex').toUpperCase();
      await Promise.all([apply(one, stated({}, number)), apply(other, stated({}, number))]);
      expect([(await last(one)).findings, (await last(other)).findings].flat()).toHaveLength(1);
    }
  });

  it('waits, is decided once, and the second level never takes the first away', async () => {
    const who = await customer();
    expect(await room.handlers['GET pay/realname/get']({}, who)).toEqual({ level: 0, application: null });
    expect(await apply(who, stated())).toMatchObject({ level: 1, status: 2, decidedAt: null });
    expect(await status(who)).toEqual({ realname_status: 1, identity_level: 0, real_name: null });
    expect(await refusalOf(apply(who, stated()))).toBe('identityPending');
    const first = await last(who);
    const decision = { application: first.id, passed: true, by: 'operator:1' };
    const decided = await Promise.allSettled(Array.from({ length: 20 }, () => decide(decision)));
    expect(decided.filter(({ status: end }) => end === 'fulfilled')).toHaveLength(1);
    expect(await status(who)).toEqual({ realname_status: 2, identity_level: 1, real_name: 'Anna Maria Eriksson' });
    expect(await refusalOf(apply(who, stated()))).toBe('identityReached');

    const evidence = [];
    for (const part of ['front', 'selfie', 'address'] as const) evidence.push({ part, id: await picture(who) });
    expect(await refusalOf(apply(who, stated({ level: 2, evidence: evidence.slice(1) })))).toBe('identityEvidenceMissing');
    await apply(who, stated({ level: 2, evidence }));
    expect(await status(who)).toMatchObject({ realname_status: 2, identity_level: 1 });
    const second = (await last(who)).id;
    expect(await refusalOf(decide({ application: second, passed: false, by: 'operator:1' }))).toBe('badRequest');
    await decide({ application: second, passed: false, reasonCode: 'unreadable', remark: 'Too dark', by: 'operator:1' });
    expect(await status(who)).toMatchObject({ realname_status: 2, identity_level: 1 });
    const notices = await test.database.query('SELECT kind, params FROM notice WHERE account = $1 ORDER BY id', [who.session.account]);
    expect(notices).toEqual([
      { kind: 'identity.passed', params: { level: '1' } },
      { kind: 'identity.rejected', params: { remark: 'Too dark' } },
    ]);
  });

  it('of two sent at once, one is taken', async () => {
    const who = await customer();
    const sent = await Promise.allSettled(Array.from({ length: 20 }, () => apply(who, stated())));
    expect(sent.filter((one) => one.status === 'fulfilled')).toHaveLength(1);
  });

  it('names what is wrong with it, and changes nothing', async () => {
    const who = await customer();
    for (const [change, field, problem] of [
      [{ surname: '王' }, 'surname', 'latinLetters'],
      [{ birthDate: '1990-02-30' }, 'birthDate', 'noDate'],
      [{ birthDate: '2090-02-01' }, 'birthDate', 'notPast'],
      [{ document: { ...stated().document, expiryDate: '2020-01-01' } }, 'expiryDate', 'expired'],
      [{ document: { ...stated().document, number: '' } }, 'number', 'empty'],
      [{ document: { ...stated().document, issuer: 'sw' } }, 'issuer', 'documentCode'],
    ] as const)
      await expect(apply(who, stated(change))).rejects.toMatchObject({ detail: { field, problem } });
    const young = `${new Date(test.clock.now()).getUTCFullYear() - 17}-01-01`;
    expect(await refusalOf(apply(who, stated({ birthDate: young })))).toBe('identityTooYoung');
    expect(await status(who)).toEqual({ realname_status: 0, identity_level: 0, real_name: null });
  });

  it('is compared with the lists, and with the documents of other customers', async () => {
    const [who, other] = [await customer(), await customer()];
    await apply(who, stated({ surname: 'Fictus', givenNames: 'Ignatius', birthDate: '1971-03-03' }, 'SAME12345'));
    expect((await last(who)).findings).toEqual([
      { kind: 'listed', source: 'fictional', id: 'F-1', matched: 'Ignatius Fictus', similarity: 1 },
    ]);
    await apply(other, stated({}, 'same-12345'));
    expect((await last(other)).findings).toEqual([{ kind: 'sameDocument', customer: who.session.customerId }]);
  });

  it('is sealed: neither the row nor another application’s name shows it', async () => {
    const who = await customer();
    await apply(who, stated({ address: 'A very secret street 7' }));
    const row = await last(who);
    expect(row.sealed.includes('secret street')).toBe(false);
    expect((await room.identity.read(row.id))?.stated?.address).toBe('A very secret street 7');
    const stranger = await customer();
    await apply(stranger, stated());
    await test.database.query('UPDATE identity_application SET sealed = $2 WHERE id = $1', [(await last(stranger)).id, row.sealed]);
    await expect(room.identity.read((await last(stranger)).id)).rejects.toThrow(NotSealedHere);
  });
});

describe('a document', () => {
  it('is kept sealed, shown with a record, and erased for ever', async () => {
    const who = await customer();
    const id = await picture(who);
    const clear = await room.documents.open(id, 'operator:1', 'case 1');
    expect((await sharp(clear!.bytes).metadata()).width).toBe(64);
    const [stored] = [...test.stored].filter(([key]) => key.endsWith(id));
    expect(stored?.[1].includes(clear!.bytes.subarray(0, 32))).toBe(false);
    expect(await test.database.query('SELECT viewer, reason FROM document_view WHERE document_id = $1', [id])).toEqual([
      { viewer: 'operator:1', reason: 'case 1' },
    ]);
    const copy = Buffer.from(stored![1]);
    await room.documents.erase([id]);
    expect(await room.documents.open(id, 'operator:1', 'case 1')).toBeUndefined();
    test.stored.set(stored![0], copy);
    expect(await room.documents.open(id, 'operator:1', 'case 1')).toBeUndefined();
  });

  it('is not even decoded for who has as many as nothing uses yet', async () => {
    const who = await customer();
    const sign = (bytes: Buffer) =>
      room.handlers['POST system/member-sign/upload']({}, { ...who, file: async () => ({ bytes, filename: 'a', mimeType: 'x' }) });
    const bytes = await photo(5);
    for (let at = 0; at < 24; at += 1) await sign(bytes);
    const before = test.stored.size;
    expect(await refusalOf(sign(Buffer.from('no picture at all')))).toBe('tooManyAttempts');
    expect(await refusalOf(sign(bytes))).toBe('tooManyAttempts');
    expect(test.stored.size).toBe(before);
  });

  it('is uploaded with its own ticket, once, in time, by its customer', async () => {
    const [who, other] = [await customer(), await customer()];
    const bytes = await photo(7);
    const file = async () => ({ bytes, filename: 'a.jpg', mimeType: 'image/jpeg' });
    const upload = (by: SignedInContext, ticket: string) => room.handlers['POST infra/file/evidence/{ticket}']({ ticket }, { ...by, file });
    const ticketOf = async () => (await room.handlers['POST infra/file-config/temporary-credential']({ purpose: 'identity' }, who)).ticket;
    const ticket = await ticketOf();
    expect(await refusalOf(upload(other, ticket))).toBe('uploadTicketOver');
    const at = await Promise.allSettled(Array.from({ length: 10 }, () => upload(who, ticket)));
    expect(at.filter((one) => one.status === 'fulfilled')).toHaveLength(1);
    const late = await ticketOf();
    test.pass(16 * 60_000);
    expect(await refusalOf(upload(who, late))).toBe('uploadTicketOver');
    for (let n = 0; n < 12; n += 1) await ticketOf();
    expect(await refusalOf(ticketOf())).toBe('tooManyAttempts');
  });

  it('that is a drawing with a script, a bomb, a page, or hides another file or the place where it was taken, is refused or loses it', async () => {
    const who = await customer();
    const upload = async (bytes: Buffer) => {
      const { ticket } = await room.handlers['POST infra/file-config/temporary-credential']({ purpose: 'identity' }, who);
      const file = async () => ({ bytes, filename: 'passport.jpg', mimeType: 'image/jpeg' });
      return room.handlers['POST infra/file/evidence/{ticket}']({ ticket }, { ...who, file });
    };
    const svg = '<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script><image href="file:///etc/passwd"/></svg>';
    // A few kilobytes that unfold to 256 million pixels.
    const bomb = await sharp({ create: { width: 16_000, height: 16_000, channels: 3, background: 'black' } })
      .png({ compressionLevel: 9 })
      .toBuffer();
    const before = test.stored.size;
    for (const bytes of [Buffer.from(svg), bomb, Buffer.from('<html></html>'), Buffer.from('%PDF-1.7'), Buffer.alloc(0)])
      expect(await refusalOf(upload(bytes))).toMatch(/^file/);
    expect(test.stored.size).toBe(before);

    const taken = await sharp({ create: { width: 64, height: 48, channels: 3, background: 'red' } })
      .jpeg()
      .withExif({ IFD0: { Make: 'CameraMaker' }, IFD3: { GPSLatitudeRef: 'N', GPSLatitude: '3/1 8/1 0/1' } })
      .toBuffer();
    const both = Buffer.concat([taken, Buffer.from('<html><script>alert(1)</script></html>PK evil.js')]);
    const { id } = await upload(both);
    const { bytes } = (await room.documents.open(id, 'operator:1', 'case 1'))!;
    for (const hidden of ['CameraMaker', 'GPS', 'Exif', 'script', 'evil.js']) expect(bytes.includes(hidden), hidden).toBe(false);
    expect((await sharp(bytes).metadata()).width).toBe(64);
  });

  it('serves one application, for its purpose and its customer, and is erased when nothing uses it', async () => {
    const [who, other] = [await customer(), await customer()];
    await apply(who, stated());
    await decide({ application: (await last(who)).id, passed: true, by: 'operator:1' });
    const parts = async (front: string) => [
      { part: 'front' as const, id: front },
      { part: 'selfie' as const, id: await picture(who) },
      { part: 'address' as const, id: await picture(who) },
    ];
    const unused = await picture(who);
    for (const front of [await picture(other), await picture(who, 'deposit'), '00000000-0000-4000-8000-000000000000'])
      expect(await refusalOf(apply(who, stated({ level: 2, evidence: await parts(front) })))).toBe('documentUnknown');
    const front = await picture(who);
    await apply(who, stated({ level: 2, evidence: await parts(front) }));
    await decide({ application: (await last(who)).id, passed: false, reasonCode: 'differs', by: 'operator:1' });
    expect(await refusalOf(apply(who, stated({ level: 2, evidence: await parts(front) })))).toBe('documentUnknown');
    test.pass(25 * 3_600_000);
    await room.documents.sweep();
    expect(await room.documents.open(unused, 'operator:1', 'case 1')).toBeUndefined();
    expect(await room.documents.open(front, 'operator:1', 'case 1')).toBeDefined();
  });
});
