import { randomUUID } from 'node:crypto';
import type { Page } from 'playwright-core';
import { violations } from '../harness/axe.ts';
import { desktop, type Opened, type OpenOptions, phone } from '../harness/browser.ts';
import { decide, waitingCase } from '../harness/cases.ts';
import { goTo, openConsole } from '../harness/console.ts';
import { comeTo, finish, log, shows, write } from '../harness/conversation.ts';
import { decimal, units } from '../harness/money.ts';
import type { RunContext } from '../harness/run-context.ts';
import { equal, until } from '../harness/suite.ts';
import { balanceOf, call, noProblems, patience, press } from '../harness/trader.ts';
import { en, like, say, spoken } from '../harness/words.ts';
import { apply, passApplication } from './money-in.ts';
import { register } from './sessions.ts';

const { chat, phrases, journey, moneyIn, console: desk } = en;
/** The way in of a C2C desk in the set that every exchange starts with. */
const c2c = 10;

/** No violation in the theme that is shown, and none of contrast in the other one. */
async function accessible({ page }: Opened, name: string): Promise<void> {
  equal(await violations(page, name), [], `what axe finds: ${name}`);
  await page.emulateMedia({
    colorScheme: (await page.evaluate(() => matchMedia('(prefers-color-scheme: dark)').matches)) ? 'light' : 'dark',
  });
  // Colours fade from one theme to the other.
  await page.evaluate(() => Promise.all(document.getAnimations().map(({ finished }) => finished.catch(() => undefined))));
  await page.waitForTimeout(500);
  equal(await violations(page, `${name}, other theme`, 'contrast'), [], `contrast: ${name}`);
}

/** How a visitor's own calls go: with the temporary login of their browser. */
const asVisitor = (page: Page, path: string, token: string) =>
  page.evaluate(
    async ([path, token]) => {
      const answer = await fetch(`/api/app-api/${path}`, { headers: { language: 'en', authorization: `Bearer ${token}` } });
      return {
        status: answer.status,
        ...((await answer.json()) as { code: number; data: { id: string; offset: number; head: string }[] }),
      };
    },
    [path, token] as const,
  );

/** Somebody without an account asks, registers, and is asked whether the conversation was theirs: the same words at the same places, and the old login is dead. */
async function claimed(context: RunContext, options: OpenOptions): Promise<void> {
  const { origin } = context;
  const opened = await context.open(options);
  const { page } = opened;
  await page.goto(`${origin}/customer_service`);
  const question = 'Which papers do you need to open an account?';
  await write(page, question);
  await page.getByText(chat.visitor).waitFor({ timeout: patience });
  const { accessToken } = await page.evaluate(() => JSON.parse(localStorage.getItem('bourse.visitor') ?? '{}') as { accessToken: string });
  // The page shows the words before the exchange has them.
  const before = await until(
    'the visitor’s words are there',
    async () => (await asVisitor(page, 'im/group/group-list', accessToken)).data[0],
  );
  equal(before.offset, 1, 'one entry of the visitor');

  await register(opened, context, `customer-${randomUUID().slice(0, 8)}@example.com`);
  await page.goto(`${origin}/service_list`);
  await page.getByRole('heading', { name: chat.claimTitle }).waitFor({ timeout: patience });
  equal((await call(page, origin, 'GET im/group/group-list', {})).length, 0, 'nothing is taken over before it is asked');
  await accessible(opened, 'the question about a visitor’s conversation');
  await press(page.getByRole('button', { name: chat.claim, exact: true }));
  await page.waitForURL('**/customer_service?**', { timeout: patience });
  await shows(page, question);
  await shows(page, chat.identified);
  const [after] = await call(page, origin, 'GET im/group/group-list', {});
  equal(after?.id, before.id, 'the conversation');
  const entries = await call(page, origin, 'POST im/message/list', { groupId: after!.id, limit: 100 });
  equal(entries[0]?.hash, before.head, 'the visitor’s words stand where they stood');
  equal(
    entries.map(({ offset }) => offset),
    entries.map((_, index) => index + 1),
    'offsets',
  );
  equal((await asVisitor(page, 'im/group/group-list', accessToken)).code, 401, 'the visitor’s login');
  noProblems({ ...opened, problems: opened.problems.filter((text) => !text.includes('401')) }, 'of the app');
}
export const visitorClaims = (context: RunContext) => claimed(context, { viewport: desktop });
export const visitorClaimsOnAPhone = (context: RunContext) => claimed(context, { viewport: phone, theme: 'dark' });

