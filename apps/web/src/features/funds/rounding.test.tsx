import { describe, expect, it } from 'vitest';
import { btcPerp, mark, openMarket, quote } from '../../testing/market.ts';
import { openPositions, pageOf, position, settled } from '../../testing/positions.ts';
import { server } from '../../testing/server.ts';
import { pass, show } from '../../testing/show.tsx';
import { PositionList } from '../history/parts/PositionList.tsx';
import { SettlementList } from '../history/parts/SettlementList.tsx';
import { MarginSheet } from '../trade/positions/MarginSheet.tsx';
import { PositionLists } from '../trade/positions/PositionLists.tsx';
import { ContractWallet } from './parts/ContractWallet.tsx';
import { FastWallet } from './parts/FastWallet.tsx';
import { StockWallet } from './parts/StockWallet.tsx';

/** The figures of a list of facts, by name. */
const textOf = async (view: React.ReactElement) => {
  const { text } = await show(view);
  await pass(200);
  return text();
};

describe('account views round to the accuracy of the currency (product specification, section 5)', () => {
  it('in the contract wallet, up and down, and below zero', async () => {
    openMarket();
    openPositions('contract');
    server.on('GET pay/wallet/contract', {
      ...{ asset: 'USDT', available: '10.006', freeze: '0', walletBalance: '10.006', earnestMoney: '1.004', orderMargin: '0' },
      ...{ unrealizedProfitLoss: '-0.019', plAmount: '-0.019', historyPlAmount: '7.995', netWorthBigDecimal: '9.987' },
      ...{ profit: '0', balance: '10.006', marginRatio: '5', occupyMargin: '0', riskRate: '5', maintenance: '0' },
    });
    server.on('GET pay/wallet/overview', () => new Promise(() => {}));
    const text = await textOf(<ContractWallet />);
    for (const figure of ['10.01', '1.00', '−0.02', '+8.00', '9.99']) expect(text).toContain(figure);
    expect(text).not.toContain('10.00');
  });

  it('in the wallet of timed contracts, where dust shows as the smallest amount', async () => {
    openMarket();
    server.on('GET pay/wallet/fast', {
      ...{ asset: 'USDT', total: '20.006', walletBalance: '20.006', positionAmount: '0.001', historyPlAmount: '-3.456' },
    });
    const text = await textOf(<FastWallet />);
    for (const figure of ['20.01', '0.01', '−3.46']) expect(text).toContain(figure);
  });

  it('in the wallet of shares', async () => {
    openMarket();
    openPositions('stock', [position({ kind: 3, symbol: 'AAPL', value: '1500.129', plAmount: '-0.126', asset: 'USD' })]);
    const text = await textOf(<StockWallet />);
    for (const figure of ['1,500.13', '−0.13']) expect(text).toContain(figure);
  });

  it('in the positions of the terminal', async () => {
    openMarket();
    openPositions('contract', [position({ earnestMoney: '10.006' })]);
    server.on('GET pay/order-contract-quick/page', pageOf([]));
    quote('BTC-PERP', ['67180.00', '67180.00', '67180.00']);
    // 0.15 × 0.13 = 0.0195 of profit, which is 0.00195 of the margin.
    mark('BTC-PERP', '67180.13');
    const text = await textOf(<PositionLists instrument={btcPerp} onPick={() => {}} />);
    for (const figure of ['10.01', '+0.02']) expect(text).toContain(figure);
  });

  it('in the pages of the history', async () => {
    openMarket();
    const text = await textOf(
      <>
        <PositionList list={[position({ plAmount: '7.995' })]} />
        <SettlementList list={[settled({ amount: '-31.319' })]} />
      </>,
    );
    for (const figure of ['+8.00', '−31.32']) expect(text).toContain(figure);
  });

  it('but what can be spent is cut: the figure as shown must not be refused', async () => {
    openMarket();
    openPositions('contract', [position()]);
    server.on('GET pay/wallet/contract', {
      ...{ asset: 'USDT', available: '10.009', freeze: '0', walletBalance: '10.009', earnestMoney: '1', orderMargin: '0' },
      ...{ unrealizedProfitLoss: '0', plAmount: '0', historyPlAmount: '0', netWorthBigDecimal: '10.009' },
      ...{ profit: '0', balance: '10.009', marginRatio: '5', occupyMargin: '0', riskRate: '5', maintenance: '0' },
    });
    const text = await textOf(<MarginSheet direction="add" position={position()} onClose={() => {}} />);
    expect(text).toContain('10.00');
    expect(text).not.toContain('10.01');
  });
});
