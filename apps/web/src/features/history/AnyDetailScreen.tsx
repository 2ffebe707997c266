import { useParams, useSearch } from '@tanstack/react-router';
import { lazy, Suspense } from 'react';
import { wordsOf } from '../../i18n/index.ts';
import { OrderDetailScreen } from '../trade/spot/OrderDetailScreen.tsx';
import { detailKindOf } from './kinds.ts';

const DetailScreen = lazy(() =>
  Promise.all([import('./DetailScreen.tsx'), wordsOf('rest')]).then(([module]) => ({ default: module.DetailScreen })),
);

/** `/order/detail/:id`: a spot order, or with `kind` an order, position or timed contract of another product. */
export function AnyDetailScreen() {
  const { id = '' } = useParams({ strict: false }) as { id?: string };
  const kind = detailKindOf((useSearch({ strict: false }) as { kind?: string }).kind);
  if (!kind) return <OrderDetailScreen />;
  return (
    <Suspense>
      <DetailScreen kind={kind} id={id} />
    </Suspense>
  );
}
