import type { CallOutput } from '@bourse/protocol/calls';
import type { Page } from 'playwright-core';
import { settles, statementAgrees } from './books.ts';
import { closedPositions, openPositions, settlements } from './contracts.ts';
import { sum, units } from './money.ts';
import { equal, truthy } from './suite.ts';
import { en, like, type Words } from './words.ts';

type Position = NonNullable<CallOutput<'GET pay/order-contract/page'>['positions']>['list'][number];

/** The notice of a liquidation. It stays on screen until it was read. */
export const liquidationNotice = (page: Page, words: Words = en) => page.getByText(like(words.notices['liquidation.segmented'])).first();

/**
 * A liquidated position: a notice names the order, or the position when no order could go through the book; the history shows it as liquidated, and the
 * loss is at most its margin and the opening fee. Returns its settlements, oldest first.
 */
export async function liquidationOf(page: Page, origin: string, position: Position, granted: string) {
  const told = liquidationNotice(page);
  await told.waitFor({ timeout: 180_000 });
  const { closed, settled } = await settles(async () => {
    equal(await openPositions(page, origin), [], 'open positions');
    const [closed] = await closedPositions(page, origin);
    equal(closed?.id, position.id, 'the position in the history');
    const settled = (await settlements(page, origin)).filter(({ positionId }) => positionId === position.id);
    truthy(
      settled.some(({ kind }) => kind === 'liquidation'),
      'the liquidation among the settlements',
    );
    return { closed: closed!, settled };
  });
  equal(closed.reason, 'liquidated', 'why it was closed');
  const fills = settled.filter(({ kind }) => kind === 'positionFill');
  const forced = fills.filter(({ role }) => role === 'liquidation');
  const text = (await told.textContent()) ?? '';
  truthy(
    forced.some(({ orderId }) => new RegExp(`\\D${orderId ?? position.id}(\\D|$)`).test(text)),
    `the notice “${text}” names the order of ${forced.map(({ orderId }) => orderId ?? `position ${position.id}`).join(', ')}`,
  );
  // The wallet equals the deposits plus the results of all fills and what the insurance fund paid, because the price may have jumped.
  const { held } = await statementAgrees(page, origin);
  const wallet = held.find((balance) => balance.wallet === 2 && balance.asset === 'USDT');
  const changed = sum(settled.map((each) => each.amount)) - sum(settled.map((each) => each.fee));
  equal(units(wallet?.total ?? '0'), units(granted) + changed, 'the contract wallet');
  const opening = sum(fills.filter(({ action }) => action === 1).map((each) => each.fee));
  truthy(changed < 0n && -changed <= units(position.earnestMoney) + opening, 'no more than the margin is lost');
  return settled;
}
