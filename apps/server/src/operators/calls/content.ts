import type { ArticleFull, ArticleRow, ArticleVersion, Banner } from '@bourse/protocol/admin';
import { Refusal } from '@bourse/protocol/errors';
import {
  type ArticleType,
  approvalsFor,
  articleTypes,
  categoriesOf,
  hostsOf,
  isOwnPicture,
  isPlainLine,
  linkOf,
  sourceLanguage,
  type TextLanguage,
  wordsIn,
} from '@bourse/protocol/texts';
import type { OperatorContext } from '../../calls/handlers.ts';
import { type At, approve, mustBeTree, overwrite, schedule, submit, versionOf, withdraw } from '../../content/articles/machine.ts';
import { bodyOf, hashText, type VersionRow, versionColumns, versionFrom } from '../../content/articles/store.ts';
import type { Now } from '../../people/ports.ts';
import type { Database, Queryable, Transaction } from '../../platform/database.ts';
import type { MakeAct } from '../acts.ts';
import type { AdminHandlers } from '../handlers.ts';

type Names =
  | 'GET content/list'
  | 'GET content/get'
  | 'GET content/preview'
  | 'POST content/save'
  | 'POST content/submit'
  | 'POST content/approve'
  | 'POST content/schedule'
  | 'POST content/withdraw'
  | 'GET content/banners'
  | 'POST content/banner';

interface Approval {
  operator: string;
  name: string;
  at: number;
}
type Full = VersionRow & { author: string | null; approvals: Approval[]; newest_source: number | null };
const fullColumns = `${versionColumns},
  (SELECT string_agg(o.name, ', ' ORDER BY o.id) FROM operator o WHERE o.id = ANY (v.authors)) AS author,
  coalesce((SELECT jsonb_agg(jsonb_build_object('operator', p.operator_id::text, 'name', o.name, 'at', floor(extract(epoch FROM p.at) * 1000)) ORDER BY p.at)
    FROM article_approval p JOIN operator o ON o.id = p.operator_id WHERE p.version_id = v.id), '[]') AS approvals,
  (SELECT max(s.version) FROM article_version s WHERE s.article_id = v.article_id AND s.language = '${sourceLanguage}' AND s.published_at IS NOT NULL) AS newest_source`;

const staleIn = (row: Pick<Full, 'source_version' | 'newest_source'>) =>
  row.source_version !== null && row.newest_source !== null && row.source_version < row.newest_source;

function viewOf(row: Full, operator: number): ArticleVersion {
  const mine = row.authors.includes(operator);
  const approved = row.approvals.some((one) => one.operator === String(operator));
  return {
    ...{ id: String(row.id), language: row.language, version: row.version, revision: row.revision, state: row.state },
    ...{ title: row.title, summary: row.summary, stricter: row.stricter },
    hash: row.hash === null ? null : hashText(row.hash),
    ...{ sourceVersion: row.source_version, stale: staleIn(row), author: row.author ?? '', approvals: row.approvals },
    ...{ needed: approvalsFor(row.type), mine, mayApprove: row.state === 'review' && !mine && !approved },
    ...{ changedAt: row.changed_at.getTime(), effectiveAt: row.effective_at?.getTime() ?? null },
    ...{ publishedAt: row.published_at?.getTime() ?? null, reason: row.reason },
  };
}
async function fullOf(db: Queryable, id: string | bigint): Promise<Full> {
  const [row] = await db.query<Full>(`SELECT ${fullColumns} FROM ${versionFrom} WHERE v.id = $1`, [id]);
  if (!row) throw new Refusal('notFound');
  return row;
}
const operatorOf = ({ operator }: OperatorContext) => Number(operator.operatorId);

interface BannerRow {
  id: bigint;
  revision: number;
  picture: string;
  target: string;
  alt: Banner['alt'];
  position: number;
  shown: boolean;
  name: string;
  changed_at: Date;
}
const bannersOf = (db: Queryable, id: string | null) =>
  db.query<BannerRow>(
    `SELECT b.id, b.revision, b.picture, b.target, b.alt, b.position, b.shown, o.name, b.changed_at FROM banner b
     JOIN operator o ON o.id = b.changed_by WHERE $1::bigint IS NULL OR b.id = $1 ORDER BY b.shown DESC, b.position, b.id LIMIT 200`,
    [id],
  );
const bannerView = ({ id, name, changed_at, ...row }: BannerRow): Banner => ({
  ...{ ...row, id: String(id), changedBy: name, changedAt: changed_at.getTime() },
});

