import type { CallOutput } from '@bourse/protocol/calls';
import { CallError } from '@bourse/protocol/client';
import { emptyTick, type Instrument, ticks } from '../data/index.ts';
import { books, marks } from '../data/live.ts';
import { server } from './server.ts';

/** A small market for tests: a coin, a perpetual contract and a stock, and the customer's holdings. */

const coin: Instrument = {
  id: 1,
  symbol: 'BTC/USDT',
  name: 'Bitcoin',
  words: 'bitcoin',
  kind: 1,
  base: 'BTC',
  quote: 'USDT',
  plate: 'crypto',
  board: null,
  tick: '0.05',
  lot: '0.0005',
  priceAccuracy: 2,
  transactionAccuracy: 4,
  lever: 1,
  minQuantity: '0.0005',
  maxQuantity: '100',
  minNotional: '5',
  bandBps: 1_000,
  takerFee: '0.001',
  makerFee: '0.0008',
  status: 1,
  session: null,
  nextOpen: null,
  participants: false,
  tradable: true,
  source: { feed: 'live', name: 'Somewhere' },
};
export const btc = coin;
export const btcPerp: Instrument = {
  ...coin,
  id: 2,
  symbol: 'BTC-PERP',
  kind: 2,
  lever: 100,
  lot: '0.001',
  minQuantity: '0.001',
  takerFee: '0.0005',
};
export const nvda: Instrument = {
  ...coin,
  id: 3,
  symbol: 'NVDA',
  name: 'Nvidia',
  kind: 3,
  base: 'NVDA',
  quote: 'USD',
  lever: 5,
  lot: '1',
  minQuantity: '1',
  maxQuantity: '10000',
  session: 'XNYS',
};

type Overview = CallOutput<'GET pay/wallet/overview'>;
type Balance = Overview['balances'][number];
export const balance = (wallet: Balance['wallet'], asset: string, available: string): Balance => ({
  ...{
    wallet,
    asset,
    available,
    name: asset,
    scale: 6,
    kind: 1,
    frozen: '0',
    total: available,
    price: '1',
    value: available,
    stale: false,
  },
});
const none = { total: '0', totalAvailable: '0', totalFrozenAmount: '0' };
const positions = { ...none, totalPositionValue: '0', totalProfitAndLoss: '0', plList: [] };
/** The one answer that all figures of an account come from. */
export const overview = (balances: readonly Balance[], total = '0'): Overview => ({
  overview: { total, currency: 'USD', stale: false, missing: [] },
  coin: { ...none, total, walletList: balances.filter(({ wallet }) => wallet === 1) },
  contract: positions,
  stock: positions,
  fast: { total: '0', walletBalance: '0', positionAmount: '0' },
  wealth: none,
  balances: [...balances],
  allocation: [],
  contractWallet: {
    ...{ asset: 'USDT', available: '0', freeze: '0', walletBalance: '0', earnestMoney: '0', orderMargin: '0', unrealizedProfitLoss: '0' },
    ...{ plAmount: '0', netWorthBigDecimal: '0', profit: '0', balance: '0', marginRatio: '0', occupyMargin: '0', riskRate: '0' },
    maintenance: '0',
  },
});
const asset = (id: number, code: string, scale: number): CallOutput<'GET pay/coin/coin-list-all'>[number] => ({
  ...{ id, code, scale, name: code, kind: 1, icon: null, rate: '1', stale: false },
});

/** A fresh index price for a symbol, and a book around it. */
export function quote(symbol: string, [bid, last, ask]: readonly [bid: string, last: string, ask: string]): void {
  const at = Date.now();
  ticks.push({ ...emptyTick(symbol), b: bid, pe: last, a: ask, st: 0, t: at, at });
  ticks.flush();
  books.set(symbol, { bids: [[bid, '1']], asks: [[ask, '1']], seq: 1, at });
}
export function mark(symbol: string, price: string): void {
  marks.set(symbol, { mark: price, index: price, rate: '0', next: Date.now() + 3_600_000, at: Date.now() });
}

/** Everything that every trading screen reads. */
export function openMarket(balances: readonly Balance[] = [balance(1, 'USDT', '10000'), balance(1, 'BTC', '0.5')]): void {
  server.on('GET pay/symbol/instruments', [btc, btcPerp, nvda]);
  server.on('GET pay/coin/coin-list-all', [asset(1, 'BTC', 8), asset(2, 'USDT', 6), asset(3, 'USD', 2)]);
  server.on('GET pay/wallet/overview', overview(balances));
  server.on('GET pay/price-alert/page', { list: [], total: 0, pageNo: 1, pageSize: 100 });
  // The histories do not have the order yet: the ticket then shows what the exchange's answer said.
  server.on('GET pay/order-coin/order-detail', () => {
    throw new CallError(3004, 404, 'There is no such order.');
  });
}
