import { useCommand } from '../../../data/index.ts';
import type { TransferDraft } from '../model/transferForm.ts';

export type TransferState =
  | { step: 'form' }
  | { step: 'rejected'; message: string }
  | { step: 'done'; draft: TransferDraft; seq: string }
  /** The answer was lost. The page looks it up by the command's id. */
  | { step: 'unknown'; draft: TransferDraft; commandId: string }
  /** The exchange has no record of the command. Sending it again uses the same id. */
  | { step: 'missing'; draft: TransferDraft; commandId: string };

/** One transfer at a time, followed until its outcome is known, even across a reload. */
export function useTransfer() {
  const { sent, input, busy, send, again, forget } = useCommand<'POST pay/wallet/any-transfer'>('transfer');
  const draft = input as TransferDraft | undefined;
  return {
    state: stateOf(),
    busy: busy(),
    send: ({ from, to, asset, amount }: TransferDraft) => void send('POST pay/wallet/any-transfer', { from, to, asset, amount }),
    again,
    reset: forget,
  };

  function stateOf(): TransferState {
    if (sent.state === 'rejected') return { step: 'rejected', message: sent.message };
    if (draft && sent.state === 'accepted') return { step: 'done', draft, seq: sent.seq };
    if (draft && (sent.state === 'unknown' || sent.state === 'missing')) return { step: sent.state, draft, commandId: sent.commandId };
    return { step: 'form' };
  }
}
