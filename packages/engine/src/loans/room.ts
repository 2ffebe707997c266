import { room } from '../define/room.ts';
import { borrow, cancelLoan, decideLoan, loanLapses } from './borrow.ts';
import { loans } from './declare.ts';
import { defineLoan } from './define.ts';
import { checkLoanBook, loansSection } from './keep.ts';
import { loanLook } from './look.ts';
import { changeCollateral, repayLoan } from './repay.ts';

export const loansRoom = room(loans, {
  commands: { defineLoan, borrow, repayLoan, changeCollateral, cancelLoan, decideLoan },
  timers: { loanLook, loanLapses },
  sections: [loansSection],
  check: checkLoanBook,
});
