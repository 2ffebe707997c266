import { useEffect, useRef, useState } from 'react';
import { call, refreshFunds, useSignedIn } from '../../../data/index.ts';
import { follow, type Placed, type Submission, submit } from './submission.ts';

type Place = (commandId: string) => Promise<Placed>;

/**
 * One ticket's order on its way. `pendingKey` remembers it over a reload: that loses the answer, not the order, so it is asked for when the ticket
 * opens again.
 */
export function useSubmission(pendingKey: string, place: Place, onAccepted: () => void) {
  const signedIn = useSignedIn();
  const [submission, setSubmission] = useState<Submission>({ state: 'idle' });
  const accepted = useRef(onAccepted);
  accepted.current = onAccepted;
  const desk = (send: Place) => ({
    place: send,
    outcome: (commandId: string) => call('GET pay/order-coin/outcome', { commandId }, { noMsg: true }),
    sleep: (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms)),
  });
  const hear = (next: Submission) => {
    setSubmission(next);
    if (next.state === 'sent') sessionStorage.setItem(pendingKey, next.commandId);
    if (next.state === 'accepted' || next.state === 'rejected' || next.state === 'idle') sessionStorage.removeItem(pendingKey);
    if (next.state === 'accepted') {
      accepted.current();
      refreshFunds();
    }
  };
  const send = (commandId: string = crypto.randomUUID()) => void submit(desk(place), commandId, hear);
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when the ticket of this instrument opens
  useEffect(() => {
    const pending = signedIn ? sessionStorage.getItem(pendingKey) : null;
    let here = true;
    if (pending) void follow(desk(place), pending, hear, () => here);
    return () => {
      here = false;
    };
  }, []);
  return {
    submission,
    send: () => send(),
    again: () => submission.state === 'missing' && send(submission.commandId),
    forget: () => hear({ state: 'idle' }),
  };
}
