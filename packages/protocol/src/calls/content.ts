import { z } from 'zod';
import { Interval, UpDownColor } from '../enums.ts';
import { call, callsOf } from './define.ts';
import { decimal, nothing, time } from './shapes.ts';

const text = z.record(z.string(), z.string());

const { open, visit } = callsOf('content');

export const content = {
  'GET system/base-info/get': call({
    ...open,
    summary: 'Product name and logo, and the settings of whoever has chosen none',
    input: nothing,
    output: z.strictObject({
      APP_BASE_NAME: z.string(),
      APP_BASE_LOGO: z.string(),
      environment: z.enum(['development', 'production']),
      version: z.strictObject({ id: z.string(), updateType: z.literal([0, 1, 2]) }),
      defaults: z.strictObject({
        language: z.string().describe('for a browser that asks for no offered language'),
        upDownColor: z.enum(UpDownColor),
        chartInterval: z.enum(Interval),
        timeZone: z.string().nullable().describe('IANA name; null: the time zone of the device'),
      }),
      phones: z.boolean().describe('whether codes can be sent to phones: only then is a phone offered where a code is needed'),
      serverTime: time,
    }),
  }),
  'GET system/menu/list': call({
    ...visit,
    summary: 'Menu items; a path that is not listed is shown',
    input: nothing,
    output: z.array(z.strictObject({ path: z.string(), name: z.string(), visible: z.literal([0, 1]) })),
  }),
  'GET pay/exchange-rate/list': call({
    ...open,
    summary: 'Display currencies: price is units of the currency for one USD',
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
    ...open,
    summary: 'Country calling codes',
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
    ...open,
    summary: 'Languages offered',
    input: nothing,
    output: z.array(z.strictObject({ code: z.string(), name: z.string(), rtl: z.boolean(), isDefault: z.boolean() })),
  }),
  'GET system/i18n/translation': call({
    ...open,
    summary: 'Server-side texts of one type, in the request’s language',
    input: z.strictObject({ typeCode: z.string().max(32) }),
    output: text,
    errors: ['notFound'],
  }),
  'GET system/i18n-type/list': call({
    ...open,
    summary: 'Types of server-side texts',
    input: nothing,
    output: z.array(z.strictObject({ typeCode: z.string(), name: z.string(), count: z.number().int() })),
  }),
  'GET system/i18n/json': call({
    ...open,
    summary: 'Every server-side text in one language',
    input: z.strictObject({ language: z.string().max(12).optional() }),
    output: z.record(z.string(), text),
  }),
  'GET system/config/query-value': call({
    ...open,
    summary: 'A published configuration value',
    input: z.strictObject({ key: z.string().max(64) }),
    output: z.strictObject({ key: z.string(), value: z.string() }),
    errors: ['notFound'],
  }),
  'GET system/view-control/list': call({
    ...visit,
    summary: 'Which parts of the screens are on',
    input: nothing,
    output: z.array(z.strictObject({ key: z.string(), visible: z.boolean(), reason: z.string().nullable() })),
  }),
  'GET system/dict-data/list': call({
    ...open,
    summary: 'Enumerations with their names in the request’s language',
    input: z.strictObject({ type: z.string().max(32).optional() }),
    output: z.array(
      z.strictObject({ type: z.string(), value: z.union([z.number().int(), z.string()]), key: z.string(), label: z.string() }),
    ),
  }),
};
