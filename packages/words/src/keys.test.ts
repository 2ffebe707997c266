import { flows } from '@bourse/protocol/flows';
import { expect, it } from 'vitest';
import { english } from './en/index.ts';
import type { Arguments, Key, NamesIn, NoticeContent, PlainKey } from './keys.ts';
import { flowKeys, noticeKeys } from './own.ts';

/** Checked by the compiler: a wrong type is an error of this file, not of a run. */
type Same<A, B> = [A] extends [B] ? ([B] extends [A] ? true : false) : false;
const holds = <Fact extends true>(fact: Fact) => expect(fact).toBe(true);

it('the values of a sentence are read from its English text', () => {
  holds<Same<NamesIn<'Close'>, never>>(true);
  holds<Same<NamesIn<'{quantity} {asset} at {price}'>, 'quantity' | 'asset' | 'price'>>(true);
  holds<Same<NamesIn<'{n, number} of {all}'>, 'n' | 'all'>>(true);
  holds<Same<NamesIn<'{count, plural, one {# order of {who}} other {# orders of {who}}}, {at}'>, 'count' | 'who' | 'at'>>(true);
  holds<Same<NamesIn<'{side, select, buy {Buy} other {Sell}} {quantity}'>, 'side' | 'quantity'>>(true);
  holds<Same<NamesIn<'{a, select, x {{b, plural, one {#} other {# {c}}}} other {no}} {d}'>, 'a' | 'b' | 'c' | 'd'>>(true);
});

it('a call gives exactly the values of its key', () => {
  holds<Same<Arguments<'common.close'>, []>>(true);
  holds<Same<keyof NonNullable<Arguments<'errors.priceOutsideBand'>[0]>, 'low' | 'high'>>(true);
  // Of two keys, the values of both.
  holds<Same<keyof NonNullable<Arguments<'common.close' | 'errors.priceOffTick'>[0]>, 'tick'>>(true);
});

it('a wrong key is none', () => {
  holds<Same<Extract<'common.closed' | 'nowhere.close', Key>, never>>(true);
  holds<Same<Extract<'common.close' | 'errors.priceOffTick', PlainKey>, 'common.close'>>(true);
});

it('a notice carries exactly what its sentence asks for', () => {
  type Params = Extract<NoticeContent, { kind: 'margin.warning' }>['params'];
  holds<Same<keyof Params, 'ratio' | 'symbol'>>(true);
});

it('every money flow has a name, with all others or with the words of its room', () => {
  const words: Record<string, Record<string, string>> = english;
  const isSaid = (key: string) => words[key.slice(0, key.indexOf('.'))]?.[key.slice(key.indexOf('.') + 1)] !== undefined;
  const nameless = Object.entries(flows).filter(([name, { area }]) => flowKeys(name, area).filter(isSaid).length !== 1);
  expect(nameless.map(([name, { area }]) => `neither ${flowKeys(name, area).join(' nor ')}, or both`)).toEqual([]);
});

it('a room may keep the sentences of its notices with its other words', () => {
  expect(noticeKeys('gifts.received')).toEqual(['notices.gifts.received', 'gifts.notice.received']);
  expect(noticeKeys('deleveraged')[0]).toBe('notices.deleveraged');
});
