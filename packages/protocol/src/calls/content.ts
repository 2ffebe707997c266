import { z } from 'zod';
import { call } from './define.ts';
import { decimal, nothing, time } from './shapes.ts';

const text = z.record(z.string(), z.string());

export const content = {
  'GET system/base-info/get': call({
    area: 'content',
    summary: 'Product name and logo',
    audience: 'anyone',
    idempotency: 'read',
    input: nothing,
    output: z.strictObject({
      APP_BASE_NAME: z.string(),
      APP_BASE_LOGO: z.string(),
      environment: z.enum(['development', 'production']),
      version: z.strictObject({ id: z.string(), updateType: z.literal([0, 1, 2]) }),
      serverTime: time,
    }),
  }),
  'GET system/menu/list': call({
    area: 'content',
    summary: 'Menu items; a path that is not listed is shown',
    audience: 'visitor',
    idempotency: 'read',
    input: nothing,
    output: z.array(z.strictObject({ path: z.string(), name: z.string(), visible: z.literal([0, 1]) })),
  }),
  'GET pay/exchange-rate/list': call({
    area: 'content',
    summary: 'Display currencies: price is units of the currency for one USD',
    audience: 'anyone',
    idempotency: 'read',
    input: nothing,
    output: z.array(
      z.strictObject({
        exchange: z.string(),
        name: z.string(),
        price: decimal,
        sign: z.string(),
        position: z.literal([0, 1]).describe('1: sign after the amount'),
        priceAccuracy: z.number().int(),
        isDefault: z.boolean(),
        time,
        stale: z.boolean(),
        feed: z.enum(['live', 'replay', 'simulated', 'rule']).describe('Where the rate comes from; rule: one USDT counts as one dollar'),
      }),
    ),
  }),
  'GET system/area-code/list': call({
    area: 'content',
    summary: 'Country calling codes',
    audience: 'anyone',
    idempotency: 'read',
    input: nothing,
    output: z.array(
      z.strictObject({
        areaCode: z.string(),
        country: z.string().describe('ISO 3166-1 alpha-2'),
        name: z.string(),
        isDefault: z.boolean(),
      }),
    ),
  }),
  'GET system/language/list': call({
    area: 'content',
    summary: 'Languages offered',
    audience: 'anyone',
    idempotency: 'read',
    input: nothing,
    output: z.array(z.strictObject({ code: z.string(), name: z.string(), rtl: z.boolean(), isDefault: z.boolean() })),
  }),
  'GET system/i18n/translation': call({
    area: 'content',
    summary: 'Server-side texts of one type, in the request’s language',
    audience: 'anyone',
    idempotency: 'read',
    input: z.strictObject({ typeCode: z.string().max(32) }),
    output: text,
    errors: ['notFound'],
  }),
  'GET system/i18n-type/list': call({
    area: 'content',
    summary: 'Types of server-side texts',
    audience: 'anyone',
    idempotency: 'read',
    input: nothing,
    output: z.array(z.strictObject({ typeCode: z.string(), name: z.string(), count: z.number().int() })),
  }),
  'GET system/i18n/json': call({
    area: 'content',
    summary: 'Every server-side text in one language',
    audience: 'anyone',
    idempotency: 'read',
    input: z.strictObject({ language: z.string().max(12).optional() }),
    output: z.record(z.string(), text),
  }),
  'GET system/config/query-value': call({
    area: 'content',
    summary: 'A published configuration value',
    audience: 'anyone',
    idempotency: 'read',
    input: z.strictObject({ key: z.string().max(64) }),
    output: z.strictObject({ key: z.string(), value: z.string() }),
    errors: ['notFound'],
  }),
  'GET system/view-control/list': call({
    area: 'content',
    summary: 'Which parts of the screens are on',
    audience: 'visitor',
    idempotency: 'read',
    input: nothing,
    output: z.array(z.strictObject({ key: z.string(), visible: z.boolean(), reason: z.string().nullable() })),
  }),
  'GET system/dict-data/list': call({
    area: 'content',
    summary: 'Enumerations with their names in the request’s language',
    audience: 'anyone',
    idempotency: 'read',
    input: z.strictObject({ type: z.string().max(32).optional() }),
    output: z.array(
      z.strictObject({ type: z.string(), value: z.union([z.number().int(), z.string()]), key: z.string(), label: z.string() }),
    ),
  }),
};
