import { describe, expect, it } from 'vitest';
import { strangersInNotes } from '../notes.ts';
import { source, sourceHash, statusOf, stoppers } from '../status.ts';
import { type Translation, translations } from '../translations.ts';
import { check } from './check.ts';
import { failuresOf, gateNames } from './gates.ts';
import { signed } from './signed.ts';

const chinese = translations['zh-CN'];
/** The language with one sentence changed, as a careless editor would leave it. */
function edited(key: string, change: (text: string) => string): Translation {
  const dot = key.indexOf('.');
  const [space, name] = [key.slice(0, dot), key.slice(dot + 1)];
  const entry = chinese[space]![name]!;
  const text = change(entry.text);
  expect(text, `${key} can be changed so`).not.toBe(entry.text);
  return { ...chinese, [space]: { ...chinese[space], [name]: { ...entry, text } } };
}
const failing = (key: string, change: (text: string) => string) =>
  check('zh-CN', edited(key, change)).failures.map((failure) => `${failure.key} ${failure.gate}`);
const gatesOf = (english: string, text: string) => [...new Set(failuresOf({ english, text, language: 'zh-CN' }).map(({ gate }) => gate))];

describe('Simplified Chinese', () => {
  it('says what English says: every gate is passed, or its exception signed', () => {
    const { failures, unneeded } = check('zh-CN');
    expect(failures.map(({ key, gate, why }) => `${key}: ${gate}: ${why}`)).toEqual([]);
    expect(unneeded, 'signatures that nothing needs').toEqual([]);
  });
  it('may be shipped: nothing critical is missing or stale, and English has every key', () => {
    expect(stoppers('zh-CN', statusOf(chinese))).toEqual([]);
  });
  it('has few exceptions, each with a reason', () => {
    expect(signed.flatMap(({ keys }) => Object.keys(keys)).length).toBeLessThan(60);
    for (const { why, gate } of signed) {
      expect(why.length).toBeGreaterThan(10);
      expect(gateNames).toContain(gate);
    }
  });
});

describe('a gate fails', () => {
  it('where buy and sell are swapped, also inside one choice', () => {
    expect(failing('trade.buy', (text) => text.replace('买', '卖'))).toContain('trade.buy poles');
    const swap = (text: string) => text.replace('buy {买入} other {卖出}', 'buy {卖出} other {买入}');
    expect(failing('trade.submitLimit', swap)).toContain('trade.submitLimit poles');
  });
  it('where long and short, profit and loss, isolated and cross are swapped', () => {
    expect(failing('leverage.closeTitle', (text) => text.replace(/多(.*)空/, '空$1多'))).toContain('leverage.closeTitle poles');
    expect(failing('flows.contractLoss', (text) => text.replace('亏损', '盈利'))).toContain('flows.contractLoss poles');
    expect(failing('leverage.cross', (text) => text.replace('全仓', '逐仓'))).toContain('leverage.cross poles');
  });
  it('where a negation is lost', () => {
    expect(failing('errors.shortNotAllowed', (text) => text.replace('不可', '可'))).toContain('errors.shortNotAllowed negation');
    expect(failing('trade.unknownWhy', (text) => text.replace('请勿', '请'))).toContain('trade.unknownWhy negation');
  });
  it('where two values are exchanged, are missing, or are new', () => {
    const exchange = (text: string) => text.replace('{low}', '{x}').replace('{high}', '{low}').replace('{x}', '{high}');
    expect(failing('errors.priceOutsideBand', exchange)).toEqual(['errors.priceOutsideBand order']);
    expect(failing('trade.submitLimit', (text) => text.replace('{price}', '{quantity} {price}'))).toContain('trade.submitLimit values');
    expect(failing('errors.priceOutsideBand', (text) => text.replace('{high}', '{top}'))).toContain('errors.priceOutsideBand values');
  });
  it('where a signed sentence is changed afterwards', () => {
    expect(failing('trade.lifeFill', (text) => `${text}。`)).toContain('trade.lifeFill order');
  });
  it('where figures, percent or units differ', () => {
    expect(gatesOf('At 100% positions are closed.', '达到 10% 时持仓被平掉。')).toEqual(['figures']);
    expect(gatesOf('At 100% positions are closed.', '达到 100 时持仓被平掉。')).toEqual(['units']);
    expect(gatesOf('Try again in {seconds} s.', '请在 {seconds} 分钟后重试。')).toEqual(['units']);
  });
  it('where a protected word is translated', () => {
    expect(gatesOf('Pay in USDT, GTC', '以泰达币支付，GTC')).toEqual(['protected']);
  });
  it('where plural forms are not those of the language, or a choice is missing', () => {
    expect(gatesOf('{n, plural, one {# day} other {# days}}', '{n, plural, one {# 天} other {# 天}}')).toEqual(['plurals']);
    expect(gatesOf('{n, plural, one {# day} other {# days}}', '{n, plural, other {# 天}}')).toEqual([]);
    expect(gatesOf('{side, select, buy {Buy} other {Sell}}', '{side, select, other {卖出}}')).toContain('values');
  });
  it('where a text cannot be read as ICU', () => {
    expect(gatesOf('Sold {n}', '卖出 {n')).toEqual(['icu']);
  });
  it('where marks are Latin, writing is turned by a control, or the form is not composed', () => {
    expect(gatesOf('First, second.', '第一,第二。')).toEqual(['typography']);
    expect(gatesOf('First', '第一\u202e')).toEqual(['typography']);
    expect(gatesOf('Café', 'Cafe\u0301')).toEqual(['typography']);
  });
  it('where the text does not fit its place', () => {
    expect(failuresOf({ english: 'Buy', text: '买入买入买入', language: 'zh-CN', width: 8 }).map(({ gate }) => gate)).toContain('width');
  });
});

