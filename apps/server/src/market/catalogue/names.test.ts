import { describe, expect, it } from 'vitest';
import { createCatalogue } from './catalogue.ts';
import { nameOfAsset, namesOf } from './names.ts';

const catalogue = createCatalogue();
const of = (symbol: string, language: string) => namesOf(catalogue.instrumentBySymbol(symbol)!, language);

describe('names of what is traded', () => {
  it('are said in the language asked for: companies, metals, indices, currencies and coins', () => {
    expect(['AAPL', 'XAU-PERP', 'HK50-PERP', 'USDJPY-PERP', 'BTC-PERP', 'MAYBANK'].map((symbol) => of(symbol, 'zh-CN').name)).toEqual([
      '苹果',
      '黄金永续',
      '香港 50 指数永续',
      '美元兑日元永续',
      '比特币永续',
      '马来亚银行',
    ]);
    expect(['AAPL', 'XAU-PERP', 'BTC/USDT'].map((symbol) => of(symbol, 'en').name)).toEqual(['Apple', 'Gold perpetual', 'BTC / USDT']);
    expect(nameOfAsset({ code: 'MYR', name: 'Malaysian ringgit' }, 'zh-SG')).toBe('马来西亚林吉特');
  });

  it('say the English where a language has no other', () => {
    expect(of('SUI-PERP', 'zh-CN').name).toBe('Sui永续');
    expect(nameOfAsset({ code: 'IBM', name: 'IBM' }, 'zh-CN')).toBe('IBM');
    // The specification's default: screens, answers and mails choose it for an unknown language.
    expect(of('AAPL', 'ar').name).toBe('苹果');
  });

  it('are found in every language, whichever is shown', () => {
    expect(of('BTC/USDT', 'en').words).toContain('Bitcoin');
    expect(of('BTC/USDT', 'en').words).toContain('比特币');
    expect(of('AAPL', 'zh-CN').words).toContain('Apple');
    expect(of('AAPL', 'en').words).toContain('苹果');
    expect(of('XAU-PERP', 'zh-CN').words).toContain('Gold perpetual');
  });
});
