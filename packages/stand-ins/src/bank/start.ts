import { type BankAccount, BankFileProblem, type PaymentOrder, readPain001, type Statement, type StatementLine } from '@bourse/bank-files';
import { writeCamt053, writeCsv, writeMt940, writePain002 } from '@bourse/bank-files/write';
import { type RunningNode, type StandInOptions, serve } from '../node.ts';

export interface BankOptions extends StandInOptions {
  /** The account that the bank keeps, an IBAN. */
  account: string;
  currency: string;
}

export interface BankStandIn extends RunningNode {
  /** "Send me test money": a transfer from somebody arrives. Answers the bank's id of the booking. */
  pay(payment: { from: BankAccount; units: bigint; reference: string }): string;
  /** The next file's payment of this payout will be refused, for a reason of ISO 20022. */
  reject(payout: number, reason: string): void;
  /** Sends what was accepted: each payment is booked, or refused when the account lacks the money. */
  settle(): void;
  /** A payment that was sent comes back as a transfer of its own. Answers the bank's id of the booking. */
  bringBack(payout: number): string;
  /** Ends the day: the bookings since the last end are a statement. */
  closeDay(): Statement;
  balance(): bigint;
  /** Takes a file of payments, as its address does. */
  take(text: string): void;
}

interface Held {
  order: PaymentOrder;
  text: string;
  codes: Map<number, { code: string; reason?: string }>;
}

const xml = 'application/xml';

/**
 * A bank with one account. `POST /orders` takes pain.001 and answers pain.002; `GET /orders/ID` answers how it stands; `GET /statements/NUMBER?format=camt053|mt940|csv`
 * answers a statement. The same file again is taken once; another file under the same id is refused.
 */
export async function startBank({ port = 0, clock = Date.now, account, currency, told }: BankOptions): Promise<BankStandIn> {
  const orders = new Map<string, Held>();
  const rejected = new Map<number, string>();
  const statements: Statement[] = [];
  let open: StatementLine[] = [];
  let booked = 0;
  let opening = 0n;
  const balance = () => open.reduce((sum, { amount }) => sum + amount, opening);
  const today = () => new Date(clock()).toISOString().slice(0, 10);

  const book = (amount: bigint, other: BankAccount, reference: string, endToEndId: string): string => {
    booked += 1;
    const id = `B${booked}`;
    open.push({ account, id, date: today(), amount, currency, reference, name: other.name, counterparty: other.account, endToEndId });
    return id;
  };
  const report = ({ order, codes }: Held) =>
    writePain002(
      order,
      [...codes].map(([payout, status]) => ({ payout, ...status })),
      clock(),
    );

  const take = (text: string) => {
    const order = readPain001(text);
    const known = orders.get(order.id);
    if (known?.text === text) return { status: 200, body: report(known), type: xml };
    if (known !== undefined) return { status: 409, body: 'another file has this id', type: 'text/plain' };
    if (order.from.account !== account) return { status: 403, body: 'this account is not yours', type: 'text/plain' };
    const codes = new Map<number, { code: string; reason?: string }>();
    for (const { payout, currency: wanted } of order.payments) {
      const reason = rejected.get(payout) ?? (wanted === currency ? undefined : 'AM03');
      codes.set(payout, reason === undefined ? { code: 'ACCP' } : { code: 'RJCT', reason });
    }
    const held = { order, text, codes };
    orders.set(order.id, held);
    told?.(text);
    return { status: 200, body: report(held), type: xml };
  };

  const node = await serve(port, ({ method, path, body }) => {
    const { pathname, searchParams } = new URL(path, 'http://bank');
    const missing = { status: 404, body: 'there is nothing here', type: 'text/plain' };
    try {
      if (method === 'POST' && pathname === '/orders') return take(body);
    } catch (error) {
      if (!(error instanceof BankFileProblem)) throw error;
      return { status: 422, body: `${error.problem}: ${error.message}`, type: 'text/plain' };
    }
    const [, room, name = ''] = pathname.split('/');
    const held = room === 'orders' ? orders.get(decodeURIComponent(name)) : undefined;
    if (held !== undefined) return { status: 200, body: report(held), type: xml };
    const statement = room === 'statements' ? statements[Number(name) - 1] : undefined;
    if (statement === undefined) return missing;
    const format = searchParams.get('format') ?? 'camt053';
    if (format === 'camt053') return { status: 200, body: writeCamt053(statement, today()), type: xml };
    if (format === 'mt940') return { status: 200, body: writeMt940(statement, today()), type: 'text/plain' };
    return format === 'csv' ? { status: 200, body: writeCsv(statement), type: 'text/csv' } : missing;
  });

  const sentPayment = (payout: number) => {
    for (const { order, codes } of orders.values()) {
      const payment = order.payments.find((one) => one.payout === payout);
      if (payment !== undefined && codes.get(payout)?.code === 'ACSC') return payment;
    }
    throw new RangeError(`the bank sent no payout ${payout}`);
  };
  return {
    ...node,
    balance,
    take: (text) => void take(text),
    pay: ({ from, units, reference }) => book(units, from, reference, ''),
    reject: (payout, reason) => rejected.set(payout, reason),
    settle: () => {
      for (const { order, codes } of orders.values())
        for (const { payout, amount, to, text } of order.payments) {
          if (codes.get(payout)?.code !== 'ACCP') continue;
          if (balance() < amount) codes.set(payout, { code: 'RJCT', reason: 'AM04' });
          else {
            book(-amount, to, text, String(payout));
            codes.set(payout, { code: 'ACSC' });
          }
        }
    },
    bringBack: (payout) => {
      const { amount, to, text } = sentPayment(payout);
      return book(amount, to, `RETURN ${text}`, String(payout));
    },
    closeDay: () => {
      const statement = { account, currency, number: statements.length + 1, opening, closing: balance(), lines: open };
      statements.push(statement);
      opening = statement.closing;
      open = [];
      return statement;
    },
  };
}
