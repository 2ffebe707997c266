import type { TimedOrder } from '@bourse/protocol';
import { Amount, List, Row } from '@bourse/ui';
import { Link } from '@tanstack/react-router';
import { useTimeZone } from '../../../data/index.ts';
import { formatTime } from '../../../i18n/format.ts';
import { useT } from '../../../i18n/index.ts';
import { useFigures } from '../figures.ts';
import { timedKeys } from '../words.ts';
import { HigherChip } from './HigherChip.tsx';
import styles from './Lists.module.css';

/** Timed contracts: direction, opening tick, closing tick, outcome. */
export function TimedList({ list }: { list: readonly TimedOrder[] }) {
  const t = useT();
  const zone = useTimeZone();
  const figures = useFigures();
  return (
    <List label={t('history.timed')} className={styles.card}>
      {list.map((one) => (
        <Row
          key={one.id}
          tall
          title={
            <span className={styles.title}>
              {one.symbol}
              <HigherChip direction={one.direction} />
            </span>
          }
          under={
            one.startPrice === null
              ? t('history.timedStake', { stake: figures.amount(one.stake), asset: one.asset, seconds: one.durationS })
              : t('history.timedTicks', { from: figures.price(one.startPrice), to: figures.price(one.endPrice) })
          }
          end={
            one.result === null ? (
              <Amount value={one.stake} decimals={2} unit={one.asset} fraction="plain" />
            ) : (
              <Amount value={one.result} decimals={2} tone="direction" unit={one.asset} fraction="plain" />
            )
          }
          endUnder={`${t(timedKeys[one.status])} · ${formatTime(one.placedAt, 'dateTime', zone)}`}
          goes
          as={(content, className) => (
            <Link to="/order/detail/$id" params={{ id: one.id }} search={{ kind: 'timed' }} className={className}>
              {content}
            </Link>
          )}
        />
      ))}
    </List>
  );
}
