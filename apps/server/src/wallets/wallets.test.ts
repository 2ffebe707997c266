import { randomUUID } from 'node:crypto';
import { AssetKind, Wallet } from '@bourse/protocol/enums';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Exchange, testExchange } from '../testing/exchange.ts';
import { walletHolds } from './wallets.ts';

let exchange: Exchange;
beforeAll(async () => {
  exchange = await testExchange();
});
afterAll(() => exchange.close());

const transfer = 'POST pay/wallet/any-transfer' as const;
const readAfter = (seq: string) => ({ 'x-read-after': seq });

describe('transfers between wallets', () => {
  test('60 at once of 10 from a balance of 100: exactly 10 go through', async () => {
    const { token } = await exchange.customer();
    await exchange.call(transfer, { from: 1, to: 2, asset: 'USDT', amount: '100' }, { token });
    const answers = await Promise.all(
      Array.from({ length: 60 }, () => exchange.call(transfer, { from: 2, to: 4, asset: 'USDT', amount: '10' }, { token })),
    );
    expect(answers.filter(({ code }) => code === 0)).toHaveLength(10);
    expect(answers.filter(({ code }) => code === 3013)).toHaveLength(50);
    const funds = await exchange.call('GET pay/wallet/list-fund', {}, { token });
    expect(funds.data.map(({ wallet, total }) => [wallet, total])).toEqual([
      [1, '99900.000000'],
      [4, '100.000000'],
    ]);
  });

  test('one key sent 30 times at once moves the money once', async () => {
    const { token } = await exchange.customer();
    const headers = { 'idempotency-key': randomUUID() };
    const answers = await Promise.all(
      Array.from({ length: 30 }, () => exchange.call(transfer, { from: 1, to: 3, asset: 'USDT', amount: '7' }, { token, headers })),
    );
    expect(new Set(answers.map(({ data }) => data.seq)).size).toBe(1);
    expect((await exchange.call('GET pay/wallet/get-by-coin', { coin: 'USDT', wallet: 3 }, { token })).data.available).toBe('7.000000');
  });

  test('what list-type says a wallet holds is what the engine lets in', async () => {
    const { token } = await exchange.customer();
    const samples = Object.values(AssetKind).map((kind) => exchange.catalogue.assets.find((asset) => asset.kind === kind));
    for (const asset of samples) {
      if (!asset) throw new Error('an asset kind has no sample');
      for (const from of Object.values(Wallet)) {
        for (const to of Object.values(Wallet)) {
          if (from === to) continue;
          const { code } = await exchange.call(transfer, { from, to, asset: asset.code, amount: '1000000' }, { token });
          const held = walletHolds(from, asset) && walletHolds(to, asset);
          expect(code, `${asset.code} from ${from} to ${to}`).toBe(held ? 3013 : 4006);
        }
      }
    }
  });

  test.each([
    ['more decimals than the asset has', { amount: '1.0000001' }, 4003, 'USDT has 6 decimals at most.'],
    ['nothing', { amount: '0' }, 4002, ''],
    ['an asset nobody lists', { asset: 'NOPE' }, 4001, ''],
    ['a wallet into itself', { to: 1 }, 4005, ''],
    ['more than there is', { amount: '100001' }, 3013, 'Not enough USDT: 100000 available, 100001 needed.'],
  ])('of %s are refused', async (_what, change, code, message) => {
    const { token } = await exchange.customer();
    const answer = await exchange.call(transfer, { from: 1, to: 2, asset: 'USDT', amount: '1', ...change } as never, { token });
    expect(answer.code).toBe(code);
    if (message) expect(answer.msg).toBe(message);
  });
});

describe('statements', () => {
  test('say why each balance changed, both sides of a transfer, and nothing to others', async () => {
    const { token } = await exchange.customer();
    const other = await exchange.customer();
    const moved = await exchange.call(transfer, { from: 1, to: 2, asset: 'USDT', amount: '25.5' }, { token });
    const headers = readAfter(moved.data.seq);
    const page = await exchange.call('GET pay/funds-flow/page', {}, { token, headers });
    expect(page.data.list.map(({ flowName, amount, wallet, availableAfter }) => [flowName, amount, wallet, availableAfter])).toEqual([
      ['transferIn', '25.500000', 2, '25.500000'],
      ['transferOut', '-25.500000', 1, '99974.500000'],
      ['demoGrant', '100000.000000', 1, '100000.000000'],
    ]);
    const [incoming, outgoing] = page.data.list;
    const transfers = await exchange.call('GET pay/funds-flow/page3', {}, { token });
    expect(transfers.data.total).toBe(2);
    const detail = await exchange.call('GET pay/funds-flow/transfer-detail', { id: outgoing?.id ?? '' }, { token });
    expect(detail.data).toMatchObject({ amount: '25.500000', from: 1, to: 2, lines: [{ direction: 1 }, { direction: 2 }] });
    const ids = `${incoming?.id},${outgoing?.id}`;
    expect((await exchange.call('GET pay/order-history/add', { ids }, { token })).data).toHaveLength(1);
    expect((await exchange.call('GET pay/order-history/sub', { ids }, { token })).data).toHaveLength(1);
    for (const name of ['GET pay/funds-flow/detail', 'GET pay/funds-flow/transfer-detail'] as const)
      expect(await exchange.call(name, { id: outgoing?.id ?? '' }, { token: other.token })).toMatchObject({ status: 404, code: 1003 });
    expect((await exchange.call('GET pay/funds-flow/detail-list', { ids }, { token: other.token })).data).toEqual([]);
  });

  test('of freezes stay out of what is owned, and sums leave transfers out', async () => {
    const { token } = await exchange.customer();
    const bought = await exchange.houseSells('ETH/USDT', '2000', '1', token);
    await exchange.price('BTC/USDT', '60000');
    const order = { symbol: 'BTC/USDT', side: 0, priceType: 2, price: '59000', quantity: '0.01' } as const;
    await exchange.call('POST pay/order-coin/purchase-actual-commodities', order, { token });
    const moved = await exchange.call(transfer, { from: 1, to: 2, asset: 'USDT', amount: '10' }, { token });
    const headers = readAfter(moved.data.seq);
    const owned = await exchange.call('GET pay/funds-flow/page0', { pageSize: 100 }, { token, headers });
    expect(owned.data.list.every(({ direction }) => direction === 1 || direction === 2)).toBe(true);
    const all = await exchange.call('GET pay/funds-flow/page', { pageSize: 100 }, { token });
    expect(all.data.list.some(({ flowName, symbol }) => flowName === 'spotOrderFreeze' && symbol === 'BTC/USDT')).toBe(true);
    expect(all.data.list.find(({ flowName }) => flowName === 'spotBuyReceive')).toMatchObject({
      orderId: bought.data.orderId,
      symbol: 'ETH/USDT',
    });
    const sums = await exchange.call('GET pay/funds-flow/get-statistics', {}, { token });
    expect(sums.data).toMatchObject([
      { asset: 'USDT', in: '100000.000000', out: '2000.000000', net: '98000.000000' },
      { asset: 'ETH', in: '1.00000000', out: '0.00100000', net: '0.99900000', value: '1998.00000000' },
    ]);
    const pie = await exchange.call('GET pay/funds-flow/get-pie-chart-statistics', {}, { token });
    expect(pie.data.map(({ area }) => area).sort()).toEqual(['demo', 'spot']);
  });
});

