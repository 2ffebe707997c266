import fc from 'fast-check';
import { expect, it } from 'vitest';
import { repeatedKey } from './repeated-keys.ts';

const found = (text: string) => repeatedKey(text, JSON.parse(text));

it.each([
  ['{"quantity":"1","quantity":"100"}', 'quantity'],
  ['{"a":1,"b":{"c":1,"c":2}}', 'c'],
  ['[{"a":1},{"a":2,"a":3}]', 'a'],
  ['{"quantity":1,"\\u0071uantity":2}', 'quantity'],
  ['{"a" \n\t:1,\r\n"a"   :2}', 'a'],
  [`{"a"${' '.repeat(500)}:1,"a":2}`, 'a'],
  ['{"__proto__":1,"__proto__":2}', '__proto__'],
  ['{"a":{"x":1},"a":{"x":1}}', 'a'],
  ['{"":1,"":2}', ''],
  ['{"a":"\\\\","a":"\\""}', 'a'],
])('finds the key that %s has twice', (text, key) => expect(found(text)).toBe(key));

it.each([
  '{"a":{"a":{"a":1}},"b":[{"a":1},{"a":1}]}',
  '{"time":"2026-01-01T10:00:00Z","note":"\\"a\\":1,\\"a\\":2"}',
  '{"a":":","b":"{:","c:c":1}',
  '{"__proto__":{"a":1},"constructor":2}',
  '["a","a"]',
  '"a:a"',
  '{}',
  'null',
])('leaves %s alone', (text) => expect(found(text)).toBeUndefined());

it('finds nothing in what JSON writes, and finds every key that is written again', () => {
  fc.assert(
    fc.property(fc.jsonValue(), (value) => found(JSON.stringify(value)) === undefined),
    { numRuns: 500 },
  );
  fc.assert(
    fc.property(fc.dictionary(fc.string(), fc.jsonValue(), { minKeys: 1 }), fc.nat(), fc.jsonValue(), (fields, which, again) => {
      const keys = Object.keys(fields);
      const key = keys[which % keys.length] as string;
      const text = `${JSON.stringify(fields).slice(0, -1)},${JSON.stringify(key)}:${JSON.stringify(again)}}`;
      return found(text) === key;
    }),
    { numRuns: 500 },
  );
});
