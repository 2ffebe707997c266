import { useEffect, useRef } from 'react';
import { type CallInput, type CommandName, useCommand } from '../../../data/index.ts';
import { useT } from '../../../i18n/index.ts';
import { submissionOf } from './submission.ts';

/** An order: the call that places it, and its body. */
export type Order = { [Name in CommandName]: readonly [name: Name, input: CallInput<Name>] }[CommandName];

/** Sends the order of one ticket and follows it; tickets send nowhere else. `act` names the ticket, even across a reload. */
export function useSubmission(act: string, order: () => Order, onAccepted: () => void) {
  const t = useT();
  const command = useCommand(act);
  const { sent } = command;
  const accepted = useRef(onAccepted);
  accepted.current = onAccepted;
  const acceptedId = sent.state === 'accepted' ? sent.commandId : null;
  useEffect(() => {
    if (acceptedId !== null) accepted.current();
  }, [acceptedId]);
  return {
    submission: submissionOf(sent, t),
    /** The body that was sent, even after a reload: the ticket may show another order by now. */
    input: command.input,
    send: () => {
      const [name, input] = order();
      void command.send(name, input, { quiet: true });
    },
    again: command.again,
    forget: command.forget,
  };
}
