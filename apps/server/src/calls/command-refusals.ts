import { commandDeclarations, refusalsOf } from '@bourse/engine';
import type { CommandRefusals } from '@bourse/protocol';
import type { ErrorName } from '@bourse/protocol/errors';

/** What the gateway has ruled out before a command is sent: fields of a wrong type, somebody else's account, and an account that is not open. */
const ruledOut: readonly ErrorName[] = ['badRequest', 'forbidden', 'accountUnknown'];

/** What the engine may answer to each command that customers send, as the command declares it. */
export const commandRefusals: CommandRefusals = Object.fromEntries(
  commandDeclarations
    .filter(({ by }) => by === 'customer')
    .map((declaration) => [declaration.kind, [...refusalsOf(declaration)].filter((error) => !ruledOut.includes(error))]),
);
