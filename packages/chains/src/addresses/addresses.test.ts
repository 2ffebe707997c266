import { HDKey } from '@scure/bip32';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type Network, networkNames } from '../networks.ts';
import { addressOf, checkAddress } from './index.ts';

/** The account keys that other wallets derive from the twelve words "abandon … about" (BIP 39 without a passphrase). */
const seed = Uint8Array.from(
  Buffer.from(
    '5eb00bbddcf069084889a8ab9155568165f5c453ccb85e70811aaed6f6da5fc19a5ac40b389cd370d086206dec8aa6c43daea6690f20ad3d8d48b2d2ce9e38e4',
    'hex',
  ),
);
const master = HDKey.fromMasterSeed(seed);
const paths: Record<Network, string> = {
  bitcoin: "m/84'/0'/0'",
  'bitcoin-test': "m/84'/1'/0'",
  ethereum: "m/44'/60'/0'",
  tron: "m/44'/195'/0'",
  xrp: "m/44'/144'/0'",
  'xrp-test': "m/44'/144'/0'",
};
const keyOf = (network: Network) => master.derive(paths[network]).publicExtendedKey;

describe('addresses of an extended public key', () => {
  it('are those that other wallets show for the same words', () => {
    expect(addressOf(keyOf('bitcoin'), 'bitcoin', 0).address).toBe('bc1qcr8te4kr609gcawutmrza0j4xv80jy8z306fyu');
    expect(addressOf(keyOf('bitcoin'), 'bitcoin', 1).address).toBe('bc1qnjg0jd8228aq7egyzacy8cys3knf9xvrerkf9g');
    expect(addressOf(keyOf('ethereum'), 'ethereum', 0).address).toBe('0x9858EfFD232B4033E47d90003D41EC34EcaEda94');
    expect(addressOf(keyOf('tron'), 'tron', 0).address).toBe('TUEZSdKsoDHQMeZwihtdoBiN46zxhGWYdH');
    expect(addressOf(keyOf('xrp'), 'xrp', 0).address).toBe('rHsMGQEkVNJmpGWs8XUBoTBiAAbwxZN5v3');
  });
  it('share one XRP account and differ in the tag', () => {
    const [first, other] = [addressOf(keyOf('xrp'), 'xrp', 7), addressOf(keyOf('xrp'), 'xrp', 8)];
    expect(first).toMatchObject({ address: other.address, tag: 7 });
    expect(checkAddress('xrp', first.xAddress ?? '')).toEqual({ ok: true, address: first.address, tag: 7 });
  });
  it('need no private key, and refuse one', () => {
    expect(() => addressOf(master.derive("m/84'/0'/0'").privateExtendedKey, 'bitcoin', 0)).toThrow('private key');
    for (const bad of ['', 'xpub', keyOf('bitcoin').replace(/.$/, 'x')])
      expect(() => addressOf(bad, 'bitcoin', 0)).toThrow('extended public');
    for (const index of [-1, 0.5, 2 ** 31]) expect(() => addressOf(keyOf('bitcoin'), 'bitcoin', index)).toThrow(RangeError);
  });
});

describe('an address that somebody typed', () => {
  const anyAddress = fc
    .tuple(fc.constantFrom(...networkNames), fc.nat(100_000))
    .map(([network, index]) => addressOf(keyOf(network), network, index));

  it('is accepted as derived, and on no network of another kind', () => {
    fc.assert(
      fc.property(anyAddress, fc.constantFrom(...networkNames), ({ network, address, tag }, other) => {
        expect(checkAddress(network, ` ${address} `, tag)).toEqual({ ok: true, address, ...(tag === undefined ? {} : { tag }) });
        // A classic XRP address does not say which of the two networks it is for.
        if (other === network || (other.startsWith('xrp') && network.startsWith('xrp'))) return;
        expect(checkAddress(other, address, tag)).toMatchObject({
          ok: false,
          problem: 'wrongNetwork',
          belongsTo: expect.arrayContaining([network]),
        });
      }),
      { numRuns: 200 },
    );
  });
  it('is never accepted with one letter changed', () => {
    fc.assert(
      fc.property(anyAddress, fc.nat(60), fc.constantFrom(...'0123456789abcdefxyzXYZTr'), ({ network, address, tag }, at, letter) => {
        const changed = address.slice(0, at % address.length) + letter + address.slice((at % address.length) + 1);
        if (changed.toLowerCase() === address.toLowerCase()) return;
        const checked = checkAddress(network, changed, tag);
        // All capitals the same is EIP-55's way to carry no checksum.
        const carriesNone =
          network === 'ethereum' && (changed.slice(2) === changed.slice(2).toLowerCase() || !/[a-f]/.test(changed.slice(2)));
        if (!carriesNone) expect(checked.ok).toBe(false);
      }),
      { numRuns: 500 },
    );
  });
  it('names what is wrong with it', () => {
    const problemOf = (network: Network, text: string, tag?: string) => {
      const checked = checkAddress(network, text, tag);
      return checked.ok ? 'none' : checked.problem;
    };
    const xrp = addressOf(keyOf('xrp'), 'xrp', 7);
    expect(problemOf('ethereum', '0x9858EfFD232B4033E47d90003D41EC34EcaEda95')).toBe('checksum');
    expect(problemOf('ethereum', '0x9858effd232b4033e47d90003d41ec34ecaeda94')).toBe('none');
    expect(problemOf('ethereum', `0x${'0'.repeat(40)}`)).toBe('nobodysAddress');
    expect(problemOf('bitcoin', 'bc1qcr8te4kr609gcawutmrza0j4xv80jy8z306fyv')).toBe('checksum');
    expect(problemOf('bitcoin', 'Bc1qcr8te4kr609gcawutmrza0j4xv80jy8z306fyu')).toBe('malformed');
    expect(problemOf('bitcoin', 'BC1QCR8TE4KR609GCAWUTMRZA0J4XV80JY8Z306FYU')).toBe('none');
    expect(problemOf('bitcoin', '1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNa')).toBe('none');
    expect(problemOf('bitcoin', '1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNb')).toBe('checksum');
    expect(problemOf('tron', 'TUEZSdKsoDHQMeZwihtdoBiN46zxhGWYdG')).toBe('checksum');
    expect(problemOf('tron', 'TUEZSdKsoDHQMeZwihtdoBiN46zxhGWYdH', '5')).toBe('tagNotUsed');
    expect(problemOf('xrp', xrp.address)).toBe('tagMissing');
    expect(problemOf('xrp', xrp.address, '4294967296')).toBe('tagInvalid');
    expect(problemOf('xrp', xrp.address, '-1')).toBe('tagInvalid');
    expect(problemOf('xrp', xrp.xAddress ?? '', '8')).toBe('tagDiffers');
    expect(problemOf('xrp-test', xrp.xAddress ?? '')).toBe('wrongNetwork');
    expect(problemOf('xrp', 'rrrrrrrrrrrrrrrrrrrrrhoLvTp', '1')).toBe('nobodysAddress');
    for (const text of ['', ' ', 'x'.repeat(500), '0x12', 'bc1', 'r', 'T']) expect(problemOf('ethereum', text)).toBe('malformed');
  });
});
