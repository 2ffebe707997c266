import { describe, expect, it } from 'vitest';
import { openMarket } from '../../../testing/market.ts';
import { openPositions, position } from '../../../testing/positions.ts';
import { server } from '../../../testing/server.ts';
import { pass, show } from '../../../testing/show.tsx';
import { MarginSheet } from './MarginSheet.tsx';

const sheet = async (direction: 'add' | 'take', parts = {}) => {
  openMarket();
  openPositions('contract');
  const shown = await show(<MarginSheet position={position(parts)} direction={direction} onClose={() => {}} />);
  await pass(200);
  return shown;
};
const amount = 'Amount, USDT';

describe('the margin of a position', () => {
  it('shows how far more margin moves the liquidation price, and how much can be added', async () => {
    const { fill, text, problemOf, page } = await sheet('add');
    expect(text()).toContain('At most 5,000 USDT');
    await fill(amount, '150');
    // 150 ÷ 0.150 is a move of 1,000.
    expect(text()).toContain('60,810.00 → 59,810.00');
    await fill(amount, '5000.01');
    expect(problemOf(amount)).toBe('At most 5,000 USDT');
    expect(page.getByRole('button', { name: /^Add 5,000.01/ })).toHaveProperty('disabled', true);
    expect(server.sent('POST pay/order-contract/margin')).toEqual([]);
  });
  it('moves the price of a short up, and says when no price liquidates a long', async () => {
    const short = await sheet('add', { direction: 2, liquidationPrice: '74000.03' });
    await short.fill(amount, '1');
    expect(short.text()).toContain('74,000.03 → 74,006.65');
    short.unmount();
    const long = await sheet('add', { liquidationPrice: '100' });
    await long.fill(amount, '150');
    expect(long.text()).toContain('100.00 → none');
  });
  it('takes out only what losses and the initial margin leave', async () => {
    // 1,200 − 100 lost − 10,200 ÷ 10.
    const { fill, text, problemOf } = await sheet('take', { earnestMoney: '1200', plAmount: '-100' });
    expect(text()).toContain('At most 80 USDT');
    await fill(amount, '15');
    expect(text()).toContain('60,810.00 → 60,910.00');
    await fill(amount, '80.1');
    expect(problemOf(amount)).toBe('At most 80 USDT');
  });
});
