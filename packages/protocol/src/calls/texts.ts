import { z } from 'zod';
import { deskHours } from '../chat/shapes.ts';
import { articleTypes, helpCategories, termsCodes, textLanguages } from '../texts/kinds.ts';
import { call, callsOf } from './define.ts';
import { id, nothing, oneOf, pageOf, paging, queryInt, time } from './shapes.ts';

const { open, visit } = callsOf('content');
const act = { area: 'content', audience: 'customer', idempotency: 'natural' } as const;

const language = z.enum(textLanguages);
const version = z.number().int();
const digest = z.string().describe('base64url of SHA-256 over the canonical JSON of [id, language, version, title, body]');
/** Read it with `readTree` of `@bourse/protocol/texts`, which knows every node. */
const body = z
  .looseObject({ type: z.literal('doc') })
  .describe('A tree of headings, paragraphs, lists, quotes, pictures, live instruments and marked text');
const keyword = z.string().trim().min(1).max(64).optional();

/** In which language a text is answered. */
const spoken = {
  language,
  fallback: z.boolean().describe('It is not in the language that was asked for, because there is none'),
  stale: z.boolean().describe('It was made from an older version of the English text'),
};
const row = {
  id,
  title: z.string(),
  summary: z.string(),
  category: z.string(),
  version,
  ...spoken,
  at: time.describe('Since when this version stands'),
};
const listed = z.strictObject(row);
const toldRow = z.strictObject({ ...row, read: z.boolean().describe('The customer opened it; false for visitors') });
const page = { ...paging, keyword };
const consent = z.strictObject({ version, language, hash: digest, at: time });

const agreed = z.strictObject({ id, version: z.number().int().min(1).max(1_000_000), language });
/** What somebody who registers agrees to: the versions that they could read. */
export const agreements = z.array(agreed).max(8).optional();

