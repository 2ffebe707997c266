import type { ErrorDetail, ErrorName } from '@bourse/protocol/errors';
import { tMaybe } from './index.ts';

/** Sentences of the `trade` words that several features use, keyed by the engine's names. Not in the first chunk. */

/** The sentence for a rule that the screen checks itself before it sends anything. */
export const refusalText = (name: ErrorName, detail: ErrorDetail = {}): string => tMaybe(`errors.${name}`, detail) ?? name;

/** Why an order or a position has its status. A reason without a sentence shows the engine's own word. */
export const reasonText = (reason: string): string => tMaybe(`reasons.${reason}`) ?? reason;
