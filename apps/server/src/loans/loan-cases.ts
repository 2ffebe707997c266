import type { DecideLoan, LoanView } from '@bourse/engine';
import { Refusal } from '@bourse/protocol/errors';
import { amountText } from '../calls/figures.ts';
import type { Effect } from '../cases/carry-out.ts';
import { type BodyOf, saidOf, tellVenue } from '../cases/gated.ts';
import { type CaseRow, cancel, caseColumns, openCase } from '../cases/machine.ts';
import type { Job } from '../jobs/jobs.ts';
import type { Catalogue } from '../market/port.ts';
import type { Now } from '../people/ports.ts';
import type { Database } from '../platform/database.ts';
import type { Venues } from '../sequencer/port.ts';

const atOnce = 200;

/** Large loans wait for a decision of the house. Each is a case that two operators decide; the engine checks it anew when they have. */
export function createLoanCases(parts: { database: Database; clock: Now; venues: Venues; catalogue: Pick<Catalogue, 'instrumentById'> }) {
  const { database, clock, venues, catalogue } = parts;

  const waiting = async (venue: CaseRow['venue']) => (await venues[venue].read((engine) => engine.waitingLoans())).value;
  const loanOf = async ({ venue, subject }: CaseRow) => (await waiting(venue)).find(({ loan }) => String(loan) === subject['loan']);

  const commandOf = ({ id }: CaseRow, { loan, account, instrument, lent: amount }: LoanView, accept: boolean): DecideLoan => ({
    ...{ kind: 'decideLoan', loan, account, instrument, amount, accept, reason: `case ${id}` },
  });

  /** Undefined where the loan waits no more: its customer took it back, it lapsed, or it was decided in the list of changes. */
  const body: BodyOf = async (row, { pass }) => {
    const loan = await loanOf(row);
    if (!loan) return null;
    const command = commandOf(row, loan, pass);
    return (await venues[row.venue].read((engine) => engine.approvalOf(command))).value.persons > 0 ? command : null;
  };

  /** Tells the venue. Telling it twice does no harm: the second time the loan waits no more. */
  const effect: Effect = async (row) => {
    const said = saidOf(row);
    const loan = await loanOf(row);
    if (!loan) return null;
    const decided = await body(row, said);
    if (decided) return tellVenue(venues[row.venue], row, decided);
    const { seq, outcome } = await venues[row.venue].submit({ account: 0, command: commandOf(row, loan, said.pass) });
    if (!outcome.ok) throw new Refusal(outcome.error, outcome.detail ?? {});
    return String(seq);
  };

  /** What is decided about, as it stands in the venue. */
  const subjectOf = ({ loan, instrument, lent, collateral }: LoanView): Record<string, string> => {
    const market = catalogue.instrumentById(instrument);
    if (!market) throw new Error(`loan ${loan} is against the unknown instrument ${instrument}`);
    const { base, quote } = market;
    return {
      loan: String(loan),
      amount: `${amountText(quote, BigInt(lent))} ${quote.code}`,
      collateral: `${amountText(base, BigInt(collateral))} ${base.code}`,
    };
  };

  /** Opens a case for each loan that waits and has none, and cancels those whose loan waits no more. */
  const openCases: Job = {
    name: 'open-loan-cases',
    everyMs: 5_000,
    async run() {
      for (const venue of ['real', 'demo'] as const) {
        const loans = await waiting(venue);
        await cancelOthers(venue, loans);
        for (const loan of await withoutCase(venue, loans)) {
          const [customer] = await database.query<{ id: bigint }>('SELECT id FROM customer WHERE venue = $1 AND account = $2', [
            venue,
            loan.account,
          ]);
          if (!customer) continue;
          const { account } = loan;
          await database.transaction((tx) =>
            openCase(
              tx,
              { kind: 'loan', venue, customer: customer.id, account, subject: subjectOf(loan), evidence: [] },
              { kind: 'machine' },
              clock.now(),
            ),
          );
        }
      }
    },
  };

  const withoutCase = async (venue: CaseRow['venue'], loans: readonly LoanView[]): Promise<LoanView[]> => {
    if (loans.length === 0) return [];
    const known = await database.query<{ loan: string }>(
      `SELECT subject->>'loan' AS loan FROM case_file WHERE kind = 'loan' AND venue = $1 AND subject->>'loan' = ANY ($2::text[])`,
      [venue, loans.map(({ loan }) => String(loan))],
    );
    const have = new Set(known.map(({ loan }) => loan));
    return loans.filter(({ loan }) => !have.has(String(loan))).slice(0, atOnce);
  };

  /** A case that somebody has decided already ends by its own effect. */
  const cancelOthers = async (venue: CaseRow['venue'], loans: readonly LoanView[]): Promise<void> => {
    const over = await database.query<CaseRow>(
      `SELECT ${caseColumns} FROM case_file WHERE kind = 'loan' AND venue = $1 AND step IN ('waiting', 'taken', 'asked')
       AND NOT (subject->>'loan' = ANY ($2::text[])) ORDER BY id LIMIT ${atOnce}`,
      [venue, loans.map(({ loan }) => String(loan))],
    );
    for (const { id, revision } of over) await database.transaction((tx) => cancel(tx, { id, revision, now: clock.now() }));
  };

  return { effect, body, jobs: [openCases] };
}
