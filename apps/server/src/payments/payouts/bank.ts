import {
  BankFileProblem,
  type BankStatus,
  readCamt053,
  readPain002,
  reportedStatus,
  type StatementLine,
  writePain001,
} from '@bourse/bank-files';
import type { PayoutFacts } from '@bourse/engine';
import type { Database } from '../../platform/database.ts';
import { eachAlone, inTurns, placeByPlace } from '../../platform/in-turns.ts';
import type { Log } from '../../platform/log.ts';
import type { EnginePort } from '../../sequencer/port.ts';
import type { Book } from '../destinations/book.ts';
import type { Rail, Rails } from '../port.ts';
import { askBank } from './ask-bank.ts';
import { tellStep } from './driver.ts';

export interface BankParts {
  database: Database;
  clock: { now(): number };
  log: Log;
  real: EnginePort;
  rails: Rails;
  book: Book;
  /** Where files of payments go; undefined: payouts to banks wait. */
  bank(): { url: string } | undefined;
  /** Operators let no payout begin now. */
  held: () => string | undefined;
  /** A bank gave money of a payout back. */
  returned(facts: PayoutFacts, minorUnits: number, line: string): Promise<void>;
}

/** A bank gave no answer. */
class BankAway extends Error {}

interface SentFile {
  number: bigint;
  id: string;
  text: string;
  made_at: Date;
  taken_at: Date | null;
}

type BankRail = Rail & { source: Extract<Rail['source'], { kind: 'bank' }> };
const toBank = (rail: Rail | undefined): rail is BankRail => rail?.source.kind === 'bank';

/**
 * Payouts to bank accounts: each has one file, which a bank takes once. A refusal of the bank makes a doubt, about which two people decide; the statement's debit
 * ends it.
 */
