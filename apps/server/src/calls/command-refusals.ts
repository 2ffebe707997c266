import { commandDeclarations, refusalsOf } from '@bourse/engine';
import type { CommandRefusals } from '@bourse/protocol';
import type { ErrorName } from '@bourse/protocol/errors';

/**
 * Refusals that the gateway rules out before it sends a command: fields of a wrong type, somebody else's account, and an account that is not open.
 */
const ruledOut: readonly ErrorName[] = ['badRequest', 'forbidden', 'accountUnknown'];

/** The refusals that the engine may give to each command of customers, as the command declares them. */
export const commandRefusals: CommandRefusals = Object.fromEntries(
  commandDeclarations
    .filter(({ by }) => by === 'customer')
    .map((declaration) => [declaration.kind, [...refusalsOf(declaration)].filter((error) => !ruledOut.includes(error))]),
);
