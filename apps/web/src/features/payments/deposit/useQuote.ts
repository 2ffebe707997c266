import { useEffect, useState } from 'react';
import { type CallError, type CallInput, type CallOutput, call } from '../../../data/index.ts';

/** A person stops typing before the exchange is asked. */
const pauseMs = 350;
type Input = CallInput<'POST pay/recharge/verify'>;
type Answer = { of: string; quote?: CallOutput<'POST pay/recharge/verify'>; problem?: string };

/** What an order would cost, asked while it is typed. Nothing is asked for an amount that is none. */
export function useQuote(input: Input | undefined): Pick<Answer, 'quote' | 'problem'> {
  const [answer, setAnswer] = useState<Answer>();
  const text = input === undefined ? '' : JSON.stringify(input);
  useEffect(() => {
    if (text === '') return;
    let here = true;
    const timer = setTimeout(() => {
      call('POST pay/recharge/verify', JSON.parse(text) as Input, { noMsg: true })
        .then((quote) => here && setAnswer({ of: text, quote }))
        // What cannot be asked now is said when the order is sent.
        .catch((error: CallError) => here && setAnswer({ of: text, ...(error.status > 0 ? { problem: error.message } : {}) }));
    }, pauseMs);
    return () => {
      here = false;
      clearTimeout(timer);
    };
  }, [text]);
  return answer?.of === text ? answer : {};
}
