import { calls, callTable } from '@bourse/protocol';
import * as enums from '@bourse/protocol/enums';
import { catalogue } from '@bourse/protocol/errors';
import { flows } from '@bourse/protocol/flows';
import { offered } from '@bourse/words';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import type { CallContext } from '../calls/handlers.ts';
import type { Session } from '../calls/session.ts';
import { type TestDatabase, testDatabase } from '../testing/database.ts';
import { context, refusalOf } from '../testing/people.ts';
import { seedTexts } from './articles/seed.ts';
import { createContent } from './content.ts';
import { dictionaryIn, dictionaryType } from './dictionaries.ts';
import { invertRate } from './exchange-rates.ts';
import { allTexts } from './texts/index.ts';

let test: TestDatabase;
let content: ReturnType<typeof createContent>['handlers'];
let now = Date.now();
let country: string | null = null;
beforeAll(async () => {
  test = await testDatabase();
  content = createContent({
    database: test.database,
    clock: { now: () => now },
    environment: 'development',
    rates: {
      usdRate: (code) =>
        ({
          MYR: { price: '0.2375', time: now, stale: false, source: 'simulated' },
          EUR: { price: '1.0842', time: now - 60_000, stale: true, source: 'A recorded market' },
        })[code],
      catalogue: { instruments: [{ source: { feed: 'replay', name: 'A recorded market' } }] },
    },
    people: { countryOf: async () => country },
    version: '0.3.0',
    reachesPhones: false,
  }).handlers;
});
afterAll(() => test.drop());

const chinese: Partial<CallContext> = { language: 'zh-TW' };
const session = (venue: 'real' | 'demo'): Session => ({
  sessionId: 's',
  customerId: '1',
  account: 100_000,
  venue,
  loginType: venue === 'real' ? 1 : 2,
  deviceClass: 'desktop',
});

it('answers every call in the shape the table declares', async () => {
  const inputs: Record<string, unknown> = {
    'GET system/i18n/translation': { typeCode: 'mail' },
    'GET system/config/query-value': { key: 'defaultCountry' },
    'GET system/notice/text': { typeCode: 'service' },
    'GET system/notice/text-list': { typeCode: 'privacy' },
    'GET system/notice/detail': { id: '4' },
    'GET system/forum-message/get': { id: '16' },
  };
  await seedTexts({ database: test.database, clock: { now: () => Date.UTC(2026, 0, 1) } });
  const names = Object.keys(content).sort();
  expect(names).toEqual(
    Object.keys(callTable)
      .filter((name) => callTable[name]?.area === 'content')
      .sort(),
  );
  for (const name of names) {
    // `articles.test.ts` asks what only customers may.
    if (callTable[name]!.audience === 'customer') continue;
    const handler = content[name as keyof typeof content] as (input: unknown, from: CallContext) => Promise<unknown>;
    for (const language of ['en', 'zh-CN', 'de-DE']) {
      z.parse(callTable[name]!.output, await handler(z.parse(callTable[name]!.input, inputs[name] ?? {}), context({ language })));
    }
  }
});