export function createBankPayouts({ database, clock, log, real, rails, book, bank, held, returned }: BankParts) {
  const reasons = new Map<number, string>();
  const problems = new Set<string>();

  const ask = async (url: string, init: RequestInit = {}): Promise<{ status: number; text: string }> => {
    try {
      return await askBank(url, init);
    } catch (error) {
      throw new BankAway(`the bank cannot be reached: ${(error as Error).message}`, { cause: error });
    }
  };

  const fileOf = (payout: number) => `PAYOUT-${payout}`;
  /** What a file has to say by the journal, the receiver and the moment at which it was made. Undefined: the receiver is missing. */
  const textOf = async (facts: PayoutFacts, { source }: BankRail, madeAt: number): Promise<string | undefined> => {
    const { payout, amount, fee, account, digest } = facts;
    const to = (await book.receivers([facts])).get(`${account} ${digest}`)?.receiver;
    if (to?.kind !== 'bank') return undefined;
    return writePain001({
      ...{ id: fileOf(payout), createdAt: madeAt, executeOn: new Date(madeAt).toISOString().slice(0, 10) },
      from: { name: source.holder, account: source.account },
      payments: [
        {
          ...{ payout, amount: BigInt(amount - fee), currency: source.currency.code },
          ...{ to: { name: to.holder, account: to.account }, text: `Payout ${payout}` },
        },
      ],
    });
  };
  /**
   * The file is written down before it is sent. Each payout has a file of its own with a name of its own, which a bank takes once: whatever happens to the tables, no second
   * file can pay it again.
   */
  const file = async (facts: PayoutFacts, rail: BankRail): Promise<void> => {
    const now = clock.now();
    const text = await textOf(facts, rail, now);
    if (text === undefined) {
      problems.add(`the receiver of payout ${facts.payout} is missing in the tables`);
      return;
    }
    const id = fileOf(facts.payout);
    await database.transaction(async (tx) => {
      await tx.query('INSERT INTO payout_file (id, bank, text, made_at) VALUES ($1, $2, $3, $4) ON CONFLICT (id) DO NOTHING', [
        ...[id, rail.source.account, text, new Date(now)],
      ]);
      await tx.query('INSERT INTO payout_in_file (number, file) VALUES ($1, $2)', [facts.payout, id]);
    });
  };
  /** Whether the journal ordered exactly this file: whoever writes the table cannot order a payment. */
  const isOrdered = async (id: string, text: string, madeAt: Date): Promise<boolean> => {
    const number = Number(/^PAYOUT-([1-9]\d{0,15})$/.exec(id)?.[1] ?? Number.NaN);
    const { value: facts } = await real.read((engine) => (Number.isNaN(number) ? undefined : engine.payments().payout(number)));
    const rail = facts && rails.get(facts.rail);
    return facts?.state === 'sending' && toBank(rail) && (await textOf(facts, rail, madeAt.getTime())) === text;
  };

  const note = async (order: string, text: string): Promise<void> => {
    const report = readPain002(text);
    const rows = await database.query<{ number: bigint }>('SELECT number FROM payout_in_file WHERE file = $1', [order]);
    for (const { number } of rows) {
      const status: BankStatus = reportedStatus(report, Number(number));
      const reason = report.payments.find(({ payout }) => payout === Number(number))?.reason ?? '';
      await database.query('UPDATE payout_in_file SET status = $2, reason = $3 WHERE number = $1', [number, status, reason]);
    }
  };

  const files = (size: number, where: string) =>
    inTurns(
      size,
      (after, most) =>
        database.query<SentFile>(
          `SELECT p.number, f.id, f.text, f.made_at, f.taken_at FROM payout_in_file p JOIN payout_file f ON f.id = p.file
           WHERE ${where} AND p.number > $1 ORDER BY p.number LIMIT $2`,
          [after, most],
        ),
      ({ number }) => number,
    );
  const unsent = files(100, 'f.taken_at IS NULL');
  /** A bank takes days to pay: how it stands about these is asked in turns. */
  const underWay = files(50, 'f.taken_at IS NOT NULL AND p.number IN (SELECT number FROM payout_sent WHERE ended_at IS NULL)');
  /** Gives the bank a file, or asks about one that it has. Answers why that did not succeed. */
  const give = async (url: string, { id, text, made_at, taken_at }: SentFile): Promise<string | undefined> => {
    if (taken_at === null && !(await isOrdered(id, text, made_at))) {
      log.error({ file: id, alarm: true }, 'a file of payments is not what the journal ordered; it is not sent');
      return `the file ${id} is not what the journal ordered`;
    }
    const answer =
      taken_at === null
        ? await ask(`${url}/orders`, { method: 'POST', body: text, headers: { 'content-type': 'application/xml' } })
        : await ask(`${url}/orders/${encodeURIComponent(id)}`);
    if (answer.status !== 200) {
      log.warn({ file: id, status: answer.status }, 'the bank did not answer to a file of payments as it should; the server asks again');
      return `the bank answered ${answer.status} to the file ${id}`;
    }
    if (taken_at === null) await database.query('UPDATE payout_file SET taken_at = $2 WHERE id = $1', [id, new Date(clock.now())]);
    await note(id, answer.text).catch((error: unknown) => {
      if (!(error instanceof BankFileProblem)) throw error;
      log.error({ file: id, err: error }, 'an answer of the bank about a file of payments cannot be read');
      problems.add(`the answer of the bank to the file ${id} cannot be read: ${error.message}`);
    });
    return undefined;
  };
  const send = async (url: string): Promise<void> =>
    placeByPlace([...(await unsent()), ...(await underWay())], {
      placeOf: () => url,
      work: async (row) => {
        const why = await give(url, row);
        if (why !== undefined) problems.add(why);
      },
      noAnswer: (error) => error instanceof BankAway,
      waits: (_, error) => problems.add((error as Error).message),
    });

  /** The end-to-end id of a line is the payout's number: its debit ends the payout, a credit of the same is money that came back. */
  const follow = async (line: StatementLine): Promise<void> => {
    if (!/^[1-9]\d{0,15}$/.test(line.endToEndId)) return;
    const number = Number(line.endToEndId);
    const { value: facts } = await real.read((engine) => engine.payments().payout(number));
    const rail = facts && rails.get(facts.rail);
    if (facts === undefined || !toBank(rail)) return;
    const net = BigInt(facts.amount - facts.fee);
    if (line.amount === -net) await tellStep(real, facts, 'finishPayout', `${line.account} ${line.id}`);
    else if (line.amount > 0n && line.amount <= net) await returned(facts, Number(line.amount), line.id);
    else log.error({ payout: number, line: line.id, alarm: true }, 'a line of a statement names a payout and another amount');
  };
  const statements = async (url: string, account: string): Promise<void> => {
    for (;;) {
      const [row] = await database.query<{ next: number }>('SELECT next FROM payout_statement WHERE bank = $1', [account]);
      const next = row?.next ?? 1;
      try {
        const answer = await ask(`${url}/statements/${next}`);
        if (answer.status !== 200) return;
        for (const statement of readCamt053(answer.text)) for (const line of statement.lines) await follow(line);
      } catch (error) {
        if (!(error instanceof BankAway || error instanceof BankFileProblem)) throw error;
        problems.add(error instanceof BankAway ? error.message : `statement ${next} of ${account} cannot be read: ${error.message}`);
        return;
      }
      await database.query('INSERT INTO payout_statement (bank, next) VALUES ($1, $2) ON CONFLICT (bank) DO UPDATE SET next = $2', [
        account,
        next + 1,
      ]);
    }
  };
  const begin = async (facts: PayoutFacts): Promise<void> => {
    await database.query("INSERT INTO payout_sent (number, network, sent_at) VALUES ($1, 'bank', $2) ON CONFLICT (number) DO NOTHING", [
      ...[facts.payout, new Date(clock.now())],
    ]);
    await tellStep(real, facts, 'sendPayout', '');
  };
  /** Makes the files that are missing, and tells the venue of what the bank has refused. */
  const filed = async (): Promise<void> => {
    const { value: open } = await real.read((engine) => engine.payments().openPayouts());
    const sending = bankPayouts(open).filter(({ facts }) => facts.state === 'sending');
    const rows = await database.query<{ number: bigint; status: BankStatus; reason: string }>(
      'SELECT number, status, reason FROM payout_in_file WHERE number = ANY($1::bigint[])',
      [sending.map(({ facts }) => facts.payout)],
    );
    const inFile = new Map(rows.map((row) => [Number(row.number), row]));
    await eachAlone(sending, async ({ facts, rail }) => {
      const found = inFile.get(facts.payout);
      if (found === undefined) return file(facts, rail);
      if (found.status !== 'rejected') return;
      reasons.set(facts.payout, `the bank refused it (${found.reason})`);
      await tellStep(real, facts, 'doubtPayout', `refused ${found.reason}`);
    });
  };
  const bankPayouts = (open: readonly PayoutFacts[]) =>
    open.flatMap((facts) => ((rail) => (toBank(rail) ? [{ facts, rail }] : []))(rails.get(facts.rail)));

  return {
    /** One run over the open payouts. What fails holds up nothing else, and is tried again in the next run. */
    async run(open: readonly PayoutFacts[]): Promise<void> {
      const approved = bankPayouts(open).filter(({ facts }) => facts.state === 'approved');
      const place = bank();
      problems.clear();
      if (place === undefined && approved.length > 0) problems.add('no bank is configured');
      if (place === undefined) return;
      const accounts = new Set(
        rails
          .all()
          .filter(toBank)
          .map(({ source }) => source.account),
      );
      const steps = [
        () => eachAlone(held() === undefined ? approved : [], ({ facts }) => begin(facts)),
        filed,
        () => send(place.url),
        () => eachAlone(accounts, (account) => statements(place.url, account)),
      ];
      await eachAlone(steps, (step) => step());
    },
    why: (number: number): string => reasons.get(number) ?? '',
    warnings: (): string[] => [...problems].slice(0, 20).map((problem) => `Payouts to banks wait: ${problem.replace(/\.$/, '')}.`),
  };
}
