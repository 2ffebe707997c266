import { z } from 'zod';
import { call } from '../calls/define.ts';
import { id, nothing, oneOf, pageOf, queryOneOf, time } from '../calls/shapes.ts';
import { articleTypes, summaryAtMost, textLanguages, titleAtMost, versionStates } from '../texts/kinds.ts';
import { act, adminPaging, note, read } from './define.ts';

const language = z.enum(textLanguages);
const type = oneOf(...Object.values(articleTypes));
const state = z.enum(versionStates);
const body = z.looseObject({ type: z.literal('doc') });

const standing = z.strictObject({
  language,
  version: z.number().int(),
  state,
  /** The English text has a newer published version than the one it was made from. */
  stale: z.boolean(),
});
const articleRow = z.strictObject({
  ...{ id, type, category: z.string(), code: z.string(), title: z.string() },
  /** Of each language the newest version that is not withdrawn. */
  languages: z.array(standing),
  waits: z.number().int().describe('Versions that wait for an approval'),
});
const versionRow = z.strictObject({
  ...{
    id,
    language,
    version: z.number().int(),
    revision: z.number().int(),
    state,
    title: z.string(),
    summary: z.string(),
    stricter: z.boolean(),
  },
  hash: z.string().nullable().describe('null: a draft, which may still change'),
  sourceVersion: z.number().int().nullable().describe('The English version it was made from'),
  stale: z.boolean(),
  author: z.string(),
  approvals: z.array(z.strictObject({ operator: id, name: z.string(), at: time })),
  needed: z.number().int(),
  mine: z.boolean(),
  mayApprove: z.boolean(),
  ...{ changedAt: time, effectiveAt: time.nullable(), publishedAt: time.nullable(), reason: z.string() },
});
export type ArticleRow = z.output<typeof articleRow>;
export type ArticleVersion = z.output<typeof versionRow>;
const article = z.strictObject({
  ...{ id, type, category: z.string(), code: z.string() },
  versions: z.array(versionRow).describe('The newest first'),
});
export type ArticleFull = z.output<typeof article>;
const written = { title: z.string(), summary: z.string(), body };
const at = { id: id.describe('Of the version'), revision: z.number().int().min(1) };
const moves = ['notFound', 'contentChanged', 'contentState'] as const;
const banner = z.strictObject({
  ...{ id, revision: z.number().int(), picture: z.string(), target: z.string(), alt: z.record(z.string(), z.string()) },
  ...{ position: z.number().int(), shown: z.boolean(), changedBy: z.string(), changedAt: time },
});
export type Banner = z.output<typeof banner>;

export const articleCalls = {
  'GET content/list': call({
    ...read('content'),
    summary: 'Texts that the exchange publishes, with the state of each language',
    input: z.strictObject({ ...adminPaging, type: queryOneOf(...Object.values(articleTypes)).optional(), state: state.optional() }),
    output: pageOf(articleRow),
  }),
  'GET content/get': call({
    ...read('content'),
    summary: 'One text with its versions in every language',
    input: z.strictObject({ id }),
    output: article,
    errors: ['notFound'],
  }),
  'GET content/preview': call({
    ...read('content'),
    summary: 'A version as customers would read it, and the one that stands before it in its language',
    input: z.strictObject({ id }),
    output: z.strictObject({
      version: versionRow,
      ...written,
      before: z.strictObject({ version: z.number().int(), ...written }).nullable(),
    }),
    errors: ['notFound', 'textUnknown'],
  }),
  'POST content/save': call({
    ...act('content'),
    summary: 'Write a draft: of a new text, of a new version, or over the draft that was read with this revision',
    bodyBytes: 1024 * 1024,
    input: z.strictObject({
      article: z.union([
        z.strictObject({ id }),
        z.strictObject({
          type,
          category: z.string().max(32),
          code: z
            .string()
            .trim()
            .min(2)
            .max(60)
            .regex(/^[a-z0-9-]+$/),
        }),
      ]),
      language,
      draft: z.strictObject(at).nullable().default(null),
      title: z.string().trim().min(1).max(titleAtMost),
      summary: z.string().trim().min(1).max(summaryAtMost),
      body: z.unknown().describe('A tree as `readTree` of the protocol reads it'),
      stricter: z.boolean().default(true).describe('Of terms: somebody may be worse off under them'),
    }),
    output: z.strictObject({ article: id, version: versionRow }),
    errors: [...moves, 'contentTree', 'contentWords', 'contentOpen', 'contentSource', 'contentTarget'],
  }),
  'POST content/submit': call({
    ...act('content'),
    summary: 'Give a draft to review. From now on it cannot change',
    input: z.strictObject(at),
    output: versionRow,
    errors: [...moves, 'contentTree'],
  }),
  'POST content/approve': call({
    ...act('content'),
    summary: 'Approve exactly this version by its hash. One other person approves; terms are approved by two others',
    input: z.strictObject({ ...at, hash: z.string().max(60) }),
    output: versionRow,
    errors: [...moves, 'contentOwn', 'decidedByYou'],
  }),
  'POST content/schedule': call({
    ...act('content'),
    summary: 'Say when an approved version takes effect; stricter terms at the earliest in 14 days. A moment that is past is now',
    input: z.strictObject({ ...at, effectiveAt: time.min(0).max(9_999_999_999_999), reason: note }),
    output: versionRow,
    errors: [...moves, 'contentTooSoon'],
  }),
  'POST content/withdraw': call({
    ...act('content'),
    summary: 'Take a version back. English terms in force are replaced by a newer version, never taken back',
    input: z.strictObject({ ...at, reason: note }),
    output: versionRow,
    errors: moves,
  }),
  'GET content/banners': call({
    ...read('content'),
    summary: 'Banners, shown or not',
    input: nothing,
    output: z.array(banner),
  }),
  'POST content/banner': call({
    ...act('content'),
    summary: 'Write a banner: a picture of this exchange, words for whoever cannot see it, and a page of the app',
    input: z.strictObject({
      banner: z.strictObject(at).nullable().default(null),
      picture: z.string().max(160),
      target: z.string().max(300),
      alt: z.partialRecord(language, z.string().trim().min(1).max(200)),
      position: z.number().int().min(0).max(1_000),
      shown: z.boolean(),
      reason: note,
    }),
    output: banner,
    errors: ['notFound', 'contentChanged', 'contentTarget', 'contentWords'],
  }),
};
