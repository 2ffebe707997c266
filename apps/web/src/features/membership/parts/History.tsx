import type { MembershipRow } from '@bourse/protocol';
import { EmptyState, IconClock, List, Row } from '@bourse/ui';
import { Link } from '@tanstack/react-router';
import { useT } from '../../../i18n/index.ts';
import { searchOf } from '../../receipt/address.ts';
import { ReceiptMark } from '../../receipt/ReceiptMark.tsx';
import { eventText, useFigures } from '../words.ts';

/** Purchases and changes, newest first; what can be recomputed leads to its receipt. */
export function History({ rows }: { rows: readonly MembershipRow[] }) {
  const t = useT();
  const { own, when } = useFigures();
  if (rows.length === 0)
    return (
      <EmptyState compact title={t('membership.historyNone')} icon={<IconClock size={28} strokeWidth={1.5} aria-hidden />}>
        {t('membership.historyNoneText')}
      </EmptyState>
    );
  return (
    <List head={t('membership.history')} label={t('membership.history')}>
      {rows.map((row, at) => (
        <Row
          // biome-ignore lint/suspicious/noArrayIndexKey: one command may tell several things
          key={`${row.time}${row.what}${at}`}
          tall
          start={row.receipt && <ReceiptMark size={18} />}
          title={eventText(t, row)}
          under={when(row.time)}
          end={row.amount && row.asset && row.what !== 'plusApplied' ? `${own(row.amount)} ${row.asset}` : undefined}
          endUnder={row.until === null ? undefined : t('membership.until', { time: when(row.until) })}
          {...(row.receipt && {
            goes: true,
            as: (content: React.ReactNode, className: string) => (
              <Link to="/receipt" search={searchOf({ settlement: row.receipt! })} className={className}>
                {content}
              </Link>
            ),
          })}
        />
      ))}
    </List>
  );
}
