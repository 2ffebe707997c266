import { timestampMs } from '@bourse/money';
import { z } from 'zod';

/** What a pattern that does not fit says: an example that does. The refusal is `badRequest` with the problem `format`. */
export const like = (example: string) => `like ${example}`;

/** Shapes that several calls share. Objects are strict: an unknown field is an error that names it. */

/** A non-negative decimal string: ASCII digits, one dot, no sign, exponent or separators. Scale is checked against the asset. */
export const decimal = z
  .string()
  .max(49)
  .regex(/^(?:0|[1-9][0-9]{0,29})(?:\.[0-9]{1,18})?$/, like('12.5'));
/** A decimal string in answers; may be negative. */
export const signedDecimal = z.string().regex(/^-?(?:0|[1-9][0-9]*)(?:\.[0-9]+)?$/);
/** Milliseconds since the epoch. */
export const time = z.number().int();
/** Ledger lines, orders and fills carry ids as strings, so that no client rounds them. Every id of 18 digits fits into the database's 64 bits. */
export const id = z.string().regex(/^[0-9]{1,18}$/, like('1234'));
/** Ids beside one another in a query, at most so many. */
export const idList = (most: number) => z.string().regex(new RegExp(`^[0-9]{1,18}(?:,[0-9]{1,18}){0,${most - 1}}$`), like('12,34,56'));
export const symbol = z
  .string()
  .min(1)
  .max(24)
  .regex(/^[A-Za-z0-9./_-]+$/, like('BTC/USDT'));
export const assetCode = z
  .string()
  .min(1)
  .max(12)
  .regex(/^[A-Za-z0-9]+$/, like('USDT'));

export const queryInt = (low: number, high: number) =>
  z
    .union([z.number(), z.string().regex(/^-?[0-9]{1,15}$/)])
    .transform(Number)
    .pipe(z.number().int().min(low).max(high));
export const queryBoolean = z.union([z.boolean(), z.enum(['true', 'false'])]).transform((value) => value === true || value === 'true');

export const paging = { pageNo: queryInt(1, 100_000).default(1), pageSize: queryInt(1, 100).default(15) };
/** A moment in a query: milliseconds, or ten digits of seconds. */
export const queryTime = z
  .union([z.number().int().min(0), z.string().regex(/^[0-9]{1,13}$/)])
  .transform(timestampMs)
  .pipe(z.number().int().max(9_999_999_999_999));
export const period = { from: queryTime.optional(), to: queryTime.optional() };
export const pageOf = <Item extends z.core.$ZodType>(item: Item) =>
  z.strictObject({ list: z.array(item), total: z.number().int(), pageNo: z.number().int(), pageSize: z.number().int() });

export const oneOf = <const Values extends readonly number[]>(...values: Values) => z.literal(values as unknown as Values[number][]);
/** An enumeration value that may arrive as a query string. */
export const queryOneOf = <const Values extends readonly number[]>(...values: Values) =>
  z
    .union([z.number(), z.string().regex(/^-?[0-9]{1,4}$/)])
    .transform(Number)
    .pipe(z.literal(values as unknown as Values[number][]));

export const nothing = z.strictObject({});
export const wallet = oneOf(1, 2, 3, 4, 5);
export const queryWallet = queryOneOf(1, 2, 3, 4, 5);

/** The answer to an order that was accepted. */
export const placedOrder = z.strictObject({
  commandId: z.uuid(),
  seq: id,
  orderId: id,
  status: oneOf(0, 1, 2, 3, 4, 5, 6),
  filledQuantity: decimal,
  filledAmount: decimal,
  repeated: z.boolean(),
});
/** What kind of source a price comes from. Every price says it, so that every screen can. */
export const feedKind = z.enum(['simulated', 'replay', 'live']);
export type FeedKind = z.output<typeof feedKind>;
