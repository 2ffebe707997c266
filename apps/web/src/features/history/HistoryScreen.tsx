import { Tabs } from '@bourse/ui';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useSignedIn } from '../../data/index.ts';
import { type PlainKey, useT } from '../../i18n/index.ts';
import { ScreenHead } from '../../shell/ScreenHead.tsx';
import { ExportView } from '../funds/parts/ExportButton.tsx';
import { HeadDemo } from '../funds/parts/HeadDemo.tsx';
import { SignInFirst } from '../funds/parts/SignInFirst.tsx';
import styles from './HistoryScreen.module.css';
import { type Product, ProductPage, type ProductView } from './pages/ProductPage.tsx';
import { OnlySymbol } from './parts/OnlySymbol.tsx';

type View = { value: ProductView; label: PlainKey };
const positionViews: View[] = [
  { value: 'positions', label: 'history.openPositions' },
  { value: 'closed', label: 'history.closedPositions' },
  { value: 'orders', label: 'history.openOrders' },
  { value: 'order-history', label: 'history.pastOrders' },
];
const settlements: View = { value: 'settlements', label: 'history.settlements' };
const contractViews = [...positionViews, settlements, { value: 'timed', label: 'history.timed' }] satisfies View[];
const stockViews = [...positionViews, { value: 'uc', label: 'history.upperCircuit' }, settlements] satisfies View[];

/** Contract positions, their orders and settlements, and timed contracts, open and closed. */
export const PositionHistoryScreen = () => (
  <History product="contract" path="/funds/position_history" title="history.positionsTitle" views={contractViews} />
);
/** The same for stocks, with orders queued at the upper price limit. */
export const StockHistoryScreen = () => (
  <History product="stock" path="/funds/stock_history" title="history.stockTitle" views={stockViews} />
);

type HistoryProps = {
  product: Product;
  path: '/funds/position_history' | '/funds/stock_history';
  title: PlainKey;
  views: readonly View[];
};

function History({ product, path, title, views }: HistoryProps) {
  const t = useT();
  const signedIn = useSignedIn();
  const navigate = useNavigate();
  const search = useSearch({ strict: false }) as { view?: string; symbol?: string };
  const view = views.find((known) => known.value === search.view)?.value ?? 'positions';
  const { symbol } = search;
  const go = (next: { view: ProductView; symbol?: string | undefined }) =>
    void navigate({ to: path, search: { view: next.view, ...(next.symbol ? { symbol: next.symbol } : {}) }, replace: true });
  return (
    <div className={styles.page}>
      <ScreenHead title={t(title)} fallback="/funds">
        <HeadDemo />
        {signedIn && <ExportView {...{ product, view, symbol }} />}
      </ScreenHead>
      {signedIn ? (
        <>
          <Tabs
            label={t(title)}
            className={styles.tabs}
            value={view}
            onChange={(value) => go({ view: value, symbol })}
            options={views.map(({ value, label }) => ({ value, label: t(label) }))}
          />
          {symbol && <OnlySymbol symbol={symbol} onClear={() => go({ view })} />}
          <div className={styles.list}>
            <ProductPage key={`${view}${symbol}`} {...{ product, view, symbol }} />
          </div>
        </>
      ) : (
        <SignInFirst />
      )}
    </div>
  );
}
