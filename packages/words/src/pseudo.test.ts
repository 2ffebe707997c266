import { expect, it } from 'vitest';
import { compile } from './compile.ts';
import { pseudoOf } from './pseudo.ts';
import { speak } from './speak.ts';

const say = (code: string, text: string, values: Record<string, string | number> = {}) =>
  speak(pseudoOf(code)!(compile(text)), values, 'en');

it('the long language doubles short texts and keeps values, choices and figures of plurals', () => {
  expect([...say('en-XA', 'Close')].length).toBeGreaterThanOrEqual(10);
  expect(say('en-XA', 'Sold {n}', { n: 3 })).toMatch(/^Sóld.*3$/);
  expect(say('en-XA', '{n, plural, one {# day} other {# days}}', { n: 2 })).toMatch(/^2.*dáýš/);
  expect(say('en-XA', '{side, select, buy {Buy} other {Sell}}', { side: 'sell' })).toMatch(/^Séll/);
});
it('the tall language piles marks on letters, and the one from right to left is accented', () => {
  expect(say('en-XT', 'Close')).toMatch(/\u0302\u0323/);
  expect(say('ar-XB', 'Close')).toBe('Clóšé');
});
