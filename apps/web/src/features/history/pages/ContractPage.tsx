import { useState } from 'react';
import { pageSize, useRead } from '../../../data/index.ts';
import { Nothing } from '../parts/Nothing.tsx';
import { Paged } from '../parts/Paged.tsx';
import { type PositionView, PositionViews } from '../parts/PositionViews.tsx';
import { TimedList } from '../parts/TimedList.tsx';

export type ContractView = PositionView | 'timed';
type PageProps<View> = { view: View; symbol: string | undefined };
const options = { needsSession: true, keepPrevious: true, staleMs: 5_000 };

/** One view of what contracts left behind, a page at a time. */
export function ContractPage({ view, symbol }: PageProps<ContractView>) {
  return view === 'timed' ? <Timed symbol={symbol} /> : <Contracts view={view} symbol={symbol} />;
}

function Contracts({ view, symbol }: PageProps<PositionView>) {
  const [page, setPage] = useState(1);
  const remote = useRead('GET pay/order-contract/page', { view, pageNo: page, pageSize, ...(symbol ? { symbol } : {}) }, options);
  return <PositionViews {...{ remote, view, page }} onPage={setPage} board="perps" noneWhy="history.noPositionsText" />;
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
