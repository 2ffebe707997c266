import { decimalCompare, formatAmount, formatPrice, shortForm } from '@bourse/money';
import { InstrumentKind } from '@bourse/protocol/enums';
import { Button, Change, EmptyState, ErrorState, noSort, Segmented, sortRows, type TableSort, useUi } from '@bourse/ui';
import { type Column, DataTable } from '@bourse/ui/table.ts';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useState } from 'react';
import { lastValue, useInstruments, useRead } from '../../data/index.ts';
import { useT } from '../../i18n/index.ts';
import { FeedChip } from '../../shell/labels.tsx';
import { ScreenHead } from '../../shell/ScreenHead.tsx';
import { HeatMap } from './HeatMap.tsx';
import styles from './HeatmapScreen.module.css';
import { sectorName } from './sectors.ts';
import type { HeatItem } from './treemap.ts';

type KindName = 'spot' | 'perps' | 'stocks';
const kinds: Record<KindName, InstrumentKind> = { spot: InstrumentKind.coin, perps: InstrumentKind.contract, stocks: InstrumentKind.stock };
const nameOf = (kind: unknown): KindName => (String(kind) === '2' ? 'perps' : String(kind) === '3' ? 'stocks' : 'spot');

/** Every instrument of a kind, grouped by sector; the same data is available as a table. */
export function HeatmapScreen() {
  const t = useT();
  const { locale } = useUi();
  const navigate = useNavigate();
  const search = useSearch({ strict: false }) as { kind?: string };
  const name = nameOf(search.kind);
  const kind = kinds[name];
  const [table, setTable] = useState(false);
  const [sort, setSort] = useState<TableSort>(noSort);
  const remote = useRead('GET pay/symbol-contract/heatmap', { kind }, { staleMs: 15_000, everyMs: 30_000 });
  const feed = lastValue(useInstruments())?.find((item) => item.kind === kind)?.source.feed;
  const items = lastValue(remote);
  const rows = sortRows<HeatItem>(items ?? [], sort, (a, b, id) =>
    id === 'symbol'
      ? a.symbol.localeCompare(b.symbol)
      : decimalCompare(a[id as 'turnover' | 'change' | 'price'], b[id as 'turnover' | 'change' | 'price']),
  );
  const columns: Column<HeatItem>[] = [
    {
      id: 'symbol',
      head: t('market.pair'),
      sort: 0,
      cell: (item) => <span className="names">{item.symbol}</span>,
      text: (item) => item.symbol,
    },
    {
      id: 'plate',
      head: t('market.plate'),
      cell: (item) => <span className="muted">{sectorName(item.plate)}</span>,
      text: (item) => item.plate,
    },
    {
      id: 'price',
      head: t('market.price'),
      align: 'end',
      sort: 1,
      cell: (item) => formatPrice(item.price, locale),
      text: (item) => item.price,
    },
    {
      id: 'change',
      head: t('market.change'),
      align: 'end',
      sort: 2,
      cell: (item) => <Change value={item.change} />,
      text: (item) => item.change,
    },
    {
      id: 'turnover',
      head: t('market.turnover'),
      align: 'end',
      sort: 0,
      cell: (item) => shortForm(item.turnover, locale),
      text: (item) => item.turnover,
    },
  ];
  return (
    <div className={styles.screen}>
      <ScreenHead title={t('market.heatmap')} fallback="/market">
        <span className={styles.feed}>
          <FeedChip feed={feed} />
        </span>
      </ScreenHead>
      <div className={styles.tools}>
        <Segmented
          label={t('market.kind')}
          value={name}
          onChange={(next) => void navigate({ to: '/heatmap', search: { kind: String(kinds[next]) }, replace: true })}
          options={[
            { value: 'spot', label: t('market.kindSpot') },
            { value: 'perps', label: t('market.kindPerps') },
            { value: 'stocks', label: t('market.kindStocks') },
          ]}
        />
        <Button kind="outline" size="small" aria-pressed={table} onClick={() => setTable(!table)}>
          {t(table ? 'market.heatmapPicture' : 'market.heatmapTable')}
        </Button>
      </div>
      {remote.state === 'failed' && !items ? (
        <ErrorState title={t('common.loadFailed')} onRetry={remote.retry}>
          {t('common.loadFailedWhy', { reason: remote.error.message })}
        </ErrorState>
      ) : items && items.length === 0 ? (
        <EmptyState title={t('market.heatmapEmpty')} />
      ) : table ? (
        <DataTable
          className={styles.table}
          label={t('market.heatmap')}
          csvName={`heatmap-${name}`}
          {...{ columns, rows, sort }}
          onSort={setSort}
          rowKey={(item) => item.symbol}
          onRow={(item) => void navigate({ to: '/order', search: { symbol: item.symbol, kind: String(kind) } })}
        />
      ) : (
        <>
          <HeatMap
            plates
            items={items}
            kind={kind}
            className={styles.map}
            label={t('market.heatmapOf', {
              board: t(name === 'spot' ? 'market.kindSpot' : name === 'perps' ? 'market.kindPerps' : 'market.kindStocks'),
            })}
          />
          <div className={styles.scale}>
            <span>{t('market.heatmapHint')}</span>
            <span className={styles.legend} dir="ltr" aria-label={t('market.heatmapScale')} role="img">
              <span>{formatAmount('-5', { locale })}%</span>
              <span className={styles.ramp} />
              <span>{formatAmount('5', { locale, sign: 'always' })}%</span>
            </span>
          </div>
        </>
      )}
    </div>
  );
}
