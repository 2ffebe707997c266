import type { OrderStatus } from '@bourse/protocol/enums';
import { type ErrorDetail, type ErrorName, type FieldProblem, type OrderProblem, problemDetail } from '@bourse/protocol/errors';
import type { Accepted, Refused } from './events.ts';

export const refuse = <E extends ErrorName>(error: E, detail?: ErrorDetail): Refused<E> =>
  detail === undefined ? { ok: false, error } : { ok: false, error, detail };

export const done: Accepted = Object.freeze({ ok: true, result: Object.freeze({ kind: 'done' }) });

export const orderResult = (order: number, status: OrderStatus, filledLots: number, filledQuote: number): Accepted => ({
  ok: true,
  result: { kind: 'order', order, status, filledLots, filledQuote },
});

export const cancelledResult = (orders: readonly number[]): Accepted => ({ ok: true, result: { kind: 'cancelled', orders } });

export const grantedResult = (asset: number, amount: bigint): Accepted => ({ ok: true, result: { kind: 'granted', asset, amount } });

export const destinationResult = (destination: number, usableFrom: number): Accepted => ({
  ok: true,
  result: { kind: 'destination', destination, usableFrom },
});

export const payoutResult = (payout: number, fee: number, flags: number): Accepted => ({
  ok: true,
  result: { kind: 'payout', payout, fee, flags },
});

export const timedResult = (timed: number, payout: number): Accepted => ({ ok: true, result: { kind: 'timed', timed, payout } });

export const swapResult = (swap: number, received: bigint, fee: bigint): Accepted => ({
  ok: true,
  result: { kind: 'swap', swap, received, fee },
});

export const holdingResult = (holding: number, interest: number): Accepted => ({
  ok: true,
  result: { kind: 'holding', holding, interest },
});

export const loanResult = (loan: number, paid: number): Accepted => ({ ok: true, result: { kind: 'loan', loan, paid } });

/** A field that cannot be what it is. */
export const badField = (field: string, problem: FieldProblem) => refuse('badRequest', { field, ...problemDetail(problem) });

/** An order whose parts do not go together. */
export const badOrder = (problem: OrderProblem) => refuse('orderTypeInvalid', problemDetail(problem));
