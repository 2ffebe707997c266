import type { Page } from 'playwright-core';
import { desktop, type OpenOptions, phone } from '../harness/browser.ts';
import { asOperator, goTo, openConsole } from '../harness/console.ts';
import type { RunContext } from '../harness/run-context.ts';
import { equal, until } from '../harness/suite.ts';
import { call, enterDemo, noProblems, patience, press } from '../harness/trader.ts';
import { en, say } from '../harness/words.ts';

const { console: words, forms } = en;
type Venue = 'demo' | 'real';
const operators = ['see', 'support', 'money', 'house', 'compliance', 'rules'] as const;
/** Rails of these runs, out of the way of any others. */
let nextRail = 901;

/** A field by its label; the asset of an amount may stand behind it. */
const field = (page: Page, label: string) => page.getByRole('textbox', { name: new RegExp(`^${label}(?: [A-Z]+)?$`) });
const type = (page: Page, label: string, value: string) => field(page, label).fill(value, { timeout: patience });
const choose = (page: Page, label: string, value: string) =>
  page.getByLabel(label, { exact: true }).selectOption(value, { timeout: patience });
/** Waits for the difference and signs it. Returns the number of the change. */
async function signed(page: Page, reason: string, venue: Venue = 'demo'): Promise<string> {
  await type(page, words.reason, reason);
  await press(page.getByRole('button', { name: forms.show }));
  await page.getByText(forms.decides).waitFor({ timeout: patience });
  await press(page.getByRole('button', { name: forms.sign }));
  await page.waitForURL(new RegExp(`#changes/${venue}/\\d+`), { timeout: patience });
  return /\d+$/.exec(page.url())![0];
}
const stateShows = (page: Page, state: keyof typeof words & `proposalState.${string}`) =>
  page.locator('dd').getByText(words[state]).waitFor({ timeout: patience });

/** The administrators let a venue know the fourth operator. */
export async function letDoraIn(context: RunContext, options: OpenOptions, venue: Venue = 'demo'): Promise<void> {
  const ada = await openConsole(context, 'Ada', options);
  const known = await asOperator<{ subject: string }[]>(ada, `change/in-force?venue=${venue}&kind=defineOperator`);
  if (!known.some(({ subject }) => subject === '4')) {
    await goTo(ada, 'propose', venue, 'defineOperator', '4');
    for (const power of operators)
      await ada.page.getByRole('checkbox', { name: forms[`choice.powers.${power}`], exact: true }).check({ timeout: patience });
    const change = await signed(ada.page, 'she joins us', venue);
    const ben = await openConsole(context, 'Ben', options);
    await goTo(ben, 'changes', venue, change);
    await press(ben.page.getByRole('button', { name: words.approve }));
    await stateShows(ben.page, 'proposalState.applied');
  }
}

