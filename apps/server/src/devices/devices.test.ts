import { createHash, randomUUID, sign } from 'node:crypto';
import { catalogue } from '@bourse/protocol/errors';
import { headerOf, lowForm, signatureHeader, signedText } from '@bourse/protocol/signing';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type SigningExchange, signingExchange } from '../testing/devices.ts';
import { testSigner } from '../testing/signer.ts';
import { keyOf } from './keys.ts';

let exchange: SigningExchange;
beforeAll(async () => {
  exchange = await signingExchange();
}, 120_000);
afterAll(() => exchange?.close());

const top = 'POST pay/wallet/demo-top-up';
const move = 'POST pay/wallet/any-transfer';
const transfer = (amount = '1') => ({ from: 1, to: 2, asset: 'USDT', amount }) as const;
const code = (name: keyof typeof catalogue) => catalogue[name].code;
const twinOf = (signature: string) => {
  const bytes = Buffer.from(signature, 'base64url');
  const order = 0xffffffff00000000ffffffffffffffffbce6faada7179e84f3b9cac2fc632551n;
  const s = order - BigInt(`0x${bytes.subarray(32).toString('hex')}`);
  return Buffer.concat([bytes.subarray(0, 32), Buffer.from(s.toString(16).padStart(64, '0'), 'hex')]).toString('base64url');
};

