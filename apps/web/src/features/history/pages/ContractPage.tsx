import { useState } from 'react';
import { pageSize, useRead } from '../../../data/index.ts';
import { Nothing } from '../parts/Nothing.tsx';
import { PositionOrderList } from '../parts/OrderList.tsx';
import { Paged } from '../parts/Paged.tsx';
import { PositionList } from '../parts/PositionList.tsx';
import { SettlementList } from '../parts/SettlementList.tsx';
import { TimedList } from '../parts/TimedList.tsx';

export type ContractView = 'positions' | 'closed' | 'orders' | 'order-history' | 'settlements' | 'timed';
type PageProps<View> = { view: View; symbol: string | undefined };
const options = { needsSession: true, keepPrevious: true, staleMs: 5_000 };

/** One view of what contracts left behind, a page at a time. */
export function ContractPage({ view, symbol }: PageProps<ContractView>) {
  return view === 'timed' ? <Timed symbol={symbol} /> : <Contracts view={view} symbol={symbol} />;
}

function Contracts({ view, symbol }: PageProps<Exclude<ContractView, 'timed'>>) {
  const [page, setPage] = useState(1);
  const remote = useRead('GET pay/order-contract/page', { view, pageNo: page, pageSize, ...(symbol ? { symbol } : {}) }, options);
  if (view === 'positions' || view === 'closed')
    return (
      <Paged
        remote={remote}
        pick={(answer) => answer.positions}
        page={page}
        onPage={setPage}
        empty={
          <Nothing title={view === 'positions' ? 'history.noOpen' : 'history.noClosed'} text="history.noPositionsText" board="perps" />
        }
      >
        {(list) => <PositionList list={list} />}
      </Paged>
    );
  if (view === 'settlements')
    return (
      <Paged
        remote={remote}
        pick={(answer) => answer.settlements}
        page={page}
        onPage={setPage}
        empty={<Nothing title="history.noSettlements" text="history.noSettlementsText" board="perps" />}
      >
        {(list) => <SettlementList list={list} />}
      </Paged>
    );
  return (
    <Paged
      remote={remote}
      pick={(answer) => answer.orders}
      page={page}
      onPage={setPage}
      empty={<Nothing title="history.noOrders" text="history.noOrdersText" board="perps" />}
    >
      {(list) => <PositionOrderList list={list} />}
    </Paged>
  );
}

function Timed({ symbol }: { symbol: string | undefined }) {
  const [page, setPage] = useState(1);
  const remote = useRead('GET pay/order-contract-quick/page', { pageNo: page, pageSize, ...(symbol ? { symbol } : {}) }, options);
  return (
    <Paged
      remote={remote}
      pick={(answer) => answer}
      page={page}
      onPage={setPage}
      empty={<Nothing title="history.noTimed" text="history.noTimedText" board="perps" />}
    >
      {(list) => <TimedList list={list} />}
    </Paged>
  );
}