/** A fee is lowered by two people, who see what it was and what it will be. The proposer cannot be the second. A higher one would wait for its notice. */
async function fourEyes(context: RunContext, options: OpenOptions): Promise<void> {
  await letDoraIn(context, options);
  const cleo = await openConsole(context, 'Cleo', options);
  const dora = await openConsole(context, 'Dora', options);
  const rail = String(nextRail++);
  const approve = async (change: string) => {
    await goTo(dora, 'changes', 'demo', change);
    await press(dora.page.getByRole('button', { name: words.approve }));
    await stateShows(dora.page, 'proposalState.applied');
  };
  const assets = await asOperator<{ subject: string; name: string }[]>(cleo, 'change/in-force?venue=demo&kind=defineAsset');
  const asset = assets.find(({ name }) => name === 'USDT')?.subject ?? '';
  await goTo(cleo, 'propose', 'demo', 'defineRail');
  const rules = {
    ...{ rail, asset, minIn: '10', autoInMax: '5000', holdMs: '0', minOut: '20', feeFixed: '1.5', feePpm: '0' },
    ...{ hourlyUnreviewed: '10000', open: '3' },
  } as const;
  for (const [name, value] of Object.entries(rules)) await type(cleo.page, forms[`field.${name as keyof typeof rules}`], value);
  await choose(cleo.page, forms['field.channel'], '1');
  await approve(await signed(cleo.page, 'a new rail'));

  // The form of the change begins with what is in force.
  await goTo(cleo, 'propose', 'demo', 'defineRail', rail);
  const fee = field(cleo.page, forms['field.feeFixed']);
  await until('the fee in force is in the form', async () => (await fee.inputValue()) === '1.500000', patience);
  await type(cleo.page, forms['field.feeFixed'], '1');
  const change = await signed(cleo.page, 'the network costs less');
  const row = (page: Page) => page.getByRole('row').filter({ hasText: forms['field.feeFixed'] });
  for (const { page } of [cleo, dora]) {
    if (page === dora.page) await goTo(dora, 'changes', 'demo', change);
    await row(page).first().waitFor({ timeout: patience });
    const text = ((await row(page).first().textContent()) ?? '').replaceAll(/\s+/g, ' ');
    equal(text.includes('1.500000 USDT') && text.includes('1.000000 USDT'), true, `the difference is shown: ${text}`);
  }
  equal(await cleo.page.getByRole('button', { name: words.approve }).count(), 0, 'the proposer is not offered to approve');
  // Nor does the server take it from the proposer.
  const { change: read } = await asOperator<{ change: { mayApprove: boolean } }>(cleo, `change/get?venue=demo&proposal=${change}`);
  equal(read.mayApprove, false, 'the server says that the proposer may not approve');
  await approve(change);
  await goTo(cleo, 'rules', 'demo', 'defineRail');
  await cleo.page.getByRole('cell', { name: '1.000000', exact: true }).first().waitFor({ timeout: patience });
  for (const opened of [cleo, dora]) noProblems(opened, 'of the console');
}
export const feeWithFourEyes = (context: RunContext) => fourEyes(context, { viewport: desktop });
export const feeWithFourEyesOnAPhone = (context: RunContext) => fourEyes(context, { viewport: phone, theme: 'dark' });

/** A case is found, taken, read and decided without a pointer. */
async function byKeyboard(context: RunContext, options: OpenOptions): Promise<void> {
  const customer = await context.open({ viewport: desktop });
  await enterDemo(customer, context.origin);
  const { id } = await call(customer.page, context.origin, 'POST pay/day-trade/submit', {
    reason: 'I open and close the same shares within a day.',
  });
  const cleo = await openConsole(context, 'Cleo', options);
  const { page } = cleo;
  await goTo(cleo, 'inbox');
  await page.getByText(`${words['kind.dayTrade']} ${id}`).first().waitFor({ timeout: patience });
  const key = (name: string) => page.keyboard.press(name);
  for (let step = 0; step < 50 && !page.url().endsWith(`/${id}`); step += 1) {
    const before = page.url();
    await key('j');
    await until('J moved', () => page.url() !== before, patience);
  }
  await page.getByRole('heading', { name: `${words['kind.dayTrade']} ${id}` }).waitFor({ timeout: patience });
  await key('a');
  await page.getByRole('button', { name: words.giveBack, exact: true }).waitFor({ timeout: patience });
  await key('o');
  await page.getByText('I open and close the same shares within a day.').first().waitFor({ timeout: patience });
  await key('1');
  // A case of the list can be "Decided, not carried out", which is part of its button's name.
  const decide = page.getByRole('button', { name: words.decide, exact: true });
  await until('the decision can be pressed', () => decide.isEnabled(), patience);
  await key('d');
  await page.locator('dd').getByText(words['step.passed']).waitFor({ timeout: patience });
  const allowed = await until(
    'the app knows',
    async () => (await call(customer.page, context.origin, 'GET pay/day-trade/list', {})).allowed,
    patience,
  );
  equal(allowed, true, 'day trading is allowed');
  // A number is found from anywhere.
  await key('/');
  await page.keyboard.type(id);
  await key('Enter');
  await page.getByRole('heading', { name: say(words.searchTitle, { number: id }) }).waitFor({ timeout: patience });
  noProblems(cleo, 'of the console');
}
export const inboxByKeyboard = (context: RunContext) => byKeyboard(context, { viewport: desktop, theme: 'dark' });
export const inboxByKeyboardOnAPhone = (context: RunContext) => byKeyboard(context, { viewport: phone });
