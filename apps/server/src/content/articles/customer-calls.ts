import { Refusal } from '@bourse/protocol/errors';
import {
  articleTypes,
  college,
  fallbacksOf,
  helpCategories,
  type TermsCode,
  type TextLanguage,
  termsAtSignUp,
} from '@bourse/protocol/texts';
import { sayMaybe } from '@bourse/words';
import type { Handlers } from '../../calls/handlers.ts';
import type { Session } from '../../calls/session.ts';
import type { Now } from '../../people/ports.ts';
import type { Database } from '../../platform/database.ts';
import { agree, termsToAgree } from './consent.ts';
import { pageOfTexts, publishedHosts, rowOf, toldPage } from './read.ts';
import {
  bodyOf,
  hashText,
  type StandingRow,
  spokenIn,
  standing,
  standingOf,
  textLanguageOf,
  versionColumns,
  versionFrom,
} from './store.ts';

export type ArticleCalls =
  | 'GET system/notice/text-type'
  | 'GET system/notice/text-list'
  | 'GET system/notice/text'
  | 'GET system/notice/terms-to-agree'
  | 'GET system/notice/help-page'
  | 'GET system/notice/news-page'
  | 'GET system/notice/notice-page'
  | 'GET system/notice/detail'
  | 'GET system/notice/index'
  | 'GET system/notice/home-notice'
  | 'GET system/notice/unread-announcement'
  | 'GET system/notice/index-jump-list'
  | 'GET system/rotation-chart/list'
  | 'GET system/forum-message/page'
  | 'GET system/forum-message/get'
  | 'POST system/forum-message/thumbs-up'
  | 'POST system/forum-message/look'
  | 'POST system/text-operate/create';

/** Pages of the app that texts lead to by name. */
const jumps = [
  '/market',
  '/funds',
  '/funds/topUp',
  '/funds/withdraw',
  '/order',
  '/mine/help_center',
  '/college_list',
  '/announcement',
  '/news',
  '/mine/helpFeedback',
];
const homeNoticeMs = 14 * 86_400_000;
const idOf = (session: Session | null): string | null => (session ? String(session.customerId) : null);

/** The version in force, one that is announced, or one that stood before. */
const stateOf = ({ state }: { state: string }) => (state === 'published' ? 'inForce' : state === 'scheduled' ? 'announced' : 'former');

