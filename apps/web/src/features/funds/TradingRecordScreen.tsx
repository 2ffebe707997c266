import { buttonClass, EmptyState, IconCandles, Segmented, Tabs } from '@bourse/ui';
import { Link, useNavigate, useSearch } from '@tanstack/react-router';
import { useState } from 'react';
import { lastValue, pageSize, useRead, useSignedIn } from '../../data/index.ts';
import { useT } from '../../i18n/index.ts';
import { ScreenHead } from '../../shell/ScreenHead.tsx';
import { Unread } from '../../shell/Unread.tsx';
import { ProductPage } from '../history/pages/ProductPage.tsx';
import { OnlySymbol } from '../history/parts/OnlySymbol.tsx';
import { ExportButton, ExportView } from './parts/ExportButton.tsx';
import { HeadDemo } from './parts/HeadDemo.tsx';
import { Pager } from './parts/Pager.tsx';
import { FillList, OrderList } from './parts/RecordLists.tsx';
import { SignInFirst } from './parts/SignInFirst.tsx';
import styles from './TradingRecordScreen.module.css';

type Kind = 'fills' | 'orders';
const products = ['spot', 'contract', 'stock', 'timed'] as const;
type Product = (typeof products)[number];

/** Trades and orders. Each trade links to its receipt. */
export function TradingRecordScreen() {
  const t = useT();
  const signedIn = useSignedIn();
  return (
    <div className={styles.page}>
      <ScreenHead title={t('funds.record')} fallback="/funds">
        <HeadDemo />
        {signedIn && <Export />}
      </ScreenHead>
      {signedIn ? <Record /> : <SignInFirst />}
    </div>
  );
}

/** What the address chooses. */
function useChosen() {
  const search = useSearch({ strict: false }) as { kind?: string; symbol?: string; product?: string };
  const product = products.find((known) => known === search.product) ?? 'spot';
  const kind: Kind = search.kind === 'orders' ? 'orders' : 'fills';
  return { product, kind, symbol: search.symbol };
}

/** The view of a product that shows a kind of record. */
const viewOf = (product: Product, kind: Kind) => (product === 'timed' ? 'timed' : kind === 'orders' ? 'order-history' : 'settlements');

function Export() {
  const { product, kind, symbol } = useChosen();
  if (product === 'spot') return <ExportButton table={kind === 'orders' ? 'coinOrders' : 'coinFills'} query={symbol ? { symbol } : {}} />;
  return <ExportView product={product === 'stock' ? 'stock' : 'contract'} view={viewOf(product, kind)} symbol={symbol} />;
}

function Record() {
  const t = useT();
  const navigate = useNavigate();
  const { product, kind, symbol } = useChosen();
  const go = (next: { product: Product; kind?: string; symbol?: string }) =>
    void navigate({ to: '/funds/trading_record', search: next, replace: true });
  return (
    <>
      <div className={styles.products}>
        <Segmented
          label={t('history.product')}
          value={product}
          onChange={(value) => go({ product: value, kind })}
          options={products.map((value) => ({ value, label: t(`history.product_${value}`) }))}
        />
      </div>
      {product !== 'timed' && (
        <Tabs
          label={t('funds.record')}
          className={styles.tabs}
          value={kind}
          onChange={(value) => go({ product, kind: value, ...(symbol ? { symbol } : {}) })}
          options={[
            { value: 'fills', label: t('funds.trades') },
            { value: 'orders', label: t('funds.orders') },
          ]}
        />
      )}
      {symbol && <OnlySymbol symbol={symbol} onClear={() => go({ product, kind })} />}
      {product === 'spot' ? (
        <Page key={`${kind}${symbol ?? ''}`} kind={kind} symbol={symbol} />
      ) : (
        <div className={styles.card} key={`${product}${kind}${symbol ?? ''}`}>
          <ProductPage
            key={`${product} ${kind}`}
            product={product === 'stock' ? 'stock' : 'contract'}
            view={viewOf(product, kind)}
            symbol={symbol}
          />
        </div>
      )}
    </>
  );
}

function Page({ kind, symbol }: { kind: Kind; symbol: string | undefined }) {
  const t = useT();
  const [page, setPage] = useState(1);
  const query = { pageNo: page, pageSize, ...(symbol ? { symbol } : {}) };
  const options = { needsSession: true, keepPrevious: true, staleMs: 5_000 };
  const fills = useRead('GET pay/order-coin/fill-page', query, { ...options, enabled: kind === 'fills' });
  const orders = useRead('GET pay/order-coin/order-page', { ...query, state: 'all' }, { ...options, enabled: kind === 'orders' });
  const remote = kind === 'fills' ? fills : orders;
  const value = lastValue<{ total: number; pageSize: number; list: readonly unknown[] }>(remote);
  if (!value) return <Unread remote={remote} rows={8} height={60} />;
  if (value.list.length === 0)
    return (
      <EmptyState
        icon={<IconCandles size={32} aria-hidden />}
        title={kind === 'fills' ? t('funds.noTrades') : t('funds.noOrders')}
        action={
          <Link to="/order" className={buttonClass()}>
            {t('funds.goTrade')}
          </Link>
        }
      >
        {t('funds.noTradesText')}
      </EmptyState>
    );
  return (
    <div className={styles.card}>
      {kind === 'fills' ? <FillList list={lastValue(fills)?.list ?? []} /> : <OrderList list={lastValue(orders)?.list ?? []} />}
      <Pager page={page} size={value.pageSize} total={value.total} onChange={setPage} />
    </div>
  );
}
