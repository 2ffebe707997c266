import type { AdminOutput } from '@bourse/protocol/admin';
import type { Page } from 'playwright-core';
import type { Opened } from './browser.ts';
import { asOperator, goTo } from './console.ts';
import { truthy, until } from './suite.ts';
import { call, patience, press } from './trader.ts';
import { en } from './words.ts';

const words: Readonly<Record<string, string>> & typeof en.console = en.console;

type Row = AdminOutput<'GET case/list'>['list'][number];
export type CaseKindName = Row['kind'];

/** The newest case of a kind that waits for anybody. */
export const waitingCase = (operator: Opened, kind: CaseKindName): Promise<string> =>
  until(
    `a case of kind ${kind}`,
    async () => {
      const { list } = await asOperator<AdminOutput<'GET case/list'>>(operator, `case/list?kind=${kind}&pageSize=200`);
      const waiting = list.filter(({ step }) => step === 'waiting').map(({ id }) => Number(id));
      return waiting.length > 0 && String(Math.max(...waiting));
    },
    patience,
  );

export interface Decision {
  kind: CaseKindName;
  id: string;
  /** The key of the reason: 1 is the first reason of a yes. */
  reason: number;
  remark?: string;
  /** Somebody decided before, and this is the second person. */
  second?: boolean;
  /** What stands in the evidence. */
  reads?: string;
  ends: 'passed' | 'refused' | 'proposed';
}

/** An operator finds a case in the inbox, takes and reads it, and decides, by keyboard. Only a remark is typed into its field. */
export async function decide(operator: Opened, { kind, id, reason, remark, second = false, reads, ends }: Decision): Promise<void> {
  const { page } = operator;
  await goTo(operator, 'inbox', kind);
  await page
    .getByText(`${words[`kind.${kind}`]} ${id}`)
    .first()
    .waitFor({ timeout: patience });
  for (let step = 0; step < 50 && !page.url().endsWith(`/${id}`); step += 1) {
    const before = page.url();
    await page.keyboard.press('j');
    await until('J moved', () => page.url() !== before, patience);
  }
  truthy(page.url().endsWith(`/${id}`), `case ${id} is in the inbox`);
  if (!second) {
    await page.getByRole('button', { name: words.take, exact: true }).waitFor({ timeout: patience });
    await page.keyboard.press('a');
    await page.getByRole('button', { name: words.giveBack }).waitFor({ timeout: patience });
  }
  const decision = page.getByRole('button', { name: new RegExp(`^(${words.decide}|${words.signAndDecide})$`) });
  await decision.waitFor({ timeout: patience });
  const unread = page.getByRole('button', { name: words.openEvidence });
  for (let left = await unread.count(); left > 0; left -= 1) {
    await page.keyboard.press('o');
    await until('one more is read', async () => (await unread.count()) < left, patience);
  }
  if (reads !== undefined) await page.getByText(reads).first().waitFor({ timeout: patience });
  await page.keyboard.press(String(reason));
  if (remark !== undefined) {
    await page.getByLabel(words.remark).fill(remark, { timeout: patience });
    await page.getByLabel(words.remark).blur();
  }
  await until('the decision can be pressed', () => decision.isEnabled(), patience);
  await page.keyboard.press('d');
  await page.locator('dd').getByText(words[`step.${ends}`]).waitFor({ timeout: patience });
}

/** A dialog of the console that asks for a reason. */
export async function giveReason({ page }: Opened, title: string, reason: string, choice?: string): Promise<void> {
  const asked = page.getByRole('dialog', { name: title });
  if (choice !== undefined) await press(asked.getByRole('radio', { name: choice }));
  await asked.getByLabel(words.reason).fill(reason, { timeout: patience });
  await press(asked.getByRole('button', { name: words.confirm, exact: true }));
  await asked.waitFor({ state: 'detached', timeout: patience });
}

/** The number of the customer who is signed in on a page, as operators know it. */
export async function customerOf(operator: Opened, page: Page, origin: string): Promise<string> {
  const { account, venue } = await call(page, origin, 'GET system/member/get-current-member', {});
  const { list } = await asOperator<AdminOutput<'GET customer/list'>>(operator, `customer/list?search=${account}&venue=${venue}`);
  const found = list.find((one) => one.account === account);
  truthy(found, `the customer of account ${account}`);
  return found.id;
}

/** An operator restricts the customer of a page. */
export async function holdCustomer(operator: Opened, page: Page, origin: string, mode: 'closeOnly' | 'locked'): Promise<string> {
  const id = await customerOf(operator, page, origin);
  await goTo(operator, 'customers', id);
  await press(operator.page.getByRole('button', { name: words.hold, exact: true }));
  await giveReason(operator, words.hold, 'a call from the bank', mode === 'locked' ? words.holdLocked : words.holdCloseOnly);
  return id;
}

/** Two operators end what restricts a customer. */
export async function liftHold(first: Opened, second: Opened, customer: string): Promise<void> {
  await goTo(first, 'customers', customer);
  await press(first.page.getByRole('button', { name: words.lift, exact: true }));
  await giveReason(first, words.lift, 'the bank has called again');
  const id = await waitingCase(first, 'lift');
  await decide(first, { kind: 'lift', id, reason: 1, ends: 'proposed' });
  await decide(second, { kind: 'lift', id, reason: 1, second: true, ends: 'passed' });
}
