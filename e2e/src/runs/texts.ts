import { randomUUID } from 'node:crypto';
import { desktop, type Opened, type OpenOptions, phone } from '../harness/browser.ts';
import { asOperator, consoleOf, goTo, openConsole } from '../harness/console.ts';
import type { RunContext } from '../harness/run-context.ts';
import { equal, truthy, until } from '../harness/suite.ts';
import { call, noProblems, patience, press } from '../harness/trader.ts';
import { en, say } from '../harness/words.ts';
import { register } from './sessions.ts';

const { console: words, texts } = en;

/** Operators of content, whom an administrator invites: no first operator of a new exchange has that role. */
async function writers(context: RunContext, names: readonly string[]): Promise<Opened[]> {
  const ada = await openConsole(context, 'Ada', { viewport: desktop });
  const opened: Opened[] = [];
  for (const name of names) {
    const invited = { name, roles: ['content'], reason: 'writes texts' };
    const { link } = await asOperator<{ link: string }>(ada, 'operator/invite', invited);
    const one = await context.open({ viewport: desktop });
    await one.page.goto(new URL(link, consoleOf(context)).href);
    await one.page.getByText(say(words.enrolTitle, { name })).waitFor({ timeout: patience });
    await press(one.page.getByRole('button', { name: words.enrolSoftware }));
    await one.page.getByRole('button', { name: words.signOut }).waitFor({ timeout: patience });
    opened.push(one);
  }
  return opened;
}

/** Presses a button of a version, says why, and waits until the version has this state. */
async function move({ page }: Opened, name: 'submit' | 'approve' | 'schedule', after: keyof typeof words & `content.state.${string}`) {
  await press(page.getByRole('button', { name: words[`content.${name}`], exact: true }));
  await page.getByRole('textbox', { name: words.reason }).fill(`${name}, as we agreed`, { timeout: patience });
  await press(page.getByRole('button', { name: words.confirm }));
  await page.locator('dd').getByText(words[after], { exact: true }).waitFor({ timeout: patience });
}

/** A new version of terms is written by one person and approved by two others. A customer sees what differs and agrees to it. */
async function policyAgreed(context: RunContext, options: OpenOptions, type: 'service' | 'privacy'): Promise<void> {
  const { origin } = context;
  const customer = await context.open(options);
  const one = randomUUID().slice(0, 8);
  await register(customer, context, `reader-${one}@example.com`);
  const { page } = customer;
  const read = () => call(page, origin, 'GET system/notice/text', { typeCode: type });
  const first = await read();
  truthy(first.agreed?.hash === first.hash, 'whoever registers agreed to the version in force, by its hash');
  const at = type === 'privacy' ? '/privacy_policy' : `/text_preview?type=${type}`;
  await page.goto(`${origin}${at}`);
  await page.getByText(new RegExp(`^You agreed to version ${first.version} on `)).waitFor({ timeout: patience });

  const [eve, finn, gia] = (await writers(context, [`Eve ${one}`, `Finn ${one}`, `Gia ${one}`])) as [Opened, Opened, Opened];
  const added = `This sentence is new: ${one}.`;
  await goTo(eve, 'content', first.id, 'en');
  await press(eve.page.getByRole('button', { name: words['content.write'] }));
  const body = eve.page.getByRole('textbox', { name: words['content.body'], exact: true });
  await until('the editor begins with the words in force', async () => (await body.inputValue()).length > 500, patience);
  await body.fill(`${await body.inputValue()}\n\n${added}`);
  await eve.page.getByRole('complementary').getByText(added).waitFor({ timeout: patience });
  await eve.page.getByRole('checkbox', { name: words['content.stricter'] }).uncheck({ timeout: patience });
  await press(eve.page.getByRole('button', { name: words['content.save'] }));
  await move(eve, 'submit', 'content.state.review');
  equal(
    await eve.page.getByRole('button', { name: words['content.approve'], exact: true }).count(),
    0,
    'the writer is not offered to approve',
  );
  await goTo(finn, 'content', first.id, 'en');
  await finn.page.locator('ins').getByText(added).waitFor({ timeout: patience });
  await move(finn, 'approve', 'content.state.review');
  await goTo(gia, 'content', first.id, 'en');
  await gia.page.getByText(say(words['content.needed'], { count: '1', needed: '2' })).waitFor({ timeout: patience });
  await move(gia, 'approve', 'content.state.approved');
  await goTo(finn, 'content');
  await goTo(finn, 'content', first.id, 'en');
  await move(finn, 'schedule', 'content.state.scheduled');
  const second = await until('the version is in force', async () => {
    const now = await read();
    return now.version > first.version && now;
  });

  await page.goto(`${origin}${at}`);
  await page.getByText(new RegExp(`Version ${second.version} is in force`)).waitFor({ timeout: patience });
  await press(page.getByRole('link', { name: say(texts.compare, { version: String(first.version) }) }));
  await page.locator('[data-kind="new"]').getByText(added).waitFor({ timeout: patience });
  equal(await page.locator('[data-kind="old"]').count(), 0, 'nothing was taken away');
  await press(page.getByRole('button', { name: say(texts.agree, { version: String(second.version) }) }));
  await page.getByText(new RegExp(`^You agreed to version ${second.version} on `)).waitFor({ timeout: patience });
  const after = await read();
  equal(after.agreed?.hash, second.hash, 'the agreement stands with the hash of the version');
  // A link to elsewhere that nobody of the exchange published opens nothing.
  await page.goto(`${origin}/third_party_web_pages?url=${encodeURIComponent('https://example.com/')}`);
  await page.getByText(texts.externalUnknown).waitFor({ timeout: patience });
  equal(await page.locator('iframe').count(), 0, 'nothing is framed');
  for (const opened of [customer, eve, finn, gia]) noProblems(opened, 'of texts');
}
export const policyAgreedTo = (context: RunContext) => policyAgreed(context, { viewport: desktop }, 'service');
export const policyAgreedToOnAPhone = (context: RunContext) => policyAgreed(context, { viewport: phone, theme: 'dark' }, 'privacy');
