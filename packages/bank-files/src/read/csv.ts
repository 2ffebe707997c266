import { dayOf, minorUnits } from '../amounts.ts';
import { ibanOf } from '../iban.ts';
import { BankFileProblem } from '../problem.ts';
import { assertSize, checked, mostLines, type Statement, type StatementLine } from '../statement.ts';

/** How a bank writes its table. Every bank has its own; a rail names one. */
export interface CsvLayout {
  separator: ',' | ';' | '\t';
  decimal: '.' | ',';
  /** The heading of each column. Columns of other headings are passed over. */
  columns: Readonly<Record<CsvColumn, string>>;
}

export type CsvColumn =
  | 'account'
  | 'statement'
  | 'id'
  | 'date'
  | 'amount'
  | 'currency'
  | 'reference'
  | 'name'
  | 'counterparty'
  | 'endToEndId'
  | 'balance';

export const csvColumns: readonly CsvColumn[] = [
  ...(['account', 'statement', 'id', 'date', 'amount', 'currency'] as const),
  ...(['reference', 'name', 'counterparty', 'endToEndId', 'balance'] as const),
];

/** The layout of the bank that stands in for banks. */
export const plainLayout: CsvLayout = {
  separator: ',',
  decimal: '.',
  columns: Object.fromEntries(csvColumns.map((column) => [column, column])) as Record<CsvColumn, string>,
};

/** One statement: a heading, then a row for each line with the balance after it. Throws `BankFileProblem`. */
export function readCsv(text: string, layout: CsvLayout): Statement[] {
  assertSize(text);
  const [heading = [], ...rows] = rowsOf(text.replace(/^\ufeff/, ''), layout.separator);
  const places = Object.fromEntries(csvColumns.map((column) => [column, heading.indexOf(layout.columns[column])])) as Record<
    CsvColumn,
    number
  >;
  const missing = csvColumns.filter((column) => places[column] < 0);
  if (missing.length > 0)
    throw new BankFileProblem('formatUnknown', `The table has no column ${missing.map((column) => layout.columns[column]).join(', ')}.`);
  if (rows.length === 0) throw new BankFileProblem('malformed', 'The table has no rows. A day without bookings needs no file.');
  const statements = new Map<string, { line: StatementLine; number: number; balance: bigint }[]>();
  for (const row of rows) {
    if (row.length !== heading.length)
      throw new BankFileProblem('malformed', `A row has ${row.length} columns, the heading ${heading.length}.`);
    const one = rowOf((column) => row[places[column]]!, layout.decimal);
    const key = `${one.line.account} ${one.number}`;
    const known = statements.get(key);
    if (known === undefined) statements.set(key, [one]);
    else known.push(one);
  }
  return [...statements.values()].map((ones) => {
    for (const [at, { line, balance }] of ones.entries())
      if (at > 0 && ones[at - 1]!.balance + line.amount !== balance)
        throw new BankFileProblem('sumsDiffer', `The balance after the line ${line.id} does not follow from the one before.`);
    const [first, last] = [ones[0]!, ones.at(-1)!];
    const lines = ones.map(({ line }) => line);
    const { account, currency } = first.line;
    return checked({ account, currency, number: first.number, opening: first.balance - first.line.amount, closing: last.balance, lines });
  });
}

function rowOf(value: (column: CsvColumn) => string, decimal: '.' | ','): { line: StatementLine; number: number; balance: bigint } {
  const number = Number(value('statement'));
  if (!Number.isSafeInteger(number) || number < 1) throw new BankFileProblem('malformed', 'A row has no number of a statement.');
  const currency = value('currency');
  const units = (text: string) =>
    text.startsWith('-') ? -minorUnits(text.slice(1), currency, decimal) : minorUnits(text, currency, decimal);
  const counterparty = value('counterparty');
  return {
    number,
    balance: units(value('balance')),
    line: {
      account: ibanOf(value('account')),
      id: value('id'),
      date: dayOf(value('date')),
      amount: units(value('amount')),
      currency,
      reference: value('reference').trim(),
      name: value('name').trim(),
      counterparty: counterparty === '' ? '' : ibanOf(counterparty),
      endToEndId: value('endToEndId'),
    },
  };
}

/** RFC 4180: a field in quotes may hold separators, line ends and doubled quotes. */
function rowsOf(text: string, separator: string): string[][] {
  const rows: string[][] = [];
  let row: string[] = [];
  let at = 0;
  while (at < text.length) {
    const [field, end] = fieldAt(text, at, separator);
    row.push(field);
    at = end;
    if (text[at] === separator) {
      at += 1;
      if (at < text.length) continue;
      row.push('');
    }
    rows.push(row);
    row = [];
    if (rows.length > mostLines + 1) throw new BankFileProblem('tooManyLines', `A table has at most ${mostLines} rows.`);
    at += text[at] === '\r' && text[at + 1] === '\n' ? 2 : 1;
  }
  return rows.filter((fields) => fields.length > 1 || fields[0] !== '');
}

function fieldAt(text: string, from: number, separator: string): [field: string, end: number] {
  if (text[from] !== '"') {
    let end = from;
    while (end < text.length && text[end] !== separator && text[end] !== '\n' && text[end] !== '\r') end += 1;
    const field = text.slice(from, end);
    if (field.includes('"')) throw new BankFileProblem('malformed', 'A quote stands inside a field that has no quotes around it.');
    return [field, end];
  }
  let field = '';
  for (let at = from + 1; ; ) {
    const quote = text.indexOf('"', at);
    if (quote < 0) throw new BankFileProblem('malformed', 'A field is not closed.');
    field += text.slice(at, quote);
    if (text[quote + 1] !== '"') {
      const next = text[quote + 1];
      if (next !== undefined && next !== separator && next !== '\n' && next !== '\r')
        throw new BankFileProblem('malformed', 'Something stands after the quotes of a field.');
      return [field, quote + 1];
    }
    field += '"';
    at = quote + 2;
  }
}
