import { formatAmount, trimZeros } from '@bourse/money';
import { InstrumentKind, OrderSide } from '@bourse/protocol/enums';
import { hiddenAmount, useUi } from '@bourse/ui';
import { Suspense } from 'react';
import type { Instrument } from '../../../data/index.ts';
import { useT } from '../../../i18n/index.ts';
import { lazyWithWords } from '../lazy.ts';
import { useCancelOrder, useOpenOrders } from '../spot/orders.ts';
import { type ChartLine, ChartLines } from './ChartLines.tsx';
import type { ChartHandle } from './engine.ts';
import { sideLabel } from './sideLabel.tsx';
import { useAmendLine } from './useAmendLine.ts';

const PositionLines = lazyWithWords(() => import('./PositionLines.tsx').then((module) => module.PositionLines));

export type LinesProps = {
  chart: ChartHandle;
  instrument: Instrument;
  rail?: HTMLElement | null | undefined;
  /** Lines that are no orders: where the customer asked for one, and price alerts. */
  own?: readonly ChartLine[] | undefined;
};

/** The customer's own prices on the chart: orders of a spot pair; for a contract or a stock also its positions and their stops. */
export const OrderTags = (props: LinesProps) =>
  props.instrument.kind === InstrumentKind.coin ? (
    <SpotLines {...props} />
  ) : (
    <Suspense>
      <PositionLines {...props} />
    </Suspense>
  );

function SpotLines({ own = [], ...place }: LinesProps) {
  const { instrument } = place;
  const t = useT();
  const { locale, amountsHidden } = useUi();
  const cancel = useCancelOrder();
  const orders = useOpenOrders(instrument.symbol);
  const amendable = useAmendLine(instrument);
  const lines = orders.flatMap((order): ChartLine[] => {
    const price = order.triggerPrice ?? order.price;
    if (price === null) return [];
    const waiting = order.triggerPrice !== null;
    const buying = order.side === OrderSide.buy;
    const kind = waiting ? t(`trade.type${order.priceType}`) : t(buying ? 'trade.buy' : 'trade.sell');
    const quantity = amountsHidden ? hiddenAmount : formatAmount(trimZeros(order.quantity ?? order.amount ?? '0'), { locale });
    const name = t('trade.ownOrder', { side: kind, quantity });
    return [
      {
        id: order.id,
        price,
        tone: 'yours',
        dashed: waiting,
        name,
        label: () => sideLabel(buying, name),
        ...(waiting ? {} : amendable(order, name)),
        cancel: { label: `${t('trade.cancelOwn')}: ${kind} ${quantity}`, busy: cancel.busy(order.id), run: () => void cancel.one(order) },
      },
    ];
  });
  return <ChartLines {...place} lines={[...own, ...lines]} />;
}
