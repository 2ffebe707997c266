import type { Locator, Page } from 'playwright-core';
import type { Opened } from './browser.ts';
import { ContractTicket } from './contracts.ts';
import { patience, press } from './trader.ts';
import { en, type Words } from './words.ts';

/** The ticket in the sheet of a phone, opened by one of the two buttons under the chart. */
export async function openSheet(
  { page }: Opened,
  origin: string,
  symbol: string,
  kind: 2 | 3,
  button: string,
  words: Words = en,
): Promise<ContractTicket> {
  await page.goto(`${origin}/order?symbol=${encodeURIComponent(symbol)}&kind=${kind}`);
  await press(page.getByRole('button', { name: button, exact: true }));
  const ticket = new ContractTicket(page, symbol, words);
  await ticket.form.waitFor({ timeout: patience });
  return ticket;
}

export async function closeSheet(page: Page, words: Words = en): Promise<void> {
  const sheet = page.getByRole('dialog');
  await press(sheet.getByRole('button', { name: words.common.close }).first());
  await sheet.waitFor({ state: 'detached', timeout: patience });
}

/** One list of what is yours, below the chart: positions, settlements, timed contracts. */
export async function showMine(page: Page, list: string, words: Words = en): Promise<Locator> {
  await press(page.getByRole('tab', { name: words.trade.positions }));
  await press(page.getByRole('radiogroup', { name: words.leverage.positions }).getByRole('radio', { name: list, exact: true }));
  return page.getByRole('tabpanel');
}
