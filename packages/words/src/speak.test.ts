import { describe, expect, it } from 'vitest';
import { compile } from './compile.ts';
import { speak, type Values } from './speak.ts';

const say = (text: string, values: Values = {}, locale = 'en') => speak(compile(text), values, locale);

describe('sentences', () => {
  it('put values in their places and leave the name of a missing one', () => {
    expect(say('Close')).toBe('Close');
    expect(say('1 USD = {rate} {code}', { rate: '4.70', code: 'MYR' })).toBe('1 USD = 4.70 MYR');
    expect(say('Hello {name}')).toBe('Hello {name}');
    expect(say("Sort by '{column}'")).toBe('Sort by {column}');
  });
  it('count as each language does', () => {
    const years = '{count, plural, one {# year} other {# years}}';
    expect(say(years, { count: 1 })).toBe('1 year');
    expect(say(years, { count: 1234 })).toBe('1,234 years');
    const books = '{n, plural, =0 {none} zero {z} one {o} two {t} few {f} many {m} other {x}}';
    expect([0, 1, 2, 3, 11, 100].map((n) => say(books, { n }, 'ar'))).toEqual(['none', 'o', 't', 'f', 'm', 'x']);
    expect(say('{n, selectordinal, one {#st} two {#nd} few {#rd} other {#th}}', { n: 22 })).toBe('22nd');
  });
  it('choose by a word, and speak inside choices', () => {
    const text = '{side, select, buy {bought {n}} other {sold {n}}}';
    expect(say(text, { side: 'buy', n: 3 })).toBe('bought 3');
    expect(say(text, { side: 'x', n: 3 })).toBe('sold 3');
    expect(say('{n, plural, one {# order of {who}} other {# orders of {who}}}', { n: 2, who: 'Ana' })).toBe('2 orders of Ana');
  });
});