/** What customers and visitors read of texts, and what customers do with them. */
export function articleHandlers({ database, clock }: { database: Database; clock: Now }): Handlers<ArticleCalls> {
  const termsOf = async (typeCode: string): Promise<bigint> => {
    const [row] = await database.query<{ id: bigint }>(`SELECT id FROM article WHERE type = ${articleTypes.terms} AND category = $1`, [
      typeCode,
    ]);
    if (!row) throw new Refusal('textUnknown');
    return row.id;
  };
  /**
   * Versions that customers may read, in the first language that has one in force. Of terms, those that were announced, and those that stood before: whoever agreed to them
   * can read them, even if they were taken back.
   */
  const versionsOf = async (article: bigint | string, wanted: TextLanguage): Promise<StandingRow[]> => {
    const rows = await database.query<StandingRow>(
      `SELECT ${versionColumns}, (SELECT max(s.version) FROM article_version s
         WHERE s.article_id = v.article_id AND s.language = 'en' AND s.state = 'published') AS newest_source
       FROM ${versionFrom} WHERE v.article_id = $1 AND v.language = ANY ($2::text[])
       AND (v.state IN ('published', 'superseded')
         OR (a.type = ${articleTypes.terms} AND (v.state = 'scheduled' OR (v.state = 'withdrawn' AND v.published_at IS NOT NULL))))
       ORDER BY array_position($2::text[], v.language), v.version DESC LIMIT 500`,
      [article, fallbacksOf(wanted)],
    );
    // A language whose only version is announced does not serve yet.
    const serves = rows.find(({ state }) => state === 'published')?.language;
    return rows.filter(({ language }) => language === serves);
  };
  const pick = (rows: readonly StandingRow[], version: number | undefined): StandingRow => {
    const found = rows.find((row) => (version === undefined ? row.state === 'published' : row.version === version));
    if (!found) throw new Refusal('textUnknown');
    return found;
  };
  const countsOf = async (article: string, customer: string | null) => {
    const [row] = await database.query<{ likes: bigint; views: bigint; liked: boolean }>(
      `SELECT (SELECT count(*) FROM article_like WHERE article_id = $1) AS likes, (SELECT count(*) FROM article_look WHERE article_id = $1) AS views,
         EXISTS (SELECT 1 FROM article_like WHERE article_id = $1 AND customer_id = $2::bigint) AS liked`,
      [article, customer],
    );
    return { likes: Number(row?.likes ?? 0n), views: Number(row?.views ?? 0n), liked: row?.liked ?? false };
  };
  const lesson = async (id: string, wanted: TextLanguage) => {
    const row = await standingOf(database, id, wanted);
    if (row.type !== articleTypes.article || row.category !== college) throw new Refusal('textUnknown');
    return row;
  };
  const told = (category: 'announcement' | 'news', count: number, wanted: TextLanguage, session: Session | null) =>
    toldPage(database, { categories: [category], pageNo: 1, pageSize: count }, wanted, idOf(session));

  return {
    'GET system/notice/text-type': async (_input, { language }) => {
      const wanted = textLanguageOf(language);
      const rows = await database.query<StandingRow>(
        `WITH ${standing} SELECT * FROM standing WHERE type = ${articleTypes.terms} ORDER BY position, category`,
        [fallbacksOf(wanted)],
      );
      return rows.map((row) => ({
        ...rowOf(row, wanted),
        typeCode: row.category as TermsCode,
        hash: hashText(row.hash),
        atSignUp: termsAtSignUp.some((code) => code === row.category),
      }));
    },

    'GET system/notice/text-list': async ({ typeCode, language: asked }, { language }) => {
      const wanted = asked ?? textLanguageOf(language);
      return (await versionsOf(await termsOf(typeCode), wanted)).map((row) => ({
        ...{ id: String(row.article_id), version: row.version, ...spokenIn(row, wanted), title: row.title, hash: hashText(row.hash) },
        ...{ state: stateOf(row), stricter: row.stricter, effectiveAt: (row.effective_at ?? row.changed_at).getTime() },
      }));
    },

    'GET system/notice/text': async ({ typeCode, version, language: asked }, { language, session }) => {
      const wanted = asked ?? textLanguageOf(language);
      const article = await termsOf(typeCode);
      const row = pick(await versionsOf(article, wanted), version);
      const [agreed] = session
        ? await database.query<{ version: number; language: TextLanguage; hash: Buffer; at: Date }>(
            'SELECT version, language, hash, at FROM article_consent WHERE customer_id = $1 AND article_id = $2 ORDER BY id DESC LIMIT 1',
            [session.customerId, article],
          )
        : [];
      return {
        ...rowOf(row, wanted),
        ...{ typeCode, state: stateOf(row), hash: hashText(row.hash), body: bodyOf(row) },
        agreed: agreed
          ? { version: agreed.version, language: agreed.language, hash: hashText(agreed.hash), at: agreed.at.getTime() }
          : null,
      };
    },

    'GET system/notice/terms-to-agree': (_input, { language, session }) =>
      termsToAgree(database, session.customerId, textLanguageOf(language)),

    'GET system/notice/help-page': async ({ category, ...page }, { language }) => {
      const wanted = textLanguageOf(language);
      const categories = category ? [category] : helpCategories;
      const { rows, ...rest } = await pageOfTexts(database, { ...page, type: articleTypes.article, categories }, wanted, 'position');
      return { list: rows.map((row) => rowOf(row, wanted)), ...rest };
    },
    'GET system/notice/news-page': (page, { language, session }) =>
      toldPage(database, { ...page, categories: ['news'] }, textLanguageOf(language), idOf(session)),
    'GET system/notice/notice-page': (page, { language, session }) =>
      toldPage(database, { ...page, categories: ['announcement'] }, textLanguageOf(language), idOf(session)),

    'GET system/notice/detail': async ({ id, version, language: asked }, { language, session }) => {
      const wanted = asked ?? textLanguageOf(language);
      const rows = await versionsOf(id, wanted);
      const row = pick(rows, version);
      const [votes] = await database.query<{ yes: bigint; no: bigint; mine: boolean | null }>(
        `SELECT count(*) FILTER (WHERE helpful) AS yes, count(*) FILTER (WHERE NOT helpful) AS no,
           bool_or(helpful) FILTER (WHERE customer_id = $2::bigint) AS mine FROM article_vote WHERE article_id = $1`,
        [id, idOf(session)],
      );
      const mine = votes?.mine ?? null;
      return {
        ...rowOf(row, wanted),
        ...{ type: row.type, body: bodyOf(row), changed: rows.some((one) => one.version < row.version) },
        helpful: { yes: Number(votes?.yes ?? 0n), no: Number(votes?.no ?? 0n), mine: mine === null ? null : mine ? 'yes' : 'no' },
      };
    },

    'GET system/notice/index': async (_input, { language, session }) => {
      const wanted = textLanguageOf(language);
      const [announcements, news] = await Promise.all([told('announcement', 3, wanted, session), told('news', 3, wanted, session)]);
      return { announcements: announcements.list, news: news.list };
    },
    'GET system/notice/home-notice': async (_input, { language }) => {
      const [newest] = (await told('announcement', 1, textLanguageOf(language), null)).list;
      if (!newest || newest.at < clock.now() - homeNoticeMs) return { notice: null };
      const { read: _, ...notice } = newest;
      return { notice };
    },
    'GET system/notice/unread-announcement': async (_input, { language, session }) => {
      const wanted = textLanguageOf(language);
      const rows = await database.query<StandingRow & { total: bigint }>(
        `WITH ${standing} SELECT s.*, count(*) OVER () AS total FROM standing s
         WHERE s.type = ${articleTypes.notice} AND s.category = 'announcement'
         AND s.effective_at >= (SELECT created_at FROM customer WHERE id = $2)
         AND NOT EXISTS (SELECT 1 FROM article_read r WHERE r.article_id = s.article_id AND r.customer_id = $2)
         ORDER BY s.effective_at DESC, s.article_id DESC LIMIT 3`,
        [fallbacksOf(wanted), session.customerId],
      );
      return { count: Number(rows[0]?.total ?? 0n), list: rows.map((row) => ({ ...rowOf(row, wanted), read: false })) };
    },
    'GET system/notice/index-jump-list': async (_input, { language }) => ({
      list: jumps.map((path) => ({ path, name: sayMaybe(language, `menu.${path}`) ?? path })),
      hosts: await publishedHosts(database),
    }),
    'GET system/rotation-chart/list': async (_input, { language }) => {
      const wanted = textLanguageOf(language);
      const rows = await database.query<{ id: bigint; picture: string; target: string; alt: Partial<Record<TextLanguage, string>> }>(
        'SELECT id, picture, target, alt FROM banner WHERE shown ORDER BY position, id LIMIT 20',
      );
      return rows.flatMap(({ id, picture, target, alt }) => {
        const spoken = fallbacksOf(wanted).find((one) => Object.hasOwn(alt, one));
        // A banner that cannot be said to somebody is not shown to them.
        return spoken ? [{ id: String(id), picture, target, alt: alt[spoken] ?? '', language: spoken, fallback: spoken !== wanted }] : [];
      });
    },

    'GET system/forum-message/page': async (page, { language }) => {
      const wanted = textLanguageOf(language);
      const extra = `, (SELECT count(*) FROM article_like l WHERE l.article_id = s.article_id) AS likes,
        (SELECT count(*) FROM article_look l WHERE l.article_id = s.article_id) AS views`;
      const { rows, ...rest } = await pageOfTexts<{ likes: bigint; views: bigint }>(
        database,
        { ...page, type: articleTypes.article, categories: [college] },
        wanted,
        'position',
        null,
        extra,
      );
      return { list: rows.map((row) => ({ ...rowOf(row, wanted), likes: Number(row.likes), views: Number(row.views) })), ...rest };
    },
    'GET system/forum-message/get': async ({ id, language: asked }, { language, session }) => {
      const wanted = asked ?? textLanguageOf(language);
      const row = await lesson(id, wanted);
      return { ...rowOf(row, wanted), body: bodyOf(row), ...(await countsOf(id, idOf(session))) };
    },
    'POST system/forum-message/thumbs-up': async ({ id, liked }, { language, session }) => {
      await lesson(id, textLanguageOf(language));
      await database.query(
        liked
          ? 'INSERT INTO article_like (article_id, customer_id, at) VALUES ($1, $2, $3) ON CONFLICT DO NOTHING'
          : 'DELETE FROM article_like WHERE article_id = $1 AND customer_id = $2 AND at <= $3',
        [id, session.customerId, new Date(clock.now())],
      );
      return countsOf(id, String(session.customerId));
    },
    'POST system/forum-message/look': async ({ id }, { language, session }) => {
      await lesson(id, textLanguageOf(language));
      await database.query(
        "INSERT INTO article_look (article_id, customer_id, day) VALUES ($1, $2, ($3::timestamptz AT TIME ZONE 'UTC')::date) ON CONFLICT DO NOTHING",
        [id, session.customerId, new Date(clock.now())],
      );
      return countsOf(id, String(session.customerId));
    },

    'POST system/text-operate/create': async ({ id, version, language, operate }, { session }) => {
      const { customerId } = session;
      const now = clock.now();
      if (operate === 4) {
        const [hash = ''] = await database.transaction((tx) => agree(tx, String(customerId), [{ id, version, language }], now));
        return { done: true, hash };
      }
      const [row] = await database.query<{ hash: Buffer }>(
        "SELECT hash FROM article_version WHERE article_id = $1 AND language = $2 AND version = $3 AND state IN ('published', 'superseded')",
        [id, language, version],
      );
      if (!row) throw new Refusal('textUnknown');
      if (operate === 1)
        await database.query('INSERT INTO article_read (customer_id, article_id, at) VALUES ($1, $2, $3) ON CONFLICT DO NOTHING', [
          customerId,
          id,
          new Date(now),
        ]);
      else
        await database.query(
          `INSERT INTO article_vote (article_id, customer_id, helpful, at) VALUES ($1, $2, $3, $4)
           ON CONFLICT (article_id, customer_id) DO UPDATE SET helpful = $3, at = $4`,
          [id, customerId, operate === 2, new Date(now)],
        );
      return { done: true, hash: hashText(row.hash) };
    },
  };
}
