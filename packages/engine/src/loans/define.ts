import { InstrumentKind } from '@bourse/protocol/enums';
import { House } from '../core/accounts.ts';
import type { State } from '../core/state.ts';
import { badField, done, refuse } from '../outcomes.ts';
import type { DefineLoan } from './declare.ts';

export function checkLoanRules(s: State, rules: DefineLoan) {
  const { product, instrument, openPpm, callPpm, sellPpm, saleFeePpm, minLoan, maxLoan } = rules;
  const ins = s.instruments.get(instrument);
  if (ins === undefined) return refuse('instrumentUnknown');
  if (ins.rules.instrumentKind !== InstrumentKind.coin) return badField('instrument', 'notCoin');
  if (callPpm <= openPpm) return badField('callPpm', { problem: 'atLeast', min: openPpm + 1 });
  if (sellPpm <= callPpm) return badField('sellPpm', { problem: 'atLeast', min: callPpm + 1 });
  // Otherwise no sale would bring a loan back.
  if (openPpm + saleFeePpm >= 1_000_000) return badField('saleFeePpm', { problem: 'between', min: 0, max: 999_999 - openPpm });
  if (maxLoan < minLoan) return badField('maxLoan', { problem: 'atLeast', min: minLoan });
  const before = s.loans.products.get(product)?.rules;
  return before !== undefined && before.instrument !== instrument ? badField('instrument', 'fixed') : undefined;
}

/** What was lent keeps its terms. */
export function defineLoan(s: State, command: DefineLoan) {
  const problem = checkLoanRules(s, command);
  if (problem !== undefined) return problem;
  if (s.accounts.slot(House.desk) === 0) s.accounts.add(House.desk);
  const before = s.loans.products.get(command.product);
  if (before === undefined) s.loans.products.set(command.product, { rules: { ...command }, version: 1, lent: 0 });
  else {
    before.rules = { ...command };
    before.version += 1;
  }
  return done;
}
