import { useRead } from '../../../data/index.ts';
import { type PositionView, PositionViews } from '../parts/PositionViews.tsx';
import { type PageProps, pageOptions, usePageInput } from './page.ts';
import { TimedPage } from './TimedPage.tsx';
import { UpperCircuitPage } from './UpperCircuitPage.tsx';

/** The views of a product: those that every position has, and those of one product only. */
export type ProductView = PositionView | 'timed' | 'uc';

const products = {
  contract: { name: 'GET pay/order-contract/page', board: 'perps', noneWhy: 'history.noPositionsText' },
  stock: { name: 'GET pay/order-stock/page', board: 'us', noneWhy: 'history.noStocksText' },
} as const;
export type Product = keyof typeof products;

/** One view of the history of contracts or stocks, in pages. */
export function ProductPage({ product, view, symbol }: PageProps & { product: Product; view: ProductView }) {
  if (view === 'timed') return <TimedPage symbol={symbol} />;
  if (view === 'uc') return <UpperCircuitPage symbol={symbol} />;
  return <Positions {...{ product, view, symbol }} />;
}

function Positions({ product, view, symbol }: PageProps & { product: Product; view: PositionView }) {
  const { name, ...words } = products[product];
  const { input, ...paging } = usePageInput(symbol);
  const remote = useRead(name, { view, ...input }, pageOptions);
  return <PositionViews {...{ remote, view, ...paging, ...words }} />;
}
