import type { UpperCircuitOrder } from '@bourse/protocol';
import { useRead } from '../../../data/index.ts';
import { useT } from '../../../i18n/index.ts';
import { useFigures } from '../figures.ts';
import { Nothing } from '../parts/Nothing.tsx';
import { PositionOrderList } from '../parts/OrderList.tsx';
import { Paged } from '../parts/Paged.tsx';
import { type PageProps, pageOptions, usePageInput } from './page.ts';

/** Orders queued at the day's upper price limit, with their place in the queue. */
export function UpperCircuitPage({ symbol }: PageProps) {
  const { input, ...paging } = usePageInput(symbol);
  const remote = useRead('GET stock/uc-order/page', input, pageOptions);
  return (
    <Paged
      {...{ remote, ...paging }}
      pick={(answer) => answer}
      empty={<Nothing title="history.noUpperCircuit" text="history.noUpperCircuitText" board="us" />}
    >
      {(list) => <PositionOrderList list={list} extra={(order) => <Queue order={order} />} />}
    </Paged>
  );
}

/** "200 queued at 312.40, 1,500 before it". */
function Queue({ order }: { order: UpperCircuitOrder }) {
  const t = useT();
  const figures = useFigures();
  const quantity = figures.quantity(order.quantity ?? '0');
  if (order.limitPrice === null) return t('history.queueUnpriced', { quantity });
  const price = figures.price(order.limitPrice);
  return order.queueBefore === null
    ? t('own.atPrice', { quantity, price })
    : t('history.queue', { quantity, price, before: figures.quantity(order.queueBefore) });
}
