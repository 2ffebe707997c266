import { headerOf, keyText, lowForm, readHeader, signedBody, signedText } from '@bourse/protocol/signing';
import { describe, expect, it } from 'vitest';
import { DeviceKey, type KeptKey, type KeyPorts } from './device-key.ts';

const { subtle } = globalThis.crypto;
const bytesOf = (text: string): Uint8Array<ArrayBuffer> =>
  Uint8Array.from(atob(text.replaceAll('-', '+').replaceAll('_', '/')), (sign) => sign.charCodeAt(0));
const textOf = (bytes: ArrayBuffer): string =>
  btoa(String.fromCharCode(...new Uint8Array(bytes)))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replaceAll('=', '');
const call = 'POST pay/wallet/any-transfer';
const input = { from: 1, to: 2, asset: 'USDT', amount: '1', note: undefined };

/** A browser whose tabs share IndexedDB and tokens; each `tab()` is a page. */
function browser({ denied = false } = {}) {
  const stored: { key: KeptKey | undefined } = { key: undefined };
  const world = {
    session: { id: 's-1', customer: '7' } as { id: string; customer: string } | undefined,
    registered: [] as string[],
    answer: async () => ({ device: '9', key: '', venue: 'demo' as const, account: 100_000 }),
    refused: false,
    mayReturn: false,
  };
  const ports: KeyPorts = {
    shelf: {
      read: async () => {
        if (denied) throw new Error('denied');
        return stored.key;
      },
      write: async (key) => {
        if (denied) throw new Error('denied');
        stored.key = key;
      },
    },
    subtle,
    session: () => world.session,
    mayReturn: () => world.mayReturn,
    register: async ({ publicKey, time, signature }) => {
      const key = await publicOf(publicKey);
      const name = textOf(await subtle.digest('SHA-256', bytesOf(publicKey)));
      expect(await isSigned(key, keyText({ customer: '7', key: name, time }), signature)).toBe(true);
      world.registered.push(publicKey);
      return world.answer();
    },
    isRefusal: () => world.refused,
    now: () => 1_800_000_000_123.4,
  };
  return { world, stored, tab: () => new DeviceKey(ports) };
}
const publicOf = (point: string) => subtle.importKey('raw', bytesOf(point), { name: 'ECDSA', namedCurve: 'P-256' }, true, ['verify']);
const isSigned = (key: CryptoKey, text: string, signature: string) =>
  subtle.verify({ name: 'ECDSA', hash: 'SHA-256' }, key, bytesOf(signature), new TextEncoder().encode(text));

async function good(point: string, header: string | undefined, commandId: string): Promise<boolean> {
  const read = readHeader(header ?? '');
  if (!read) return false;
  const bytes = bytesOf(read.signature);
  expect(lowForm(bytes)).toBe(bytes);
  const facts = { venue: 'demo', account: 100_000, key: read.key, commandId, time: read.time, call, body: signedBody(call, input) };
  return isSigned(await publicOf(point), signedText(facts), read.signature);
}

