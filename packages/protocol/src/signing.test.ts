import fc from 'fast-check';
import { expect, test } from 'vitest';
import { canonicalJson } from './canonical.ts';
import { lowForm } from './signing.ts';

const order = 0xffffffff00000000ffffffffffffffffbce6faada7179e84f3b9cac2fc632551n;
const bytesOf = (number: bigint) => Uint8Array.from({ length: 32 }, (_, at) => Number((number >> BigInt(8 * (31 - at))) & 255n));
const numberOf = (bytes: Uint8Array) => bytes.reduce((number, byte) => (number << 8n) | BigInt(byte), 0n);
const pair = (r: bigint, s: bigint) => Uint8Array.of(...bytesOf(r), ...bytesOf(s));

/** Any number of 32 bytes, and often one beside a bound: near 0, half the order, the order, and the largest of all. */
const number = fc.oneof(
  fc.bigInt({ min: 0n, max: 2n ** 256n - 1n }),
  ...[1n, order >> 1n, order, 2n ** 256n - 3n].map((bound) => fc.bigInt({ min: bound - 1n, max: bound + 2n })),
);

test('the low form of a signature is what arithmetic with whole numbers says', () => {
  let [none, kept, turned] = [0, 0, 0];
  fc.assert(
    fc.property(number, number, (r, s) => {
      const given = pair(r, s);
      const low = lowForm(given);
      if (r === 0n || s === 0n || r >= order || s >= order) {
        none += 1;
        expect(low).toBeUndefined();
      } else if (s <= order >> 1n) {
        kept += 1;
        expect(low).toBe(given);
      } else {
        turned += 1;
        expect(low).toEqual(pair(r, order - s));
        expect(numberOf(given.subarray(32))).toBe(s);
      }
    }),
    { numRuns: 2_000, seed: 20261128 },
  );
  expect(Math.min(none, kept, turned)).toBeGreaterThan(100);
  for (const length of [0, 63, 65]) expect(lowForm(new Uint8Array(length).fill(1))).toBeUndefined();
});

test('canonical JSON says the same whatever the order of fields, and reads back as the same value', () => {
  const turned = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(turned);
    if (value === null || typeof value !== 'object') return value;
    return Object.fromEntries(
      Object.entries(value)
        .reverse()
        .map(([key, field]) => [key, turned(field)]),
    );
  };
  fc.assert(
    fc.property(fc.jsonValue({ noUnicodeString: false, maxDepth: 4 }), (value) => {
      const text = canonicalJson(value);
      expect(canonicalJson(turned(value))).toBe(text);
      expect(JSON.parse(text)).toEqual(JSON.parse(JSON.stringify(value)));
      expect(canonicalJson(JSON.parse(text))).toBe(text);
    }),
    { numRuns: 500, seed: 20261128 },
  );
  expect(canonicalJson({ b: 1, a: undefined, B: [null, { d: 'x', c: true }], é: '"\n', '': 0 })).toBe(
    '{"":0,"B":[null,{"c":true,"d":"x"}],"b":1,"é":"\\"\\n"}',
  );
});
