import type { NoticeKind, NoticeParams } from '@bourse/protocol/notices';
import { expect, it } from 'vitest';
import type { Arguments, Key, NamesIn, PlainKey, TextOf } from './keys.ts';

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

it('a notice’s sentence asks for nothing that its kind does not carry', () => {
  type Asked<Kind extends NoticeKind> = NamesIn<TextOf<`notices.${Kind}`>>;
  type Strange = { [Kind in NoticeKind]: Exclude<Asked<Kind>, keyof NoticeParams<Kind>> }[NoticeKind];
  holds<Same<Strange, never>>(true);
});