describe('the key of this browser', () => {
  it('is made at sign-in, cannot be read, and signs what is sent', async () => {
    const { world, stored, tab } = browser();
    const one = tab();
    await one.enrol();
    expect(stored.key?.privateKey.extractable).toBe(false);
    await expect(subtle.exportKey('pkcs8', stored.key!.privateKey)).rejects.toThrow();
    expect(await good(world.registered[0]!, await one.sign(call, input, 'ID-1'), 'id-1')).toBe(true);
  });

  it('is shared by another tab and outlives a reload', async () => {
    const { world, tab } = browser();
    await tab().enrol();
    expect(await good(world.registered[0]!, await tab().sign(call, input, 'id-2'), 'id-2')).toBe(true);
    expect(world.registered).toHaveLength(1);
  });

  it('is waited for by a command that comes right after the sign-in', async () => {
    const { world, tab } = browser();
    const one = tab();
    void one.enrol();
    const header = await one.sign(call, input, 'id-3');
    expect(world.registered).toHaveLength(1);
    expect(await good(world.registered[0]!, header, 'id-3')).toBe(true);
  });

  it('belongs to one session: another account, or a new sign-in, gets another', async () => {
    const { world, tab } = browser();
    const [first, second] = [tab(), tab()];
    await first.enrol();
    await first.sign(call, input, 'id-4');
    world.session = { id: 's-2', customer: '7' };
    await second.enrol();
    expect(new Set(world.registered).size).toBe(2);
    // The tab that held the old key finds the new one.
    expect(await good(world.registered[1]!, await first.sign(call, input, 'id-5'), 'id-5')).toBe(true);
  });

  it('stays when its session takes the place back', async () => {
    const { world, tab } = browser();
    const one = tab();
    await one.follow();
    const mine = world.session;
    world.session = undefined;
    world.mayReturn = true;
    await one.follow();
    world.session = mine;
    await tab().follow();
    await one.follow();
    expect(world.registered).toHaveLength(1);
    expect(await good(world.registered[0]!, await one.sign(call, input, 'id-10'), 'id-10')).toBe(true);
  });

  it('is deleted at sign-out', async () => {
    const { world, stored, tab } = browser();
    const one = tab();
    await one.follow();
    world.session = undefined;
    await one.follow();
    expect(stored.key).toBeUndefined();
    expect(await one.sign(call, input, 'id-6')).toBeUndefined();
  });

  it('is registered again when the answer was lost, and given up when it was refused', async () => {
    const { world, stored, tab } = browser();
    world.answer = () => Promise.reject(new Error('lost'));
    await tab().enrol();
    expect(stored.key).toMatchObject({ registered: undefined });
    world.answer = async () => ({ device: '9', key: '', venue: 'demo', account: 100_000 });
    expect(await good(world.registered[0]!, await tab().sign(call, input, 'id-7'), 'id-7')).toBe(true);
    expect(new Set(world.registered).size).toBe(1);
    world.session = { id: 's-2', customer: '7' };
    world.refused = true;
    world.answer = () => Promise.reject(new Error('refused'));
    const other = tab();
    await other.enrol();
    expect(stored.key).toBeUndefined();
    expect(await other.sign(call, input, 'id-8')).toBeUndefined();
  });

  it('is lost with the browser’s storage: commands go unsigned, which the exchange refuses, and the next sign-in makes another', async () => {
    const { world, stored, tab } = browser();
    await tab().enrol();
    stored.key = undefined;
    const reloaded = tab();
    expect(await reloaded.sign(call, input, 'id-11')).toBeUndefined();
    expect(world.registered).toHaveLength(1);
    world.session = { id: 's-2', customer: '7' };
    await reloaded.follow();
    expect(new Set(world.registered).size).toBe(2);
    expect(await good(world.registered[1]!, await reloaded.sign(call, input, 'id-12'), 'id-12')).toBe(true);
  });

  it('is none where storage is denied or the page is not secure: nothing is registered and commands go unsigned', async () => {
    const { world, tab } = browser({ denied: true });
    const one = tab();
    await one.enrol();
    expect(world.registered).toEqual([]);
    expect(await one.sign(call, input, 'id-9')).toBeUndefined();
  });
});

describe('the signed text', () => {
  it('is what the documentation shows', () => {
    const facts = { venue: 'demo', account: 100_000, key: 'K', commandId: 'id', time: 5, call, body: signedBody(call, { b: 1, a: 'x' }) };
    expect(signedText(facts)).toBe('bourse command 1\ndemo\n100000\nK\nid\n5\nPOST pay/wallet/any-transfer\n{"a":"x","b":1}');
    expect(signedBody('GET pay/order-contract/reverse', { id: 12, all: true, none: undefined })).toBe('{"all":"true","id":"12"}');
  });

  it('has a header that is read as it was written, and nothing else is', () => {
    const header = { key: 'k'.repeat(43), time: 12, signature: 's'.repeat(86) };
    expect(readHeader(headerOf(header))).toEqual(header);
    for (const text of ['', 'a.b.c', `${headerOf(header)}=`, ` ${headerOf(header)}`, headerOf({ ...header, time: -1 })])
      expect(readHeader(text)).toBeUndefined();
  });
});
