import type { Statement } from './statement.ts';

/** What was imported of one account: the content of each statement by its number, and the newest. */
export interface Imported {
  /** A digest of a statement that was imported, by its number. */
  digestOf(number: number): string | undefined;
  newest: { number: number; closing: bigint } | undefined;
}

/**
 * Where a statement belongs. `next`: import it. `again`: imported before, the same; nothing to do. `changed`: imported before with other content. `gap`: statements
 * are missing before it. `before`: older than everything here and never imported. `balanceDiffers`: it does not open with the balance that the one before closed with.
 */
export type Place = 'next' | 'again' | 'changed' | 'gap' | 'before' | 'balanceDiffers';

export function placeOf(statement: Statement, { digestOf, newest }: Imported): Place {
  const known = digestOf(statement.number);
  if (known !== undefined) return known === contentOf(statement) ? 'again' : 'changed';
  if (newest === undefined) return 'next';
  if (statement.number <= newest.number) return 'before';
  if (statement.number > newest.number + 1) return 'gap';
  return statement.opening === newest.closing ? 'next' : 'balanceDiffers';
}

/** The statement's content as text, the same whichever format told it; hash it, or keep it. */
export const contentOf = ({ account, currency, number, opening, closing, lines }: Statement): string =>
  JSON.stringify([
    [account, currency, number, `${opening}`, `${closing}`],
    ...lines.map((line) => [line.id, line.date, `${line.amount}`, line.reference, line.name, line.counterparty, line.endToEndId]),
  ]);
