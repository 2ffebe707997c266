import { CallError } from '@bourse/protocol/client';
import { within } from '@testing-library/react';
import { useState } from 'react';
import { beforeEach, describe, expect, it } from 'vitest';
import { balance, btcPerp, mark, openMarket, overview, quote } from '../../../testing/market.ts';
import { openPositions, placed, position, positionOrder, preview, protection, settled, unanswered } from '../../../testing/positions.ts';
import { server } from '../../../testing/server.ts';
import { pass, show } from '../../../testing/show.tsx';
import { contractDrafts, emptyContractDraft } from '../leverage/draft.ts';
import { readKept } from '../ticket/draft-store.ts';
import { ContractTicket } from './ContractTicket.tsx';

const open = 'POST pay/order-contract/create';
const openAt = 'POST pay/order-contract/create-specify';
const close = 'POST pay/order-contract/complete';
const closeAt = 'POST pay/order-contract/limit-complete';
const price = 'Price, USDT';
const quantity = 'Quantity, BTC';

beforeEach(() => {
  contractDrafts.set('BTC-PERP', emptyContractDraft);
  openMarket();
  openPositions('contract');
  quote('BTC-PERP', ['67999.00', '68000.00', '68001.00']);
  mark('BTC-PERP', '68000');
});
const ticket = () => show(<ContractTicket instrument={btcPerp} dense />);
const sent = () => server.sent(open, openAt, close, closeAt).map(({ name, input }) => [name, input]);

/** As in a phone's sheet: the terms stand in its head. */
function InSheet() {
  const [head, setHead] = useState<HTMLElement | null>(null);
  return (
    <>
      <header ref={setHead} />
      <ContractTicket instrument={btcPerp} dense={false} head={head} />
    </>
  );
}

