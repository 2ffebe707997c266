import { act } from '@testing-library/react';
import { beforeEach, describe, expect, it } from 'vitest';
import { books, tapes } from '../../../data/live.ts';
import { btc, btcPerp, openMarket, quote } from '../../../testing/market.ts';
import { openPositions } from '../../../testing/positions.ts';
import { server } from '../../../testing/server.ts';
import { pass, show } from '../../../testing/show.tsx';
import { ContractTicket } from '../contract/ContractTicket.tsx';
import { emptyDraft } from '../spot/draft.ts';
import { setDraft } from '../spot/drafts.ts';
import { SpotTicket } from '../spot/SpotTicket.tsx';
import { InstrumentBar } from '../terminal/InstrumentBar.tsx';
import { BookPanel } from './BookPanel.tsx';
import { ParticipantsNote } from './ParticipantsNote.tsx';
import { TapePanel } from './TapePanel.tsx';

/** The source says 68,382 while the book stands at 68,370 / 68,390, as seen. */
const bookAt = (bid: string, ask: string, symbol = 'BTC/USDT') =>
  act(async () => {
    books.set(symbol, { bids: [[bid, '0.5']], asks: [[ask, '0.5']], seq: 2, at: Date.now() });
  });
const traded = (price: string, side: 0 | 1) =>
  act(async () => {
    tapes.set('BTC/USDT', [{ price, quantity: '0.0100', side, time: Date.now(), fillId: '7', simulated: true }]);
  });

beforeEach(async () => {
  setDraft('BTC/USDT', emptyDraft);
  openMarket();
  server.on('GET pay/order-coin/order-page', { list: [], total: 0, pageNo: 1, pageSize: 100 });
  server.on('GET pay/symbol-collect/page', { list: [], total: 0, pageNo: 1, pageSize: 200 });
  server.on('GET pay/favorite/list', []);
  quote('BTC/USDT', ['68381.00', '68382.00', '68383.00']);
  await bookAt('68370.00', '68390.00');
  await traded('68390.00', 0);
});

describe('bid, ask and last trade', () => {
  it('are the book’s in the header, and the figure of the source is called index', async () => {
    const { text } = await show(<InstrumentBar instrument={btc} onPick={() => {}} />);
    await pass(1_000);
    expect(text()).toContain('68,382.00 Index');
    expect(text()).toContain('Bid / ask68,370.00 / 68,390.00');
    expect(text()).toContain('Last trade68,390.00');
    await bookAt('68360.00', '68380.00');
    await pass(1_000);
    expect(text()).toContain('Bid / ask68,360.00 / 68,380.00');
    await act(async () => books.set('BTC/USDT', { bids: [], asks: [], seq: 3, at: Date.now() }));
    await pass(1_000);
    expect(text()).toContain('Bid / ask– / –');
  });

  it('are the book’s in the ticket: what a chip copies is a price of the book', async () => {
    const { page, press, field } = await show(<SpotTicket instrument={btc} dense />);
    await press('Ask 68,390.00');
    expect(field('Price, USDT').value.replaceAll(',', '')).toBe('68390.00');
    await press('Bid 68,370.00');
    expect(field('Price, USDT').value.replaceAll(',', '')).toBe('68370.00');
    expect(page.getByRole('button', { name: 'Index 68,382.00' })).toBeTruthy();
    expect(page.queryByRole('button', { name: /^Last/ })).toBeNull();
  });

  it('are the book’s in the ticket of a contract', async () => {
    openPositions('contract');
    quote('BTC-PERP', ['68381.00', '68382.00', '68383.00']);
    await bookAt('68370.00', '68390.00', 'BTC-PERP');
    const { page } = await show(<ContractTicket instrument={btcPerp} dense />);
    expect(page.getByRole('button', { name: 'Ask 68,390.00' })).toBeTruthy();
    expect(page.getByRole('button', { name: 'Bid 68,370.00' })).toBeTruthy();
  });

  it('stand between the sides of the book, with the side that took; the index does not', async () => {
    const { text } = await show(<BookPanel instrument={btc} step="0.05" rows={5} />);
    await traded('68370.00', 1);
    await pass(1_000);
    expect(text()).toContain('68,370.00Spread 20.00');
    expect(text()).not.toContain('68,382');
  });

  it('the tape marks a trade of a simulated participant, and book and tape say that such participants trade here', async () => {
    const { text } = await show(
      <>
        <ParticipantsNote instrument={{ ...btc, participants: true }} />
        <TapePanel instrument={btc} onReceipt={() => {}} />
      </>,
    );
    expect(text()).toContain('Simulated participants of the house trade here.');
    expect([...document.querySelectorAll('button')].map(({ title }) => title)).toEqual([
      'A simulated participant took part: see the receipt',
    ]);
  });

  it('nothing is said of participants where none trade', async () => {
    const { text } = await show(<ParticipantsNote instrument={btc} />);
    expect(text()).not.toContain('imulated');
  });

  it('a tape without trades says what will be listed there', async () => {
    const { text } = await show(<TapePanel instrument={btc} onReceipt={() => {}} />);
    expect(text()).toContain('68,390.00');
    await act(async () => tapes.set('BTC/USDT', []));
    await pass(1_000);
    expect(text()).toContain('Nothing has traded yetEvery trade in this book is listed here, with its receipt.');
  });
});
