import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type CallOutput, callTable } from '@bourse/protocol';
import { categoriesOf, type Tree } from '@bourse/protocol/texts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { projectFolder } from '../../project.ts';
import { type TestDatabase, testDatabase } from '../../testing/database.ts';
import { type ArticleCalls, articleHandlers } from './customer-calls.ts';
import { readSeed, seedTexts } from './seed.ts';

let base: TestDatabase;
beforeAll(async () => {
  base = await testDatabase();
}, 60_000);
afterAll(() => base.drop());

const linksOf = (tree: Tree): string[] => [...JSON.stringify(tree).matchAll(/"href":"([^"]+)"/g)].map(([, href]) => href ?? '');

describe('the texts of a new exchange', () => {
  test('are trees in both languages, of known categories, and link to pages that exist', () => {
    const texts = readSeed();
    const routes = readFileSync(join(projectFolder(), 'apps/web/src/routeTree.gen.ts'), 'utf8');
    for (const { code, type, category, words } of texts) {
      expect(categoriesOf(type), code).toContain(category);
      // Both say the same in the same order.
      expect(
        words['zh-CN'].tree.content.map((one) => one.type),
        code,
      ).toEqual(words.en.tree.content.map((one) => one.type));
      expect(linksOf(words['zh-CN'].tree), code).toEqual(linksOf(words.en.tree));
      for (const href of linksOf(words.en.tree)) expect(routes, `${code}: ${href}`).toContain(`'${href.split('?')[0]}'`);
    }
    const files = readdirSync(join(projectFolder(), 'apps/server/texts/en')).sort();
    expect(files).toEqual(texts.map(({ code }) => `${code}.md`).sort());
  });

  test('are published once by servers that start together, and what operators made of them stays', async () => {
    const parts = { database: base.database, clock: { now: () => Date.UTC(2026, 10, 23) } };
    expect((await Promise.all([seedTexts(parts), seedTexts(parts)])).sort((a, b) => a - b)).toEqual([0, 22]);
    await base.database.query(
      "UPDATE article_version SET state = 'withdrawn' WHERE article_id = (SELECT id FROM article WHERE code = 'lesson-stops')",
    );
    expect(await seedTexts(parts)).toBe(0);
    const read = articleHandlers(parts);
    const ask = async <Name extends ArticleCalls>(name: Name, input: object = {}) => {
      const handler = read[name] as unknown as (input: unknown, context: unknown) => Promise<unknown>;
      const answer = await handler(z.parse(callTable[name]!.input, input), { session: null, language: 'zh-CN' });
      return z.parse(callTable[name]!.output, answer) as CallOutput<Name>;
    };
    const types = await ask('GET system/notice/text-type');
    expect(types.map(({ typeCode, atSignUp, language }) => [typeCode, atSignUp, language])).toEqual([
      ['service', true, 'zh-CN'],
      ['privacy', true, 'zh-CN'],
      ['risk', false, 'zh-CN'],
    ]);
    expect((await ask('GET system/notice/help-page', { pageSize: 50 })).total).toBe(12);
    expect((await ask('GET system/notice/notice-page')).total).toBe(3);
    expect((await ask('GET system/forum-message/page')).total).toBe(3);
    expect((await ask('GET system/notice/index-jump-list')).hosts).toEqual([]);
  });
});
