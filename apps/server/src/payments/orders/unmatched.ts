import { exponentOf } from '@bourse/bank-files';
import { formatUnits, trimZeros } from '@bourse/money';
import { Refusal } from '@bourse/protocol/errors';
import type { Effect } from '../../cases/carry-out.ts';
import { type BodyOf, BodyRefused, tellVenue } from '../../cases/gated.ts';
import { type CaseRow, caseColumns, move, openCase, type Step, subjectDigest } from '../../cases/machine.ts';
import type { Job } from '../../jobs/jobs.ts';
import type { Database, Queryable } from '../../platform/database.ts';
import { eachAlone, inTurns } from '../../platform/in-turns.ts';
import type { EnginePort } from '../../sequencer/port.ts';
import { creditable, creditCommand } from '../deposits/credit.ts';
import { type DepositRow, depositColumns, moveDeposit } from '../deposits/store.ts';
import type { Rail, Rails } from '../port.ts';
import type { Statements } from './statements.ts';
import { type BankLineRow, bankLineColumns, orderOf, unpaid } from './store.ts';

/** Written behind a case about money: what would be credited, and for whom, as soon as it is known. */
interface Found {
  row: DepositRow;
  rail: Rail;
}

const open = "step NOT IN ('passed', 'refused', 'cancelled')";
const sourceOfLine = (account: string, id: string) => `${account}/${id}`;

export interface UnmatchedParts {
  database: Database;
  clock: { now(): number };
  real: EnginePort;
  rails: Rails;
  statements: Pick<Statements, 'bankRail'>;
  /** Notes that the engine has credited a deposit. */
  credited(number: bigint, seq: number): Promise<unknown>;
}

