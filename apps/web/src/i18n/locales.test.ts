import { describe, expect, it } from 'vitest';
import { compileMessages } from '../../build/messages.ts';
import en from '../locales/en/index.ts';
import zhCN from '../locales/zh-CN/index.ts';
import { chooseLanguage, isRtl, offered } from './languages.ts';

type Compiled = string | readonly unknown[];
const written: Record<string, Record<string, Record<string, string>>> = { en, 'zh-CN': zhCN };
const english = compileMessages(en);

/** Names that a sentence asks for, also inside plurals. */
function placeholders(message: Compiled): string[] {
  if (typeof message === 'string') return [];
  const found = message.flatMap((token): string[] => {
    if (!Array.isArray(token)) return [];
    const [name, , choices] = token as [string, string?, unknown?];
    const inner =
      choices && typeof choices === 'object'
        ? Object.values(choices).flatMap((choice) =>
            choice === undefined || typeof choice === 'number' ? [] : placeholders(choice as Compiled),
          )
        : [];
    return [name, ...inner];
  });
  return [...new Set(found)].filter((name) => name !== '#').sort();
}

describe('every offered language', () => {
  it('is written', () => {
    expect(Object.keys(written).sort()).toEqual(offered.map((language) => language.code).sort());
  });
  for (const [code, words] of Object.entries(written))
    it(`${code} says everything English says, with the same values`, () => {
      const compiled = compileMessages(words);
      expect(Object.keys(compiled).sort()).toEqual(Object.keys(english).sort());
      for (const [key, message] of Object.entries(compiled)) {
        expect(message, `${code} ${key} is empty`).not.toBe('');
        expect(placeholders(message), `${code} ${key}`).toEqual(placeholders(english[key]!));
      }
    });
});

describe('choosing a language', () => {
  it('takes the first wish that is offered, and zh-CN when none is', () => {
    expect(chooseLanguage([null, 'en-GB', 'zh-CN'])).toBe('en');
    expect(chooseLanguage(['fr', 'zh-Hant-TW'])).toBe('zh-CN');
    expect(chooseLanguage(['xx'])).toBe('zh-CN');
    expect(chooseLanguage(['en-XA'])).toBe('en-XA');
  });
  it('writes Hebrew, Arabic, Persian and Kurdish from right to left', () => {
    expect(['he', 'ar', 'fa', 'ku', 'ar-XB'].every(isRtl)).toBe(true);
    expect(isRtl('en')).toBe(false);
  });
});
