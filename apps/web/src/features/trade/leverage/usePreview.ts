import { useEffect, useRef, useState } from 'react';
import { type CallInput, type CallName, type CallOutput, call } from '../../../data/index.ts';
import { type Latest, latest } from './latest.ts';

const pauseMs = 250;
/** Cost and liquidation price change with the mark. */
const freshMs = 3_000;

export type PreviewCall = Extract<CallName, 'GET pay/order-contract/preview' | 'GET stock/order/preview'>;

export interface Previewed<Output> {
  /** The newest answer. `old`: it belongs to earlier input. */
  value: Output | undefined;
  old: boolean;
  failed: boolean;
}

/** The exchange's preview of an order. It asks when typing pauses and refreshes the answer; `old` marks an answer to earlier input. */
export function usePreview<Name extends PreviewCall>(name: Name, input: CallInput<Name> | null): Previewed<CallOutput<Name>> {
  const text = input === null ? '' : JSON.stringify(input);
  const [state, setState] = useState<{ text: string; value: CallOutput<Name> | undefined; failed: boolean }>({
    text: '',
    value: undefined,
    failed: false,
  });
  const asker = useRef<Latest<string> | null>(null);
  useEffect(() => {
    const opened = latest<string, CallOutput<Name>>({
      waitMs: pauseMs,
      setTimer: (run, ms) => setTimeout(run, ms),
      clearTimer: (timer) => clearTimeout(timer as ReturnType<typeof setTimeout>),
      fetch: (asked, signal) => call(name, JSON.parse(asked) as CallInput<Name>, { signal, noMsg: true }),
      hear: (answer) =>
        setState((before) =>
          'value' in answer
            ? { text: answer.input, value: answer.value, failed: false }
            : { text: answer.input, value: before.text === answer.input ? before.value : undefined, failed: true },
        ),
    });
    asker.current = opened;
    const timer = setInterval(() => {
      if (!document.hidden) opened.again();
    }, freshMs);
    return () => {
      clearInterval(timer);
      opened.stop();
    };
  }, [name]);
  useEffect(() => {
    if (text === '') asker.current?.stop();
    else asker.current?.ask(text);
  }, [text]);
  if (text === '') return { value: undefined, old: false, failed: false };
  return { value: state.value, old: state.text !== text, failed: state.failed && state.text === text };
}
