import { exponentOf } from '@bourse/bank-files';
import { formatUnits } from '@bourse/money';
import type { StatementFormat, StatementProblemName } from '@bourse/protocol/admin';
import { type ImportedStatements, StatementProblem } from '../../payments/orders/statements.ts';
import { type BankLineRow, bankLineColumns } from '../../payments/orders/store.ts';
import type { Database } from '../../platform/database.ts';
import type { MakeAct } from '../acts.ts';
import type { AdminHandlers } from '../handlers.ts';

export interface StatementParts {
  database: Database;
  act: MakeAct;
  /** Imports a file whole, or rejects with a `StatementProblem`. */
  importStatement(text: string, format: StatementFormat): Promise<ImportedStatements>;
  /** Opens cases about what nobody announced. */
  findUnmatched(): Promise<void>;
}

interface Counted extends Record<string, unknown> {
  account: string;
  number: number;
  currency: string;
  opening: string;
  closing: string;
  imported_at: Date;
  lines: bigint;
  unmatched: bigint;
  total: bigint;
}
interface Line extends BankLineRow {
  statement: number;
  case_id: bigint | null;
  total: bigint;
}
const money = (units: string, currency: string) => formatUnits(BigInt(units), exponentOf(currency));
const nothing = { statements: 0, again: 0, lines: 0, matched: 0 };

/** Statements of our bank accounts. */
export function statementHandlers({
  database,
  act,
  importStatement,
  findUnmatched,
}: StatementParts): AdminHandlers<'POST statement/import' | 'GET statement/list' | 'GET statement/lines'> {
  const take = async (text: string, format: StatementFormat) => {
    try {
      const told = await importStatement(text, format);
      await findUnmatched();
      return { ...told, refused: null };
    } catch (error) {
      if (!(error instanceof StatementProblem)) throw error;
      return { ...nothing, refused: { problem: error.problem satisfies StatementProblemName, text: error.message } };
    }
  };
  return {
    // What a file says is in its own tables; the audit says who brought it. It is kept there too that a file was refused.
    'POST statement/import': act('POST statement/import', async (_tx, { format, file, text }) => ({
      subject: `statement ${file}`,
      reason: '',
      changes: [{ field: 'format', before: null, after: format }],
      answer: { ...nothing, refused: null },
      after: () => take(text, format),
    })),
    'GET statement/list': async ({ bank, pageNo, pageSize }) => {
      const rows = await database.query<Counted>(
        `SELECT s.account, s.number, s.currency, s.opening::text, s.closing::text, s.imported_at, count(*) OVER () AS total,
           (SELECT count(*) FROM bank_line l WHERE l.account = s.account AND l.statement = s.number) AS lines,
           (SELECT count(*) FROM bank_line l WHERE l.account = s.account AND l.statement = s.number AND l.deposit IS NULL AND l.units > 0) AS unmatched
         FROM bank_statement s WHERE $1::text IS NULL OR s.account = $1 ORDER BY s.imported_at DESC, s.account, s.number DESC LIMIT $2 OFFSET $3`,
        [bank ?? null, pageSize, (pageNo - 1) * pageSize],
      );
      const list = rows.map(({ account, number, currency, opening, closing, imported_at, lines, unmatched }) => ({
        ...{ account, number, currency, opening: money(opening, currency), closing: money(closing, currency) },
        ...{ lines: Number(lines), unmatched: Number(unmatched), importedAt: imported_at.getTime() },
      }));
      return { list, total: Number(rows[0]?.total ?? 0), pageNo, pageSize };
    },
    'GET statement/lines': async ({ bank, statement, which, pageNo, pageSize }) => {
      const rows = await database.query<Line>(
        `SELECT ${bankLineColumns}, l.statement, count(*) OVER () AS total,
           (SELECT case_id FROM unmatched_case u WHERE u.source = l.account || '/' || l.id) AS case_id
         FROM bank_line l WHERE ($1::text IS NULL OR l.account = $1) AND ($2::integer IS NULL OR l.statement = $2)
           AND CASE $3 WHEN 'unmatched' THEN l.deposit IS NULL AND l.units > 0 WHEN 'matched' THEN l.deposit IS NOT NULL WHEN 'out' THEN l.units < 0 ELSE true END
         ORDER BY l.booked_on DESC, l.account, l.statement DESC, l.id LIMIT $4 OFFSET $5`,
        [bank ?? null, statement ?? null, which, pageSize, (pageNo - 1) * pageSize],
      );
      const list = rows.map(
        ({ account, statement: of, id, booked_on, units, currency, reference, name, counterparty, deposit, case_id }) => ({
          ...{ account, statement: of, id, bookedOn: booked_on, amount: money(units, currency), currency, reference, name, counterparty },
          ...{ deposit: deposit === null ? null : String(deposit), case: case_id === null ? null : String(case_id) },
        }),
      );
      return { list, total: Number(rows[0]?.total ?? 0), pageNo, pageSize };
    },
  };
}
