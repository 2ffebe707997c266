import { describe, expect, it } from 'vitest';
import { chooseLanguage, formatLocale, isRtl, matchLanguage, nearestLanguage, resolveLanguage } from './languages.ts';

describe('the language of a customer', () => {
  it('is the first wish that is offered, and the default of the specification when none is', () => {
    expect(chooseLanguage([null, 'en-GB', 'zh-CN'])).toBe('en');
    expect(chooseLanguage(['fr', 'zh-Hant-TW'])).toBe('zh-CN');
    expect(chooseLanguage(['xx'])).toBe('zh-CN');
    expect(chooseLanguage([undefined, ''])).toBe('zh-CN');
  });
  it('is the same on the screens, in answers and in letters', () => {
    for (const wish of ['en', 'en-AU', 'zh', 'zh-TW', 'fr', 'ar', 'xx', 'EN-gb'])
      expect(nearestLanguage(wish), wish).toBe(chooseLanguage([wish]));
  });
  it('follows the aliases of the specification’s language files', () => {
    const all = ['en', 'zh-CN', 'zh-TW', 'pt-BR', 'pt-PT', 'nb', 'sv', 'ckb'];
    const match = (wish: string) => matchLanguage(wish, all);
    expect(['br', 'pt', 'no', 'sv-SE', 'zh', 'ku', 'no-NO', 'pt-AO'].map(match)).toEqual([
      'pt-BR',
      'pt-PT',
      'nb',
      'sv',
      'zh-CN',
      'ckb',
      'nb',
      'pt-PT',
    ]);
    expect(['zh-Hant-HK', 'zh-Hans-SG', 'zh-MO'].map(match)).toEqual(['zh-TW', 'zh-CN', 'zh-TW']);
    expect(match('ja')).toBeUndefined();
    expect(matchLanguage('pt', ['pt-BR']), 'the other Portuguese rather than none').toBe('pt-BR');
  });
  it('is a pseudo-language only where its whole name is asked for', () => {
    expect(['en-XA', 'en-XT', 'ar-XB'].map((code) => chooseLanguage([code]))).toEqual(['en-XA', 'en-XT', 'ar-XB']);
    expect(chooseLanguage(['ar'])).toBe('zh-CN');
    expect(nearestLanguage('ar-XB'), 'the server speaks English beside it').toBe('en');
    expect(formatLocale('ar-XB')).toBe('en');
  });
  it('is written from right to left in Hebrew, Arabic, Persian and Kurdish', () => {
    expect(['he', 'ar', 'fa', 'ku', 'ckb', 'ar-XB'].every(isRtl)).toBe(true);
    expect(['en', 'zh-CN', 'arn'].some(isRtl)).toBe(false);
  });
  it('needs nothing outside of the function that the first script of the page copies', () => {
    const copy = new Function(`return ${matchLanguage.toString()}`)() as typeof matchLanguage;
    expect(copy('no', ['en', 'nb'])).toBe('nb');
    expect(resolveLanguage(['sv-SE'], ['sv'])).toBe('sv');
  });
});
