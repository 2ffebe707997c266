import { Refusal } from '@bourse/protocol/errors';
import type { Operators } from './port.ts';

/** Operators cannot sign in yet, so every token is refused: a call that declares a permission is closed, never open. */
export const nobodyIsOperator: Operators = {
  authenticate: () => Promise.reject(new Refusal('unauthorised')),
};
