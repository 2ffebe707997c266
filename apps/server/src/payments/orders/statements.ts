import { createHash } from 'node:crypto';
import {
  BankFileProblem,
  contentOf,
  depositsIn,
  exponentOf,
  type Match,
  matchLine,
  type Place,
  placeOf,
  plainLayout,
  readCamt053,
  readCsv,
  readMt940,
  type Statement,
  type StatementLine,
} from '@bourse/bank-files';
import type { StatementFormat, StatementProblemName } from '@bourse/protocol/admin';
import type { Database, Queryable } from '../../platform/database.ts';
import { creditable, reviewDeposit } from '../deposits/credit.ts';
import { moveDeposit } from '../deposits/store.ts';
import type { Rails } from '../port.ts';
import { type OrderRow, ordersOf, unpaid } from './store.ts';

const readers: Record<StatementFormat, (text: string) => Statement[]> = {
  camt053: readCamt053,
  mt940: readMt940,
  csv: (text) => readCsv(text, plainLayout),
};

/** Why a file was refused. It is refused whole: nothing of it counts. */
export class StatementProblem extends Error {
  override name = 'StatementProblem';
  readonly problem: StatementProblemName;

  constructor(problem: StatementProblemName, message: string) {
    super(message);
    this.problem = problem;
  }
}

/** Who a customer is, and which accounts are on file: what a transfer is compared with. */
export interface Payer {
  name: string;
  /** IBANs without spaces. */
  accounts: readonly string[];
}

export interface StatementParts {
  database: Database;
  clock: { now(): number };
  rails: Rails;
  payer(customerId: string, account: number): Promise<Payer>;
}

export interface ImportedStatements {
  statements: number;
  /** Imported before, the same. */
  again: number;
  lines: number;
  /** Lines that name an order of ours. */
  matched: number;
}

const digestOf = (statement: Statement): string => createHash('sha256').update(contentOf(statement)).digest('hex');

