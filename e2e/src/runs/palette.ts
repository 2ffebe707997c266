import type { Page } from 'playwright-core';
import { namedScreens } from '../../../apps/web/src/shell/named-screens.ts';
import { desktop, phone } from '../harness/browser.ts';
import { houseReady, openPositions, position, prepare } from '../harness/contracts.ts';
import type { RunContext } from '../harness/run-context.ts';
import { equal, truthy, until } from '../harness/suite.ts';
import { call, enterDemo, noProblems, openOrders, patience, press, restingPrice } from '../harness/trader.ts';
import { en, like, say } from '../harness/words.ts';

const spot = 'BTC/USDT';
const contract = 'ETH-PERP';

/** The calls that send or take back an order. */
const sends = /purchase-actual-commodities|order-contract\/(create|complete|limit-complete)|revoke/;

/** Sentences that people write for a screen, and where they lead. */
const usual = [
  ['dark mode', '/mine/theme'],
  ['order history', '/funds/trading_record'],
  ['change password', '/mine/changePassword'],
  ['log out', '/mine'],
  ['time zone', '/timezoneselector'],
  ['deposit', '/funds/topUp'],
  ['price alert', '/alerts'],
] as const;

/** A text of the app by its name, such as `funds.statement`. */
function textOf(key: string): string {
  const [space, name] = key.split('.') as [keyof typeof en, string];
  return (en[space] as Readonly<Record<string, string>>)[name] ?? '';
}

function paletteOf(page: Page) {
  const dialog = page.getByRole('dialog', { name: en.shell.jump });
  const input = dialog.getByRole('combobox');
  const rows = () => dialog.getByRole('option').locator('span:first-child').allTextContents();
  return {
    ...{ dialog, input, rows },
    button: dialog.locator('button[type=submit]'),
    chosen: dialog.getByRole('option', { selected: true }).locator('span:first-child'),
    /** A screen's row, whatever instruments are found beside it. */
    has: async (title: string) => (await rows()).includes(title),
  };
}

async function opened(context: RunContext, viewport: typeof desktop) {
  const window = await context.open({ viewport });
  const { page } = window;
  const sent: string[] = [];
  page.on('request', (request) => {
    if (sends.test(request.url())) sent.push(`${new URL(request.url()).pathname.split('/app-api/')[1]} ${request.postData() ?? ''}`);
  });
  await enterDemo(window, context.origin);
  return { window, page, sent, palette: paletteOf(page) };
}

/** What a row says is what its button says and what is sent, and only then. */
export async function paletteTrades(context: RunContext): Promise<void> {
  const { window, page, sent, palette } = await opened(context, desktop);
  const { origin } = context;
  await page.keyboard.press('Control+k');
  await palette.input.waitFor({ timeout: patience });
  equal(await palette.input.evaluate((node) => node === document.activeElement), true, 'whether the keyboard is in the palette');

  const lost: string[] = [];
  for (const [to, title, words] of namedScreens) {
    const name = textOf(title);
    for (const word of [name, ...new Set(textOf(words).split(' '))]) {
      if (word.length < 3) continue;
      await palette.input.fill(word);
      if (!(await palette.has(name))) lost.push(`${to} by “${word}”`);
    }
  }
  equal(lost, [], 'screens that their own words do not find');
  for (const [text, to] of usual) {
    await palette.input.fill(text);
    const name = textOf(namedScreens.find(([path]) => path === to)?.[1] ?? '');
    await until(`“${text}” finds ${to}`, () => palette.has(name), 5_000);
  }

  await palette.input.fill('buy 0.1 btc 68000');
  await until('the order is read', async () => (await palette.chosen.textContent()) === 'Buy 0.1000 BTC at 68,000.00', patience);
  const price = await restingPrice(page, origin, spot);
  await palette.input.fill(`buy 0.02 btc ${price}`);
  const row = await until(
    'the order is previewed',
    async () => {
      const title = await palette.chosen.textContent();
      return title?.includes('0.0200 BTC') && (await palette.button.textContent())?.includes(title) && title;
    },
    patience,
  );
  await until('the button can be pressed', () => palette.button.isEnabled(), patience);
  equal(sent, [], 'what was sent before Enter');
  await page.keyboard.press('Enter');
  const order = await until('the order is open', async () => (await openOrders(page, origin))[0], patience);
  equal(
    [order.symbol, order.side, Number(order.price), Number(order.quantity)],
    [spot, 0, Number(price), 0.02],
    `what “${row}” has placed`,
  );
  // What was sent is cleared: Enter sends it no second time.
  await page.keyboard.press('Enter');
  await page.waitForTimeout(1_000);
  equal([sent.length, (await openOrders(page, origin)).length], [1, 1], 'orders sent and open after a second Enter');

  await palette.input.fill('cancel all btc');
  await palette.button.filter({ hasText: spot }).waitFor({ timeout: patience });
  await page.keyboard.press('Enter');
  await until('the order is cancelled', async () => (await openOrders(page, origin)).length === 0, patience);

  await prepare(page, origin, { 2: '2000' });
  await houseReady(page, origin, contract);
  await call(page, origin, 'POST pay/order-contract/create', { symbol: contract, direction: 1, lever: 5, marginMode: 2, quantity: '0.4' });
  await position(page, origin, contract, '0.4', 1);
  sent.length = 0;
  await palette.input.fill('close half eth');
  await until('the closing order is read', async () => (await palette.chosen.textContent())?.includes('0.200'), patience);
  await until('its button can be pressed', () => palette.button.isEnabled(), patience);
  equal([sent, (await openPositions(page, origin)).length], [[], 1], 'what was sent before Enter');
  await page.keyboard.press('Enter');
  await position(page, origin, contract, '0.2', 1);
  equal(sent.length, 1, 'orders sent by one Enter');

  await palette.input.fill('statement');
  await until('the statement is found', async () => (await palette.chosen.textContent()) === en.funds.statement, patience);
  await page.keyboard.press('Enter');
  await page.waitForURL('**/funds/order_history', { timeout: patience });
  await palette.dialog.waitFor({ state: 'detached', timeout: patience });
  noProblems(window, 'with the palette');
}

/** On a phone the palette opens by the magnifying glass, and its button is pressed. */
export async function paletteOnAPhone(context: RunContext): Promise<void> {
  const { window, page, sent, palette } = await opened(context, phone);
  const { origin } = context;
  await press(page.getByRole('button', { name: en.shell.jumpShort }));
  await palette.input.waitFor({ timeout: patience });
  const price = await restingPrice(page, origin, spot);
  await palette.input.fill(`buy 0,02 btc ${price}`);
  const ask = palette.dialog.getByRole('option', { name: like(say(en.palette.ask, { figure: '0.02' })) });
  await ask.waitFor({ timeout: patience });
  equal(sent, [], 'what was sent while the figure has two readings');
  await press(ask);
  await until('the order is read', async () => (await palette.chosen.textContent())?.includes('0.0200 BTC'), patience);
  await until('the button can be pressed', () => palette.button.isEnabled(), patience);
  const box = await palette.button.boundingBox();
  truthy(box && box.y + box.height <= phone.height, 'the button is in sight');
  await press(palette.button);
  const order = await until('the order is open', async () => (await openOrders(page, origin))[0], patience);
  equal([order.symbol, Number(order.price), Number(order.quantity), sent.length], [spot, Number(price), 0.02, 1], 'the order');

  await palette.input.fill('dark mode');
  const theme = palette.dialog.getByRole('option', { name: en.settings.theme });
  await press(theme.first());
  await page.waitForURL('**/mine/theme', { timeout: patience });
  noProblems(window, 'with the palette on a phone');
}
