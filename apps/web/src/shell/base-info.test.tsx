import { beforeEach, describe, expect, it, vi } from 'vitest';
import { defaults, preferences, setPreference } from '../data/preferences.ts';
import { placeOf } from '../features/trade/place.ts';
import { server } from '../testing/server.ts';
import { pass } from '../testing/show.tsx';
import { adopt, followBaseInfo } from './base-info.ts';

const published = { language: 'en', upDownColor: 'upRed', chartInterval: '4H', timeZone: 'Asia/Tokyo' } as const;
const asks = (...languages: string[]) => vi.spyOn(navigator, 'languages', 'get').mockReturnValue(languages);
const now = () => preferences.getState();

beforeEach(() => {
  preferences.setState(defaults);
  asks('de-DE');
});

describe('a published setting acts where the customer has chosen nothing', () => {
  it.each([
    ['language', 'en', 'zh-CN'],
    ['direction', 'red-up', 'colour-blind'],
    ['timeZone', 'Asia/Tokyo', 'Europe/Paris'],
  ] as const)('%s', (name, theirs, own) => {
    adopt(published);
    expect(now()[name]).toBe(theirs);
    setPreference(name, own);
    adopt(published);
    expect(now()[name]).toBe(own);
    // “As on this device” is a choice too.
    if (name !== 'direction') {
      setPreference(name, null);
      adopt(published);
      expect(now()[name]).toBeNull();
    }
  });

  it('interval: of a chart whose address names none', () => {
    adopt(published);
    expect(placeOf({ symbol: 'BTC/USDT' }, null, now().interval).interval).toBe('4H');
    expect(placeOf({ symbol: 'BTC/USDT', interval: '5' }, null, now().interval).interval).toBe('5');
    expect(placeOf({ symbol: 'BTC/USDT' }, null, 'a week').interval).toBe('30');
  });

  it('and no longer when the operator takes it back', () => {
    adopt(published);
    adopt({ language: 'zh-CN', upDownColor: 'upGreen', chartInterval: '30', timeZone: null });
    expect(now()).toMatchObject({ direction: 'green-up', timeZone: null, language: 'zh-CN' });
  });

  it('language: a browser that asks for an offered one gets it', () => {
    asks('fr-FR', 'zh-Hans-SG');
    adopt(published);
    expect(now().language).toBeNull();
  });
});

it('names the page and its icon after the operator on every screen', async () => {
  document.head.innerHTML = '<link rel="icon" type="image/svg+xml" href="/v8/icon.svg"><link rel="apple-touch-icon" href="/v8/icon.svg">';
  document.body.innerHTML = '<h1>Funds</h1>';
  const info = { environment: 'production' as const, version: { id: '1', updateType: 0 as const }, serverTime: 1, phones: true };
  server.on('GET system/base-info/get', { ...info, APP_BASE_NAME: 'Harbour', APP_BASE_LOGO: '/files/12.webp', defaults: published });
  let resolved = () => {};
  followBaseInfo({
    subscribe: (_, run) => {
      resolved = run as () => void;
      return () => {};
    },
  });
  await pass(100);
  expect(document.title).toBe('Funds · Harbour');
  expect([...document.querySelectorAll('link')].map((link) => link.getAttribute('href'))).toEqual(['/files/12.webp', '/files/12.webp']);
  document.body.innerHTML = '<h1>Market</h1>';
  resolved();
  await pass(300);
  expect(document.title).toBe('Market · Harbour');
});
