import { formatAmount, trimZeros } from '@bourse/money';
import { InstrumentKind, OrderSide } from '@bourse/protocol/enums';
import { hiddenAmount, useUi } from '@bourse/ui';
import { Suspense } from 'react';
import type { Instrument } from '../../../data/index.ts';
import { useT } from '../../../i18n/index.ts';
import { lazyWithWords } from '../lazy.ts';
import { useAmendPrice, useCancelOrder, useOpenOrders } from '../spot/orders.ts';
import { stepDecimals } from '../ticket/arithmetic.ts';
import { type ChartLine, ChartLines } from './ChartLines.tsx';
import type { ChartHandle } from './engine.ts';
import { sideLabel } from './sideLabel.tsx';

const PositionLines = lazyWithWords(() => import('./PositionLines.tsx').then((module) => module.PositionLines));

/** The customer's own prices on the chart: orders of a spot pair; for a contract or a stock also its positions and their stops. */
export function OrderTags({ chart, instrument }: { chart: ChartHandle; instrument: Instrument }) {
  return instrument.kind === InstrumentKind.coin ? (
    <SpotLines {...{ chart, instrument }} />
  ) : (
    <Suspense>
      <PositionLines {...{ chart, instrument }} />
    </Suspense>
  );
}

function SpotLines({ chart, instrument }: { chart: ChartHandle; instrument: Instrument }) {
  const t = useT();
  const { locale, amountsHidden } = useUi();
  const cancel = useCancelOrder();
  const orders = useOpenOrders(instrument.symbol);
  const amend = useAmendPrice();
  const shown = (price: string) => formatAmount(price, { locale, decimals: stepDecimals(instrument.tick) });
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
        gathers: { kind: 'order', name: (count) => t('trade.ownOrders', { count }) },
        label: () => sideLabel(buying, name),
        ...(waiting
          ? {}
          : {
              move: { hint: (at) => t('chart.moveOwn', { order: name, price: at }), set: () => {} },
              confirm: {
                label: (at) => t('chart.moveOwnTo', { order: `${name} ${instrument.symbol}`, price: at }),
                text: (at) => t('chart.moveTo', { price: at }),
                run: (at) => void amend(order, at, shown),
              },
              leave: t('chart.moveLeave'),
            }),
        cancel: { label: `${t('trade.cancelOwn')}: ${kind} ${quantity}`, busy: cancel.busy(order.id), run: () => void cancel.one(order) },
      },
    ];
  });
  return <ChartLines {...{ chart, instrument, lines }} />;
}
