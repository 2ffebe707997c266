import { Refusal } from '@bourse/protocol/errors';
import { articleTypes } from '@bourse/protocol/texts';
import type { Transaction } from '../../platform/database.ts';

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
