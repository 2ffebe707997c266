import { Refusal } from '@bourse/protocol/errors';
import type { Operators } from './port.ts';

/** The host of customers knows no operators, who have a host of their own. It refuses every token for a call that declares a permission. */
export const nobodyIsOperator: Operators = {
  authenticate: () => Promise.reject(new Refusal('unauthorised')),
};