describe('the contract ticket', () => {
  it('opens a long at a price, as the button says', async () => {
    server.on(openAt, placed);
    const { fill, press } = await ticket();
    await fill(price, '67500');
    await fill(quantity, '0.1');
    await press('Buy 0.100 BTC at 67,500.00');
    expect(sent()).toEqual([
      [
        openAt,
        {
          ...{ symbol: 'BTC-PERP', direction: 1, lever: 10, marginMode: 2, quantity: '0.1' },
          ...{ priceType: 2, price: '67500', timeInForce: 1, postOnly: false },
        },
      ],
    ]);
  });

  it('opens a short at market with its stops', async () => {
    server.on(open, placed);
    const { fill, press, page, person } = await ticket();
    await press(/Short/, 'radio');
    await press('Market', 'radio');
    await fill(quantity, '0.1');
    await person.click(page.getByLabelText('Take profit, stop loss'));
    await fill('Take profit, USDT', '66000');
    await fill('Stop loss, USDT', '69000');
    await press('Sell 0.100 BTC at market');
    expect(sent()).toEqual([
      [open, { symbol: 'BTC-PERP', direction: 2, lever: 10, marginMode: 2, quantity: '0.1', takeProfit: '66000', stopLoss: '69000' }],
    ]);
  });

  it('refuses stops on the wrong side of the entry before anything is sent', async () => {
    const { fill, press, page, person, problemOf } = await ticket();
    await fill(quantity, '0.1');
    await person.click(page.getByLabelText('Take profit, stop loss'));
    await fill('Take profit, USDT', '60000');
    await fill('Stop loss, USDT', '70000');
    await press(/^Buy/);
    expect(problemOf('Take profit, USDT')).toContain('68,000');
    expect(problemOf('Stop loss, USDT')).toContain('68,000');
    expect(sent()).toEqual([]);
  });

  it('closes the whole position without naming a quantity, so that nothing is left of it', async () => {
    openPositions('contract', [position()]);
    server.on(close, placed);
    const { press, slide } = await ticket();
    await press('Close', 'radio');
    await press('Market', 'radio');
    await slide('Share of the position', 100);
    await press('Close long 0.150 BTC at market');
    expect(sent()).toEqual([[close, { id: '71' }]]);
  });

  it('closes a part at a price', async () => {
    openPositions('contract', [position()]);
    server.on(closeAt, placed);
    const { press, fill } = await ticket();
    await press('Close', 'radio');
    await fill(price, '69000');
    await fill(quantity, '0.05');
    await press('Close long 0.050 BTC at 69,000.00');
    expect(sent()).toEqual([[closeAt, { id: '71', quantity: '0.05', price: '69000', timeInForce: 1, postOnly: false }]]);
  });

  it('cannot close more than is open, nor what is not there', async () => {
    openPositions('contract', [position()]);
    const { press, fill, problemOf, page } = await ticket();
    await press('Close', 'radio');
    await press('Market', 'radio');
    await fill(quantity, '0.2');
    await press(/^Close long/);
    expect(problemOf(quantity)).toContain('0.15');
    await press(/Close short/, 'radio');
    expect(page.getByText('No short position to close here.')).toBeTruthy();
    expect(page.getByRole('button', { name: /^Close short/ })).toHaveProperty('disabled', true);
    expect(sent()).toEqual([]);
  });

  it('keeps leverage and margin mode of an open position', async () => {
    openPositions('contract', [position({ lever: 25, marginMode: 1 })]);
    const { page } = await ticket();
    expect(page.getByRole('button', { name: 'Leverage 25×' })).toBeTruthy();
    expect(page.getByRole('button', { name: 'Cross' })).toBeTruthy();
  });

  it('sends the leverage that was chosen, no more than the size allows', async () => {
    server.on(open, placed);
    const { page, press, fill, slide } = await ticket();
    await press('Market', 'radio');
    await press('Leverage 10×');
    expect(page.getByText('Maintenance')).toBeTruthy();
    await slide('Leverage', 50);
    expect(page.getByText('A move of 2.0% against you takes the whole margin.')).toBeTruthy();
    await press('Use these settings');
    await fill(quantity, '0.1');
    await press(/^Buy/);
    expect(sent()[0]?.[1]).toMatchObject({ lever: 50 });
  });

  it('shows what the exchange works out, and greys it while it belongs to other figures', async () => {
    const { fill, page } = await ticket();
    await fill(quantity, '0.1');
    await pass(300);
    expect(page.getByText('Free margin after: 4,316.60 USDT')).toBeTruthy();
    await fill(quantity, '0.2');
    expect(page.queryByText('Free margin after: 4,316.60 USDT')).toBeNull();
  });

  it('says beforehand what the exchange would refuse, at the field it belongs to', async () => {
    server.on('GET pay/order-contract/preview', preview({ refusal: { code: 3020, msg: 'Nobody quotes a price now.' } }));
    const { fill, problemOf, page } = await ticket();
    await fill(quantity, '0.1');
    await pass(300);
    expect([problemOf(quantity), ...page.queryAllByRole('status').map((each) => each.textContent)]).toContain('Nobody quotes a price now.');
  });

  it('asks the suitability questions before the first order, and sends it only when its button is pressed again', async () => {
    server.on('GET system/protection/get', unanswered());
    server.on('GET system/protection/questions', [{ id: 'loss', text: 'Can you lose it all?', options: [{ id: 'yes', text: 'Yes' }] }]);
    const { fill, press, page, person } = await ticket();
    await fill(quantity, '0.1');
    await press(/^Buy/);
    await pass(500);
    expect(page.getByText('Can you lose it all?')).toBeTruthy();
    await person.click(page.getByLabelText('Yes'));
    expect(sent()).toEqual([]);
    server.on('POST system/protection/answer', protection());
    server.on('GET system/protection/get', protection());
    server.on(openAt, placed);
    await press('Send my answers');
    await pass(1_000);
    expect(page.queryByText('Can you lose it all?')).toBeNull();
    expect(sent()).toEqual([]);
    await press('Buy 0.100 BTC at 68,000.00');
    expect(sent()).toHaveLength(1);
  });

  it('tells a demo account the risks before the first order, takes one press for them, and sends nothing by it', async () => {
    server.on('GET system/protection/get', unanswered('acknowledgement'));
    const { fill, press, page } = await ticket();
    await fill(quantity, '0.1');
    await press(/^Buy/);
    await pass(500);
    expect(page.getByText('At 20× leverage, a move of 5% against you takes about all of the margin.')).toBeTruthy();
    expect(sent()).toEqual([]);
    server.on('POST system/protection/acknowledge', protection());
    server.on('GET system/protection/get', protection());
    server.on(openAt, placed);
    await press('I have read these risks');
    await pass(1_000);
    expect(page.queryByText('I have read these risks')).toBeNull();
    expect(sent()).toEqual([]);
    await press('Buy 0.100 BTC at 68,000.00');
    expect(sent()).toHaveLength(1);
  });

  it('forgets the stops of an accepted order, also after a reload', async () => {
    server.on(open, placed);
    const { fill, press, page, person } = await ticket();
    await press('Market', 'radio');
    await fill(quantity, '0.1');
    await person.click(page.getByLabelText('Take profit, stop loss'));
    await fill('Take profit, USDT', '70000');
    await fill('Stop loss, USDT', '66000');
    await pass(1_000);
    await press('Buy 0.100 BTC at market');
    await pass(1_000);
    expect(page.getByLabelText('Take profit, stop loss')).toHaveProperty('checked', false);
    expect(readKept(localStorage, 'trade.contract.BTC-PERP', emptyContractDraft)).toMatchObject({
      stops: false,
      takeProfit: '',
      stopLoss: '',
    });
  });

  it('offers what the free margin covers, and rules off no sum that does not hold', async () => {
    server.on('GET pay/wallet/overview', overview([balance(2, 'USDT', '5000')]));
    server.on('GET pay/order-contract/preview', ({ quantity }) =>
      quantity === '2'
        ? preview({ cost: '13668', refusal: { code: 3013, msg: 'Not enough USDT: 5,000 available, 13,668 needed.' } })
        : preview({ cost: '4968.318' }),
    );
    const { fill, press, page, problemOf, field, text } = await ticket();
    await fill(quantity, '2');
    await pass(300);
    expect(problemOf(quantity)).toContain('13,668 needed');
    expect(text()).not.toContain('Free margin after');
    expect(document.querySelector('[class*=ruled]')).toBeNull();
    await press('You can afford 0.731 BTC');
    await pass(300);
    expect(field(quantity).value).toBe('0.731');
    expect(problemOf(quantity)).toBeNull();
    expect(text()).toContain('Free margin after');
    expect(document.querySelector('[class*=ruled]')).not.toBeNull();
    expect(page.queryByText(/You can afford/)).toBeNull();
  });

  it('pays from another wallet: the transfer is a line before the press, goes with the order, and stands in its receipt', async () => {
    const funds = { from: 1 as const, amount: '687.22' };
    server.on('GET pay/order-contract/preview', (input) =>
      preview({ free: '0', funds: { ...funds, from: Number(input.payFrom ?? 1) as 1 }, payers: [1, 4] }),
    );
    server.on(open, placed);
    const { fill, press, page, text } = await ticket();
    await press('Market', 'radio');
    await fill(quantity, '0.1');
    await pass(300);
    expect(text()).toContain('From your spot wallet');
    expect(text()).toContain('687.22');
    expect(document.querySelector('[class*=ruled]')).not.toBeNull();
    await press('Timed', 'radio');
    await pass(300);
    expect(text()).toContain('From your timed-contract wallet');
    await press('Buy 0.100 BTC at market');
    expect(sent()).toMatchObject([[open, { quantity: '0.1', funds: { ...funds, from: 4 } }]]);
    await pass(1_000);
    expect(page.getByText('From your timed-contract wallet')).toBeTruthy();
  });

  it('keeps margin, liquidation price and cost beside the button of a sheet, and its terms in the head', async () => {
    const { fill, page, person } = await show(<InSheet />);
    await fill(quantity, '0.1');
    await person.click(page.getByLabelText('Take profit, stop loss'));
    await pass(300);
    const beside = page.getByRole('button', { name: /^Buy 0\.100 BTC/ }).parentElement!;
    const shown = [...beside.querySelectorAll('dl > div')].map((each) => each.textContent);
    expect(shown).toEqual(['Margin, USDT680.00 ', 'Liquidation price61,500.00', 'Cost, USDT683.40 ']);
    expect(beside.querySelector('[class*=ruled]')?.textContent).toContain('683.40');
    const head = within(page.getByRole('banner'));
    await person.click(head.getByRole('button', { name: 'Leverage 10×' }));
    expect(page.getByRole('dialog', { name: /BTC-PERP/ })).toBeTruthy();
    expect(head.getByRole('button', { name: 'Isolated' })).toBeTruthy();
  });

  it('names only the fees that can apply', async () => {
    const { fill, press, person, page, text } = await ticket();
    await fill(quantity, '0.1');
    await pass(300);
    expect(text()).toContain('0.05% as taker; 5.44 as maker');
    await person.click(page.getByLabelText('Post-only'));
    expect(text()).toContain('5.44 as maker; the rest of the reserve comes back');
    await press('Market', 'radio');
    await pass(300);
    expect(text()).toContain('0.05% as taker');
    expect(text()).not.toContain('as maker');
  });

  it('becomes the receipt of the fill that closed the position, with what it gained', async () => {
    const filled = { status: 3 as const, filledQuantity: '0.15', filledAmount: '10350' };
    openPositions('contract', [position()]);
    server.on(close, (_, commandId) => ({ ...placed(_, commandId), ...filled }));
    server.on('GET pay/order-contract/detail', {
      ...{
        position: null,
        orders: [positionOrder({ ...filled, id: '17', quantity: '0.15', action: 2, priceType: 1, averagePrice: '69000' })],
      },
      settlements: [settled({ fee: '5.175', amount: '273' }), settled({ kind: 'fundingPayment', amount: '-1' })],
    });
    const { press, slide, page } = await ticket();
    await press('Close', 'radio');
    await press('Market', 'radio');
    await slide('Share of the position', 100);
    await press('Close long 0.150 BTC at market');
    await pass(500);
    const result = page.getByText('Closed long 0.150 BTC at 69,000.00, worth 10,350.00 USDT').closest('[role=status]')!;
    expect(result.textContent).toContain('Profit or loss+273.00 USDT');
    expect(result.textContent).toContain('Fee5.175 USDT');
    expect([...result.querySelectorAll('a')].map((link) => link.getAttribute('href'))).toEqual([
      '/order/detail/17?kind=contract',
      '/receipt?kind=positionFill&seq=%229%22&index=%221%22',
    ]);
  });

  it('leads out of a refusal that protects the customer', async () => {
    server.on(openAt, () => {
      throw new CallError(2021, 403, 'Answer the suitability questions first.');
    });
    server.on('GET system/protection/questions', []);
    const { fill, press, page } = await ticket();
    await fill(quantity, '0.1');
    await press(/^Buy/);
    expect(page.getByRole('alert').textContent).toContain('Answer the suitability questions first.');
    expect(page.getByRole('alert').querySelector('button')).not.toBeNull();
  });
});
