import { IconButton, IconDownload } from '@bourse/ui';
import { type CallInput, serverNow, useAction } from '../../../data/index.ts';
import { useT } from '../../../i18n/index.ts';

/** Saves every line that the filters choose, of all pages. What writes the file is loaded when it is asked for. */
export function ExportButton({ query, nothing }: { query: CallInput<'GET pay/funds-flow/page'>; nothing: boolean }) {
  const t = useT();
  const { run, busy } = useAction(async () => (await import('../export.ts')).saveStatement(query, serverNow()));
  return (
    <IconButton label={t('funds.export')} onClick={() => void run(undefined)} disabled={nothing || busy} aria-busy={busy}>
      <IconDownload size={20} />
    </IconButton>
  );
}
