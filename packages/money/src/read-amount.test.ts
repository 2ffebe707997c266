import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { formatAmount, separatorsOf } from './display.ts';
import { type AmountRules, amountEntry, readAmount, unreadText } from './read-amount.ts';
import { inScript, scripts, typed } from './testing.ts';

const options = { numRuns: 2_000, seed: 1 };
const read = (text: string, rules?: AmountRules) => {
  const reading = readAmount(text, rules);
  return reading.ok ? reading.amount : [reading.problem, ...reading.choices].join(' ');
};

const locales = (
  'en zh-CN zh-TW ja ko de de-AT de-CH fr fr-CH es es-MX pt-PT pt-BR it nl pl cs ru uk tr vi th id ms hi bn mr ta te ar ar-EG fa ur he ' +
  'sv nb da fi hu ro bg el en-IN en-ZA ckb my km ne'
).split(' ');
const anyLocale = fc.constantFrom(...locales);
const anyScript = fc.constantFrom(...scripts);
const amount = fc
  .tuple(fc.bigInt({ min: 0n, max: 10n ** 15n }), fc.option(fc.stringMatching(/^\d{1,8}$/), { nil: '' }))
  .map(([whole, fraction]) => (fraction === '' ? String(whole) : `${whole}.${fraction}`));
describe('an amount is read', () => {
  it('in the way a language writes it, with the digits of any script', () => {
    expect(scripts.length).toBeGreaterThan(40);
    fc.assert(
      fc.property(amount, anyLocale, anyScript, (value, locale, digits) => {
        for (const text of [formatAmount(value, { locale }), value.replace('.', separatorsOf(locale).decimal)])
          expect(readAmount(inScript(text, digits), { locale }), `${text} in ${locale}`).toEqual({ ok: true, amount: value });
      }),
      options,
    );
  });

  it('with every digit that was typed, and a point only where a mark stood', () => {
    fc.assert(
      fc.property(typed, anyLocale, fc.integer({ min: 0, max: 8 }), (text, locale, decimals) => {
        const reading = readAmount(text, { locale, decimals });
        if (!reading.ok || reading.amount === '') return;
        const [whole = '', fraction = ''] = reading.amount.split('.');
        expect(reading.amount).toMatch(/^(?:0|[1-9]\d*)(?:\.\d+)?$/);
        expect(fraction.length).toBeLessThanOrEqual(decimals);
        // Leading zeros, and zeros beyond the decimals, are the only digits that may go.
        const given = (text.match(/\p{Nd}/gu) ?? []).map((digit) => scripts.find((each) => each.includes(digit))!.indexOf(digit)).join('');
        expect(given.replace(/^0+/, '').replace(/0+$/, '')).toBe((whole + fraction).replace(/^0+/, '').replace(/0+$/, ''));
        expect(/[-−+eExX()%/_*aB½\u202e]/.test(text)).toBe(false);
      }),
      options,
    );
  });

  it('alike in all languages that write decimals with the same mark', () => {
    fc.assert(
      fc.property(typed, (text) => {
        const [english, chinese] = [readAmount(text, { locale: 'en' }), readAmount(text, { locale: 'zh-CN' })];
        expect(chinese).toEqual(english);
      }),
      options,
    );
  });

  it('or offers readings that are read as themselves', () => {
    fc.assert(
      fc.property(typed, anyLocale, (text, locale) => {
        const reading = readAmount(text, { locale });
        if (reading.ok) return;
        for (const choice of reading.choices)
          expect([choice, 'decimals']).toContain(read(choice.replace('.', separatorsOf(locale).decimal), { locale }));
      }),
      options,
    );
  });

  it('and kept as an entry that is no number while it has no reading', () => {
    fc.assert(
      fc.property(typed, (text) => {
        const entry = amountEntry(text);
        expect(unreadText(entry)).toBe(readAmount(text).ok ? undefined : text);
        if (unreadText(entry) !== undefined) expect(Number.isNaN(Number(entry))).toBe(true);
      }),
      options,
    );
  });
});

