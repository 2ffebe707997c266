import { SkeletonRows } from '@bourse/ui';
import { useParams, useSearch } from '@tanstack/react-router';
import { lazy, Suspense } from 'react';
import { type Remote, useRead } from '../../data/index.ts';
import { wordsOf } from '../../i18n/index.ts';
import { OrderDetailScreen } from '../trade/spot/OrderDetailScreen.tsx';
import { type DetailKind, detailKindOf } from './kinds.ts';

const DetailScreen = lazy(() =>
  Promise.all([import('./DetailScreen.tsx'), wordsOf('rest')]).then(([module]) => ({ default: module.DetailScreen })),
);

/**
 * `/order/detail/:id`: an order of any product, found by its number, because orders of all products share their numbers. With `kind`, an
 * order, position or timed contract of that product.
 */
export function AnyDetailScreen() {
  const { id = '' } = useParams({ strict: false }) as { id?: string };
  const named = detailKindOf((useSearch({ strict: false }) as { kind?: string }).kind);
  const found = useProductOf(named ? undefined : id);
  const kind = named ?? found;
  if (!kind) return <OrderDetailScreen />;
  if (kind === 'looking') return <SkeletonRows rows={6} />;
  return (
    <Suspense>
      <DetailScreen kind={kind} id={id} />
    </Suspense>
  );
}

const options = { needsSession: true, staleMs: 2_000 };
const unknown = (remote: Remote<unknown>): boolean =>
  remote.state === 'failed' && remote.value === undefined && remote.error.status === 404;

/** The product of an order that is not spot's; undefined for spot's, and for one that nobody knows. Each read is the one of its screen. */
function useProductOf(id: string | undefined): DetailKind | 'looking' | undefined {
  const asked = id !== undefined && /^[0-9]{1,19}$/.test(id);
  const of = id ?? '0';
  const spot = useRead('GET pay/order-coin/order-detail', { id: of }, { ...options, enabled: asked });
  const contract = useRead('GET pay/order-contract/detail', { orderId: of }, { ...options, enabled: asked && unknown(spot) });
  const stock = useRead('GET pay/order-stock/detail', { id: of }, { ...options, enabled: asked && unknown(contract) });
  if (!asked || !unknown(spot)) return undefined;
  if (contract.state === 'ready') return 'contract';
  if (stock.state === 'ready') return 'stock';
  const last = unknown(contract) ? stock : contract;
  return last.state === 'failed' ? undefined : 'looking';
}