/** Money that came in and that nobody announced: people find whose it is, and the venue credits it as they sign. */
export function createUnmatched({ database, clock, real, rails, statements, credited }: UnmatchedParts) {
  const lineOf = async (db: Queryable, source: string): Promise<BankLineRow | undefined> => {
    const at = source.indexOf('/');
    const [row] = await db.query<BankLineRow>(`SELECT ${bankLineColumns} FROM bank_line l WHERE l.account = $1 AND l.id = $2`, [
      source.slice(0, at),
      source.slice(at + 1),
    ]);
    return row;
  };
  const depositOf = async (db: Queryable, number: string): Promise<DepositRow | undefined> =>
    (await db.query<DepositRow>(`SELECT ${depositColumns} FROM deposit WHERE number = $1`, [number]))[0];

  /** The deposit as it would be credited. Undefined: it is not matched, or somebody else's by now. */
  const foundFor = async (db: Queryable, { subject, account, customer_id }: CaseRow): Promise<Found | undefined> => {
    const { line: source = '', order = '', deposit = '' } = subject;
    if (account === null) return undefined;
    if (deposit !== '') {
      const row = await depositOf(db, deposit);
      const rail = row && rails.get(row.rail);
      if (row === undefined || rail === undefined) return undefined;
      const ours = (row.step === 'ready' && row.account === null) || (row.step !== 'ready' && row.account === account);
      return ours && row.step !== 'refused' ? { row: { ...row, account, customer_id }, rail } : undefined;
    }
    const line = await lineOf(db, source);
    const row = order === '' ? undefined : await orderOf(db, BigInt(order));
    const rail = row && rails.get(row.rail);
    if (line === undefined || row === undefined || rail === undefined || row.account !== account) return undefined;
    const attached = row.external_id === source && line.deposit === row.number;
    if (!attached && (line.deposit !== null || !unpaid.includes(row.step))) return undefined;
    return { row: { ...row, external_id: source, units: line.units, decimals: exponentOf(line.currency) }, rail };
  };
  const isCredited = async (number: bigint) => (await real.read((engine) => engine.payments().deposit(Number(number)))).value !== undefined;

  const body: BodyOf = async (one, { pass }) => {
    if (!pass) return null;
    if (one.account === null) throw new Refusal('caseUnmatched');
    const found = await foundFor(database, one);
    // Another payment was quicker, or the owner claimed it.
    if (found === undefined) throw new Refusal('depositOrderOver');
    return (await isCredited(found.row.number)) ? null : creditCommand(found.row, found.rail, 4);
  };

  /** The deposit is under review from now on: no machine and no other case takes it. */
  const attach = ({ row }: Found, { subject }: CaseRow): Promise<DepositRow | undefined> =>
    database.transaction(async (tx) => {
      const now = clock.now();
      const { line: source = '' } = subject;
      if (source === '') {
        const set = { set: 'account = $6, customer_id = $7', values: [row.account, row.customer_id] };
        return moveDeposit(tx, row.number, 'review', { from: ['ready'], now, ...set });
      }
      const at = source.indexOf('/');
      const taken = await tx.query('UPDATE bank_line SET deposit = $3 WHERE account = $1 AND id = $2 AND deposit IS NULL RETURNING id', [
        ...[source.slice(0, at), source.slice(at + 1), row.number],
      ]);
      const set = { set: 'external_id = $6, units = $7, decimals = $8', values: [source, row.units, row.decimals] };
      const moved = taken.length > 0 ? await moveDeposit(tx, row.number, 'review', { from: unpaid, now, ...set }) : undefined;
      // Another line paid the order meanwhile: this one stays nobody's.
      if (taken.length > 0 && moved === undefined) throw new BodyRefused('depositOrderOver');
      return moved;
    });

  const effect: Effect = async (one) => {
    if (!one.verdict) return null;
    const found = await foundFor(database, one);
    if (found === undefined) throw new BodyRefused('depositOrderOver');
    await attach(found, one);
    const { number } = found.row;
    if (await isCredited(number)) {
      await credited(number, (await real.read((engine) => engine.seq)).seq);
      return null;
    }
    const heard = await tellVenue(real, one, creditCommand(found.row, found.rail, 4));
    if (typeof heard === 'string') await credited(number, Number(heard));
    return heard;
  };

  /** Whose it is, as the operator who has the case says: the order that a line pays, or the customer to whom a transaction belongs. It changes what is decided on. */
  const match = async (tx: Queryable, one: CaseRow, to: string, step: Step): Promise<CaseRow> => {
    if (one.kind !== 'unmatched') throw new Refusal('caseKind');
    const { order: _, customer: __, ...told } = one.subject;
    let owner: { customer: bigint; account: number };
    let subject: Record<string, string>;
    if (one.subject['line'] !== undefined) {
      const order = await orderOf(tx, BigInt(to));
      const line = await lineOf(tx, one.subject['line']);
      const rail = line && statements.bankRail(line);
      if (order?.account == null || order.customer_id === null || order.rail !== rail?.rail) throw new Refusal('depositUnknown');
      if (line?.deposit != null ? line.deposit !== order.number : !unpaid.includes(order.step)) throw new Refusal('depositOrderOver');
      owner = { customer: order.customer_id, account: order.account };
      subject = { ...told, order: to, customer: String(order.customer_id) };
    } else {
      const [customer] = await tx.query<{ id: bigint; account: number | null }>(
        "SELECT id, account FROM customer WHERE id = $1 AND venue = 'real'",
        [to],
      );
      if (customer?.account == null) throw new Refusal('notFound');
      owner = { customer: customer.id, account: customer.account };
      subject = { ...told, customer: to };
    }
    const found = await foundFor(tx, { ...one, subject, account: owner.account, customer_id: owner.customer });
    if (found === undefined) throw new Refusal('depositOrderOver');
    const { value } = await real.read((engine) => engine.approvalOf(creditCommand(found.row, found.rail, 4)).persons);
    return move(tx, {
      ...{
        id: step.id,
        revision: step.revision,
        now: step.now,
        name: 'match',
        by: { kind: 'operator', operator: step.operator },
        text: to,
      },
      when: "step = 'taken' AND owner = $4 AND lease_until > $3",
      set: 'subject = $5, digest = $6, customer_id = $7, account = $8, persons = $9',
      values: [JSON.stringify(subject), subjectDigest(one.kind, subject), owner.customer, owner.account, Math.max(1, value)],
    });
  };

  const openOne = (source: string, subject: Record<string, string>, evidence: { kind: string; text: string }) =>
    database.transaction(async (tx) => {
      const [known] = await tx.query('SELECT 1 FROM unmatched_case WHERE source = $1', [source]);
      if (known) return;
      const one = { kind: 'unmatched', venue: 'real', customer: null, account: null, subject } as const;
      const opened = await openCase(tx, { ...one, evidence: [{ ...evidence, required: true }] }, { kind: 'machine' }, clock.now());
      if (opened) await tx.query('INSERT INTO unmatched_case (source, case_id) VALUES ($1, $2)', [source, opened.id]);
    });

  const openForLines = async (): Promise<void> => {
    const lines = await database.query<BankLineRow>(
      `SELECT ${bankLineColumns} FROM bank_line l
       WHERE l.deposit IS NULL AND l.units > 0 AND NOT EXISTS (SELECT 1 FROM unmatched_case u WHERE u.source = l.account || '/' || l.id)
       ORDER BY l.account, l.statement, l.id LIMIT 500`,
    );
    await eachAlone(lines, async ({ deposit: _, units, ...line }) => {
      const amount = trimZeros(formatUnits(BigInt(units), exponentOf(line.currency)));
      const source = sourceOfLine(line.account, line.id);
      const { reference, name, counterparty, booked_on } = line;
      await openOne(
        source,
        { line: source, amount: `${amount} ${line.currency}`, reference },
        {
          kind: 'statementLine',
          text: JSON.stringify({ account: line.account, id: line.id, booked: booked_on, name, counterparty, reference }),
        },
      );
    });
  };
  const nobodys = inTurns(
    500,
    (after, size) =>
      database.query<DepositRow>(
        `SELECT ${depositColumns} FROM deposit d WHERE step = 'ready' AND account IS NULL AND number > $1
         AND NOT EXISTS (SELECT 1 FROM unmatched_case u WHERE u.source = 'deposit/' || d.number) ORDER BY number LIMIT $2`,
        [after, size],
      ),
    ({ number }) => number,
  );
  const openForCoins = async (): Promise<void> =>
    eachAlone(await nobodys(), async (row) => {
      const rail = rails.get(row.rail);
      if (rail === undefined) return;
      const units = creditable(row, rail).amount;
      // Anybody can send next to nothing to a tag that nobody has. It can be claimed; people are asked about what would be credited.
      if (units < rails.rules(rail.rail).minIn) return;
      const amount = `${trimZeros(formatUnits(units, rail.asset.scale))} ${rail.asset.code}`;
      const { number, tx_hash, address, tag } = row;
      await openOne(
        `deposit/${number}`,
        { deposit: String(number), channel: rail.code, amount, transaction: tx_hash ?? '' },
        { kind: 'payment', text: JSON.stringify({ transaction: tx_hash, to: address, tag: tag === null ? null : String(tag) }) },
      );
    });
  const closeOver = async (): Promise<void> => {
    // Its owner claimed it, or a change credited it.
    const over = await database.query<CaseRow>(
      `SELECT ${caseColumns} FROM case_file c WHERE kind = 'unmatched' AND account IS NULL AND ${open} AND (
         EXISTS (SELECT 1 FROM deposit d WHERE d.number = (c.subject->>'deposit')::bigint AND d.account IS NOT NULL)
         OR EXISTS (SELECT 1 FROM bank_line l JOIN deposit d ON d.number = l.deposit WHERE l.account || '/' || l.id = c.subject->>'line' AND d.step = 'credited')) LIMIT 200`,
    );
    await eachAlone(over, ({ id, revision }) =>
      database.transaction((tx) =>
        move(tx, {
          ...{ id, revision, now: clock.now(), name: 'over', by: { kind: 'machine' } },
          ...{ when: open, set: "step = 'cancelled', owner = NULL, lease_until = NULL" },
        }),
      ),
    );
  };
  const run = () => eachAlone([openForLines, openForCoins, closeOver], (step) => step());
  const job: Job = { name: 'find-unmatched', everyMs: 60_000, run };
  return { job, body, effect, match };
}
export type Unmatched = ReturnType<typeof createUnmatched>;
