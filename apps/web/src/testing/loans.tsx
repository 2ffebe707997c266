import type { Loan, LoanHappened, LoanPreview, LoanProduct } from '@bourse/protocol';
import { LoanLogScreen } from '../features/loans/LoanLogScreen.tsx';
import { LoansScreen } from '../features/loans/LoansScreen.tsx';
import { balance, openMarket } from './market.ts';
import { protection } from './positions.ts';
import { server } from './server.ts';
import { today } from './setup.ts';
import { pass, show } from './show.tsx';
import { member, pageOf } from './swaps.tsx';

/** A house that lends dollars against bitcoin at 50,000, for tests; a test overrides the parts it needs. */

export const previewCall = 'GET pay/loan/preview';
export const borrowCall = 'POST pay/loan';
export const repayCall = 'POST pay/loan/repay';
export const collateralCall = 'POST pay/loan/collateral';
export const cancelCall = 'POST pay/loan/cancel';
export const listCall = 'GET pay/loan/page';
export const detailCall = 'GET pay/loan/detail';

const terms = {
  ...{ symbol: 'BTC/USDT', collateralAsset: 'BTC', asset: 'USDT', rate: '8.0000' },
  ...{ openLevel: '65.0000', callLevel: '75.0000', sellLevel: '83.0000', saleFee: '2.0000' },
};
export const product = (parts: Partial<LoanProduct> = {}): LoanProduct => ({
  ...{ id: '1', version: 3, ...terms, min: '50.000000', max: '200000.000000', decideAbove: '50000.000000', left: '3000000.000000' },
  ...parts,
});
export const products = (...list: LoanProduct[]) => server.on('GET pay/loan-data/info', { ...pageOf(list), pageSize: 100 });

type Live = NonNullable<Loan['live']>;
export const live = (parts: Partial<Live> = {}): Live => ({
  ...{ debt: '1000.009133', value: '5000.000000', share: '20.0002', price: '50000.00', callPrice: '13333.47', sellPrice: '12048.31' },
  ...{ free: '0.06923046', ...parts },
});
export const loan = (parts: Partial<Loan> = {}): Loan => ({
  ...{ id: '7', productId: '1', version: 3, ...terms, lent: '1000.000000', askedAt: today, openedAt: today, collateral: '0.10000000' },
  ...{ principal: '1000.000000', interestPaid: '0.000000', sold: '0.00000000', called: false, state: 'open', changedAt: today },
  live: live(),
  ...parts,
});
export const over = (state: Loan['state'], parts: Partial<Loan> = {}): Loan =>
  loan({ state, collateral: '0.00000000', principal: '0.000000', live: null, ...parts });
export const answerLoan = (one: Loan, happened: LoanHappened[] = []) => server.on(detailCall, { loan: one, happened });

export const figures = (parts: Partial<LoanPreview> = {}): LoanPreview => ({
  ...{ debt: '1000.009133', value: '5000.000000', share: '20.0002', price: '50000.00', callPrice: '13333.47', sellPrice: '12048.31' },
  ...{ most: '3249.970319', hourly: '0.009133', daily: '0.219179', waits: false, ...parts },
});

export function openLoans(): void {
  openMarket([balance(1, 'BTC', '0.5'), balance(1, 'USDT', '600')]);
  member(false);
  products(product(), product({ id: '2', symbol: 'ETH/USDT', collateralAsset: 'ETH', rate: '8.5000' }));
  server.on('GET system/protection/get', protection());
  server.on(listCall, pageOf<Loan>([]));
  answerLoan(loan());
  server.on(previewCall, figures());
  server.on(borrowCall, ({ amount }, commandId) => ({ commandId, seq: '77', repeated: false, id: '7', paid: `${amount}.000000` }));
  server.on(repayCall, ({ id, amount }, commandId) => ({ commandId, seq: '90', repeated: false, id, paid: amount }));
  server.on(collateralCall, ({ id }, commandId) => ({ commandId, seq: '91', repeated: false, id }));
  server.on(cancelCall, ({ id }, commandId) => ({ commandId, seq: '92', repeated: false, id }));
}

const screenAt = async (part: Parameters<typeof show>[0], path: string, at: string) => {
  // The route reads its query as text. A plain route would read a number.
  const shown = await show(part, { at: at.replace(/=(\d+)/, '=%22$1%22'), path });
  await pass(500);
  const button = (name: string | RegExp) => shown.page.getByRole<HTMLButtonElement>('button', { name });
  const status = () =>
    shown.page
      .getAllByRole('status')
      .map((one) => one.textContent)
      .join('');
  /** Types into a field and waits for what the exchange says of it. */
  const give = async (field: string | RegExp, amount: string) => {
    await shown.fill(field, amount);
    await pass(500);
  };
  return { ...shown, button, status, give };
};
export const screen = (at = '/funds/LOANS?product=1') => screenAt(<LoansScreen />, '/funds/LOANS', at);
export const log = (at = '/funds/loans/log') => screenAt(<LoanLogScreen />, '/funds/loans/log', at);
