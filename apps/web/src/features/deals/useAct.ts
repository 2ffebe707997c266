import { useEffect, useRef } from 'react';
import { type CallInput, type CallOutput, type CommandName, useCommand } from '../../data/index.ts';

export type ActState<Name extends CommandName> =
  | { step: 'form' | 'offline' }
  | { step: 'sent'; input: CallInput<Name> }
  | { step: 'refused'; input: CallInput<Name>; code: number; message: string }
  /** `answer` is missing if it was lost and could not be read again. */
  | { step: 'done'; input: CallInput<Name>; answer: CallOutput<Name> | undefined }
  /** The answer was lost and is asked for, or the exchange has no record of it. */
  | { step: 'unknown' | 'missing'; input: CallInput<Name> };

/**
 * One deal with the house at a time, followed until its outcome is known, even across a reload. The form that sends it shows every step. `reread`: what is offered
 * and owned has changed, as of a command of this number; after a refusal it may have changed.
 */
export function useAct<Name extends CommandName>(act: string, reread: (seq: string | undefined) => void) {
  const { sent, input, busy, send, again, forget } = useCommand<Name>(act);
  const latest = useRef(reread);
  latest.current = reread;
  const settled = sent.state === 'accepted' || sent.state === 'rejected' ? sent.commandId : undefined;
  const seq = sent.state === 'accepted' ? sent.seq : undefined;
  useEffect(() => {
    // Balances arrive by push.
    if (settled !== undefined) latest.current(seq);
  }, [settled, seq]);
  return {
    state: stateOf(),
    busy: busy(),
    send: <One extends Name>(name: One, of: CallInput<One>) => send(name, of, { quiet: true }),
    again,
    forget,
  };

  function stateOf(): ActState<Name> {
    if (sent.state === 'offline') return { step: 'offline' };
    if (input === undefined) return { step: 'form' };
    if (sent.state === 'rejected') return { step: 'refused', input, code: sent.code, message: sent.message };
    if (sent.state === 'accepted') return { step: 'done', input, answer: sent.data };
    if (sent.state === 'unknown' || sent.state === 'missing') return { step: sent.state, input };
    return sent.state === 'sent' ? { step: 'sent', input } : { step: 'form' };
  }
}
