import type { Position } from '@bourse/protocol';
import { Amount, List, Row } from '@bourse/ui';
import { Link } from '@tanstack/react-router';
import { useTimeZone } from '../../../data/index.ts';
import { formatTime } from '../../../i18n/format.ts';
import { useT } from '../../../i18n/index.ts';
import { reasonText } from '../../../i18n/sentences.ts';
import { useFigures } from '../figures.ts';
import { resultOf } from '../result.ts';
import { DirectionChip } from './DirectionChip.tsx';
import styles from './Lists.module.css';

/** Positions, open or closed: quantity, price and result. */
export function PositionList({ list }: { list: readonly Position[] }) {
  const t = useT();
  const zone = useTimeZone();
  const figures = useFigures();
  return (
    <List label={t('history.positions')} className={styles.card}>
      {list.map((position) => {
        const open = position.status === 1;
        const quantity = figures.quantity(open ? position.quantity : position.closedQuantity);
        return (
          <Row
            key={position.id}
            tall
            title={
              <span className={styles.title}>
                {position.symbol}
                <DirectionChip direction={position.direction} leverage={position.lever} />
              </span>
            }
            under={t(open ? 'history.heldAt' : 'history.heldFromTo', {
              quantity,
              price: figures.price(position.endPrice),
              close: figures.price(position.closePrice),
            })}
            end={
              <Amount
                value={open ? position.plAmount : resultOf(position).sum}
                decimals={2}
                tone="direction"
                fraction="plain"
                unit={position.asset}
              />
            }
            endUnder={
              open ? (
                <span dir="ltr">{figures.percent(position.plRatio, 'always')}</span>
              ) : (
                `${reasonText(position.reason)} · ${formatTime(position.updatedAt, 'dateTime', zone)}`
              )
            }
            goes
            as={(content, className) => (
              <Link
                to="/order/detail/$id"
                params={{ id: position.id }}
                search={{ kind: position.kind === 3 ? 'stockPosition' : 'position' }}
                className={className}
              >
                {content}
              </Link>
            )}
          />
        );
      })}
    </List>
  );
}
