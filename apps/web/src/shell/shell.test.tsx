import { afterEach, describe, expect, it, vi } from 'vitest';
import { find } from '../features/palette/find.ts';
import { tMaybe } from '../i18n/index.ts';
import { pass, show } from '../testing/show.tsx';
import { copyText } from './copy.ts';
import { namedScreens } from './named-screens.ts';
import { inTime } from './screen.ts';
import { followHeading, titleOf } from './title.ts';

const copied: string[] = [];
const clipboard = (write: (text: string) => Promise<void>) =>
  Object.defineProperty(navigator, 'clipboard', { value: { writeText: write }, configurable: true });
afterEach(() => {
  copied.length = 0;
});

describe('copying', () => {
  it('says “Copied”, and “Copy failed” when there is nothing to copy or the browser refuses', async () => {
    const { text } = await show(null);
    clipboard(async (text) => void copied.push(text));
    await copyText('abc');
    await pass();
    expect([copied, text()]).toEqual([['abc'], expect.stringContaining('Copied')]);
    await copyText('');
    await pass();
    expect(copied).toEqual(['abc']);
    expect(text()).toContain('Copy failed');
  });
});

describe('a chunk', () => {
  it('that fails is asked for once more', async () => {
    const load = vi.fn(async () => 'screen').mockRejectedValueOnce(new Error('Failed to fetch dynamically imported module'));
    expect(await inTime(load)).toBe('screen');
    expect(load).toHaveBeenCalledTimes(2);
  });

  it('that does not come within 120 s is an error that the screen explains', async () => {
    const late = inTime(() => new Promise(() => {}));
    const failed = expect(late).rejects.toMatchObject({ name: 'ChunkLoadError' });
    await pass(120_000);
    await failed;
  });
});

describe('the page’s title', () => {
  it('says what the screen shows, and follows its heading', async () => {
    await show(<h1>BTC/USDT</h1>);
    followHeading(() => 'Bourse');
    expect(document.title).toBe('BTC/USDT · Bourse');
    const heading = document.querySelector('h1');
    if (heading) heading.textContent = 'ETH/USDT';
    await pass();
    expect(document.title).toBe('ETH/USDT · Bourse');
    expect(titleOf(null, 'Bourse')).toBe('Bourse');
  });
});

/** The frame, screens that an address must say more about, steps of other screens, and the ways of `/funds/topUp`. */
const unnamed = [
  '/invite/QRCode',
  ...['/__root', '', '/bootPage', '/proxy', '/chooseArea', '/registered', '/factor_reset', '/c2c/buy', '/xrp_topup'],
  ...['/funds/businessRecharge', '/funds/third_party_recharge', '/funds/withdraw/success', '/mine/changeUserInformation'],
  ...['/chart', '/receipt', '/order/detail/$id', '/order/coin/fund_detail', '/funds/currency', '/funds/symbol_preview'],
  ...['/college_detail', '/external_service', '/third_party_web_pages', '/mine/helpArticle', '/mine/helpArticle/helpArticle_detail'],
  ...['/message/announcementDetail', '/message/newsDetail', '/customer_service', '/online_support', '/mine/onlinesupport'],
  ...['/funds/tradingHistoryDetail', '/contractTrade/contractSharing', '/message/order', '/message/order_detail'],
];
const say = (key: string) => tMaybe(key) ?? '';

describe('the palette', () => {
  const items = () =>
    namedScreens.map(([to, title, words]) => ({
      ...{ key: to, title: say(title), under: '', kind: 'screen' as const, to },
      words: `${say(title)} ${say(words)} ${to}`,
    }));
  it.each([
    ['wallet', '/funds'],
    ['balance', '/funds'],
    ['dark', '/mine/theme'],
    ['night', '/mine/theme'],
    ['log out', '/mine'],
    ['password', '/mine/changePassword'],
    ['csv', '/funds/order_history'],
    ['pnl', '/funds/position_history'],
    ['dividends', '/funds/stock_history'],
    ['ringgit', '/exchange_rate'],
    ['insurance', '/risk'],
    ['limits', '/mine/protection'],
    ['english', '/mine/userLanguage'],
    ['latency', '/public/socketDebug'],
    ['dark mode', '/mine/theme'],
    ['order history', '/funds/trading_record'],
    ['kyc', '/mine/verified'],
    ['authenticator', '/mine/security'],
  ])('finds by “%s” the screen %s', (word, to) => {
    expect(find(items(), word, 3).map((item) => item.to)).toContain(to);
  });
  it('names every screen that needs no subject and is no step of another', () => {
    const screens = Object.keys(import.meta.glob('../screens/**/*.tsx')).map((path) =>
      path.replace('../screens', '').replace('.tsx', '').replace('/index', '').replaceAll('.', '/'),
    );
    const named = new Set<string>(namedScreens.map(([to]) => to));
    expect(screens.filter((path) => !named.has(path) && !unnamed.includes(path))).toEqual([]);
  });
});
