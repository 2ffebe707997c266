import type { ErrorDetail, ErrorName } from '@bourse/protocol/errors';
import { tMaybe } from './index.ts';

/** Sentences of the `trade` words that several features say, by names that come from the engine. Not part of the first chunk. */

/** What a refusal says, where the screen itself finds it before anything is sent. */
export const refusalText = (name: ErrorName, detail: ErrorDetail = {}): string => tMaybe(`errors.${name}`, detail) ?? name;

/** Why an order or a position is as it is; the engine's own word where there is no sentence yet. */
export const reasonText = (reason: string): string => tMaybe(`reasons.${reason}`) ?? reason;
