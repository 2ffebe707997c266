import { type ToastAction, toast } from '@bourse/ui';
import { type CallInput, type CallOutput, type CommandName, runCommand } from '../../../data/index.ts';
import { t } from '../../../i18n/index.ts';
import { undoMs } from '../ticket/again.ts';

/** `refused` is null without a refusal: the answer was lost or the device is offline, and the customer has been told. */
export type Done = { ok: true } | { ok: false; refused: { code: number; message: string } | null };

/** An action on a position; resolves when the outcome is known. `of` is the position, if the action has one. */
export async function act<Name extends CommandName>(
  name: Name,
  input: CallInput<Name>,
  done: (data: CallOutput<Name>) => string,
  undo?: ToastAction,
): Promise<Done> {
  const of = 'id' in input ? ` ${String(input.id)}` : '';
  const settled = await runCommand(`${name}${of}`, name, input);
  if (settled.state === 'accepted') {
    toast('success', settled.data === undefined ? t('common.done') : done(settled.data), undo && { action: undo, closesAfterMs: undoMs });
    return { ok: true };
  }
  return { ok: false, refused: settled.state === 'rejected' ? settled : null };
}

/** For actions without a form: a refusal is a toast too. */
export async function actAndSay<Name extends CommandName>(name: Name, input: CallInput<Name>, done: (data: CallOutput<Name>) => string) {
  return said(await act(name, input, done));
}

export function said(result: Done): boolean {
  if (!result.ok && result.refused) toast('error', t('leverage.refusedToast', { reason: result.refused.message }));
  return result.ok;
}
