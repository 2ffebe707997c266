import type { ReactNode } from 'react';
import { CallError, type CallInput, type CommandName, type Settled, useCommand } from '../../../data/index.ts';
import { t } from '../../../i18n/index.ts';
import { useProof } from './useProof.tsx';

export type ProvenCommand<Name extends CommandName> = {
  about?: ReactNode;
  /** The exchange accepted the command. `data` is missing where its answer was lost and only the outcome could be read. */
  onAccepted: (settled: Accepted<Name>, input: CallInput<Name>) => void | Promise<void>;
  /** As in `useProof`. */
  onRefused?: (error: CallError) => boolean;
};
type Accepted<Name extends CommandName> = Extract<Settled<Name>, { state: 'accepted' }>;

const nobodyAnswered = -1;

/**
 * A command that the customer's factors confirm, such as a payout. The proof is begun for the command's id. A lost answer keeps the id: the exchange
 * is asked for the outcome, and a second press sends the same command.
 */
export function useProvenCommand<Name extends CommandName>(act: string, name: Name, { about, onAccepted, onRefused }: ProvenCommand<Name>) {
  const command = useCommand<Name>(act);
  const proof = useProof<Name, Accepted<Name>>(name, {
    about,
    // Without an answer nothing was refused: the sheet stays, with what was typed, for the same command.
    onRefused: (error) => error.status !== 0 && onRefused?.(error) === true,
    onDone: onAccepted,
    send: async (input, answer, commandId = command.idFor(name, input)) => {
      const settled = await command.send(name, input, { quiet: true, proven: { commandId, proof: answer } });
      if (settled.state === 'accepted') return settled;
      if (settled.state === 'rejected') throw new CallError(settled.code, 400, settled.message);
      throw new CallError(nobodyAnswered, 0, t(settled.state === 'offline' ? 'common.nothingSent' : 'common.noRecord'));
    },
  });
  return {
    ask: (input: CallInput<Name>) => proof.ask(input, command.idFor(name, input)),
    sheet: proof.sheet,
    busy: proof.busy,
    /** The last command of this act, also from before a reload. */
    sent: command.sent,
    forget: command.forget,
  };
}
