import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type ArticleType, hostsOf, readTree, sourceLanguage, type Tree, treeFrom, wordsIn } from '@bourse/protocol/texts';
import type { Now } from '../../people/ports.ts';
import type { Database } from '../../platform/database.ts';
import { hashOf } from './store.ts';

/** Languages in which the texts of a new exchange are written. */
export const seedLanguages = ['en', 'zh-CN'] as const;

export interface SeedText {
  code: string;
  type: ArticleType;
  category: string;
  words: Record<(typeof seedLanguages)[number], { title: string; summary: string; tree: Tree }>;
}

function textsFolder(): string {
  for (let folder = dirname(fileURLToPath(import.meta.url)); ; folder = dirname(folder)) {
    const candidate = join(folder, 'apps/server/texts');
    if (existsSync(candidate)) return candidate;
    if (folder === dirname(folder)) throw new Error('apps/server/texts was not found above this program');
  }
}

/** The texts with which a new exchange begins: `texts.json` names them in their order, a file for each language has the words. */
export function readSeed(folder = textsFolder()): SeedText[] {
  const listed = JSON.parse(readFileSync(join(folder, 'texts.json'), 'utf8')) as Omit<SeedText, 'words'>[];
  const wordsOf = (code: string, language: string) => {
    const [title = '', summary = '', ...lines] = readFileSync(join(folder, language, `${code}.md`), 'utf8').split('\n');
    const { tree, problem } = readTree(treeFrom(lines.join('\n')));
    if (!tree || !title.startsWith('# ') || summary === '')
      throw new Error(`${language}/${code}.md cannot be published: ${problem ?? 'its first lines'}`);
    return { title: title.slice(2), summary, tree };
  };
  return listed.map((one) => ({ ...one, words: { en: wordsOf(one.code, 'en'), 'zh-CN': wordsOf(one.code, 'zh-CN') } }));
}

/** A lock that only this program uses: of servers that start at once, one writes the texts. */
const seedLock = 7_218_090;

/** Publishes the texts of a new exchange that it does not have yet. Whatever operators made of one stays as it is. */
export async function seedTexts({
  database,
  clock,
  texts = readSeed(),
}: {
  database: Database;
  clock: Now;
  texts?: readonly SeedText[];
}): Promise<number> {
  return database.transaction(async (tx) => {
    await tx.query('SELECT pg_advisory_xact_lock($1)', [seedLock]);
    const now = new Date(clock.now());
    let made = 0;
    for (const [position, { code, type, category, words }] of texts.entries()) {
      const [article] = await tx.query<{ id: bigint }>(
        'INSERT INTO article (type, category, code, position, created_at) VALUES ($1, $2, $3, $4, $5) ON CONFLICT DO NOTHING RETURNING id',
        [type, category, code, position, now],
      );
      if (!article) continue;
      made += 1;
      for (const language of seedLanguages) {
        const { title, summary, tree } = words[language];
        const hash = hashOf({ article: String(article.id), language, version: 1, title, body: tree });
        await tx.query(
          `INSERT INTO article_version (article_id, language, version, state, title, summary, body, words, hosts, hash, source_version, authors,
             changed_at, effective_at, published_at) VALUES ($1, $2, 1, 'published', $3, $4, $5, $6, $7, $8, $9, '{}', $10, $10, $10)`,
          [
            ...[article.id, language, title, summary, JSON.stringify(tree), wordsIn(tree), hostsOf(tree), hash],
            ...[language === sourceLanguage ? null : 1, now],
          ],
        );
      }
    }
    return made;
  });
}
