import { BankFileProblem } from './problem.ts';

/** One booking on an account, the same whichever format told it. */
export interface StatementLine {
  /** The account of the statement, an IBAN without spaces. */
  account: string;
  /** The bank's own name for the booking; unique on the account. */
  id: string;
  /** When it was booked, YYYY-MM-DD. */
  date: string;
  /** Minor units of the currency (cents, yen, fils); negative for money that left. */
  amount: bigint;
  currency: string;
  /** What the payer wrote, or the payer's structured reference. */
  reference: string;
  /** The other side's name, as its bank tells it. */
  name: string;
  /** The other side's IBAN, or empty when the bank does not tell it. */
  counterparty: string;
  /** What the instructing side called the payment; empty when nobody named it. A payout's number comes back here. */
  endToEndId: string;
}

export interface Statement {
  account: string;
  currency: string;
  /** The bank counts statements of an account upwards, one by one. */
  number: number;
  /** Minor units. */
  opening: bigint;
  closing: bigint;
  lines: readonly StatementLine[];
}

/** Statements above these are refused: a day of a large house has fewer. */
export const mostBytes = 32 * 1024 * 1024;
export const mostLines = 100_000;

export function assertSize(text: string): void {
  if (text.length > mostBytes) throw new BankFileProblem('tooLarge', `A statement file has at most ${mostBytes} characters.`);
}

/** Checks what every format promises, and answers the statement as it is. */
export function checked(statement: Statement): Statement {
  const { account, lines, opening, closing } = statement;
  if (lines.length > mostLines) throw new BankFileProblem('tooManyLines', `A statement has at most ${mostLines} lines.`);
  const ids = new Set<string>();
  for (const line of lines) {
    if (line.currency !== statement.currency)
      throw new BankFileProblem(
        'malformed',
        `The line ${line.id} is in ${line.currency}, the account ${account} in ${statement.currency}.`,
      );
    if (line.id === '') throw new BankFileProblem('malformed', `A line of ${line.date} has no reference of the bank.`);
    if (ids.has(line.id)) throw new BankFileProblem('idTwice', `Two lines of the statement have the reference ${line.id}.`);
    ids.add(line.id);
  }
  const sum = lines.reduce((total, { amount }) => total + amount, opening);
  if (sum !== closing)
    throw new BankFileProblem(
      'sumsDiffer',
      `The lines of statement ${statement.number} of ${account} give ${sum}, its closing balance is ${closing}.`,
    );
  return statement;
}
