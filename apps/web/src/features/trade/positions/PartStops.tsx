import { Button } from '@bourse/ui';
import { lastValue } from '../../../data/index.ts';
import { useT } from '../../../i18n/index.ts';
import { PriceText, Quantity } from './cells.tsx';
import { useRevoke } from './orders.ts';
import styles from './Positions.module.css';
import { type Position, usePositionPage } from './positions.ts';

/** Stops that protect parts of a position, each with a cancel button. */
export function PartStops({ position }: { position: Position }) {
  const t = useT();
  const orders = lastValue(usePositionPage(position.kind, 'orders'))?.orders?.list ?? [];
  const revoke = useRevoke();
  const parts = orders.filter((order) => position.protections.includes(order.id));
  if (parts.length === 0) return null;
  return (
    <section aria-label={t('leverage.stopsOthers')}>
      <h3 className={styles.note}>{t('leverage.stopsOthers')}</h3>
      {parts.map((order) => (
        <div key={order.id} className={styles.partRow}>
          <span>
            {t(`trade.type${order.priceType}`)} <PriceText symbol={order.symbol} value={order.triggerPrice} />
          </span>
          <Quantity symbol={order.symbol} value={order.quantity} />
          <Button kind="plain" size="small" busy={revoke.busy(order.id)} onClick={() => void revoke.one(order)}>
            {t('trade.cancelOne')}
          </Button>
        </div>
      ))}
    </section>
  );
}