describe('a device with a key', () => {
  test('its signed commands are done and kept with their signature; an unsigned one is refused and changes nothing', async () => {
    const one = await exchange.signedIn();
    expect((await exchange.call(move, transfer(), { token: one.token })).code).toBe(code('signatureMissing'));
    const sent = await exchange.send(one, move, transfer());
    expect(sent.code).toBe(0);
    const { value: wallets } = await exchange.venues.demo.read((engine) => engine.balances(one.account));
    expect(wallets.find(({ wallet }) => wallet === 2)?.available).toBe(1_000_000n);
  });

  test('a repeat gets the first answer; the same signature under another id, for another body, call or account does not', async () => {
    const [one, other] = [await exchange.signedIn(), await exchange.signedIn()];
    const commandId = randomUUID();
    const headers = one.signer.headers(move, transfer(), { account: one.account, commandId });
    const first = await exchange.call(move, transfer(), { token: one.token, headers });
    expect((await exchange.call(move, transfer(), { token: one.token, headers })).data).toEqual(first.data);
    const wrong = [
      exchange.call(move, transfer(), { token: one.token, headers: { ...headers, 'Idempotency-Key': randomUUID() } }),
      exchange.call(move, transfer('2'), { token: one.token, headers }),
      exchange.call(top, {}, { token: one.token, headers }),
    ];
    for (const answer of await Promise.all(wrong)) expect(answer.code).toBe(code('signatureInvalid'));
    expect((await exchange.call(move, transfer(), { token: other.token, headers })).code).toBe(code('deviceKeyUnknown'));
    const { value } = await exchange.venues.demo.read((engine) => engine.balances(one.account));
    expect(value.find(({ wallet }) => wallet === 2)?.available).toBe(1_000_000n);
  });

  test('a key of another account, and a signature that names another account, are refused', async () => {
    const [one, other] = [await exchange.signedIn(), await exchange.signedIn()];
    const named = one.signer.headers(move, transfer(), { account: other.account });
    expect((await exchange.call(move, transfer(), { token: one.token, headers: named })).code).toBe(code('signatureInvalid'));
    const keyed = other.signer.headers(move, transfer(), { account: one.account });
    expect((await exchange.call(move, transfer(), { token: one.token, headers: keyed })).code).toBe(code('deviceKeyUnknown'));
    const twice = await exchange.signIn();
    expect((await exchange.register(twice, one.signer)).code).toBe(code('deviceKeyUsed'));
  });

  test('of the two forms of a signature both are taken, and one is kept', async () => {
    const one = await exchange.signedIn();
    for (const low of [true, false]) {
      const commandId = randomUUID();
      const headers = one.signer.headers(move, transfer(), { account: one.account, commandId });
      const [key = '', time = '', signature = ''] = headers[signatureHeader]!.split('.');
      const bytes = Buffer.from(signature, 'base64url');
      const isLow = lowForm(bytes) === (bytes as Uint8Array);
      const form = isLow === low ? signature : twinOf(signature);
      const answer = await exchange.call(move, transfer(), {
        token: one.token,
        headers: { ...headers, [signatureHeader]: headerOf({ key, time: Number(time), signature: form }) },
      });
      expect(answer.code).toBe(0);
    }
  });

  test.each([
    ['nothing', ''],
    ['no dots', 'abc'],
    ['a short one', (key: string, time: number, raw: Buffer) => `${key}.${time}.${raw.subarray(1).toString('base64url')}`],
    [
      'a long one',
      (key: string, time: number, raw: Buffer) => `${key}.${time}.${Buffer.concat([raw, Buffer.of(1)]).toString('base64url')}`,
    ],
    ['zeros', (key: string, time: number) => `${key}.${time}.${Buffer.alloc(64).toString('base64url')}`],
    ['ones', (key: string, time: number) => `${key}.${time}.${Buffer.alloc(64, 255).toString('base64url')}`],
    ['another time', (key: string, time: number, raw: Buffer) => `${key}.${time + 1}.${raw.toString('base64url')}`],
    ['a negative time', (key: string, time: number, raw: Buffer) => `${key}.-${time}.${raw.toString('base64url')}`],
  ])('%s for a signature is refused', async (_name, form) => {
    const one = await exchange.signedIn();
    const headers = one.signer.headers(move, transfer(), { account: one.account });
    const [key = '', time = '', signature = ''] = headers[signatureHeader]!.split('.');
    const header = typeof form === 'string' ? form : form(key, Number(time), Buffer.from(signature, 'base64url'));
    const answer = await exchange.call(move, transfer(), { token: one.token, headers: { ...headers, [signatureHeader]: header } });
    expect(answer.code).toBe(code('signatureInvalid'));
  });

  test('a signature in DER is refused', async () => {
    const one = await exchange.signedIn();
    const commandId = randomUUID();
    const time = Date.now();
    const text = signedText({
      ...{ venue: 'demo', account: one.account, key: one.signer.key, commandId, time },
      ...{ call: move, body: '{"amount":"1","asset":"USDT","from":1,"to":2}' },
    });
    const headers = (signature: Buffer) => ({
      'Idempotency-Key': commandId,
      [signatureHeader]: headerOf({ key: one.signer.key, time, signature: signature.toString('base64url') }),
    });
    const der = sign('sha256', Buffer.from(text), one.signer.privateKey);
    expect((await exchange.call(move, transfer(), { token: one.token, headers: headers(der) })).code).toBe(code('signatureInvalid'));
    // The same text in the declared form: the canonical body is what the test says.
    const raw = sign('sha256', Buffer.from(text), { key: one.signer.privateKey, dsaEncoding: 'ieee-p1363' });
    expect((await exchange.call(move, transfer(), { token: one.token, headers: headers(raw) })).code).toBe(0);
  });

  test('a clock that is wrong by a day signs; one that is wrong by two is told', async () => {
    const one = await exchange.signedIn();
    const day = 24 * 3_600_000;
    for (const time of [Date.now() - day, Date.now() + day]) expect((await exchange.send(one, move, transfer(), { time })).code).toBe(0);
    for (const time of [Date.now() - 2 * day, Date.now() + 2 * day, 0]) {
      const answer = await exchange.send(one, move, transfer(), { time });
      expect(answer.code).toBe(code('signedTimeOff'));
      expect(answer.msg).toMatch(/36 hours/);
    }
  });

  test('any changed bit of the header is refused', async () => {
    const one = await exchange.signedIn();
    const headers = one.signer.headers(move, transfer(), { account: one.account });
    const header = headers[signatureHeader]!;
    await fc.assert(
      fc.asyncProperty(fc.nat(header.length - 1), fc.constantFrom(...'ABCabc019_-.'), async (at, sign) => {
        fc.pre(header[at] !== sign);
        const changed = header.slice(0, at) + sign + header.slice(at + 1);
        const answer = await exchange.call(move, transfer(), { token: one.token, headers: { ...headers, [signatureHeader]: changed } });
        expect([code('signatureInvalid'), code('deviceKeyUnknown'), code('signedTimeOff')]).toContain(answer.code);
      }),
      { numRuns: 60, seed: 1 },
    );
  });
});

