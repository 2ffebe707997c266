import type { TimedOrder } from '@bourse/protocol';
import { Amount, buttonClass, Chip, cx, Facts } from '@bourse/ui';
import { Link } from '@tanstack/react-router';
import { useRead, useTimeZone } from '../../../data/index.ts';
import { formatTime } from '../../../i18n/format.ts';
import { useT } from '../../../i18n/index.ts';
import { searchOf } from '../../receipt/address.ts';
import { useFigures } from '../figures.ts';
import { HigherChip } from '../parts/HigherChip.tsx';
import { timedKeys, timedTone } from '../words.ts';
import styles from './Detail.module.css';
import { DetailFrame } from './DetailFrame.tsx';

export function TimedDetail({ id }: { id: string }) {
  const remote = useRead('GET pay/order-contract-quick/detail', { id }, { needsSession: true, staleMs: 1_000, everyMs: 5_000 });
  return (
    <DetailFrame remote={remote} missing="history.timedMissing">
      {(one) => <Body one={one} />}
    </DetailFrame>
  );
}

/** A timed contract: the two ticks that anyone can look up, and the result they determine. */
function Body({ one }: { one: TimedOrder }) {
  const t = useT();
  const zone = useTimeZone();
  const figures = useFigures();
  const money = (value: string) => <Amount value={value} decimals={2} unit={one.asset} fraction="plain" />;
  return (
    <div className={styles.detail}>
      <section className={styles.top}>
        <p className={styles.what}>
          <Link to="/order" search={{ symbol: one.symbol, kind: '2' }} className={styles.symbol}>
            {one.symbol}
          </Link>
          <HigherChip direction={one.direction} />
          <Chip tone={timedTone(one.status)}>{t(timedKeys[one.status])}</Chip>
        </p>
        <p className={styles.figure}>
          {one.result === null ? money(one.stake) : <Amount value={one.result} decimals={2} tone="direction" unit={one.asset} />}
        </p>
        <p className={styles.under}>
          {one.result === null ? t('history.timedEnds', { time: formatTime(one.endsAt, 'full', zone) }) : t('history.timedResult')}
        </p>
        {one.receipt && (
          <p className={styles.actions}>
            <Link to="/receipt" search={searchOf({ settlement: one.receipt })} className={buttonClass({ kind: 'outline' })}>
              {t('history.seeReceipt')}
            </Link>
          </p>
        )}
      </section>
      <section className={cx(styles.box, styles.narrow)}>
        <div className={styles.ticks}>
          <Tick name={t('history.startTick')} price={figures.price(one.startPrice)} at={one.startTime} zone={zone} />
          <span aria-hidden className="muted">
            →
          </span>
          <Tick name={t('history.endTick')} price={figures.price(one.endPrice)} at={one.endTime} zone={zone} />
        </div>
        <Facts
          facts={[
            { key: 'stake', name: t('history.stake'), value: money(one.stake) },
            {
              key: 'payout',
              name: t('history.payout'),
              value: money(one.payout),
              why: t('history.payoutWhy', { rate: figures.percent(one.payoutRate) }),
            },
            { key: 'duration', name: t('history.duration'), value: t('history.seconds', { count: one.durationS }) },
            { key: 'placed', name: t('history.placedAt'), value: formatTime(one.placedAt, 'full', zone) },
            ...(one.voidReason === '' ? [] : [{ key: 'void', name: t('history.timedVoid'), value: t(`history.void_${one.voidReason}`) }]),
            { key: 'source', name: t('history.source'), value: one.source || '–', why: t('history.sourceWhy') },
            { key: 'house', name: t('history.counterparty'), value: t('history.house'), why: t('history.houseWhy') },
            { key: 'id', name: t('history.number'), value: <bdi>{one.id}</bdi> },
          ]}
        />
      </section>
    </div>
  );
}

function Tick({ name, price, at, zone }: { name: string; price: string; at: number | null; zone: string }) {
  const t = useT();
  return (
    <p className={styles.tick}>
      <span>{name}</span>
      <b>{price}</b>
      <span>{at === null ? t('history.tickAwaited') : formatTime(at, 'seconds', zone)}</span>
    </p>
  );
}
