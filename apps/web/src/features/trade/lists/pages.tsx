import { Button } from '@bourse/ui';
import { useState } from 'react';
import { lastValue, pageSize, type Remote } from '../../../data/index.ts';
import { useT } from '../../../i18n/index.ts';

type Page<Row> = { list: Row[]; total: number };

/** Histories grow downwards: "more" reads the first pages again as one longer page, so that new rows never shift what is on screen. */
export function usePages(first = pageSize, max = 90) {
  const [size, setSize] = useState(first);
  return {
    size,
    rows: <Row,>(remote: Remote<Page<Row>>): Row[] => lastValue(remote)?.list ?? [],
    more: () => setSize((before) => Math.min(max, before + first * 2)),
    atEnd: size >= max,
  };
}

export function MoreRows<Row>({ pages, remote }: { pages: ReturnType<typeof usePages>; remote: Remote<Page<Row>> }) {
  const t = useT();
  const page = lastValue(remote);
  if (!page || page.total <= page.list.length || pages.atEnd) return null;
  return (
    <Button kind="plain" size="small" busy={remote.state === 'ready' && remote.refreshing} onClick={pages.more}>
      {t('trade.more')} ({page.list.length} / {page.total})
    </Button>
  );
}
