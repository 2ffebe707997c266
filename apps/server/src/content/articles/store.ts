import { createHash } from 'node:crypto';
import { canonicalJson } from '@bourse/protocol/canonical';
import { Refusal } from '@bourse/protocol/errors';
import {
  type ArticleType,
  fallbacksOf,
  readTree,
  type TextLanguage,
  type Tree,
  textLanguages,
  type VersionState,
} from '@bourse/protocol/texts';
import { matchLanguage } from '@bourse/words/languages';
import type { Queryable } from '../../platform/database.ts';

export interface VersionRow extends Record<string, unknown> {
  id: bigint;
  article_id: bigint;
  type: ArticleType;
  category: string;
  code: string;
  language: TextLanguage;
  version: number;
  revision: number;
  state: VersionState;
  title: string;
  summary: string;
  body: unknown;
  hash: Buffer | null;
  stricter: boolean;
  source_version: number | null;
  authors: number[];
  changed_at: Date;
  effective_at: Date | null;
  published_at: Date | null;
  reason: string;
}
export const versionColumns = `v.id, v.article_id, a.type, a.category, a.code, v.language, v.version, v.revision, v.state, v.title, v.summary, v.body,
  v.hash, v.stricter, v.source_version, v.authors, v.changed_at, v.effective_at, v.published_at, v.reason`;
export const versionFrom = 'article_version v JOIN article a ON a.id = v.article_id';

/** What customers agree to and operators approve: every word of a version, in one canonical form. */
export const hashOf = (one: { article: string; language: string; version: number; title: string; body: unknown }): Buffer =>
  createHash('sha256')
    .update(canonicalJson([one.article, one.language, one.version, one.title, one.body]))
    .digest();
export const hashText = (hash: Buffer | null): string => (hash === null ? '' : hash.toString('base64url'));

/** A stored body, read again before anybody sees it. One that is no tree any more is not shown to anybody. */
export function treeOf({ body }: { body: unknown }): Tree {
  const { tree } = readTree(body);
  if (!tree) throw new Refusal('textUnknown');
  return tree;
}
/** The same as an answer carries it. */
export const bodyOf = (row: { body: unknown }): { type: 'doc'; [key: string]: unknown } => ({ ...treeOf(row) });

/** The language of texts that is nearest to a request's. */
export const textLanguageOf = (tag: string): TextLanguage => matchLanguage(tag, textLanguages) ?? 'en';

/** In which language a text is answered: that of the reader, else one that stands in for it. */
export const spokenIn = (
  row: Pick<VersionRow, 'language'> & { newest_source: number | null; source_version: number | null },
  wanted: TextLanguage,
) => ({
  language: row.language,
  fallback: row.language !== wanted,
  stale: row.source_version !== null && row.newest_source !== null && row.source_version < row.newest_source,
});

/** SQL: the published versions in the first language of the list in `$1` that a text has, as `standing`. */
export const standing = `standing AS (
  SELECT DISTINCT ON (v.article_id) ${versionColumns}, a.position, v.words,
    (SELECT s.version FROM article_version s WHERE s.article_id = v.article_id AND s.language = 'en' AND s.state = 'published') AS newest_source
  FROM ${versionFrom} WHERE v.state = 'published' AND v.language = ANY ($1::text[])
  ORDER BY v.article_id, array_position($1::text[], v.language))`;
export type StandingRow = VersionRow & { newest_source: number | null };

export async function standingOf(db: Queryable, id: string | bigint, wanted: TextLanguage): Promise<StandingRow> {
  const [row] = await db.query<StandingRow>(`WITH ${standing} SELECT * FROM standing WHERE article_id = $2`, [fallbacksOf(wanted), id]);
  if (!row) throw new Refusal('textUnknown');
  return row;
}
