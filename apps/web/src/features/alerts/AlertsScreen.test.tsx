import { CallError } from '@bourse/protocol/client';
import { beforeEach, describe, expect, it } from 'vitest';
import { openMarket, quote } from '../../testing/market.ts';
import { pageOf } from '../../testing/positions.ts';
import { server } from '../../testing/server.ts';
import { pass, show } from '../../testing/show.tsx';
import { AlertsScreen } from './AlertsScreen.tsx';

const at = Date.UTC(2026, 2, 2, 9);
const waiting = { id: '7', symbol: 'BTC/USDT', price: '69000.00', direction: 1, createdAt: at, firedAt: null, firedPrice: null } as const;
const told = { ...waiting, id: '6', price: '67000.00', direction: -1, firedAt: at, firedPrice: '66999.95' } as const;
const create = 'POST pay/price-alert/create';
const price = 'Price, USDT';

beforeEach(() => {
  openMarket();
  quote('BTC/USDT', ['67999.00', '68000.00', '68001.00']);
});
const screen = async () => {
  const shown = await show(<AlertsScreen />);
  await pass(100);
  return shown;
};

describe('the screen of price alerts', () => {
  it('teaches while it is empty, and sets an alert that its button names', async () => {
    server.on(create, waiting);
    const { page, fill, press, text } = await screen();
    expect(text()).toContain('No price alerts');
    await fill(price, '69000');
    server.on('GET pay/price-alert/page', pageOf([waiting]));
    await press('Alert at 69,000.00');
    await pass(200);
    expect(server.sent(create).map(({ input }) => input)).toEqual([{ symbol: 'BTC/USDT', price: '69000' }]);
    expect(text()).toContain('BTC/USDT when it rises to 69,000.00');
    expect(page.queryByText('No price alerts')).toBeNull();
  });

  it('sends no price that has two readings, and shows a refusal at the field', async () => {
    server.on(create, () => {
      throw new CallError(5005, 400, 'The price is 68,000.00 now. Choose another price for the alert.');
    });
    const { fill, press, problemOf } = await screen();
    await fill(price, '0,1');
    await press('Set an alert');
    expect([server.sent(create), problemOf(price)]).toEqual([[], expect.stringContaining('ambiguous')]);
    await fill(price, '68000');
    await press('Alert at 68,000.00');
    expect(problemOf(price)).toContain('The price is 68,000.00 now.');
  });

  it('lists what waits and what was told, and removes what waits', async () => {
    server.on('GET pay/price-alert/page', pageOf([waiting, told]));
    server.on('POST pay/price-alert/delete', { removed: 1 });
    const { page, press, text } = await screen();
    expect(text()).toContain('BTC/USDT when it falls to 67,000.00');
    expect(text()).toContain('at 66,999.95');
    expect(page.getAllByRole('button', { name: /^Remove/ })).toHaveLength(1);
    await press('Remove: BTC/USDT 69,000.00');
    expect(server.sent('POST pay/price-alert/delete').map(({ input }) => input)).toEqual([{ ids: ['7'] }]);
  });

  it('says when the list cannot be read, and reads it again', async () => {
    server.on('GET pay/price-alert/page', () => {
      throw new CallError(9001, 503, 'Not available now.');
    });
    const { text } = await screen();
    await pass(30_000);
    expect(text()).toContain('Not available now.');
  });
});
