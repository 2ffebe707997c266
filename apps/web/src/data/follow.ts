/** Pushes make reads old. Loaded with the socket that brings them. */
import { cache } from './answers.ts';
import { on } from './events.ts';
import { fundsDebounceMs } from './limits.ts';

const positionReads = [
  'GET pay/order-contract/page',
  'GET pay/order-contract/detail',
  'GET pay/order-stock/page',
  'GET pay/order-stock/detail',
  'GET stock/order/detail',
] as const;

/** Reads that a push makes old, by what changed. */
const madeOld = {
  orders: ['GET pay/order-coin/order-page', 'GET pay/order-coin/order-detail', 'GET stock/uc-order/page', ...positionReads],
  fills: ['GET pay/order-coin/fill-page', 'GET pay/order-coin/order-page', 'GET pay/order-coin/order-detail', ...positionReads],
  positions: positionReads,
  timed: ['GET pay/order-contract-quick/page', 'GET pay/order-contract-quick/detail'],
  wallets: [
    'GET pay/wallet/overview',
    'GET pay/wallet/stats',
    'GET pay/wallet/statistic',
    'GET pay/wallet/home-stat',
    'GET pay/wallet/list-fund',
    'GET pay/wallet/fund',
    'GET pay/wallet/coin-funds',
    'GET pay/wallet/fiat',
    'GET pay/wallet/get-by-coin',
    'GET pay/wallet/contract',
    'GET pay/wallet/quick-contract',
    'GET pay/funds-flow/page',
    'GET pay/funds-flow/page0',
    'GET pay/funds-flow/page3',
  ],
  notices: [],
} as const;

/** Pushes refresh what is on screen; funds at most about once a second. */
export function followPushes(): void {
  const waiting = new Map<string, ReturnType<typeof setTimeout>>();
  on('changed', ({ what }) => {
    if (waiting.has(what)) return;
    const wait = what === 'wallets' ? fundsDebounceMs : 150;
    waiting.set(
      what,
      setTimeout(() => {
        waiting.delete(what);
        for (const name of madeOld[what]) void cache.invalidate(name);
      }, wait),
    );
  });
}
/** After a command of one's own: the same, without waiting for the push. */
export const refreshFunds = (): void => {
  for (const name of new Set([...madeOld.wallets, ...madeOld.orders, ...madeOld.fills, ...madeOld.timed])) void cache.invalidate(name);
};
