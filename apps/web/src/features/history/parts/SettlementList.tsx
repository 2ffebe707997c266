import { decimalSign } from '@bourse/money';
import type { Settlement } from '@bourse/protocol';
import { Amount, List, Row } from '@bourse/ui';
import { Link } from '@tanstack/react-router';
import { useTimeZone } from '../../../data/index.ts';
import { formatTime } from '../../../i18n/format.ts';
import { useT } from '../../../i18n/index.ts';
import { searchOf } from '../../receipt/address.ts';
import { ReceiptMark } from '../../receipt/ReceiptMark.tsx';
import { useFigures } from '../figures.ts';
import { settlementKey } from '../words.ts';
import styles from './Lists.module.css';

/** All settlements of positions. Each has a receipt that the browser recomputes. */
export function SettlementList({ list, symbols = true }: { list: readonly Settlement[]; symbols?: boolean | undefined }) {
  const t = useT();
  const zone = useTimeZone();
  const figures = useFigures();
  return (
    <List label={t('history.settlements')} className={styles.card}>
      {list.map((one) => {
        const what = t(settlementKey(one));
        const trade =
          one.quantity === null || one.price === null
            ? undefined
            : t('own.atPrice', { quantity: figures.quantity(one.quantity), price: figures.price(one.price) });
        const time = formatTime(one.time, 'dateTime', zone);
        const fee = decimalSign(one.fee) > 0 ? t('history.feeOf', { fee: figures.amount(one.fee) }) : undefined;
        const moved = decimalSign(one.amount) !== 0;
        return (
          <Row
            key={`${one.seq}-${one.index}-${one.kind}`}
            tall
            start={
              <span className={styles.mark}>
                <ReceiptMark size={18} />
              </span>
            }
            title={symbols ? `${one.symbol} · ${what}` : what}
            under={
              <span className={styles.title}>
                {trade && <span>{trade}</span>}
                <span className={styles.whole}>{time}</span>
              </span>
            }
            end={
              moved ? (
                <Amount value={one.amount} decimals={2} tone="direction" fraction="plain" unit={one.asset} />
              ) : fee ? (
                <Amount value={`-${one.fee}`} decimals={2} fraction="plain" unit={one.asset} />
              ) : (
                '–'
              )
            }
            endUnder={fee && (moved ? fee : t('history.fee'))}
            goes
            as={(content, className) => (
              <Link to="/receipt" search={searchOf({ settlement: one.receipt })} className={className}>
                {content}
              </Link>
            )}
          />
        );
      })}
    </List>
  );
}
