import type { ActState } from '../deals/useAct.ts';
import { useAct } from '../deals/useAct.ts';
import { rereadLoans } from './reads.ts';

const borrow = 'POST pay/loan';
const repay = 'POST pay/loan/repay';
const collateral = 'POST pay/loan/collateral';
const cancel = 'POST pay/loan/cancel';
type Act = typeof repay | typeof collateral | typeof cancel;

export type BorrowState = ActState<typeof borrow>;
export type LoanActState = ActState<Act>;

/** One wish for a loan at a time. */
export function useBorrow() {
  const { send, ...act } = useAct<typeof borrow>('loan-borrow', rereadLoans);
  return { ...act, send: (wish: { productId: string; version: number; collateral: string; amount: string }) => void send(borrow, wish) };
}

/** Repaying, changing collateral and taking a request back: one act of all loans at a time. */
export const useLoanAct = () => useAct<Act>('loan-act', rereadLoans);

/** The acts of one loan. What came of another loan's is not shown here. */
export function useLoanActs(id: string) {
  const { state, send, ...act } = useLoanAct();
  const mine: LoanActState = 'input' in state && state.input.id !== id ? { step: 'form' } : state;
  return {
    ...act,
    state: mine,
    repay: (amount: string) => send(repay, { id, amount }),
    change: (add: boolean, amount: string) => send(collateral, { id, add, amount }),
    cancel: () => send(cancel, { id }),
  };
}
export type LoanActs = ReturnType<typeof useLoanActs>;
