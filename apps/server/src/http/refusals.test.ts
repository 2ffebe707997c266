import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { callTable } from '@bourse/protocol';
import { catalogue, type ErrorName, problems, Refusal } from '@bourse/protocol/errors';
import { nearestLanguage, sayRefusal } from '@bourse/words';
import { english } from '@bourse/words/english';
import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { projectFolder } from '../project.ts';
import { failureOf } from './envelope.ts';
import { bindCalls } from './table.ts';

const names = Object.keys(catalogue) as ErrorName[];
const holes = (text: string) => [...text.matchAll(/\{(\w+)\}/g)].map((match) => match[1]).sort();

describe('every refusal', () => {
  test('has a code of its own in its band, and an HTTP status', () => {
    const codes = names.map((name) => catalogue[name].code);
    expect(new Set(codes).size).toBe(codes.length);
    for (const name of names) {
      expect([400, 401, 403, 404, 409, 413, 415, 429, 500, 503, 504], name).toContain(catalogue[name].http);
      const { code } = catalogue[name];
      expect(code === 401 || code === 403 || code === 409 || (code >= 1000 && code < 10_000), name).toBe(true);
    }
  });

  test('has a sentence, and so has every problem with its values and no others', () => {
    expect(Object.keys(english.errors).sort()).toEqual([...names].sort());
    const declared = Object.entries(problems).flatMap(([refusal, list]) => Object.keys(list).map((problem) => `${refusal}.${problem}`));
    expect(Object.keys(english.problems).sort()).toEqual(declared.sort());
    for (const [refusal, list] of Object.entries(problems))
      for (const [problem, values] of Object.entries(list)) {
        const needed = new Set(holes((english.problems as Record<string, string>)[`${refusal}.${problem}`] ?? ''));
        needed.delete('field');
        expect([...needed].sort(), `${refusal}.${problem}`).toEqual([...values].sort());
      }
  });

  test('that is thrown in the sources brings every value its sentence needs', () => {
    const thrown = sources().flatMap((file) => {
      const text = readFileSync(file, 'utf8');
      return [...text.matchAll(/(?:new Refusal|refused|refuse)\(\s*'(\w+)'/g)].map((match) => ({
        file,
        name: match[1] as ErrorName,
        detail: text.slice(match.index + match[0].length, match.index + 200),
      }));
    });
    expect(thrown.length).toBeGreaterThan(40);
    for (const { file, name, detail } of thrown) {
      // The gateway adds the reference of an unexpected error.
      if (!(name in catalogue) || name === 'internal') continue;
      const needed = holes(english.errors[name]);
      for (const hole of needed) expect(detail, `${name} in ${file}`).toMatch(new RegExp(`\\b${hole}\\b`));
    }
  });
});

/** Source files of the server. Their refusals must be in the catalogue. */
function sources(folder = join(projectFolder(), 'apps/server/src')): string[] {
  return readdirSync(folder).flatMap((name) => {
    const path = join(folder, name);
    if (statSync(path).isDirectory()) return sources(path);
    return name.endsWith('.ts') && !/test|testing|try\.ts|^_/.test(name) ? [path] : [];
  });
}

describe('what was thrown', () => {
  test('leaves as its refusal, or as a reference that says nothing', () => {
    expect(failureOf(new Refusal('priceOffTick', { tick: '0.01' }), 'r1')).toMatchObject({
      name: 'priceOffTick',
      detail: { tick: '0.01' },
    });
    const unknown = failureOf(new TypeError('secret column "password_hash"'), 'r2');
    expect(unknown).toMatchObject({ name: 'internal', detail: { reference: 'r2' }, unexpected: true });
    for (const code of ['ECONNREFUSED', '57P01', '53100', '53300'])
      expect(failureOf(Object.assign(new Error('x'), { code }), 'r3'), code).toMatchObject({ name: 'unavailable', retryAfterS: 1 });
    expect(failureOf(new Error('Connection terminated unexpectedly'), 'r4').name).toBe('unavailable');
    expect(failureOf(new Refusal('tooManyRequests', { seconds: 7 }), 'r5').retryAfterS).toBe(7);
    expect(failureOf(undefined, 'r6').name).toBe('internal');
    expect(failureOf('text', 'r7').name).toBe('internal');
  });

  test('is spoken in the nearest language we have, the default where we have none', () => {
    expect(['zh', 'zh-TW', 'zh-CN', 'en-GB', 'en', 'fr', 'xx'].map(nearestLanguage)).toEqual([
      'zh-CN',
      'zh-CN',
      'zh-CN',
      'en',
      'en',
      'zh-CN',
      'zh-CN',
    ]);
    expect(sayRefusal('en', 'priceOffTick', { tick: '0.5' })).toBe('The price must be a multiple of 0.5.');
    expect(sayRefusal('en', 'badRequest', { field: 'stake', problem: 'atMost', max: 16 })).toBe(
      'Please correct stake: it must be at most 16.',
    );
    expect(sayRefusal('zh', 'badRequest', { field: 'stake', problem: 'atMost', max: 16 })).toBe('请更正 stake：最多为 16。');
    expect(sayRefusal('en', 'badRequest', { field: 'stake', problem: '__proto__' })).toBe('Please correct stake.');
  });
});

describe('the table of calls', () => {
  const handlers = Object.fromEntries(Object.keys(callTable).map((name) => [name, async () => ({})]));

  test('binds when it is whole', () => {
    expect(bindCalls(handlers)).toHaveLength(Object.keys(callTable).length);
  });

  test('refuses to start with a call without a handler, a handler without a call, or an undecided field', () => {
    const first = Object.keys(callTable)[0] as string;
    expect(() => bindCalls({ ...handlers, [first]: undefined })).toThrow(new RegExp(`${first}: no handler`));
    expect(() => bindCalls({ ...handlers, 'GET pay/back-door': async () => ({}) })).toThrow(/GET pay\/back-door: a handler for a call/);
    const spec = callTable[first];
    if (!spec) throw new Error('the table is empty');
    const broken = (change: object) => () => bindCalls(handlers, { ...callTable, [first]: { ...spec, ...change } });
    expect(broken({ audience: undefined })).toThrow(/who may call/);
    expect(broken({ weight: 0 })).toThrow(/weight/);
    expect(broken({ idempotency: 'maybe' })).toThrow(/twice/);
    expect(broken({ permission: '' })).toThrow(/permission/);
    expect(broken({ input: z.object({}) })).toThrow(/unknown fields/);
  });
});