describe('registering a key', () => {
  test('takes one for a session, soon after its sign-in, with a proof that the device has it', async () => {
    const customer = await exchange.signIn();
    const signer = testSigner();
    const good = signer.registration(customer.customer);
    const { token } = customer;
    const register = async (input: typeof good) => (await exchange.call('POST system/member/device-key', input, { token })).code;
    expect(await register({ ...good, time: good.time + 1 })).toBe(code('signatureInvalid'));
    expect(await register(testSigner().registration('someone'))).toBe(code('signatureInvalid'));
    expect(await register({ ...good, publicKey: testSigner().publicKey })).toBe(code('signatureInvalid'));
    expect(await register(good)).toBe(0);
    expect(await register(good)).toBe(0);
    expect(await register(testSigner().registration(customer.customer))).toBe(code('deviceKeyBound'));
    const late = await exchange.signIn();
    await exchange.database.query("UPDATE session SET created_at = now() - interval '11 minutes' WHERE customer_id = $1", [late.customer]);
    expect((await exchange.register(late, testSigner())).code).toBe(code('deviceKeyLate'));
  });

  test('a point that is not on the curve is no key', () => {
    const good = Buffer.from(testSigner().publicKey, 'base64url');
    expect(keyOf(good.toString('base64url'))).toBeDefined();
    const off = Buffer.from(good);
    off[64]! ^= 1;
    const zeros = Buffer.concat([Buffer.of(4), Buffer.alloc(64)]);
    const field = Buffer.from('ffffffff00000001000000000000000000000000ffffffffffffffffffffffff', 'hex');
    const beyond = Buffer.concat([Buffer.of(4), field, good.subarray(33)]);
    const compressed = Buffer.concat([Buffer.of(2), good.subarray(1, 33)]);
    const infinity = Buffer.of(0);
    const hybrid = Buffer.concat([Buffer.of(6), good.subarray(1)]);
    for (const bytes of [off, zeros, beyond, compressed, infinity, hybrid, good.subarray(1), Buffer.concat([good, Buffer.of(0)])])
      expect(keyOf(bytes.toString('base64url')), bytes.toString('hex')).toBeUndefined();
    expect(keyOf(`${good.toString('base64url')}=`)).toBeUndefined();
  });

  test('a later key is told to its owner, the first one is not', async () => {
    const one = await exchange.signedIn();
    expect((await exchange.told(one.account)).filter(({ kind }) => kind.startsWith('devices.'))).toEqual([]);
    await exchange.signedIn(one.demoKey, true);
    expect((await exchange.told(one.account)).map(({ kind }) => kind)).toContain('devices.opened');
  });
});

