import { IconButton, IconDownload } from '@bourse/ui';
import { serverNow, useAction } from '../../../data/index.ts';
import { useT } from '../../../i18n/index.ts';
import type { SavedQuery, SavedTable } from '../export.ts';

/** Saves every row that the filters choose, of all pages. What writes the file is loaded when it is asked for. */
export function ExportButton<Name extends SavedTable>(props: { table: Name; query: SavedQuery<Name>; nothing?: boolean | undefined }) {
  const { table, query, nothing = false } = props;
  const t = useT();
  const { run, busy } = useAction(async () => (await import('../export.ts')).saveTable(table, query, serverNow()));
  return (
    <IconButton label={t('funds.export')} onClick={() => void run(undefined)} disabled={nothing || busy} aria-busy={busy}>
      <IconDownload size={20} />
    </IconButton>
  );
}

/** The views of a product that go on for pages, and what saves each. */
const views = { closed: 'closed', 'order-history': 'productOrders', settlements: 'settlements' } as const;

/** The same for a view of contracts or stocks; nothing for a view that one page holds. */
export function ExportView({ product, view, symbol }: { product: 'contract' | 'stock'; view: string; symbol: string | undefined }) {
  const only = symbol === undefined ? {} : { symbol };
  if (view === 'timed') return <ExportButton table="timed" query={only} />;
  const table = views[view as keyof typeof views];
  return table === undefined ? null : <ExportButton table={table} query={{ product, ...only }} />;
}
