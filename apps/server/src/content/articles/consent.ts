import { Refusal } from '@bourse/protocol/errors';
import { articleTypes, sourceLanguage, type TermsCode, type TextLanguage } from '@bourse/protocol/texts';
import type { Queryable, Transaction } from '../../platform/database.ts';
import { rowOf } from './read.ts';
import { hashText, standingOf } from './store.ts';

export interface Agreement {
  id: string;
  version: number;
  language: string;
}

/** Keeps that a customer agrees to versions of terms that are in force, with their hashes. A version that is not in force any more is refused: read the new one first. */
export async function agree(tx: Transaction, customer: bigint | string, texts: readonly Agreement[], now: number): Promise<string[]> {
  const hashes: string[] = [];
  for (const { id, version, language } of texts) {
    const [row] = await tx.query<{ hash: Buffer; state: string }>(
      `SELECT v.hash, v.state FROM article_version v JOIN article a ON a.id = v.article_id
       WHERE v.article_id = $1 AND v.language = $2 AND v.version = $3 AND a.type = ${articleTypes.terms}
       AND v.state IN ('published', 'superseded') FOR SHARE OF v`,
      [id, language, version],
    );
    if (!row) throw new Refusal('textUnknown');
    if (row.state !== 'published') throw new Refusal('textChanged');
    await tx.query(
      `INSERT INTO article_consent (customer_id, article_id, language, version, hash, at) VALUES ($1, $2, $3, $4, $5, $6)
       ON CONFLICT (customer_id, article_id, language, version) DO NOTHING`,
      [customer, id, language, version, row.hash, new Date(now)],
    );
    hashes.push(row.hash.toString('base64url'));
  }
  return hashes;
}

interface Outdated {
  article_id: bigint;
  category: TermsCode;
  version: number;
  language: TextLanguage;
  hash: Buffer;
  at: Date;
  strictest: number;
}

/**
 * Terms that became stricter since a customer agreed to them. What counts is the English version that the agreement was made from: a translation is asked for only
 * if it has the stricter words already, otherwise the English text is.
 */
export async function termsToAgree(db: Queryable, customer: bigint | string, wanted: TextLanguage) {
  const rows = await db.query<Outdated>(
    `WITH agreed AS (
       SELECT DISTINCT ON (c.article_id) c.article_id, a.category, c.version, c.language, c.hash, c.at,
         max(CASE WHEN c.language = $2 THEN c.version ELSE v.source_version END) OVER (PARTITION BY c.article_id) AS source
       FROM article_consent c JOIN article a ON a.id = c.article_id
         JOIN article_version v ON v.article_id = c.article_id AND v.language = c.language AND v.version = c.version
       WHERE c.customer_id = $1 AND a.type = ${articleTypes.terms} ORDER BY c.article_id, c.id DESC)
     SELECT agreed.*, s.version AS strictest FROM agreed CROSS JOIN LATERAL (
       SELECT max(v.version) AS version FROM article_version v
       WHERE v.article_id = agreed.article_id AND v.language = $2 AND v.stricter AND v.state IN ('published', 'superseded')) s
     WHERE s.version > agreed.source ORDER BY agreed.article_id`,
    [customer, sourceLanguage],
  );
  return Promise.all(
    rows.map(async ({ article_id, category, strictest, version, language, hash, at }) => {
      const own = await standingOf(db, article_id, wanted);
      const text =
        own.language === sourceLanguage || (own.source_version ?? 0) >= strictest ? own : await standingOf(db, article_id, sourceLanguage);
      const agreed = { version, language, hash: hashText(hash), at: at.getTime() };
      return { ...rowOf(text, wanted), typeCode: category, hash: hashText(text.hash), agreed };
    }),
  );
}
