import type { CallInput } from '@bourse/protocol/calls';
import type { Locator } from 'playwright-core';
import { desktop, type OpenOptions, phone } from './browser.ts';
import { ContractTicket } from './contracts.ts';
import { units } from './money.ts';
import type { RunContext } from './run-context.ts';
import { truthy } from './suite.ts';
import { call, enterDemo, patience, takingPrice } from './trader.ts';
import { en, zhCN } from './words.ts';

interface Home extends Pick<OpenOptions, 'now'> {
  origin: string;
  symbol: string;
  layout: 'desktop' | 'phone';
}

const places = {
  desktop: { viewport: desktop, language: 'en', timeZone: 'Europe/London', words: en, entry: '/pc_home' },
  phone: { viewport: phone, language: 'zh-CN', timeZone: 'Asia/Kuala_Lumpur', words: zhCN, entry: '/bootPage' },
} as const;

const saidKey = 'saidToTheCustomer';

/** A demo customer of one share: on a desktop in London, or on a phone in Kuala Lumpur and in Chinese. */
export async function shareholder(context: Pick<RunContext, 'open'>, { origin, symbol, layout, now }: Home) {
  const { words, entry, ...look } = places[layout];
  const opened = await context.open({ ...look, ...(now === undefined ? {} : { now }) });
  const { page } = opened;
  await enterDemo(opened, origin, entry, words);
  const ticket = new ContractTicket(page, symbol, words);
  const onDesktop = layout === 'desktop';
  const listed = (view: NonNullable<CallInput<'GET pay/order-stock/page'>['view']>) =>
    call(page, origin, 'GET pay/order-stock/page', { view, pageSize: 100 });
  return {
    ...{ opened, page, words, layout, language: look.language, timeZone: look.timeZone, ticket },
    /** Buys the share's currency for the stock wallet through the API. Returns the amount. */
    async bring(asset: string, quantity: string): Promise<string> {
      const pair = `${asset}/USDT`;
      const price = await takingPrice(page, origin, pair);
      await call(page, origin, 'POST pay/order-coin/purchase-actual-commodities', { symbol: pair, side: 0, priceType: 2, price, quantity });
      const { available } = await call(page, origin, 'GET pay/wallet/get-by-coin', { coin: asset });
      await call(page, origin, 'POST pay/wallet/any-transfer', { from: 1, to: 3, asset, amount: available });
      return available;
    },
    async toMarket() {
      await page.goto(`${origin}/order?symbol=${encodeURIComponent(symbol)}&kind=3`);
      await page.evaluate((key) => {
        const said: string[] = [];
        Object.assign(window, { [key]: said });
        const note = ({ addedNodes }: MutationRecord) => {
          for (const node of addedNodes) if (node.parentElement?.matches('section[aria-live]')) said.push(node.textContent ?? '');
        };
        new MutationObserver((records) => records.forEach(note)).observe(document.body, { childList: true, subtree: true });
      }, saidKey);
    },
    /** Every notice that the page has shown since it was opened. Notices disappear after three seconds. */
    said: () => page.evaluate((key) => (window as unknown as Record<string, string[]>)[key] ?? [], saidKey),
    /** The order form: next to the chart on a desktop, in a sheet on a phone. */
    async withTicket(side: 'buy' | 'sell', body: (form: ContractTicket) => Promise<void>) {
      if (onDesktop) await ticket.choose(words.leverage.stockSide, words.leverage[`${side}Stock`]);
      else await page.getByRole('button', { name: words.trade[side], exact: true }).click({ timeout: patience });
      await ticket.form.waitFor({ timeout: patience });
      await body(ticket);
      if (onDesktop) return;
      await page.getByRole('dialog').getByRole('button', { name: words.common.close }).first().click({ timeout: patience });
      await page.getByRole('dialog').waitFor({ state: 'detached', timeout: patience });
    },
    /** The customer's own list below the market. */
    async mine(what: 'positions' | 'orders' | 'settlements'): Promise<Locator> {
      if (onDesktop) {
        const name = what === 'orders' ? words.trade.openOrders : words.leverage[what];
        await page.getByRole('tab', { name }).first().click({ timeout: patience });
        return page.locator('[role=tabpanel][id^=dock-]');
      }
      await page.getByRole('tab', { name: words.trade.positions }).click({ timeout: patience });
      const list = page.locator('#market-orders');
      const name = what === 'orders' ? words.trade.orders : words.leverage[what];
      await list.getByRole('radio', { name, exact: true }).click({ timeout: patience });
      return list;
    },
    listed,
    /** The newest order that is no longer open. */
    async last() {
      const { orders } = await listed('order-history');
      truthy(orders?.list[0], 'an order that has ended');
      return orders.list[0];
    },
    async wallet(asset: string) {
      const { available, frozen } = await call(page, origin, 'GET pay/wallet/get-by-coin', { coin: asset, wallet: 3 });
      return { available: units(available), frozen: units(frozen) };
    },
  };
}
export type Shareholder = Awaited<ReturnType<typeof shareholder>>;