describe('what an account is worth', () => {
  test('counts wallets together, names what has no price, and leaves the grant out of profit', async () => {
    const { token } = await exchange.customer();
    const bought = await exchange.houseSells('SOL/USDT', '100', '10', token);
    exchange.market.usd.set('SOL', '150');
    const headers = readAfter(bought.data.seq);
    const stat = await exchange.call('GET pay/wallet/home-stat', {}, { token, headers });
    // 99,000 USDT and 9.99 SOL at 150. The grant of 100,000 is not profit.
    expect(stat.data).toMatchObject({
      total: '100498.50000000',
      startTotal: '0.00000000',
      dayPl: '498.50000000',
      dayPlRatio: '0.49',
      missing: [],
    });
    expect(stat.data.curve.at(-1)).toMatchObject({ v: '100498.50000000' });
    const share = await exchange.call('GET pay/wallet/statistic', {}, { token });
    expect(share.data.allocation.map(({ asset, ratio }) => [asset, ratio])).toEqual([
      ['USDT', '98.50'],
      ['SOL', '1.49'],
    ]);
    const days = await exchange.call('GET pay/wallet/statistic-detail', { days: 3 }, { token });
    expect(days.data).toHaveLength(3);
    expect(days.data.at(-1)).toMatchObject({ total: '100498.50000000', pl: '498.50000000', deposits: '100000.00000000' });
    exchange.market.usd.delete('SOL');
    const blind = await exchange.call('GET pay/wallet/overview', {}, { token });
    expect(blind.data.overview).toMatchObject({ total: '99000.00000000', missing: ['SOL'] });
    expect(blind.data.coin.walletList.find(({ asset }) => asset === 'SOL')).toMatchObject({ value: null, price: null, stale: true });
  });

  test('a demo account is topped up once a day; a real one never', async () => {
    const demo = await exchange.customer();
    const real = await exchange.customer('real');
    expect(await exchange.call('POST pay/wallet/demo-top-up', {}, { token: demo.token })).toMatchObject({ code: 4007 });
    expect(await exchange.call('POST pay/wallet/demo-top-up', {}, { token: real.token })).toMatchObject({ status: 403, code: 403 });
    expect((await exchange.call('GET pay/wallet/list-fund', {}, { token: real.token })).data).toEqual([]);
  });

  test('every wallet view answers for a new real account', async () => {
    const { token } = await exchange.customer('real');
    for (const name of ['GET pay/wallet/fiat', 'GET pay/wallet/coin-funds', 'GET pay/wallet/list-type', 'GET pay/wallet/stats'] as const)
      expect(await exchange.call(name, {}, { token }), name).toMatchObject({ status: 200, code: 0 });
    expect((await exchange.call('GET pay/wallet/fund', { wallet: 1 }, { token })).data).toMatchObject({ total: '0.00000000', list: [] });
  });
});

describe('assets', () => {
  test('are listed with their rates', async () => {
    exchange.market.usd.set('BTC', '60000.5');
    expect((await exchange.call('GET pay/coin/detail', { code: 'btc' })).data).toMatchObject({
      code: 'BTC',
      rate: '60000.5',
      stale: false,
    });
    expect(await exchange.call('GET pay/coin/detail', { code: 'NOPE' })).toMatchObject({ status: 404, code: 4001 });
    expect(await exchange.call('GET pay/coin/detail', {})).toMatchObject({ status: 400, code: 1000 });
    expect((await exchange.call('GET pay/coin/coin-list-by-name', { name: 'bitco' })).data.map(({ code }) => code)).toEqual(['BTC', 'BCH']);
    expect((await exchange.call('GET pay/coin/symbol-by-coin', { coin: 'BTC' })).data.some(({ symbol }) => symbol === 'BTC/USDT')).toBe(
      true,
    );
    for (const name of ['coin-list', 'coin-list-all', 'coin-list-rate', 'contract-list', 'fait-list', 'page'] as const)
      expect(await exchange.call(`GET pay/coin/${name}`, {}), name).toMatchObject({ code: 0 });
  });
});
