import type { StatementLine } from '@bourse/protocol';
import { Amount, IconLock, List, Row } from '@bourse/ui';
import { Link } from '@tanstack/react-router';
import { formatTime } from '../../../i18n/format.ts';
import { useT } from '../../../i18n/index.ts';
import { neat } from '../model/figures.ts';
import { groupByDay, movementOf, signedAmount } from '../model/statement.ts';
import { flowLabel, walletLabel } from './labels.ts';
import styles from './StatementList.module.css';

/** Statement lines grouped by day: reason, wallet and time, with the change and the balance after it. */
export function StatementList({ lines, timeZone }: { lines: readonly StatementLine[]; timeZone: string }) {
  const t = useT();
  return (
    <div className={styles.days}>
      {groupByDay(lines, timeZone).map(({ day, lines: ofDay }) => (
        <List key={day} head={formatTime(ofDay[0]!.time, 'date', timeZone)} label={formatTime(ofDay[0]!.time, 'date', timeZone)}>
          {ofDay.map((line) => (
            <StatementRow key={line.id} line={line} where={walletLabel(t, line.wallet)} time={formatTime(line.time, 'time', timeZone)} />
          ))}
        </List>
      ))}
    </div>
  );
}

export function StatementRow({ line, where, time }: { line: StatementLine; where: string; time: string }) {
  const t = useT();
  const held = movementOf(line) === 'freeze' || movementOf(line) === 'release';
  return (
    <Row
      title={
        <>
          {flowLabel(t, line.flowName)}
          {held && <IconLock size={14} aria-hidden className={styles.lock ?? ''} />}
        </>
      }
      under={[line.symbol, where, time].filter(Boolean).join(' · ')}
      end={
        <Amount
          value={signedAmount(line)}
          decimals={neat(line.amount)}
          sign="always"
          unit={line.asset}
          fraction="plain"
          className={held ? 'muted' : undefined}
        />
      }
      endUnder={
        <>
          {t('funds.left')} <Amount value={line.availableAfter} decimals={neat(line.availableAfter)} fraction="plain" />
        </>
      }
      as={(content, className) => (
        <Link to="/funds/tradingHistoryDetail" search={{ id: line.id, kind: 'line' }} className={className}>
          {content}
        </Link>
      )}
    />
  );
}
