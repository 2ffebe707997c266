import { toast } from '@bourse/ui';
import { t } from '../i18n/index.ts';

/** Copies a text and says so. Nothing to copy, or no permission, is a failure (product specification, section 8). */
export async function copyText(text: string, done: string = t('common.copied')): Promise<void> {
  try {
    if (text === '') throw new Error('There is nothing to copy.');
    await navigator.clipboard.writeText(text);
    toast('success', done);
  } catch {
    toast('error', t('common.copyFailed'));
  }
}
