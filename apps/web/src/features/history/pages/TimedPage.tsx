import { useState } from 'react';
import { pageSize, useRead } from '../../../data/index.ts';
import { Nothing } from '../parts/Nothing.tsx';
import { Paged } from '../parts/Paged.tsx';
import { TimedList } from '../parts/TimedList.tsx';
import { type PageProps, pageOptions } from './page.ts';

/** Timed contracts, in pages. */
export function TimedPage({ symbol }: PageProps) {
  const [page, setPage] = useState(1);
  const remote = useRead('GET pay/order-contract-quick/page', { pageNo: page, pageSize, ...(symbol ? { symbol } : {}) }, pageOptions);
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
