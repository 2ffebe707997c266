import type { CallOutput, Remote } from '../../../data/index.ts';
import type { PlainKey } from '../../../i18n/index.ts';
import { Nothing } from './Nothing.tsx';
import { PositionOrderList } from './OrderList.tsx';
import { Paged } from './Paged.tsx';
import { PositionList } from './PositionList.tsx';
import { SettlementList } from './SettlementList.tsx';

export type PositionView = 'positions' | 'closed' | 'orders' | 'order-history' | 'settlements';

type Props = {
  /** Contracts and stocks have answers of the same shape. */
  remote: Remote<CallOutput<'GET pay/order-contract/page' | 'GET pay/order-stock/page'>>;
  view: PositionView;
  page: number;
  onPage: (page: number) => void;
  board: 'perps' | 'us';
  /** What positions of this kind are, for an empty list. */
  noneWhy: PlainKey;
};

/** One view of the history of positions, in pages. */
export function PositionViews({ view, board, noneWhy, ...paging }: Props) {
  switch (view) {
    case 'positions':
    case 'closed':
      return (
        <Paged
          {...paging}
          pick={(answer) => answer.positions}
          empty={<Nothing title={view === 'positions' ? 'history.noOpen' : 'history.noClosed'} text={noneWhy} board={board} />}
        >
          {(list) => <PositionList list={list} />}
        </Paged>
      );
    case 'settlements':
      return (
        <Paged
          {...paging}
          pick={(answer) => answer.settlements}
          empty={<Nothing title="history.noSettlements" text="history.noSettlementsText" board={board} />}
        >
          {(list) => <SettlementList list={list} />}
        </Paged>
      );
    default:
      return (
        <Paged
          {...paging}
          pick={(answer) => answer.orders}
          empty={<Nothing title="history.noOrders" text="history.noOrdersText" board={board} />}
        >
          {(list) => <PositionOrderList list={list} />}
        </Paged>
      );
  }
}
