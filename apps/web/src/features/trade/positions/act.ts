import { toast } from '@bourse/ui';
import { type CallError, type CallInput, type CallName, type CallOutput, command, refreshFunds } from '../../../data/index.ts';
import { t } from '../../../i18n/index.ts';

/**
 * Something done to a position, told honestly: done, refused with the reason, or sent with the answer lost. A lost answer is asked for once more
 * under the same id, which never does it twice; then the list is the truth.
 */
export async function act<Name extends CallName>(
  name: Name,
  input: CallInput<Name>,
  done: (data: CallOutput<Name>) => string,
): Promise<{ ok: true } | { ok: false; error: CallError | null }> {
  const sent = await command(name, input);
  const outcome = sent.outcome === 'unknown' ? await sent.ask() : sent;
  refreshFunds();
  if (outcome.outcome === 'accepted') {
    toast('success', done(outcome.data));
    return { ok: true };
  }
  if (outcome.outcome === 'rejected') return { ok: false, error: outcome.error };
  toast('warning', t('leverage.unknownToast'));
  return { ok: false, error: null };
}

/** For actions without a form: the refusal is a toast too. */
export async function actAndSay<Name extends CallName>(name: Name, input: CallInput<Name>, done: (data: CallOutput<Name>) => string) {
  return said(await act(name, input, done));
}

export function said(result: Awaited<ReturnType<typeof act>>): boolean {
  if (!result.ok && result.error) toast('error', t('leverage.refusedToast', { reason: result.error.message }));
  return result.ok;
}