/** Statements of our banks: what came in is put to the orders that it names, and people decide. */
export function createStatements({ database, clock, rails, payer }: StatementParts) {
  const bankRail = ({ account, currency }: Pick<Statement, 'account' | 'currency'>) =>
    rails.all().find(({ source }) => source.kind === 'bank' && source.account === account && source.currency.code === currency);

  /** Where a statement belongs among those that are here. Throws when it belongs nowhere. */
  const placeIn = async (tx: Queryable, statement: Statement): Promise<'next' | 'again'> => {
    const { account, number } = statement;
    const rows = await tx.query<{ number: number; closing: string; digest: string }>(
      'SELECT number, closing, digest FROM bank_statement WHERE account = $1 AND (number = $2 OR number = (SELECT max(number) FROM bank_statement WHERE account = $1))',
      [account, number],
    );
    const known = rows.find((row) => row.number === number);
    const newest = rows.reduce<(typeof rows)[number] | undefined>(
      (high, row) => (high && high.number > row.number ? high : row),
      undefined,
    );
    const place = placeOf(statement, {
      digestOf: () => (known?.digest === digestOf(statement) ? contentOf(statement) : known?.digest),
      newest: newest && { number: newest.number, closing: BigInt(newest.closing) },
    });
    if (place === 'next' || place === 'again') return place;
    throw new StatementProblem(place, `Statement ${number} of ${account}: ${texts[place]}`);
  };

  const write = async (tx: Queryable, statement: Statement): Promise<number> => {
    const { account, number, currency, opening, closing, lines } = statement;
    const rail = bankRail(statement)!;
    const now = clock.now();
    await tx.query(
      'INSERT INTO bank_statement (account, number, currency, opening, closing, digest, imported_at) VALUES ($1, $2, $3, $4, $5, $6, $7)',
      [account, number, currency, String(opening), String(closing), digestOf(statement), new Date(now)],
    );
    const named = [...new Set(lines.flatMap(({ reference }) => depositsIn(reference)))];
    const orders = new Map((await ordersOf(tx, named)).map((row) => [Number(row.number), row]));
    const payers = new Map<number, Payer>();
    for (const [of, { customer_id, account: owner }] of orders) payers.set(of, await payer(String(customer_id), owner!));
    const expected = (of: number) => {
      const order = orders.get(of);
      // One payment for an order: a second one is nobody's until people look.
      if (order === undefined || order.rail !== rail.rail || !unpaid.includes(order.step)) return undefined;
      const shift = BigInt(10) ** BigInt(Math.max(0, order.decimals - exponentOf(currency)));
      return { deposit: of, amount: BigInt(order.pays_units) / shift, currency: order.pays, ...payers.get(of)! };
    };
    let matched = 0;
    // References follow each other, so anybody can write somebody's on a cent: next to nothing takes no order.
    const { minIn } = rails.rules(rail.rail);
    const isSmall = ({ amount }: StatementLine) =>
      creditable({ units: String(amount), decimals: exponentOf(currency) }, rail).amount < minIn;
    for (const line of lines) {
      const match = isSmall(line) ? undefined : matchLine(line, expected);
      await insertLine(tx, statement, line, match?.deposit);
      if (match === undefined) continue;
      matched += 1;
      const order = orders.get(match.deposit)!;
      orders.set(match.deposit, await arrived(tx, order, line, match, now));
    }
    return matched;
  };

  /** The order has its money: what came is what is credited, and people see what agrees. */
  const arrived = async (tx: Queryable, order: OrderRow, line: StatementLine, match: Match, now: number): Promise<OrderRow> => {
    const row = await moveDeposit(tx, order.number, 'matched', {
      ...{ from: unpaid, now, set: 'external_id = $6, units = $7, decimals = $8' },
      values: [`${line.account}/${line.id}`, String(line.amount), exponentOf(line.currency)],
    });
    if (row === undefined) return order;
    const agree = (one: boolean) => (one ? 'agrees' : 'differs');
    const subject = {
      ...{ reference: 'agrees', amountCheck: agree(match.amount), currency: agree(match.currency) },
      ...{ name: agree(match.name), accountOnFile: agree(match.account), complete: String(match.complete) },
      ...(order.step === 'expired' ? { late: 'true' } : {}),
    };
    await reviewDeposit(tx, row, rails.get(order.rail)!, now, {
      subject,
      evidence: [{ kind: 'statementLine', required: true, text: JSON.stringify({ ...line, amount: String(line.amount) }) }],
    });
    return { ...order, ...row, step: 'review' };
  };

  return {
    /** Imports a file whole, or refuses it whole with `StatementProblem`. A statement that is here already is passed over. */
    async importStatement(text: string, format: StatementFormat): Promise<ImportedStatements> {
      const statements = readWith(format, text);
      const stranger = statements.find((one) => bankRail(one) === undefined);
      if (stranger !== undefined)
        throw new StatementProblem('accountUnknown', `${stranger.account} in ${stranger.currency} is no account of ours.`);
      return database.transaction(async (tx) => {
        await tx.query('SELECT pg_advisory_xact_lock(7220, 0)');
        const told: ImportedStatements = { statements: 0, again: 0, lines: 0, matched: 0 };
        for (const statement of statements) {
          if ((await placeIn(tx, statement)) === 'again') {
            told.again += 1;
            continue;
          }
          told.matched += await write(tx, statement);
          told.statements += 1;
          told.lines += statement.lines.length;
        }
        return told;
      });
    },
    /** What the banks say that our accounts hold, in minor units of the currency. */
    closings: () =>
      database.query<{ account: string; currency: string; closing: string }>(
        'SELECT DISTINCT ON (account) account, currency, closing FROM bank_statement ORDER BY account, number DESC',
      ),
    /** Money that came in and that nobody announced. */
    unmatched: () =>
      database.query<{ account: string; id: string; currency: string; units: string; reference: string; name: string }>(
        'SELECT account, id, currency, units, reference, name FROM bank_line WHERE deposit IS NULL AND units > 0 ORDER BY account, statement, id',
      ),
    bankRail,
  };
}
export type Statements = ReturnType<typeof createStatements>;

function readWith(format: StatementFormat, text: string): Statement[] {
  try {
    return readers[format](text);
  } catch (error) {
    if (error instanceof BankFileProblem) throw new StatementProblem(error.problem, error.message);
    throw error;
  }
}

const texts: Record<Exclude<Place, 'next' | 'again'>, string> = {
  changed: 'it was imported before with other content.',
  gap: 'statements before it are missing; import them first.',
  before: 'it is older than those that were imported.',
  balanceDiffers: 'it does not open with the balance that the one before closed with.',
};

const insertLine = (tx: Queryable, { account, number }: Statement, line: StatementLine, deposit: number | undefined) =>
  tx
    .query(
      `INSERT INTO bank_line (account, id, statement, booked_on, units, currency, reference, name, counterparty, end_to_end_id, deposit)
       VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11) ON CONFLICT (account, id) DO NOTHING RETURNING id`,
      [
        ...[account, line.id, number, line.date, String(line.amount), line.currency, line.reference, line.name],
        ...[line.counterparty, line.endToEndId, deposit ?? null],
      ],
    )
    .then((rows) => {
      if (rows.length === 0) throw new StatementProblem('idTwice', `The line ${line.id} of ${account} was in another statement.`);
    });
