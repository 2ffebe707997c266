import type { SwapOffer, SwapRow } from '@bourse/protocol';
import { CallError } from '@bourse/protocol/client';
import { act } from '@testing-library/react';
import { SwapScreen } from '../features/swaps/SwapScreen.tsx';
import { openMarket } from './market.ts';
import { server } from './server.ts';
import { today } from './setup.ts';
import { pass, show } from './show.tsx';

/** A house that exchanges bitcoin for dollars, for tests; a test overrides the parts it needs. */

export const quoteCall = 'GET pay/flash-exchange/quote';
export const create = 'POST pay/flash-exchange/create';
export const record = 'GET pay/flash-exchange/record';
export const pay = 'You pay';

export const offer = (parts: Partial<SwapOffer> = {}): SwapOffer => ({
  ...{ asset: 'BTC', money: 'USDT', symbol: 'BTC/USDT', open: true, spread: '0.2000', feeRate: '0.0000' },
  ...{ minValue: '10.000000', maxValue: '10000.000000' },
  ...parts,
});
export const row = (parts: Partial<SwapRow> = {}): SwapRow => ({
  ...{ id: '5', time: today, wallet: 1, from: 'USDT', to: 'BTC', rate: '0.00001664', spread: '0.2000', fee: '0.00000000' },
  ...{ paid: '1000.000000', received: '0.01664000', minReceive: '0.01662336', receipt: { kind: 'swap', seq: '77', index: 0 } },
  ...parts,
});
export const pageOf = <Row,>(list: readonly Row[], total = list.length, pageNo = 1) => ({ list: [...list], total, pageNo, pageSize: 15 });
export const connect = (value: boolean) =>
  act(async () => {
    Object.defineProperty(navigator, 'onLine', { value, configurable: true });
    window.dispatchEvent(new Event(value ? 'online' : 'offline'));
  });
export const hide = (value: boolean) =>
  act(async () => {
    Object.defineProperty(document, 'hidden', { value, configurable: true });
    document.dispatchEvent(new Event('visibilitychange'));
  });

/** What one USDT buys, in 1e-8 BTC. */
export const market = { price: 1_664n };
export const answerQuotes = () =>
  server.on(quoteCall, ({ from, to, amount }) => {
    const units = from === 'USDT' ? BigInt(amount) * market.price : 0n;
    const receive = from === 'USDT' ? `0.${String(units).padStart(8, '0')}` : '6000.000000';
    const quotedAt = Date.now();
    return {
      ...{ from, to, amount, receive, rate: from === 'USDT' ? `0.0000${market.price}` : '60000', spread: '0.2000', feeRate: '0.0000' },
      ...{ fee: '0', quotedAt, validUntil: quotedAt + 6_000 },
    };
  });
export const answerSwaps = () => server.on(create, (_, commandId) => ({ commandId, ...done }));
export const done = { seq: '77', repeated: false, id: '5', receive: '0.01664000', fee: '0.00000000' };
export const refuse = (code: number, message: string) =>
  server.on(create, () => {
    throw new CallError(code, 409, message);
  });

export const member = (restricted: boolean): void =>
  server.on('GET system/member/get-current-member', {
    ...{ id: '7', serviceId: null, userId: '7', realName: null, phone: null, email: null, name: 'Anna', avatar: null, realnameStatus: 0 },
    ...{ loginType: 1, venue: 'real', account: 12, vipLevel: 0, createdAt: today, restricted },
  });
export function openSwaps(): void {
  market.price = 1_664n;
  openMarket();
  member(false);
  server.on('GET pay/flash-exchange/page', { ...pageOf([offer()]), pageSize: 100 });
  server.on(record, pageOf([]));
  server.on('GET pay/flash-exchange/detail', row());
  answerQuotes();
  answerSwaps();
}

export const quotes = () => server.sent(quoteCall).map(({ input }) => input.amount);
export const swaps = () => server.sent(create);
export const screen = async () => {
  const shown = await show(<SwapScreen />, { at: '/funds/swap', path: '/funds/swap' });
  await pass(50);
  const status = () =>
    shown.page
      .getAllByRole('status')
      .map((one) => one.textContent)
      .join('');
  const type = async (amount: string) => {
    await shown.fill(pay, amount);
    await pass(400);
  };
  const button = () => shown.page.getByRole<HTMLButtonElement>('button', { name: /^Swap/ });
  return { ...shown, status, type, button };
};