describe('base info', () => {
  it('names the product and the version', async () => {
    const info = await content['GET system/base-info/get']({}, context());
    expect(info).toMatchObject({
      APP_BASE_NAME: 'Bourse',
      environment: 'development',
      version: { id: '0.3.0', updateType: 0 },
      phones: false,
      serverTime: now,
    });
    expect(info.APP_BASE_LOGO).toMatch(/^\/v8\/.+\.svg$/);
  });

  it('publishes what pages show to whoever has chosen nothing, and a slip of the pen counts as not published', async () => {
    const publish = async (values: Record<string, string>) => {
      for (const [key, value] of Object.entries(values))
        await test.database.query(
          'INSERT INTO published_config (key, value) VALUES ($1, $2) ON CONFLICT (key) DO UPDATE SET value = EXCLUDED.value',
          [key, value],
        );
      now += 5_001;
      return content['GET system/base-info/get']({}, context());
    };
    const own = { language: 'zh-CN', upDownColor: 'upGreen', chartInterval: '30', timeZone: null };
    const first = await content['GET system/base-info/get']({}, context());
    expect(first.defaults).toEqual(own);
    const theirs = { defaultLanguage: 'en', upDownColor: 'upRed', chartInterval: '4H', chartTimezone: 'Asia/Tokyo' };
    expect(await publish({ ...theirs, baseName: ' Harbour ', baseLogo: '/files/12.webp' })).toMatchObject({
      APP_BASE_NAME: 'Harbour',
      APP_BASE_LOGO: '/files/12.webp',
      defaults: { language: 'en', upDownColor: 'upRed', chartInterval: '4H', timeZone: 'Asia/Tokyo' },
    });
    const slips = { defaultLanguage: 'tlh', upDownColor: 'pink', chartInterval: '7', chartTimezone: 'Mars/Olympus' };
    for (const baseLogo of ['https://elsewhere.example/x.png', '//elsewhere.example/x.png', 'javascript:alert(1)', '/files/../api/x'])
      expect(await publish({ ...slips, baseName: ' ', baseLogo })).toMatchObject({
        APP_BASE_NAME: 'Bourse',
        APP_BASE_LOGO: first.APP_BASE_LOGO,
        defaults: own,
      });
  });

  it('announces a new version within five seconds', async () => {
    await test.database.query(
      `UPDATE published_config SET value = CASE key WHEN 'versionId' THEN '9.9.9' ELSE '2' END WHERE key LIKE 'version%'`,
    );
    now += 5_001;
    expect((await content['GET system/base-info/get']({}, context())).version).toEqual({ id: '9.9.9', updateType: 2 });
  });
});

describe('menus and switches', () => {
  it('hides what this version does not have', async () => {
    const menu = await content['GET system/menu/list']({}, context(chinese));
    expect(menu.find(({ path }) => path === '/funds')).toMatchObject({ visible: 1, name: '资产' });
    expect(menu.find(({ path }) => path === '/funds/withdraw')).toMatchObject({ visible: 1 });
    expect(['/message', '/noticelist', '/service_list'].map((path) => menu.find((one) => one.path === path)?.visible)).toEqual([1, 1, 1]);
    expect(menu.find(({ path }) => path === '/funds/swap')).toMatchObject({ visible: 1 });
    expect(menu.find(({ path }) => path === '/funds/LOANS')).toMatchObject({ visible: 1 });
    expect(menu.find(({ path }) => path === '/funds/buyai')).toMatchObject({ visible: 0 });
  });

  it('keeps risky products from real accounts unless their country allows them, and open on demo accounts', async () => {
    // One switch decides what may be opened and what is shown.
    await test.database.query(
      `INSERT INTO product_switch_country (product, country, real_on, changed_by) VALUES ('contract', 'SG', true, 'test')`,
    );
    now += 5_001;
    const seen = async (from: Partial<CallContext>) => {
      const list = await content['GET system/view-control/list']({}, context(from));
      return (key: string) => list.find((one) => one.key === key);
    };
    const real = await seen({ session: session('real') });
    expect(real('timedContracts')).toEqual({
      key: 'timedContracts',
      visible: false,
      reason: 'Not offered where you are. You can try it on a demo account.',
    });
    expect(real('spot')).toEqual({ key: 'spot', visible: true, reason: null });
    expect(real('copyTrading')).toMatchObject({ visible: false, reason: 'Not part of this version yet.' });
    const demo = await seen({ session: session('demo') });
    expect([demo('timedContracts')?.visible, demo('leverage')?.visible, demo('withdrawals')?.visible]).toEqual([true, true, false]);
    country = 'SG';
    expect((await seen({ session: session('real') }))('leverage')?.visible).toBe(true);
    expect((await seen({}))('leverage')?.visible).toBe(false);
  });
});