/** A customer who may pay in, with an order at a C2C desk. */
async function orderAtDesk(context: RunContext, options: OpenOptions): Promise<{ customer: Opened; id: string }> {
  const customer = await context.open(options);
  await register(customer, context, `customer-${randomUUID().slice(0, 8)}@example.com`);
  await apply(customer.page, context.origin);
  await passApplication(context);
  const { deposit } = await call(customer.page, context.origin, 'POST pay/recharge', { channel: c2c, amount: '500' });
  return { customer, id: deposit.id };
}

/**
 * A deposit at a C2C desk, from the question about it to the card that says that it is credited. The agent takes, answers, says a phrase, keeps a note, credits and
 * finishes by keyboard alone; the customer reads each of it without a reload, and the note never. The customer shows the payment in the conversation, and hands
 * it in where the deposit is decided.
 */
async function deposited(context: RunContext, options: OpenOptions): Promise<void> {
  const { origin } = context;
  const { customer, id } = await orderAtDesk(context, options);
  const { page } = customer;
  await page.goto(`${origin}/funds/top_up_order?id=${id}`);
  await press(page.getByRole('link', { name: chat.askAbout }));
  // The desk opens the conversation with the deposit's card itself. Who asks before has it with the first message.
  const card = say(chat.card_recharge, { id });
  await page
    .getByText(say(chat.withCard, { name: card }))
    .or(log(page).getByText(card, { exact: true }))
    .first()
    .waitFor({ timeout: patience });
  await write(page, 'I have paid. When is it credited?');
  await shows(page, journey.in_awaiting);

  const cleo = await openConsole(context, 'Cleo', { viewport: desktop, theme: options.theme === 'dark' ? 'light' : 'dark' });
  const agent = cleo.page;
  const key = (name: string) => agent.keyboard.press(name);
  await goTo(cleo, 'service');
  await agent.getByRole('heading', { name: desk['nav.service'], level: 1 }).waitFor({ timeout: patience });
  await comeTo(cleo, 'I have paid. When is it credited?');
  const { hash } = new URL(agent.url());
  await key('a');
  const answer = agent.getByRole('textbox', { name: desk['chat.write'] });
  await answer.waitFor({ timeout: patience });
  await key('Enter');
  await agent.keyboard.type('Pay to 6222 0212 3456 7890');
  await key('Enter');
  await agent.getByRole('alert').first().waitFor({ timeout: patience });
  equal(await log(page).getByText('6222').count(), 0, 'no account number reaches the customer');
  await answer.press('Control+a');
  await agent.keyboard.type('Hello, I am looking');
  await shows(page, say(chat.typing, { name: 'Cleo' }));
  await page.getByText(say(chat.answers, { name: 'Cleo' })).waitFor({ timeout: patience });
  await agent.keyboard.type(' into it.');
  await key('Enter');
  await shows(page, 'Hello, I am looking into it.');
  // The customer has it open: the agent sees that it was read, and that they write.
  await agent
    .getByRole('list', { name: desk['chat.log'] })
    .getByText(new RegExp(`· ${desk['chat.seen']}$`))
    .first()
    .waitFor({ timeout: patience });
  await page.getByRole('textbox', { name: chat.write }).pressSequentially('Thank');
  await agent.getByText(desk['chat.typing']).waitFor({ timeout: patience });

  // A phrase is one message in two languages. It is chosen, read and sent from the keyboard.
  const phrase = agent.getByRole('combobox', { name: desk['chat.phrase'] });
  await phrase.focus();
  await phrase.pressSequentially('Your');
  equal(await phrase.inputValue(), 'depositUnderReview', 'the phrase that was typed for');
  await agent.locator('[lang="zh-CN"]').first().waitFor({ timeout: patience });
  await agent.getByRole('button', { name: desk['chat.phraseSend'] }).focus();
  await key('Enter');
  await shows(page, phrases.depositUnderReview);
  await agent.getByRole('button', { name: desk['chat.mattersShow'] }).focus();
  await key('Enter');
  await agent.getByText(say(desk['chat.card.recharge'], { id })).first().waitFor({ timeout: patience });
  await accessible(cleo, 'the agents’ screen');
  await agent.evaluate(() => (document.activeElement as HTMLElement | null)?.blur());
  await key('n');
  await agent.keyboard.type('The slip is legible.');
  await key('Tab');
  await key('Enter');
  await agent.locator('bdi').getByText('The slip is legible.').waitFor({ timeout: patience });

  await accessible(customer, 'a conversation about a deposit');
  equal(
    await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth),
    0,
    'nothing scrolls sideways',
  );

  // A picture of the payment: in the conversation, and where the deposit is decided.
  const slip = { name: 'slip.png', mimeType: 'image/png', buffer: await page.screenshot() };
  await page.locator('form input[type=file]').setInputFiles(slip);
  await log(page)
    .getByRole('img', { name: like(chat.pictureAlt) })
    .waitFor({ timeout: patience });
  await agent.getByRole('button', { name: desk['chat.picture'], exact: true }).focus();
  await key('Enter');
  await agent.getByRole('img', { name: desk['chat.pictureAlt'] }).waitFor({ timeout: patience });
  const before = await call(page, origin, 'GET pay/recharge/get', { id });
  await page.goto(`${origin}/funds/top_up_order?id=${id}`);
  await press(page.getByRole('button', { name: moneyIn.paid, exact: true }));
  await page.getByTestId('evidence').setInputFiles(slip);
  await page.getByText(spoken(moneyIn.picturesKept, { count: 1 })).waitFor({ timeout: patience });
  await press(page.getByRole('dialog').getByRole('button', { name: moneyIn.paidSend, exact: true }));
  await page.getByText(journey.in_review).first().waitFor({ timeout: patience });
  await press(page.getByRole('link', { name: chat.askAbout }));
  await shows(page, journey.in_review);
  const has = async () => decimal(units((await balanceOf(page, origin, 'USDT')).available));
  equal(await has(), '0', 'nothing is credited before a person has looked');

  await decide(cleo, { kind: 'deposit', id: await waitingCase(cleo, 'deposit'), reason: 1, ends: 'passed' });
  await shows(page, journey.in_credited);
  await until('the balance has what was promised', async () => (await has()) === decimal(units(before.net)), patience);
  await agent.evaluate((to) => {
    location.hash = to;
  }, hash);
  await agent
    .getByRole('list', { name: desk['chat.log'] })
    .getByText(new RegExp(`^${say(desk['chat.cardIs'], { facts: desk['moneyState.credited'] })}`))
    .first()
    .waitFor({ timeout: patience });
  await answer.waitFor({ timeout: patience });
  await key('Enter');
  await agent.keyboard.type('It is credited. Thank you for the picture.');
  await key('Enter');
  await shows(page, 'It is credited. Thank you for the picture.');
  await finish(agent, page, 'The deposit is credited');
  equal(await log(page).getByText('The slip is legible.').count(), 0, 'no note reaches the customer');
  await press(page.locator('label').filter({ hasText: spoken(chat.rateScore, { count: 5 }) }));
  await press(page.getByRole('button', { name: chat.rateSend, exact: true }));
  await page.getByText(/^You gave 5 stars/).waitFor({ timeout: patience });
  noProblems(customer, 'of the chat');
  // What the browser says about the refused account number is no defect.
  equal(
    cleo.problems.filter((text) => !/40\d|42\d/.test(text)),
    [],
    'console errors of the agents’ screen',
  );
}
export const depositTalkedAbout = (context: RunContext) => deposited(context, { viewport: desktop });
export const depositTalkedAboutOnAPhone = (context: RunContext) => deposited(context, { viewport: phone, theme: 'dark' });
