import type { CallOutput } from '@bourse/protocol/calls';
import { describe, expect, it } from 'vitest';
import { server } from '../../testing/server.ts';
import { show } from '../../testing/show.tsx';
import { Origin } from '../funds/parts/Origin.tsx';
import LineReceiptScreen from './LineReceiptScreen.tsx';

type Line = CallOutput<'GET pay/funds-flow/detail'>;
type Settlement = NonNullable<CallOutput<'GET pay/order-contract/page'>['settlements']>['list'][number];
const line: Line = {
  ...{ id: '99', seq: '12', time: 1_000, wallet: 2, asset: 'USDT', direction: 2, flow: 5015, flowName: 'contractFundingPaid' },
  ...{ amount: '-1.5', availableAfter: '10', frozenAfter: '0', orderId: null, fillId: null, symbol: 'BTC-PERP' },
};
const funding = (seq: string, index: number): Settlement => ({
  ...{ kind: 'fundingPayment', seq, index, symbol: 'BTC-PERP', time: 1_000, positionId: '4', orderId: null, fillId: null, role: null },
  ...{ direction: 1, price: null, quantity: null, amount: '-1.5', fee: '0', asset: 'USDT', action: null },
  receipt: { kind: 'fundingPayment', seq, index },
});

describe('a line of the contract wallet', () => {
  it('leads to the receipt of what it settled', async () => {
    const { page } = await show(<Origin line={line} />);
    expect(page.getByRole('link', { name: 'Receipt' }).getAttribute('href')).toContain('/receipt?line=');
  });

  it('without a settlement leads to its order, whatever the product', async () => {
    const { page } = await show(<Origin line={{ ...line, flow: 5000, orderId: '31' }} />);
    expect(page.getByRole('link').getAttribute('href')).toBe('/order/detail/31');
  });

  it('opens its receipt, found by the event', async () => {
    server.on('GET pay/funds-flow/detail', line);
    server.on('GET pay/order-contract/page', {
      settlements: { list: [funding('11', 0), funding('12', 3)], total: 2, pageNo: 1, pageSize: 100 },
    });
    const { router } = await show(<LineReceiptScreen id="99" />, { at: '/receipt?line=99' });
    expect(router.state.location.href.replaceAll('%22', '')).toBe('/receipt?kind=fundingPayment&seq=12&index=3');
  });
});
