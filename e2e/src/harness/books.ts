import type { CallInput } from '@bourse/protocol/calls';
import type { Page } from 'playwright-core';
import { sum, units } from './money.ts';
import { equal } from './suite.ts';
import { balances, patience, statementLines } from './trader.ts';
import { en, type Words } from './words.ts';

/** Retries until nothing is thrown: histories follow the engine within moments, and prices move between two questions. */
export async function settles<T>(probe: () => Promise<T>, timeoutMs = 30_000): Promise<T> {
  const deadline = Date.now() + timeoutMs;
  for (;;) {
    try {
      return await probe();
    } catch (error) {
      if (Date.now() > deadline) throw error;
      await new Promise((resolve) => setTimeout(resolve, 200));
    }
  }
}

/** In every wallet, the changes of the statement add up to the balance, and the last line shows that balance. */
export const statementAgrees = (page: Page, origin: string) =>
  settles(async () => {
    const held = await balances(page, origin);
    const lines = await statementLines(page, origin);
    for (const balance of held) {
      const of = `${balance.asset} in wallet ${balance.wallet}`;
      const own = lines.filter((line) => line.asset === balance.asset && line.wallet === balance.wallet);
      const changes = own.filter((line) => line.direction === 1 || line.direction === 2);
      equal(sum(changes.map((line) => line.amount)), units(balance.total), `statement of ${of}`);
      const last = own.at(-1);
      equal(
        [last?.availableAfter, last?.frozenAfter].map((text) => units(text ?? '0')),
        [balance.available, balance.frozen].map(units),
        `last line of ${of}`,
      );
      equal(units(balance.available) + units(balance.frozen), units(balance.total), `total of ${of}`);
    }
    return { held, lines };
  });

/** Waits until this browser has recomputed the receipt on its page to the same figures. */
export async function receiptShown(page: Page, words: Words = en): Promise<void> {
  await page.waitForURL('**/receipt**', { timeout: patience });
  await page.getByText(words.trade.agrees, { exact: true }).waitFor({ timeout: patience });
  equal(await page.getByText(words.trade.differs, { exact: true }).count(), 0, `steps that differ at ${page.url()}`);
}

export async function receiptAgrees(
  page: Page,
  origin: string,
  { kind, seq, index }: CallInput<'GET pay/receipt/settlement'>,
): Promise<void> {
  await page.goto(`${origin}/receipt?kind=${kind}&seq=${seq}&index=${index}`);
  await receiptShown(page);
}
