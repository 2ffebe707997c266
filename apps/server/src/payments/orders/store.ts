import type { DepositStep } from '@bourse/protocol';
import type { Queryable } from '../../platform/database.ts';
import { type DepositRow, depositColumns } from '../deposits/store.ts';

/** How long an announced deposit waits for its payment. */
export const orderMs = 72 * 3_600_000;
/** Announced deposits of one customer that wait for their payment at a time. */
export const openOrders = 5;
/** Those of thirty days that the customer says are paid and that are not decided: people look at what no network or bank confirms. */
export const ordersInHand = 20;
export const inHandMs = 30 * 24 * 3_600_000;

/** Steps in which an order still takes its payment. Money may come after the time is over: it is the customer's all the same. */
export const unpaid: readonly DepositStep[] = ['awaiting', 'submitted', 'expired'];

export interface OrderRow extends DepositRow {
  pays: string;
  pays_units: string;
  rate: string | null;
  rate_until: Date | null;
  card: string | null;
  business: boolean;
}
const columns = `${depositColumns}, pays, pays_units, rate, rate_until, card, business`;

/** Orders by number, locked in the order of their numbers until the transaction ends. */
export const ordersOf = (tx: Queryable, numbers: readonly (number | bigint)[]): Promise<OrderRow[]> =>
  tx.query<OrderRow>(
    `SELECT ${columns} FROM deposit JOIN deposit_order USING (number) WHERE number = ANY($1::bigint[]) ORDER BY number FOR UPDATE OF deposit`,
    [numbers.map(String)],
  );
/** One order as it is now. */
export const orderOf = async (db: Queryable, number: bigint): Promise<OrderRow | undefined> =>
  (await db.query<OrderRow>(`SELECT ${columns} FROM deposit JOIN deposit_order USING (number) WHERE number = $1`, [number]))[0];

/** A line of a bank's statement. */
export interface BankLineRow extends Record<string, unknown> {
  account: string;
  id: string;
  /** YYYY-MM-DD. */
  booked_on: string;
  /** Smallest units of the currency, as whole digits. Negative: money that left. */
  units: string;
  currency: string;
  reference: string;
  name: string;
  counterparty: string;
  /** The order that it pays. */
  deposit: bigint | null;
}

/** The columns of a `BankLineRow`, read from `bank_line l`. */
export const bankLineColumns =
  'l.account, l.id, l.booked_on::text, l.units::text, l.currency, l.reference, l.name, l.counterparty, l.deposit';
