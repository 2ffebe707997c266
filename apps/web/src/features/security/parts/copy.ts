import { toast } from '@bourse/ui';
import { t } from '../../../i18n/index.ts';

/** Copies text and says so. A browser may refuse. */
export async function copyText(text: string): Promise<void> {
  try {
    await navigator.clipboard.writeText(text);
    toast('success', t('security.copied'));
  } catch {
    toast('warning', t('security.copyFailed'));
  }
}