describe('a build stops and names the key', () => {
  const stale = (key: string) => {
    const dot = key.indexOf('.');
    const [space, name] = [key.slice(0, dot), key.slice(dot + 1)];
    return { ...chinese, [space]: { ...chinese[space], [name]: { ...chinese[space]![name]!, from: 'of old' } } };
  };
  it('where a critical translation is stale or missing', () => {
    expect(stoppers('zh-CN', statusOf(stale('errors.noLiquidity'))).join()).toMatch(/^zh-CN errors\.noLiquidity: /);
    const { noLiquidity, ...rest } = chinese['errors']!;
    expect(noLiquidity).toBeDefined();
    expect(stoppers('zh-CN', statusOf({ ...chinese, errors: rest })).join()).toMatch(/^zh-CN errors\.noLiquidity: /);
  });
  it('where a key is unknown to English, also one with a name of JavaScript’s own', () => {
    const entry = { text: '甲', from: '', state: 'reviewed' } as const;
    expect(stoppers('zh-CN', statusOf({ ...chinese, errors: { ...chinese['errors'], invented: entry } })).join()).toContain(
      'errors.invented',
    );
    const sly = JSON.parse(`{"errors": {"__proto__": ${JSON.stringify(entry)}}}`) as Translation;
    expect(statusOf(sly).unknown).toContain('errors.__proto__');
  });
  it('but not where any other translation is stale: it is counted', () => {
    const status = statusOf(stale('landing.lead'));
    expect(status.stale).toEqual(['landing.lead']);
    expect(stoppers('zh-CN', status)).toEqual([]);
  });
  it('and a note belongs to what a translation was made from', () => {
    expect(chinese['common']!['close']!.from).toBe(sourceHash('common', 'close'));
    expect(sourceHash('common', 'close')).not.toBe(sourceHash('trade', 'close'));
  });
});

it('notes speak of keys that exist', () => {
  expect(strangersInNotes()).toEqual([]);
});

it('English itself can be read, and no text is empty', () => {
  for (const [space, words] of Object.entries(source))
    for (const [name, text] of Object.entries(words)) expect(text.trim(), `${space}.${name}`).not.toBe('');
});