describe('several devices', () => {
  test('one without a key trades beside one with a key, and its owner is told; it cannot use the other’s signatures', async () => {
    const signed = await exchange.signedIn();
    const plain = await exchange.signIn(signed.demoKey, true);
    const borrowed = signed.signer.headers(move, transfer(), { account: signed.account });
    expect((await exchange.call(move, transfer(), { token: plain.token, headers: borrowed })).code).toBe(code('deviceKeyUnknown'));
    expect((await exchange.call(move, transfer(), { token: plain.token })).code).toBe(0);
    expect((await exchange.call(move, transfer(), { token: plain.token })).code).toBe(0);
    expect((await exchange.told(signed.account)).map(({ kind }) => kind)).toEqual(expect.arrayContaining(['devices.unsigned']));
    // The device with a key still has to sign.
    expect((await exchange.call(move, transfer(), { token: signed.token })).code).toBe(code('signatureMissing'));
    const { data: list } = await exchange.call('GET system/member/device-list', {}, { token: signed.token });
    expect(list.map(({ signed, current }) => [signed, current])).toEqual(
      expect.arrayContaining([
        [true, true],
        [false, false],
      ]),
    );
  });

  test('a device that is revoked, signed out or replaced sends nothing any more, and its key is closed in the journal', async () => {
    const desktop = await exchange.signedIn();
    const phone = await exchange.signedIn(desktop.demoKey, true);
    const open = async () =>
      (await exchange.venues.demo.read((engine) => engine.devices(desktop.account))).value.map(({ device }) => device);
    expect(await open()).toEqual([desktop.device, phone.device]);
    const { data: list } = await exchange.call('GET system/member/device-list', {}, { token: desktop.token });
    const theirs = list.find(({ current }) => !current);
    expect(theirs).toMatchObject({ signed: true, key: phone.signer.key, name: 'Chrome on Android' });
    const stranger = await exchange.signedIn();
    expect((await exchange.call('POST system/member/device-revoke', { id: theirs?.id ?? '' }, { token: stranger.token })).code).toBe(
      code('notFound'),
    );
    expect((await exchange.call('POST system/member/device-revoke', { id: theirs?.id ?? '' }, { token: desktop.token })).code).toBe(0);
    expect((await exchange.send(phone, move, transfer())).status).toBe(401);
    await exchange.closeDevices();
    expect(await open()).toEqual([desktop.device]);
    const again = await exchange.signedIn(desktop.demoKey);
    expect((await exchange.send(desktop, move, transfer())).code).toBe(409);
    await exchange.closeDevices();
    expect(await open(), 'it may take its place back for a minute').toEqual([desktop.device, again.device]);
    await exchange.database.query("UPDATE session SET replaced_at = now() - interval '61 seconds' WHERE state = 'replaced'");
    await exchange.closeDevices();
    expect(await open()).toEqual([again.device]);
    await exchange.call('GET system/auth/logout', {}, { token: again.token });
    await exchange.closeDevices();
    expect(await open()).toEqual([]);
  });

  test('a command in flight when its device closes is not sequenced', async () => {
    const one = await exchange.signedIn();
    const port = exchange.venues.demo;
    const signed = { device: one.device, time: Date.now(), call: move, body: '{}', bytes: new Uint8Array(64).fill(1) };
    const command = { kind: 'transfer', account: one.account, from: 1, to: 2, asset: 1, amount: 1n } as const;
    const close = port.submit({ account: 0, command: { kind: 'closeDevice', account: one.account, device: one.device, reason: 'logout' } });
    await expect(port.submit({ account: one.account, commandId: randomUUID(), command, signed })).rejects.toMatchObject({
      refusal: 'deviceKeyClosed',
    });
    expect((await close).outcome.ok).toBe(true);
  });

  test('a server that died before it knew a device’s number closes it all the same', async () => {
    const one = await exchange.signedIn();
    await exchange.database.query('UPDATE device SET number = NULL WHERE account = $1', [one.account]);
    await exchange.database.query("UPDATE session SET state = 'ended', ended_reason = 'logout' WHERE customer_id = $1", [one.customer]);
    await exchange.closeDevices();
    expect((await exchange.venues.demo.read((engine) => engine.devices(one.account))).value).toEqual([]);
  });

  test('one that cannot be closed keeps no other open', async () => {
    const [torn, ...others] = [await exchange.signedIn(), await exchange.signedIn(), await exchange.signedIn()];
    // Its row lost the number and names another key than its command: the command cannot be given again.
    await exchange.database.query(
      'UPDATE device SET number = NULL, public_key = (SELECT d.public_key FROM device d WHERE d.account = $2) WHERE account = $1',
      [torn.account, others[0]!.account],
    );
    for (const { customer } of [torn, ...others])
      await exchange.database.query("UPDATE session SET state = 'ended', ended_reason = 'logout' WHERE customer_id = $1", [customer]);
    await expect(exchange.closeDevices()).rejects.toThrow();
    for (const { account } of others) expect((await exchange.venues.demo.read((engine) => engine.devices(account))).value).toEqual([]);
    await exchange.database.query('DELETE FROM device WHERE account = $1', [torn.account]);
  });
});

test('the name of a key is the SHA-256 of its point', () => {
  const { publicKey, key } = testSigner();
  expect(createHash('sha256').update(Buffer.from(publicKey, 'base64url')).digest('base64url')).toBe(key);
});