describe('what people type', () => {
  it.each([
    ['0,1', 'ambiguous 0.1 1'],
    [',5', 'ambiguous 0.5 5'],
    ['1,2345', 'ambiguous 1.2345 12345'],
    ['0,123', 'ambiguous 0.123 123'],
    ['1e-2', 'exponent 0.01'],
    ['-1', 'negative'],
    ['−1', 'negative'],
    ['5-', 'negative'],
    ['(5)', 'negative'],
    ['68.000,50', '68000.50'],
    ['$1,234.50', '1234.50'],
    ['1,234', '1234'],
    ['12,34,567.5', '1234567.5'],
    ["1'234.5", '1234.5'],
    ['1 234,5', '1234.5'],
    ['1\u202f234\u202f567', '1234567'],
    ['٣٫٥', '3.5'],
    ['۱۲٬۳۴۵٫۵', '12345.5'],
    ['१,२३,४५६', '123456'],
    ['１２．５', '12.5'],
    ['1。5', '1.5'],
    ['.5', '0.5'],
    ['5.', '5'],
    ['5,', '5'],
    ['007', '7'],
    ['', ''],
    ['  ', ''],
    ['1.2.3', 'marks'],
    ['1.234.567', 'marks 1234567'],
    ['1,2,3', 'marks'],
    ['1..2', 'marks'],
    ['1 5', 'marks'],
    ['1,234,5', 'marks'],
    ['0x10', 'characters'],
    ['abc', 'characters'],
    ['+1', 'characters'],
    ['50%', 'characters'],
    ['½', 'characters'],
    ['\u202e12', 'characters'],
    ['.', 'characters'],
    ['9'.repeat(31), 'long'],
  ])('%j is %s', (text, expected) => {
    expect(read(text)).toBe(expected);
  });

  it('is decided by the language where a mark is its own', () => {
    expect(read('1.234,5', { locale: 'de' })).toBe('1234.5');
    expect(read('0,1', { locale: 'de' })).toBe('0.1');
    expect(read('1.500', { locale: 'de' })).toBe('1500');
    expect(read('1.5', { locale: 'de' })).toBe('ambiguous 1.5 15');
    expect(read('1,234.5', { locale: 'de' })).toBe('1234.5');
    expect(read('1,234,567', { locale: 'de' })).toBe('marks 1234567');
    expect(read('1.5', { locale: 'fr' })).toBe('ambiguous 1.5 15');
  });

  it('keeps its decimals: too many are a problem and never cut', () => {
    expect(read('0.00015', { decimals: 4 })).toBe('decimals');
    expect(read('1.5', { decimals: 0 })).toBe('decimals');
    expect(read('1.5000', { decimals: 1 })).toBe('1.5');
    expect(read('1.0', { decimals: 0 })).toBe('1');
    expect(read('1.50', { decimals: 2 })).toBe('1.50');
  });

  it('may name the currency of the field, and no other', () => {
    expect(read('1,234.50 USDT', { asset: 'USDT' })).toBe('1234.50');
    expect(read('usdt 5', { asset: 'USDT' })).toBe('5');
    expect(read('$5', { asset: 'USDT' })).toBe('5');
    expect(read('US$5', { asset: 'USD' })).toBe('5');
    expect(read('RM 12 000', { asset: 'RM' })).toBe('12000');
    expect(read('€5', { asset: 'USDT' })).toBe('asset');
    expect(read('$5', { asset: 'BTC' })).toBe('asset');
    expect(read('5 ETH', { asset: 'BTC' })).toBe('asset');
    expect(read('5k', { asset: 'BTC' })).toBe('asset');
    expect(read('abc', { asset: 'BTC' })).toBe('characters');
    expect(read('BTC', { asset: 'BTC' })).toBe('characters');
  });
});
