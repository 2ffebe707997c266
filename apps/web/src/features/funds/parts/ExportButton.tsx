import type { StatementLine } from '@bourse/protocol';
import { downloadText, IconButton, IconDownload, toCsv } from '@bourse/ui';
import { isoTime } from '../../../i18n/format.ts';
import { useT } from '../../../i18n/index.ts';
import { signedAmount } from '../model/statement.ts';
import { flowLabel, walletLabel } from './labels.ts';

/** Exports exactly the lines on this page, in their order, with full precision and ISO times. */
export function ExportButton({ lines }: { lines: readonly StatementLine[] }) {
  const t = useT();
  const save = () => {
    const head = ['time', 'why', 'wallet', 'asset', 'change', 'available', 'frozen', 'order', 'fill', 'event', 'line'];
    const rows = lines.map((line) => [
      isoTime(line.time),
      flowLabel(t, line.flowName),
      walletLabel(t, line.wallet),
      line.asset,
      signedAmount(line),
      line.availableAfter,
      line.frozenAfter,
      line.orderId ?? '',
      line.fillId ?? '',
      line.seq,
      line.id,
    ]);
    downloadText('bourse-statement.csv', toCsv(head, rows));
  };
  return (
    <IconButton label={t('funds.export')} onClick={save} disabled={lines.length === 0}>
      <IconDownload size={20} />
    </IconButton>
  );
}
