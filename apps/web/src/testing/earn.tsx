import type { EarnHolding, EarnProduct } from '@bourse/protocol';
import type { CallOutput } from '@bourse/protocol/calls';
import { EarnScreen } from '../features/earn/EarnScreen.tsx';
import { balance, openMarket } from './market.ts';
import { server } from './server.ts';
import { today } from './setup.ts';
import { pass, show } from './show.tsx';
import { member, pageOf } from './swaps.tsx';

/** A house that sells two ways to earn interest, for tests; a test overrides the parts it needs. */

export const draftCall = 'POST pay/foundation-order/create';
export const readCall = 'POST pay/foundation-log/create';
export const payCall = 'POST pay/foundation-order/pay';
export const redeemCall = 'POST pay/foundation-order/redeem';
export const listCall = 'GET pay/foundation-order/status-page';

const day = 86_400_000;
/** 00:00 UTC of the day after `today`. */
export const tomorrow = (Math.floor(today / day) + 1) * day;

export const product = (parts: Partial<EarnProduct> = {}): EarnProduct => ({
  ...{ id: '1', version: 2, asset: 'USDT', days: 0, rate: '3.0000', earlyPart: '0.0000', todayRate: '3.0000', nextRate: '3.0000' },
  ...{ min: '10.000000', max: '100000.000000', left: '50000.000000', open: true },
  ...parts,
});
export const fixed = (parts: Partial<EarnProduct> = {}) =>
  product({ id: '3', days: 30, rate: '5.0000', todayRate: '5.0000', nextRate: '5.0000', ...parts });
export const holding = (parts: Partial<EarnHolding> = {}): EarnHolding => ({
  ...{ id: '7', productId: '1', version: 2, asset: 'USDT', days: 0, rate: '3.0000', earlyPart: '0.0000', deposited: '100.000000' },
  ...{ principal: '100.000000', earned: '0.000000', paid: '0.000000', openedAt: today, firstDay: tomorrow, endsAt: null },
  ...{ renew: false, state: 'earning', renewedBy: null },
  ...parts,
});
export const term = (parts: Partial<EarnHolding> = {}) =>
  holding({ id: '8', productId: '3', days: 30, rate: '5.0000', endsAt: tomorrow + 30 * day, ...parts });
type Payments = CallOutput<'GET pay/foundation-order/get'>['payments'];
export const answerHolding = (one: EarnHolding, payments: Payments = []) =>
  server.on('GET pay/foundation-order/get', { holding: one, payments });
export const daysAgo = (days: number) => tomorrow - (days + 1) * day;

export const draftId = '00000000-0000-4000-8000-000000000001';
export const products = (...list: EarnProduct[]) => server.on('GET pay/foundation-config/page', { ...pageOf(list), pageSize: 100 });

export function openEarn(): void {
  openMarket([balance(1, 'USDT', '9500'), balance(5, 'USDT', '500')]);
  member(false);
  products(product(), fixed());
  server.on(listCall, pageOf<EarnHolding>([]));
  answerHolding(holding());
  server.on(draftCall, ({ productId, version, amount, renew }) => ({
    ...{ id: draftId, productId, version, amount: `${amount}.000000`, renew, asset: 'USDT', firstDay: tomorrow },
    ...(productId === '3' ? { interest: '0.410958', endsAt: tomorrow + 30 * day } : { interest: null, endsAt: null }),
    expiresAt: Date.now() + 900_000,
  }));
  server.on(readCall, { readAt: today });
  server.on(payCall, (_, commandId) => ({ commandId, seq: '77', repeated: false, id: '7' }));
}

export const screen = async (at = '/funds/regular') => {
  // The route reads its query as text. A plain route would read a number.
  const shown = await show(<EarnScreen />, { at: at.replace(/=(\d+)/, '=%22$1%22'), path: '/funds/regular' });
  await pass(50);
  const tick = async () => {
    await shown.person.click(shown.page.getByRole('checkbox', { name: 'I have read these terms' }));
    await pass(10);
  };
  const button = (name: string | RegExp) => shown.page.getByRole<HTMLButtonElement>('button', { name });
  const status = () =>
    shown.page
      .getAllByRole('status')
      .map((one) => one.textContent)
      .join('');
  return { ...shown, tick, button, status };
};
