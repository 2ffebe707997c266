import type { StatementLine } from '@bourse/protocol';
import { ErrorState, SkeletonRows } from '@bourse/ui';
import { Link, Navigate } from '@tanstack/react-router';
import { lastValue, useRead } from '../../data/index.ts';
import { useT } from '../../i18n/index.ts';
import { LineReceipts } from '../funds/parts/LineReceipts.tsx';
import { searchOf } from './address.ts';
import { useLineReceipts } from './lines.ts';

/** `/receipt?line=`: the receipt of what wrote a statement line. */
export default function LineReceiptScreen({ id }: { id: string }) {
  const t = useT();
  const remote = useRead('GET pay/funds-flow/detail', { id }, { needsSession: true, staleMs: 600_000 });
  const line = lastValue(remote);
  if (line) return <Found line={line} />;
  if (remote.state !== 'failed') return <SkeletonRows rows={6} />;
  return (
    <ErrorState title={t('funds.lineMissing')} onRetry={remote.retry}>
      {remote.error.message}
    </ErrorState>
  );
}

/** One receipt opens; of several the reader chooses. */
function Found({ line }: { line: StatementLine }) {
  const t = useT();
  const found = useLineReceipts(line);
  if (!found) return <SkeletonRows rows={6} />;
  const all = [...found.settlements.map(({ receipt }) => receipt), ...found.timed.map(({ receipt }) => receipt)];
  const [one] = all;
  if (one && all.length === 1) return <Navigate to="/receipt" search={searchOf({ settlement: one })} replace />;
  if (one) return <LineReceipts line={line} />;
  return (
    <ErrorState
      title={t('trade.receiptUnknown')}
      action={
        <Link to="/funds/tradingHistoryDetail" search={{ id: line.id, kind: 'line' }}>
          {t('funds.eventNo', { seq: line.seq })}
        </Link>
      }
    >
      {t('funds.noReceiptOfLine')}
    </ErrorState>
  );
}
