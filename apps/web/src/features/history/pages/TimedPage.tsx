import { useRead } from '../../../data/index.ts';
import { Nothing } from '../parts/Nothing.tsx';
import { Paged } from '../parts/Paged.tsx';
import { TimedList } from '../parts/TimedList.tsx';
import { type PageProps, pageOptions, usePageInput } from './page.ts';

/** Timed contracts, in pages. */
export function TimedPage({ symbol }: PageProps) {
  const { input, ...paging } = usePageInput(symbol);
  const remote = useRead('GET pay/order-contract-quick/page', input, pageOptions);
  return (
    <Paged
      {...{ remote, ...paging }}
      pick={(answer) => answer}
      empty={<Nothing title="history.noTimed" text="history.noTimedText" board="perps" />}
    >
      {(list) => <TimedList list={list} />}
    </Paged>
  );
}
