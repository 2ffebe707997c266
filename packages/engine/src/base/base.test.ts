import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { base64url } from './base64url.ts';
import { crc32 } from './crc32.ts';
import { ceilShare, floorDiv, floorMulDiv, highOf, limb, lowOf, maxSafe, toBig } from './exact.ts';
import { NumberIndex } from './number-index.ts';
import { utf8Decode, utf8Encode } from './utf8.ts';

const safe = fc.oneof(
  fc.integer({ min: 0, max: maxSafe }),
  fc.integer({ min: maxSafe - 5000, max: maxSafe }),
  fc.integer({ min: 0, max: 5000 }),
);
const options = { numRuns: 1500, seed: 5 };

describe('exact arithmetic on doubles equals bigint', () => {
  test('fees, rounded up', () => {
    fc.assert(
      fc.property(safe, fc.integer({ min: 0, max: 1_000_000 }), (amount, ppm) => {
        expect(BigInt(ceilShare(amount, ppm))).toBe((BigInt(amount) * BigInt(ppm) + 999_999n) / 1_000_000n);
      }),
      options,
    );
  });

  test('division rounded down', () => {
    fc.assert(
      fc.property(safe, fc.integer({ min: 1, max: maxSafe }), (a, b) => {
        expect(BigInt(floorDiv(a, b))).toBe(BigInt(a) / BigInt(b));
      }),
      options,
    );
  });

  test('the reach of a band', () => {
    fc.assert(
      fc.property(safe, fc.integer({ min: 1, max: 1_000_000 }), (price, bps) => {
        const exact = (BigInt(price) * BigInt(bps)) / 10_000n;
        expect(BigInt(floorMulDiv(price, bps, 10_000))).toBe(exact > BigInt(maxSafe) ? BigInt(maxSafe) : exact);
      }),
      options,
    );
  });

  test('two limbs hold what they are given', () => {
    fc.assert(
      fc.property(fc.bigInt({ min: -(1n << 100n), max: 1n << 100n }), (value) => {
        expect(toBig(highOf(value), lowOf(value))).toBe(value);
        expect(lowOf(value)).toBeGreaterThanOrEqual(0);
        expect(lowOf(value)).toBeLessThan(limb);
      }),
      options,
    );
  });
});

test('the index behaves like a map through growth, removal and colliding keys', () => {
  const key = fc.oneof(
    fc.integer({ min: 1, max: 60 }),
    fc.integer({ min: 0, max: 40 }).map((n) => 7 + n * 2 ** 35),
    fc.integer({ min: 1, max: maxSafe }),
  );
  const step = fc.record({ key, remove: fc.boolean() });
  fc.assert(
    fc.property(fc.array(step, { minLength: 1, maxLength: 400, size: 'max' }), (list) => {
      const index = new NumberIndex();
      const map = new Map<number, number>();
      for (const [n, { key: k, remove }] of list.entries()) {
        if (remove) {
          index.remove(k);
          map.delete(k);
        } else if (!map.has(k)) {
          index.add(k, n + 1);
          map.set(k, n + 1);
        }
      }
      expect(index.size).toBe(map.size);
      expect(list.map(({ key: k }) => index.get(k))).toEqual(list.map(({ key: k }) => map.get(k) ?? 0));
    }),
    { numRuns: 100, seed: 6 },
  );
});

test('the index finds a hundred thousand sequential ids while old ones leave', () => {
  const index = new NumberIndex();
  for (let id = 1; id <= 100_000; id++) {
    index.add(id, (id % 1000) + 1);
    if (id > 500 && id % 3 !== 0) index.remove(id - 500);
  }
  let wrong = 0;
  for (let id = 1; id <= 100_000; id++) {
    const left = id <= 99_500 && (id + 500) % 3 !== 0;
    if (index.get(id) !== (left ? 0 : (id % 1000) + 1)) wrong += 1;
  }
  expect(wrong).toBe(0);
});

test('UTF-8 text survives a round trip, and invalid bytes are not text', () => {
  fc.assert(
    fc.property(fc.oneof(fc.string({ unit: 'binary', maxLength: 12 }), fc.string({ unit: 'grapheme-ascii', maxLength: 40 })), (text) => {
      expect(utf8Decode(utf8Encode(text))).toBe(text.replaceAll(/[\ud800-\udfff]/gu, '\ufffd'));
    }),
    { numRuns: 120, seed: 7 },
  );
  for (const bytes of [[0xff], [0xc0, 0x80], [0xe2, 0x82], [0xed, 0xa0, 0x80], [0xf5, 0x80, 0x80, 0x80]]) {
    expect(utf8Decode(Uint8Array.from(bytes))).toBeUndefined();
  }
});

test('the checksum is the common CRC-32', () => {
  expect(crc32(utf8Encode('123456789'))).toBe(0xcbf4_3926);
});

test('base64url writes the vectors of RFC 4648 without padding', () => {
  const vectors = { '': '', f: 'Zg', fo: 'Zm8', foo: 'Zm9v', foob: 'Zm9vYg', fooba: 'Zm9vYmE', foobar: 'Zm9vYmFy' };
  for (const [text, written] of Object.entries(vectors)) expect(base64url(utf8Encode(text))).toBe(written);
  expect(base64url(Uint8Array.of(0xfb, 0xff, 0xbf))).toBe('-_-_');
});
