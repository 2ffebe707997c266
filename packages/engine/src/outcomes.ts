import type { OrderStatus } from '@bourse/protocol/enums';
import { type ErrorDetail, type ErrorName, type FieldProblem, type OrderProblem, problemDetail } from '@bourse/protocol/errors';
import type { Outcome } from './events.ts';

export const refuse = (error: ErrorName, detail?: ErrorDetail): Outcome =>
  detail === undefined ? { ok: false, error } : { ok: false, error, detail };

export const done: Outcome = Object.freeze({ ok: true, result: Object.freeze({ kind: 'done' }) });

export const orderResult = (order: number, status: OrderStatus, filledLots: number, filledQuote: number): Outcome => ({
  ok: true,
  result: { kind: 'order', order, status, filledLots, filledQuote },
});

export const cancelledResult = (orders: readonly number[]): Outcome => ({ ok: true, result: { kind: 'cancelled', orders } });

/** A field that cannot be what it is. */
export const badField = (field: string, problem: FieldProblem) => refuse('badRequest', { field, ...problemDetail(problem) });

/** An order whose parts do not go together. */
export const badOrder = (problem: OrderProblem) => refuse('orderTypeInvalid', problemDetail(problem));
