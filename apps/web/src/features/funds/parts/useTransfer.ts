import { useEffect, useRef, useState } from 'react';
import { command, type Outcome, refreshFunds } from '../../../data/index.ts';
import type { TransferDraft } from '../model/transferForm.ts';

type Name = 'POST pay/wallet/any-transfer';
export type TransferState =
  | { step: 'form' }
  | { step: 'rejected'; message: string }
  | { step: 'done'; draft: TransferDraft; seq: string }
  /** The answer was lost. Nobody knows; asking again with the same id is safe. */
  | { step: 'unknown'; draft: TransferDraft; commandId: string; asking: boolean };

const askAgainMs = [1_000, 2_000, 4_000, 8_000];

/** Sends once; a lost answer is asked for with the same command id, by itself a few times and then by hand. */
export function useTransfer() {
  const [state, setState] = useState<TransferState>({ step: 'form' });
  const [busy, setBusy] = useState(false);
  const unknown = useRef<{ ask: () => Promise<Outcome<Name>>; draft: TransferDraft; tries: number } | undefined>(undefined);
  const timer = useRef<ReturnType<typeof setTimeout> | undefined>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);

  const take = (result: Outcome<Name>, draft: TransferDraft, tries: number) => {
    if (result.outcome === 'unknown') {
      unknown.current = { ask: result.ask, draft, tries };
      setState({ step: 'unknown', draft, commandId: result.commandId, asking: false });
      const wait = askAgainMs[tries];
      if (wait !== undefined) timer.current = setTimeout(() => void ask(), wait);
      return;
    }
    unknown.current = undefined;
    if (result.outcome === 'rejected') return setState({ step: 'rejected', message: result.error.message });
    refreshFunds();
    setState({ step: 'done', draft, seq: result.data.seq });
  };

  const ask = async () => {
    clearTimeout(timer.current);
    const waiting = unknown.current;
    if (!waiting) return;
    setState((now) => (now.step === 'unknown' ? { ...now, asking: true } : now));
    take(await waiting.ask(), waiting.draft, waiting.tries + 1);
  };

  const send = async (draft: TransferDraft) => {
    setBusy(true);
    try {
      const { from, to, asset, amount } = draft;
      take(await command('POST pay/wallet/any-transfer', { from, to, asset, amount }), draft, 0);
    } finally {
      setBusy(false);
    }
  };

  const reset = () => {
    clearTimeout(timer.current);
    unknown.current = undefined;
    setState({ step: 'form' });
  };
  return { state, busy, send, ask, reset };
}