export const textCalls = {
  'GET system/notice/text-type': call({
    ...open,
    summary: 'Kinds of terms that stand, with the version in force',
    input: nothing,
    output: z.array(
      z.strictObject({
        ...row,
        typeCode: z.enum(termsCodes),
        hash: digest,
        atSignUp: z.boolean().describe('Whoever registers agrees to it'),
      }),
    ),
  }),
  'GET system/notice/text-list': call({
    ...open,
    summary: 'Versions of terms in one language, the newest first; one that is announced is among them',
    input: z.strictObject({ typeCode: z.enum(termsCodes), language: language.optional() }),
    output: z.array(
      z.strictObject({
        id,
        version,
        ...spoken,
        title: z.string(),
        hash: digest,
        state: z.enum(['announced', 'inForce', 'former']),
        stricter: z.boolean(),
        effectiveAt: time,
      }),
    ),
    errors: ['textUnknown'],
  }),
  'GET system/notice/text': call({
    ...visit,
    summary: 'One version of terms, the one in force where none is named, and what the customer agreed to',
    input: z.strictObject({ typeCode: z.enum(termsCodes), version: queryInt(1, 1_000_000).optional(), language: language.optional() }),
    output: z.strictObject({
      ...row,
      typeCode: z.enum(termsCodes),
      state: z.enum(['announced', 'inForce', 'former']),
      hash: digest,
      body,
      agreed: consent.nullable().describe('The newest agreement of the customer; null for visitors'),
    }),
    errors: ['textUnknown'],
  }),
  'GET system/notice/terms-to-agree': call({
    area: 'content',
    audience: 'customer',
    idempotency: 'read',
    summary: 'Terms that became stricter since the customer agreed to them, as they stand now',
    input: nothing,
    output: z.array(z.strictObject({ ...row, typeCode: z.enum(termsCodes), hash: digest, agreed: consent })),
  }),
  'GET system/notice/help-page': call({
    ...open,
    summary: 'Articles of the help centre; those that fit best come first',
    input: z.strictObject({ ...page, category: z.enum(helpCategories).optional() }),
    output: pageOf(listed),
  }),
  'GET system/notice/news-page': call({
    ...visit,
    summary: 'News, newest first',
    input: z.strictObject(page),
    output: pageOf(toldRow),
  }),
  'GET system/notice/notice-page': call({
    ...visit,
    summary: 'Announcements, newest first',
    input: z.strictObject(page),
    output: pageOf(toldRow),
  }),
  'GET system/notice/detail': call({
    ...visit,
    summary: 'One article as it stands, or a version of it that stood',
    input: z.strictObject({ id, version: queryInt(1, 1_000_000).optional(), language: language.optional() }),
    output: z.strictObject({
      ...row,
      type: oneOf(...Object.values(articleTypes)),
      body,
      changed: z.boolean().describe('An earlier version stood before'),
      helpful: z.strictObject({ yes: z.number().int(), no: z.number().int(), mine: z.enum(['yes', 'no']).nullable() }),
    }),
    errors: ['textUnknown'],
  }),
  'GET system/notice/index': call({
    ...visit,
    summary: 'What a home screen shows of texts: the newest announcements and news',
    input: nothing,
    output: z.strictObject({ announcements: z.array(toldRow).max(3), news: z.array(toldRow).max(3) }),
  }),
  'GET system/notice/home-notice': call({
    ...open,
    summary: 'One line for the home screen: the newest announcement of the last two weeks',
    input: nothing,
    output: z.strictObject({ notice: listed.nullable() }),
  }),
  'GET system/notice/unread-announcement': call({
    area: 'content',
    audience: 'customer',
    idempotency: 'read',
    summary: 'Announcements since the customer came that they did not open',
    input: nothing,
    output: z.strictObject({ count: z.number().int(), list: z.array(toldRow).max(3) }),
  }),
  'GET system/notice/index-jump-list': call({
    ...open,
    summary: 'Pages of the app that texts lead to by name, and the other hosts that published texts link to',
    input: nothing,
    output: z.strictObject({
      list: z.array(z.strictObject({ name: z.string(), path: z.string() })),
      hosts: z.array(z.string()).describe('A face opens no other host from a text'),
    }),
  }),
  'GET system/rotation-chart/list': call({
    ...open,
    summary: 'Banners in the order of operators; each has words for whoever cannot see it and leads to a page of the app',
    input: nothing,
    output: z.array(
      z.strictObject({ id, picture: z.string(), alt: z.string(), ...{ language, fallback: z.boolean() }, target: z.string() }),
    ),
  }),
  'GET system/forum-message/page': call({
    ...open,
    summary: 'Lessons of the college, in their order',
    input: z.strictObject(page),
    output: pageOf(z.strictObject({ ...row, likes: z.number().int(), views: z.number().int() })),
  }),
  'GET system/forum-message/get': call({
    ...visit,
    summary: 'One lesson',
    input: z.strictObject({ id, language: language.optional() }),
    output: z.strictObject({ ...row, body, likes: z.number().int(), views: z.number().int(), liked: z.boolean() }),
    errors: ['textUnknown'],
  }),
  'POST system/forum-message/thumbs-up': call({
    ...act,
    summary: 'Likes a lesson, or no longer',
    input: z.strictObject({ id, liked: z.boolean() }),
    output: z.strictObject({ likes: z.number().int(), views: z.number().int(), liked: z.boolean() }),
    errors: ['textUnknown'],
  }),
  'POST system/forum-message/look': call({
    ...act,
    summary: 'Says that the customer opened a lesson; it counts once a day',
    input: z.strictObject({ id }),
    output: z.strictObject({ likes: z.number().int(), views: z.number().int(), liked: z.boolean() }),
    errors: ['textUnknown'],
  }),
  'POST system/text-operate/create': call({
    ...act,
    summary: 'Read a text (1), found it helpful (2) or not (3), or agree to terms in force (4): the hash of that version is kept with it',
    input: z.strictObject({ ...agreed.shape, operate: oneOf(1, 2, 3, 4) }),
    output: z.strictObject({ done: z.literal(true), hash: digest }),
    errors: ['textUnknown', 'textChanged'],
  }),
  'GET system/area-manage/list': call({
    ...open,
    weight: 5,
    summary: 'Countries, whether somebody there may register, and the products of real accounts there',
    input: nothing,
    output: z.array(
      z.strictObject({
        country: z.string().describe('ISO 3166-1 alpha-2'),
        name: z.string(),
        signUp: z.boolean(),
        products: z.array(z.string()),
      }),
    ),
  }),
  'GET system/customer-server/get': call({
    ...open,
    // Whoever answers knows it.
    area: 'chat',
    summary: 'How people answer: topics, hours, languages, and how long it takes as measured',
    input: nothing,
    output: z.strictObject({
      topics: z.array(z.string()),
      hours: deskHours,
      languages: z.array(language),
      waitS: z
        .number()
        .int()
        .nullable()
        .describe('Median of the last 30 days from the first question of a customer to its answer, nights included; null: too few to say'),
    }),
  }),
};
