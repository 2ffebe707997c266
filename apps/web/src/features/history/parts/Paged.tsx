import type { ReactNode } from 'react';
import { lastValue, type Remote } from '../../../data/index.ts';
import { Unread } from '../../../shell/Unread.tsx';
import { Pager } from '../../funds/parts/Pager.tsx';

export type PageOf<Item> = { list: readonly Item[]; total: number; pageNo: number; pageSize: number };
type PagedProps<Item, Answer> = {
  remote: Remote<Answer>;
  pick: (answer: Answer) => PageOf<Item> | undefined;
  page: number;
  onPage: (page: number) => void;
  empty: ReactNode;
  children: (list: readonly Item[]) => ReactNode;
};

/** A page of a list in any state: skeleton, error with a retry button, empty, or rows with their pager. */
export function Paged<Item, Answer>({ remote, pick, page, onPage, empty, children }: PagedProps<Item, Answer>) {
  const answer = lastValue(remote);
  const value = answer && pick(answer);
  if (!value) return <Unread remote={remote} rows={8} height={64} />;
  if (value.list.length === 0 && page === 1) return empty;
  return (
    <div aria-busy={remote.state === 'ready' && remote.refreshing}>
      {children(value.list)}
      <Pager page={page} size={value.pageSize} total={value.total} onChange={onPage} />
    </div>
  );
}
