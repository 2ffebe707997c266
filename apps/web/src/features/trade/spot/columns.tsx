import { OrderSide } from '@bourse/protocol/enums';
import type { Column } from '@bourse/ui/table.ts';
import type { Translate } from '../../../i18n/index.ts';
import { SideCell } from '../lists/cells.tsx';
import { column } from '../lists/columns.tsx';
import type { Order } from './orders.ts';

export const sideColumn = <Row extends { side: OrderSide }>(t: Translate): Column<Row> =>
  column(
    'side',
    t('trade.side'),
    (row) => <SideCell side={row.side} />,
    (row) => (row.side === OrderSide.buy ? 'buy' : 'sell'),
  );

/** The side and type of an order: buy or sell, limit or market. */
export function sideAndType(t: Translate): Column<Order>[] {
  const type = (order: Order) => t(`trade.type${order.priceType}`);
  return [sideColumn(t), { ...column('type', t('trade.orderType'), type, type), optional: true }];
}
