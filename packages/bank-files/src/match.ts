import { similarEnough } from '@bourse/identity/names';
import { nameLikeness } from './names.ts';
import { depositsIn } from './reference.ts';
import type { StatementLine } from './statement.ts';

/** A transfer that a customer announced. */
export interface ExpectedTransfer {
  deposit: number;
  /** Minor units. */
  amount: bigint;
  currency: string;
  /** The customer's verified name. */
  name: string;
  /** The customer's accounts on file, IBANs without spaces. */
  accounts: readonly string[];
}

/** What agrees between a line and an announced transfer. All five together make a row that one look confirms. */
export interface Match {
  deposit: number;
  amount: boolean;
  currency: boolean;
  name: boolean;
  account: boolean;
  /** 0 to 1. */
  likeness: number;
  complete: boolean;
}

/** The announced transfer that the line's reference names, or undefined: no reference, several, or one that nobody expects. Money that left matches nothing. */
export function matchLine(line: StatementLine, expected: (deposit: number) => ExpectedTransfer | undefined): Match | undefined {
  const deposits = depositsIn(line.reference);
  const one = deposits.length === 1 ? expected(deposits[0]!) : undefined;
  if (one === undefined || line.amount <= 0n) return undefined;
  const likeness = nameLikeness(line.name, one.name);
  const agreed = {
    amount: line.amount === one.amount,
    currency: line.currency === one.currency,
    name: likeness >= similarEnough,
    account: line.counterparty !== '' && one.accounts.includes(line.counterparty),
  };
  return { deposit: one.deposit, ...agreed, likeness, complete: Object.values(agreed).every(Boolean) };
}
