import type { Page } from 'playwright-core';
import type { Opened } from './browser.ts';
import { until } from './suite.ts';
import { patience } from './trader.ts';
import { en, spoken } from './words.ts';

const { chat, console: desk } = en;

/** The messages that a customer sees. */
export const log = (page: Page) => page.getByRole('log', { name: chat.log });
/** The customer reads it, whoever said it. */
export const shows = (page: Page, text: string | RegExp) => log(page).getByText(text).first().waitFor({ timeout: patience });
/** The customer writes, as people do: into the box, then Enter. */
export async function write(page: Page, words: string): Promise<void> {
  const box = page.getByRole('textbox', { name: chat.write });
  await box.fill(words, { timeout: patience });
  await box.press('Enter');
  await shows(page, words);
}

/** J goes on to the conversation with these words. */
export async function comeTo({ page }: Opened, words: string): Promise<void> {
  const found = page.getByRole('list', { name: desk['chat.log'] }).getByText(words).first();
  await until(
    `J comes to “${words}”`,
    async () => {
      await page.keyboard.press('j');
      return found.waitFor({ timeout: 5_000 }).then(
        () => true,
        () => false,
      );
    },
    patience,
  );
}

/** F, a reason, Enter: the customer reads it at once. */
export async function finish(agent: Page, customer: Page, reason: string): Promise<void> {
  // Escape leaves the field: until then a letter is a letter.
  await agent.keyboard.press('Escape');
  await agent.keyboard.press('f');
  await agent.getByRole('dialog', { name: desk['chat.endTitle'] }).waitFor({ timeout: patience });
  await agent.keyboard.type(reason);
  await agent.keyboard.press('Enter');
  await shows(customer, spoken(chat.finish2, { reason: 'some', text: reason }));
}
