import { beforeEach, describe, expect, it } from 'vitest';
import { btcPerp, mark, openMarket, quote } from '../../../testing/market.ts';
import { openPositions, pageOf } from '../../../testing/positions.ts';
import { server } from '../../../testing/server.ts';
import { show } from '../../../testing/show.tsx';
import { contractDrafts, emptyContractDraft } from '../leverage/draft.ts';
import { TimedTicket } from './TimedTicket.tsx';

const buy = 'POST pay/order-contract-quick/buy';
const stake = 'Stake, USDT';
const offer = {
  ...{ symbol: 'BTC-PERP', asset: 'USDT', minStake: '5', maxStake: '1000' },
  offers: [
    { durationS: 60, payoutRate: '80' },
    { durationS: 300, payoutRate: '85' },
  ],
};

beforeEach(() => {
  contractDrafts.set('BTC-PERP', emptyContractDraft);
  openMarket();
  openPositions('contract');
  server.on('GET pay/wallet/quick-contract', {
    ...{ asset: 'USDT', total: '400', walletBalance: '400', positionAmount: '0', historyPlAmount: '0' },
  });
  server.on('GET pay/order-contract-quick/page', pageOf([]));
  server.on('GET pay/order-contract/risk', () => {
    throw new Error('The risk of the house is not known now.');
  });
  server.on(buy, (_, commandId) => ({ commandId, seq: '9', repeated: false, id: '91', payout: '85' }));
  quote('BTC-PERP', ['67999.00', '68000.00', '68001.00']);
  mark('BTC-PERP', '68000');
});
const ticket = () => show(<TimedTicket instrument={btcPerp} offer={offer} dense />);

describe('the timed ticket', () => {
  it('stakes on higher or lower for the time that was chosen', async () => {
    const { press, fill, field, text } = await ticket();
    await press(/Lower/, 'radio');
    await press('5 min', 'radio');
    await fill(stake, '100');
    expect(text()).toContain('85.00');
    await press(/100 USDT/);
    expect(server.sent(buy).map(({ input }) => input)).toEqual([{ symbol: 'BTC-PERP', direction: 2, durationS: 300, stake: '100' }]);
    expect(field(stake).value).toBe('');
  });

  it('offers the stake that the wallet covers', async () => {
    const { fill, press, field, page } = await ticket();
    await fill(stake, '500');
    await press('You can afford 400 USDT');
    expect(field(stake).value).toBe('400');
    expect(page.queryByText(/You can afford/)).toBeNull();
    await press(/400 USDT/);
    expect(server.sent(buy).map(({ input }) => input.stake)).toEqual(['400']);
  });

  it('says that it was bought, and starts with the next tick', async () => {
    const { fill, press, page } = await ticket();
    await fill(stake, '10');
    await press(/10 USDT/);
    expect(page.getByText('Bought. It starts with the next index tick.')).toBeTruthy();
    expect(page.queryByRole('link', { name: 'See the order' })).toBeNull();
  });

  it.each([
    ['nothing', '', '5 to 1,000 USDT'],
    ['less than is offered', '4', '5 to 1,000 USDT'],
    ['more than is offered', '1001', '5 to 1,000 USDT'],
    ['more than the wallet holds', '401', 'Move money to this wallet first.'],
  ])('refuses a stake of %s with what to change, and sends nothing', async (_, amount, sentence) => {
    const { fill, page, person, problemOf } = await ticket();
    await fill(stake, amount);
    await person.click(page.getByRole('button', { name: /^(Higher|Lower|Buy|Stake)/ }));
    expect(problemOf(stake)).toBe(sentence);
    expect(page.getByRole('alert').textContent).toBe(sentence);
    expect(server.sent(buy)).toEqual([]);
  });
});