describe('country codes', () => {
  it('lists every country in the language asked for, one of them at home', async () => {
    const english = await content['GET system/area-code/list']({}, context());
    expect(english.length).toBeGreaterThan(230);
    expect(english.filter(({ isDefault }) => isDefault)).toEqual([{ areaCode: '+60', country: 'MY', name: 'Malaysia', isDefault: true }]);
    const inChinese = await content['GET system/area-code/list']({}, context(chinese));
    expect(inChinese.find((one) => one.country === 'MY')?.name).toBe('马来西亚');
    expect(new Set(english.map(({ country: code }) => code)).size).toBe(english.length);
  });
});

describe('display currencies', () => {
  it('shows units for one USD, leaves out what has no rate and marks what is old', async () => {
    const list = await content['GET pay/exchange-rate/list']({}, context());
    expect(list.map(({ exchange }) => exchange)).toEqual(['USD', 'MYR', 'EUR']);
    expect(list[0]).toMatchObject({ price: '1', sign: 'USDT', position: 1, isDefault: true, stale: false });
    expect(list[1]).toMatchObject({ price: '4.21052632', sign: 'RM', position: 0, isDefault: false });
    expect(list[2]).toMatchObject({ price: '0.92233905', stale: true });
    // What does not come from a market says so.
    expect(list.map(({ feed }) => feed)).toEqual(['rule', 'simulated', 'replay']);
  });

  it('inverts exactly, to the nearest', () => {
    expect(invertRate('1')).toBe('1');
    expect(invertRate('0.01')).toBe('100');
    expect(invertRate('3')).toBe('0.33333333');
    expect(invertRate('1.5')).toBe('0.66666667');
    expect(invertRate('0')).toBeUndefined();
    expect(invertRate('1000000000000')).toBeUndefined();
  });
});

describe('texts', () => {
  it('has a label for every value of every enumeration, in both languages', () => {
    for (const language of offered.map(({ code }) => code)) {
      const entries = dictionaryIn(language);
      const expected = Object.entries(enums).flatMap(([name, values]) =>
        (/^[A-Z]/.test(name) ? Object.entries(values) : []).map(([key, value]) => `${dictionaryType(name)}.${key}=${value}`),
      );
      expect(entries.map(({ type, key, value }) => `${type}.${key}=${value}`)).toEqual(expected);
      expect(entries.filter(({ label }) => label.trim() === '')).toEqual([]);
    }
  });

  it('has the same texts with the same values to fill in, in both languages', () => {
    const english = allTexts('en');
    const values = (text: string) => (text.match(/\{\w+\}/g) ?? []).sort();
    const inChinese = allTexts('zh-CN');
    expect(Object.keys(inChinese)).toEqual(Object.keys(english));
    for (const [type, texts] of Object.entries(english)) {
      expect(Object.keys(inChinese[type] ?? {}).sort()).toEqual(Object.keys(texts).sort());
      for (const [key, text] of Object.entries(texts))
        expect([type, key, new Set(values(inChinese[type]?.[key] ?? ''))]).toEqual([type, key, new Set(values(text))]);
    }
    expect(Object.keys(english['error'] ?? {})).toEqual(expect.arrayContaining(Object.keys(catalogue)));
    expect(Object.keys(english['fundFlow'] ?? {}).sort()).toEqual(Object.keys(flows).sort());
  });

  it('answers one type, all types, and nothing for an unknown one', async () => {
    const mail = await content['GET system/i18n/translation']({ typeCode: 'sms' }, context(chinese));
    expect(mail['registerCode']).toContain('验证码');
    expect(await refusalOf(content['GET system/i18n/translation']({ typeCode: 'constructor' }, context()))).toBe('notFound');
    expect(await refusalOf(content['GET system/config/query-value']({ key: '__proto__' }, context()))).toBe('notFound');
    const all = await content['GET system/i18n/json']({ language: 'zh-CN' }, context());
    const types = await content['GET system/i18n-type/list']({}, context());
    expect(types.map(({ typeCode }) => typeCode)).toEqual(Object.keys(all));
    expect(calls['GET system/i18n/json'].audience).toBe('anyone');
  });
});
