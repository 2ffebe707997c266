import { EmptyState, IconCoins } from '@bourse/ui';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useEffect, useRef } from 'react';
import { lastValue, useEnterDemo, useSignedIn } from '../../data/index.ts';
import { useT } from '../../i18n/index.ts';
import { Unread } from '../../shell/Unread.tsx';
import { Beside, useBeside } from '../deals/Beside.tsx';
import { EnterButtons } from '../funds/parts/EnterButtons.tsx';
import { HoldingDetail } from './HoldingDetail.tsx';
import { HoldingList } from './parts/HoldingList.tsx';
import { ProductList } from './parts/ProductList.tsx';
import { useProducts } from './reads.ts';
import { SubscribeForm } from './SubscribeForm.tsx';
import { useSubscribe } from './useSubscribe.ts';
import { nameOf } from './words.ts';

type Place = { product?: string; id?: string };

/** Funds that earn interest, and the customer's own holdings. On a wide screen what is chosen stands beside the lists, on a phone in a sheet. */
export function EarnScreen() {
  const t = useT();
  const signedIn = useSignedIn();
  const wide = useBeside();
  const navigate = useNavigate();
  const place = useSearch({ strict: false }) as Place;
  const go = (next: Place) => void navigate({ to: '/funds/regular', search: next, replace: true, resetScroll: false });
  const remote = useProducts();
  const products = lastValue(remote)?.list;
  const { state } = useSubscribe();
  const entering = useEnterDemo();

  const holding = signedIn ? place.id : undefined;
  // After a reload the subscription whose answer is missing is shown, wherever the page was opened.
  const pending = state.step === 'unknown' || state.step === 'missing' ? state.input.productId : undefined;
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each, so that the customer may go elsewhere
  useEffect(() => {
    if (pending !== undefined && place.product === undefined) go({ product: pending });
  }, [pending]);
  // Whoever is in the form of the first stays there when it closes.
  const first = useRef<string>(undefined);
  if (wide) first.current = (products?.find(({ id }) => id === first.current) ?? products?.find(({ open }) => open) ?? products?.[0])?.id;
  const wanted = holding === undefined ? (place.product ?? (wide ? first.current : undefined)) : undefined;
  const product = products?.find(({ id }) => id === wanted);

  const detail =
    holding !== undefined ? (
      <HoldingDetail key={holding} id={holding} products={products ?? []} onOpen={(id) => go({ id })} />
    ) : product !== undefined ? (
      <SubscribeForm key={product.id} product={product} onHolding={(id) => go({ id })} />
    ) : wanted !== undefined && products !== undefined ? (
      <EmptyState compact title={t('earn.missing')} />
    ) : undefined;
  const title = holding !== undefined ? t('earn.holding', { id: holding }) : product ? nameOf(t, product) : t('earn.title');

  return (
    <Beside title={t('earn.title')} lead={t('earn.lead')} fallback="/funds" detailTitle={title} {...{ detail }} onClose={() => go({})}>
      {signedIn && <HoldingList chosen={holding} onChoose={(id) => go({ id })} />}
      {products === undefined ? (
        <Unread remote={remote} rows={8} height={64} />
      ) : products.length === 0 ? (
        <EmptyState
          icon={<IconCoins size={32} strokeWidth={1.5} aria-hidden />}
          title={t('earn.none')}
          action={signedIn ? undefined : <EnterButtons {...entering} />}
        >
          {t('earn.noneText')}
        </EmptyState>
      ) : (
        <ProductList products={products} chosen={wide ? product?.id : undefined} onChoose={(id) => go({ product: id })} />
      )}
    </Beside>
  );
}
