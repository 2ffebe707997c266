import { type ArticleType, articleTypes, fallbacksOf, type TextLanguage } from '@bourse/protocol/texts';
import type { Queryable } from '../../platform/database.ts';
import { type StandingRow, spokenIn, standing } from './store.ts';

export interface Wanted {
  type: ArticleType;
  categories: readonly string[];
  keyword?: string | undefined;
  pageNo: number;
  pageSize: number;
}

export const rowOf = (row: StandingRow, wanted: TextLanguage) => ({
  id: String(row.article_id),
  title: row.title,
  summary: row.summary,
  category: row.category,
  version: row.version,
  ...spokenIn(row, wanted),
  at: (row.effective_at ?? row.published_at ?? row.changed_at).getTime(),
});

/** Words of a search as they are looked for: any case, and `%` and `_` mean themselves. */
const likeOf = (word: string) => `%${word.replace(/[\\%_]/g, '\\$&')}%`;

/** Texts that stand, a page of them. All words of a search must occur; a title that has them comes first. */
export async function pageOfTexts<Extra extends object = object>(
  db: Queryable,
  { type, categories, keyword, pageNo, pageSize }: Wanted,
  wanted: TextLanguage,
  order: 'newest' | 'position',
  customer: string | null = null,
  extra = '',
) {
  const words = (keyword ?? '').normalize('NFKC').split(/\s+/).filter(Boolean).slice(0, 8).map(likeOf);
  const rows = await db.query<StandingRow & Extra & { total: bigint; read: boolean }>(
    `WITH ${standing}
     SELECT s.*, count(*) OVER () AS total${extra}, EXISTS (SELECT 1 FROM article_read r WHERE r.article_id = s.article_id AND r.customer_id = $7::bigint) AS read
     FROM standing s WHERE s.type = $2 AND s.category = ANY ($3::text[])
       AND s.title || ' ' || s.summary || ' ' || s.words ILIKE ALL ($4::text[])
     ORDER BY (cardinality($4::text[]) > 0 AND s.title ILIKE ALL ($4::text[])) DESC,
       ${order === 'newest' ? 's.effective_at DESC' : 's.position'}, s.article_id ${order === 'newest' ? 'DESC' : ''} LIMIT $5 OFFSET $6`,
    [fallbacksOf(wanted), type, categories, words, pageSize, (pageNo - 1) * pageSize, customer],
  );
  return { rows, total: Number(rows[0]?.total ?? 0n), pageNo, pageSize };
}

export const toldPage = async (db: Queryable, page: Omit<Wanted, 'type'>, wanted: TextLanguage, customer: string | null) => {
  const { rows, ...rest } = await pageOfTexts(db, { ...page, type: articleTypes.notice }, wanted, 'newest', customer);
  return { list: rows.map((row) => ({ ...rowOf(row, wanted), read: row.read })), ...rest };
};

/** Hosts that published texts link to. */
export async function publishedHosts(db: Queryable): Promise<string[]> {
  const rows = await db.query<{ host: string }>(
    "SELECT DISTINCT unnest(hosts) AS host FROM article_version WHERE state = 'published' ORDER BY host LIMIT 500",
  );
  return rows.map(({ host }) => host);
}
