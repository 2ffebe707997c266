import type { Locator, Page } from 'playwright-core';
import { desktop, type Opened } from '../harness/browser.ts';
import { goTo, openConsole } from '../harness/console.ts';
import { comeTo, finish, shows, write } from '../harness/conversation.ts';
import type { RunContext } from '../harness/run-context.ts';
import { equal, until } from '../harness/suite.ts';
import { enterDemo, noProblems, patience } from '../harness/trader.ts';
import { en, like } from '../harness/words.ts';

const { chat, phrases, console: desk } = en;

/** Tabs on until something has the focus. */
async function tabTo(page: Page, target: Locator): Promise<void> {
  await target.waitFor({ timeout: patience });
  for (let step = 0; step < 40; step += 1) {
    if (await target.evaluate((node) => node === document.activeElement)) return;
    await page.keyboard.press('Tab');
  }
  throw new Error(`Tab does not lead to ${target}`);
}

/** Somebody with a question. */
async function asks({ open, origin }: RunContext, question: string): Promise<Opened> {
  const opened = await open({ viewport: desktop });
  await enterDemo(opened, origin);
  await opened.page.goto(`${origin}/customer_service`);
  await write(opened.page, question);
  return opened;
}

/** An agent's work without a pointer: the queue, a claim, a phrase, a note, a hand-over, an answer, the end of a conversation, and the next one. */
export async function agentsDay(context: RunContext): Promise<void> {
  const mark = Date.now() % 100_000;
  const questions = [`What is a mark price? ${mark}`, `Where do I see my fees? ${mark}`] as const;
  const [first, second] = [await asks(context, questions[0]), await asks(context, questions[1])];
  const cleo = await openConsole(context, 'Cleo', { viewport: desktop, theme: 'dark' });
  const { page } = cleo;
  const key = (name: string) => page.keyboard.press(name);
  await goTo(cleo, 'service');
  await page.getByRole('heading', { name: desk['nav.service'], level: 1 }).waitFor({ timeout: patience });
  await page.evaluate(() => {
    addEventListener('pointerdown', () => document.body.setAttribute('data-pointed', ''), true);
  });
  const answer = page.getByRole('textbox', { name: desk['chat.write'] });
  const claim = async () => {
    await key('a');
    await answer.waitFor({ timeout: patience });
    await key('Enter');
    await until('Enter leads to the answer', () => answer.evaluate((node) => node === document.activeElement), patience);
  };

  await comeTo(cleo, questions[0]);
  await claim();
  await tabTo(page, page.getByRole('combobox', { name: desk['chat.phrase'] }));
  await page.keyboard.type('Is there');
  await tabTo(page, page.getByRole('button', { name: desk['chat.phraseSend'] }));
  await key('Enter');
  await shows(first.page, phrases.anythingElse);

  await key('n');
  await page.keyboard.type('Wants to trade contracts.');
  await tabTo(page, page.getByRole('button', { name: desk['chat.noteKeep'] }));
  await key('Enter');
  await page.locator('bdi').getByText('Wants to trade contracts.').first().waitFor({ timeout: patience });

  await key('h');
  await page.getByRole('dialog', { name: desk['chat.handOverTitle'] }).waitFor({ timeout: patience });
  // The number stays empty: it goes to the queue.
  await key('Tab');
  await page.keyboard.type('Ask whether it is about a contract.');
  await key('Enter');
  await answer.waitFor({ state: 'detached', timeout: patience });
  await shows(first.page, like(chat.handedOver));

  await claim();
  await page.keyboard.type('It is what the index says, and not the last trade.');
  await key('Enter');
  await shows(first.page, 'It is what the index says, and not the last trade.');
  await finish(page, first.page, 'It is explained');
  await answer.waitFor({ state: 'detached', timeout: patience });

  await comeTo(cleo, questions[1]);
  await claim();
  await page.keyboard.type('Under your account, in the statement.');
  await key('Enter');
  await shows(second.page, 'Under your account, in the statement.');
  await finish(page, second.page, 'It is found');

  for (const { page: customer } of [first, second])
    equal(await customer.getByText('Wants to trade contracts.').count(), 0, 'no note reaches a customer');
  equal(await page.evaluate(() => document.body.hasAttribute('data-pointed')), false, 'a pointer was used');
  for (const opened of [cleo, first, second]) noProblems(opened, 'of the chat');
}
