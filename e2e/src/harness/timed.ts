import type { CallOutput } from '@bourse/protocol/calls';
import type { Page } from 'playwright-core';
import { units } from './money.ts';
import { equal, truthy } from './suite.ts';
import { call } from './trader.ts';

export const [won, lost, equalled, voided] = [2, 3, 4, 5] as const;
type TimedOrder = CallOutput<'GET pay/order-contract-quick/page'>['list'][number];

export const timedOrders = async (page: Page, origin: string): Promise<TimedOrder[]> =>
  (await call(page, origin, 'GET pay/order-contract-quick/page', { pageSize: 100 })).list;

/** The contract's two ticks decide the payout: the stake plus four fifths of it, nothing, or the stake back. */
export function endedFairly(order: TimedOrder, stake: bigint): void {
  const of = `${order.symbol} ${order.direction} ended as ${order.status}`;
  const result = order.status === won ? (stake * 80n) / 100n : order.status === lost ? -stake : 0n;
  equal(units(order.result ?? ''), result, `result of ${of}`);
  if (order.status === voided) {
    equal(order.voidReason, 'stale', of);
    return;
  }
  const [start, end] = [units(order.startPrice ?? ''), units(order.endPrice ?? '')];
  const right = order.direction === 1 ? end > start : end < start;
  equal(order.status, end === start ? equalled : right ? won : lost, `the two ticks decide: ${of}`);
  truthy((order.endTime ?? 0) - (order.startTime ?? 0) >= 25_000 && (order.endTime ?? 0) >= order.endsAt, `times of ${of}`);
}
