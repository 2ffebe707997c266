import { CallError } from '@bourse/protocol/client';
import { beforeEach, describe, expect, it } from 'vitest';
import { btcPerp, mark, openMarket, quote } from '../../../testing/market.ts';
import { openPositions, pageOf, placed, position, positionOrder } from '../../../testing/positions.ts';
import { server } from '../../../testing/server.ts';
import { pass, show } from '../../../testing/show.tsx';
import { contractDrafts } from '../leverage/draft.ts';
import { PositionLists } from './PositionLists.tsx';

const close = 'POST pay/order-contract/complete';
const closeAt = 'POST pay/order-contract/limit-complete';
const stops = 'POST pay/order-contract/update-profit-loss';
const margin = 'POST pay/order-contract/margin';
const revoke = 'GET pay/order-contract/revoke';
const refused = (code: number, message: string) => () => {
  throw new CallError(code, 400, message);
};

beforeEach(() => {
  openMarket();
  openPositions('contract', [position()], [positionOrder()]);
  server.on('GET pay/order-contract-quick/page', pageOf([]));
  quote('BTC-PERP', ['67999.00', '68000.00', '68001.00']);
  mark('BTC-PERP', '68000');
});
const lists = () => show(<PositionLists instrument={btcPerp} onPick={() => {}} />);

/** Opens a sheet from the position's menu. */
async function opened(item: RegExp) {
  const shown = await lists();
  await shown.press('More for BTC-PERP');
  await shown.press(item, 'menuitem');
  return shown;
}

describe('a position is closed', () => {
  it('whole, at market, without naming a quantity', async () => {
    server.on(close, placed);
    const { press } = await lists();
    await press('Close BTC-PERP');
    await press(/^Close 0\.15/);
    expect(server.sent(close).map(({ input }) => input)).toEqual([{ id: '71' }]);
  });

  it('in part, at a price', async () => {
    server.on(closeAt, placed);
    const { press, fill } = await opened(/Close at a limit/);
    await fill('Price, USDT', '69000');
    await fill('Quantity, BTC', '0.05');
    await press(/^Close 0\.05/);
    expect(server.sent(closeAt).map(({ input }) => input)).toEqual([{ id: '71', quantity: '0.05', price: '69000' }]);
  });

  it('not for more than is open', async () => {
    const { fill, page, press } = await lists();
    await press('Close BTC-PERP');
    await fill('Quantity, BTC', '0.2');
    expect(page.getByRole('button', { name: /^Close 0\.2/ })).toHaveProperty('disabled', true);
  });

  it('with the refusal in the sheet, and nothing lost of what was typed', async () => {
    server.on(close, refused(3030, 'The market is halted.'));
    const { press, fill, page, field } = await lists();
    await press('Close BTC-PERP');
    await fill('Quantity, BTC', '0.05');
    await press(/^Close 0\.05/);
    expect(page.getByText('The market is halted.')).toBeTruthy();
    expect(field('Quantity, BTC').value).toBe('0.05');
  });
});

describe('stops of a position', () => {
  it('are set for the whole position', async () => {
    server.on(stops, (_, commandId) => ({ commandId, seq: '9', repeated: false, positionId: '71' }));
    const { fill, press } = await opened(/Take profit, stop loss/);
    await fill('Take profit', '71000');
    await fill('Stop loss', '66000');
    await press('Set take profit 71,000.00, stop loss 66,000.00');
    expect(server.sent(stops).map(({ input }) => input)).toEqual([{ id: '71', takeProfit: '71000', stopLoss: '66000' }]);
  });

  it('cannot stand on the wrong side of the mark', async () => {
    const { fill, page, problemOf } = await opened(/Take profit, stop loss/);
    await fill('Take profit', '60000');
    expect(problemOf('Take profit')).toContain('68,000');
    expect(page.getByRole('button', { name: 'Set take profit 60,000.00' })).toHaveProperty('disabled', true);
  });

  it('say from which price to which they moved, and can be undone', async () => {
    openPositions('contract', [position({ takeProfit: '70000', stopLoss: '60000' })]);
    server.on(stops, (_, commandId) => ({ commandId, seq: '9', repeated: false, positionId: '71' }));
    const { fill, press, text, page, person } = await opened(/Take profit, stop loss/);
    await fill('Take profit', '71000');
    await fill('Stop loss', '');
    await press('Set take profit 71,000.00');
    await pass(100);
    expect(text()).toContain('Take profit 70,000.00 → 71,000.00 · Stop loss at 60,000.00 removed');
    // An earlier toast may still be behind this one.
    await person.click(page.getAllByRole('button', { name: 'Undo' }).at(-1)!);
    await pass(100);
    expect(server.sent(stops).map(({ input }) => input)).toEqual([
      { id: '71', takeProfit: '71000' },
      { id: '71', takeProfit: '70000', stopLoss: '60000' },
    ]);
    expect(text()).toContain('Take profit 71,000.00 → 70,000.00 · Stop loss set at 60,000.00');
  });

  it('go back to what they were when they are refused', async () => {
    openPositions('contract', [position({ takeProfit: '70000' })]);
    server.on(stops, refused(3040, 'Too late.'));
    const { fill, press, text } = await opened(/Take profit, stop loss/);
    await fill('Take profit', '71000');
    await press('Set take profit 71,000.00');
    expect(text()).toContain('Too late.');
    expect(text()).toContain('70,000');
  });
});

describe('margin of an isolated position', () => {
  it('is added, as the button says', async () => {
    server.on(margin, (_, commandId) => ({ commandId, seq: '9', repeated: false, margin: '1257.7' }));
    const { fill, press } = await opened(/Add margin/);
    await fill('Amount, USDT', '250');
    await press('Add 250 USDT');
    expect(server.sent(margin).map(({ input }) => input)).toEqual([{ id: '71', direction: 'add', amount: '250' }]);
  });

  it('cannot be added beyond what is free, nor taken out whole', async () => {
    const adding = await opened(/Add margin/);
    await adding.fill('Amount, USDT', '5001');
    expect(adding.page.getByRole('button', { name: /^Add 5,001/ })).toHaveProperty('disabled', true);
    adding.unmount();
    const taking = await opened(/Take margin out/);
    await taking.fill('Amount, USDT', '1007.7');
    expect(taking.page.getByRole('button', { name: /^Take out 1,007\.7/ })).toHaveProperty('disabled', true);
  });
});

describe('orders of contracts', () => {
  it('are cancelled from their row', async () => {
    server.on(revoke, (_, commandId) => ({ commandId, seq: '9', orderIds: ['81'], repeated: false }));
    const { press, text } = await lists();
    await press(/^Open orders/, 'tab');
    await pass(100);
    await press(/^Cancel BTC-PERP/);
    expect(server.sent(revoke).map(({ input }) => input)).toEqual([{ id: '81' }]);
    await pass(100);
    expect(text()).toContain('Cancelled: Buy 0.100 BTC at 66,000.00');
    await press('Place again');
    expect(contractDrafts.read('BTC-PERP')).toMatchObject({ form: 'limit', direction: 1, price: '66000', quantity: '0.100', leverage: 10 });
  });

  it.each([
    ['Closed', 'No closed positions yet'],
    ['Settlements', 'Nothing settled yet'],
    ['Timed', 'No timed contracts yet'],
  ])('teach what will stand under %s', async (tab, sentence) => {
    const { press, text } = await lists();
    await press(new RegExp(`^${tab}`), 'tab');
    await pass(100);
    expect(text()).toContain(sentence);
  });
});