/** Texts that the exchange publishes: who wrote which version, who approved it, and when it takes effect. */
export function contentHandlers({ database, clock, act }: { database: Database; clock: Now; act: MakeAct }): AdminHandlers<Names> {
  const atOf = (given: { id: string; revision: number }, context: OperatorContext): At => ({
    ...{ id: given.id, revision: given.revision },
    ...{ operator: operatorOf(context), now: clock.now() },
  });
  const move = async (tx: Transaction, before: VersionRow, after: VersionRow, reason: string, context: OperatorContext) => ({
    subject: `article ${after.article_id} ${after.language} v${after.version}`,
    reason,
    changes: [
      { field: 'state', before: before.state, after: after.state },
      ...(after.effective_at ? [{ field: 'effectiveAt', before: null, after: after.effective_at.toISOString() }] : []),
    ],
    answer: viewOf(await fullOf(tx, after.id), operatorOf(context)),
  });

  /** The article that is written in, locked; a new one where it is new. */
  async function articleFor(
    tx: Transaction,
    given: { id: string } | { type: ArticleType; category: string; code: string },
    language: TextLanguage,
  ) {
    if ('id' in given) {
      const [row] = await tx.query<{ id: bigint; type: ArticleType; code: string }>(
        'SELECT id, type, code FROM article WHERE id = $1 FOR UPDATE',
        [given.id],
      );
      if (!row) throw new Refusal('notFound');
      return row;
    }
    if (!categoriesOf(given.type).includes(given.category)) throw new Refusal('contentTarget');
    if (language !== sourceLanguage) throw new Refusal('contentSource');
    const [row] = await tx.query<{ id: bigint; type: ArticleType; code: string }>(
      `INSERT INTO article (type, category, code, position, created_at)
       VALUES ($1, $2, $3, (SELECT coalesce(max(position), 0) + 1 FROM article WHERE type = $1 AND category = $2), $4)
       ON CONFLICT DO NOTHING RETURNING id, type, code`,
      [given.type, given.category, given.code, new Date(clock.now())],
    );
    if (!row) throw new Refusal('contentOpen');
    return row;
  }

  return {
    'GET content/list': async ({ pageNo, pageSize, type, state }) => {
      const rows = await database.query<{
        id: bigint;
        type: ArticleType;
        category: string;
        code: string;
        title: string | null;
        languages: ArticleRow['languages'];
        waits: bigint;
        total: bigint;
      }>(
        `SELECT a.id, a.type, a.category, a.code, count(*) OVER () AS total,
           (SELECT v.title FROM article_version v WHERE v.article_id = a.id ORDER BY v.language = '${sourceLanguage}' DESC, v.version DESC LIMIT 1) AS title,
           (SELECT count(*) FROM article_version v WHERE v.article_id = a.id AND v.state = 'review') AS waits,
           coalesce((SELECT jsonb_agg(jsonb_build_object('language', n.language, 'version', n.version, 'state', n.state,
               'stale', coalesce(n.source_version < (SELECT max(s.version) FROM article_version s WHERE s.article_id = a.id
                 AND s.language = '${sourceLanguage}' AND s.published_at IS NOT NULL), false)) ORDER BY n.language)
             FROM (SELECT DISTINCT ON (v.language) v.* FROM article_version v WHERE v.article_id = a.id AND v.state <> 'withdrawn'
               ORDER BY v.language, v.version DESC) n), '[]') AS languages
         FROM article a WHERE ($1::smallint IS NULL OR a.type = $1)
           AND ($2::text IS NULL OR EXISTS (SELECT 1 FROM article_version v WHERE v.article_id = a.id AND v.state = $2))
         ORDER BY waits DESC, a.type, a.category, a.position, a.id LIMIT $3 OFFSET $4`,
        [type ?? null, state ?? null, pageSize, (pageNo - 1) * pageSize],
      );
      return {
        list: rows.map(({ id, title, waits, total: _, ...row }) => ({ ...row, id: String(id), title: title ?? '', waits: Number(waits) })),
        ...{ total: Number(rows[0]?.total ?? 0n), pageNo, pageSize },
      };
    },

    'GET content/get': async ({ id }, context): Promise<ArticleFull> => {
      const [article] = await database.query<{ type: ArticleType; category: string; code: string }>(
        'SELECT type, category, code FROM article WHERE id = $1',
        [id],
      );
      if (!article) throw new Refusal('notFound');
      const rows = await database.query<Full>(
        `SELECT ${fullColumns} FROM ${versionFrom} WHERE v.article_id = $1 ORDER BY v.language, v.version DESC LIMIT 500`,
        [id],
      );
      return { id, ...article, versions: rows.map((row) => viewOf(row, operatorOf(context))) };
    },

    'GET content/preview': async ({ id }, context) => {
      const row = await fullOf(database, id);
      const [before] = await database.query<VersionRow>(
        `SELECT ${versionColumns} FROM ${versionFrom} WHERE v.article_id = $1 AND v.language = $2 AND v.version < $3 AND v.published_at IS NOT NULL
         ORDER BY v.version DESC LIMIT 1`,
        [row.article_id, row.language, row.version],
      );
      const wordsOf = (one: VersionRow) => ({ title: one.title, summary: one.summary, body: bodyOf(one) });
      return {
        version: viewOf(row, operatorOf(context)),
        ...wordsOf(row),
        before: before ? { version: before.version, ...wordsOf(before) } : null,
      };
    },

    'POST content/save': act(
      'POST content/save',
      async (tx, { article: given, language, draft, title, summary, body, stricter }, context) => {
        if (!isPlainLine(title) || !isPlainLine(summary)) throw new Refusal('contentWords');
        const tree = mustBeTree(body);
        const now = clock.now();
        const article = await articleFor(tx, given, language);
        const [source] =
          language === sourceLanguage
            ? []
            : await tx.query<{ version: number }>(
                `SELECT version FROM article_version WHERE article_id = $1 AND language = '${sourceLanguage}' AND hash IS NOT NULL
               AND state <> 'withdrawn' ORDER BY version DESC LIMIT 1`,
                [article.id],
              );
        if (language !== sourceLanguage && !source) throw new Refusal('contentSource');
        const values = {
          ...{ title, summary, body: JSON.stringify(tree), words: wordsIn(tree), hosts: hostsOf(tree) },
          ...{ stricter: article.type === articleTypes.terms && stricter, source_version: source?.version ?? null },
        };
        let id: bigint;
        if (draft) {
          const row = await versionOf(tx, draft.id);
          if (row.article_id !== article.id || row.language !== language) throw new Refusal('notFound');
          id = (await overwrite(tx, atOf(draft, context), values)).id;
        } else {
          const [open] = await tx.query(
            "SELECT 1 FROM article_version WHERE article_id = $1 AND language = $2 AND state IN ('draft', 'review', 'approved', 'scheduled')",
            [article.id, language],
          );
          if (open) throw new Refusal('contentOpen');
          const [made] = await tx.query<{ id: bigint }>(
            `INSERT INTO article_version (article_id, language, version, state, title, summary, body, words, hosts, stricter, source_version, authors, changed_at)
           VALUES ($1, $2, (SELECT coalesce(max(version), 0) + 1 FROM article_version WHERE article_id = $1 AND language = $2), 'draft',
             $3, $4, $5, $6, $7, $8, $9, $10, $11) RETURNING id`,
            [article.id, language, ...Object.values(values), [operatorOf(context)], new Date(now)],
          );
          if (!made) throw new Error('the draft was not stored');
          id = made.id;
        }
        const row = await fullOf(tx, id);
        return {
          subject: `article ${article.id} ${language} v${row.version}`,
          reason: title,
          changes: [{ field: 'draft', before: draft ? `revision ${draft.revision}` : null, after: `revision ${row.revision}` }],
          answer: { article: String(article.id), version: viewOf(row, operatorOf(context)) },
        };
      },
    ),
    'POST content/submit': act('POST content/submit', async (tx, given, context) => {
      const before = await versionOf(tx, given.id);
      const after = await submit(tx, atOf(given, context));
      return move(tx, before, after, hashText(after.hash), context);
    }),
    'POST content/approve': act('POST content/approve', async (tx, given, context) => {
      const before = await versionOf(tx, given.id);
      return move(tx, before, await approve(tx, { ...atOf(given, context), hash: given.hash }), given.hash, context);
    }),
    'POST content/schedule': act('POST content/schedule', async (tx, { effectiveAt, reason, ...given }, context) => {
      const before = await versionOf(tx, given.id);
      return move(tx, before, await schedule(tx, { ...atOf(given, context), effectiveAt, reason }), reason, context);
    }),
    'POST content/withdraw': act('POST content/withdraw', async (tx, { reason, ...given }, context) => {
      const before = await versionOf(tx, given.id);
      return move(tx, before, await withdraw(tx, { ...atOf(given, context), reason }), reason, context);
    }),

    'GET content/banners': async () => (await bannersOf(database, null)).map(bannerView),
    'POST content/banner': act('POST content/banner', async (tx, { banner, picture, target, alt, position, shown, reason }, context) => {
      // A banner never leads to another host: its picture says what it likes, and nobody reads an address in it.
      if (!isOwnPicture(picture) || !target.startsWith('/') || linkOf(target) === undefined) throw new Refusal('contentTarget');
      const spoken = Object.values(alt);
      if (!Object.hasOwn(alt, sourceLanguage) || !spoken.every(isPlainLine)) throw new Refusal('contentWords');
      const values = [picture, target, JSON.stringify(alt), position, shown, operatorOf(context), new Date(clock.now())];
      const [before] = banner ? await bannersOf(tx, banner.id) : [];
      if (banner && !before) throw new Refusal('notFound');
      const [made] = await tx.query<{ id: bigint }>(
        banner
          ? `UPDATE banner SET picture = $1, target = $2, alt = $3, position = $4, shown = $5, changed_by = $6, changed_at = $7, revision = revision + 1
             WHERE id = $8 AND revision = $9 RETURNING id`
          : 'INSERT INTO banner (picture, target, alt, position, shown, changed_by, changed_at) VALUES ($1, $2, $3, $4, $5, $6, $7) RETURNING id',
        banner ? [...values, banner.id, banner.revision] : values,
      );
      if (!made) throw new Refusal('contentChanged');
      const [after] = await bannersOf(tx, String(made.id));
      if (!after) throw new Error('the banner was not stored');
      const fields = ['picture', 'target', 'position', 'shown'] as const;
      return {
        subject: `banner ${made.id}`,
        reason,
        changes: fields.flatMap((field) =>
          before && before[field] === after[field]
            ? []
            : [{ field, before: before ? String(before[field]) : null, after: String(after[field]) }],
        ),
        answer: bannerView(after),
      };
    }),
  };
}
