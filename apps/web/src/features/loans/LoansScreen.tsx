import { EmptyState, IconCoins } from '@bourse/ui';
import { Link, useNavigate, useSearch } from '@tanstack/react-router';
import { useEffect, useRef, useState } from 'react';
import { lastValue, useEnterDemo, useSignedIn } from '../../data/index.ts';
import { useT } from '../../i18n/index.ts';
import { Unread } from '../../shell/Unread.tsx';
import { Beside, useBeside } from '../deals/Beside.tsx';
import lists from '../deals/Lists.module.css';
import { EnterButtons } from '../funds/parts/EnterButtons.tsx';
import { type BorrowDraft, BorrowForm, noDraft } from './BorrowForm.tsx';
import { LoanDetail } from './LoanDetail.tsx';
import { LoanList } from './parts/LoanList.tsx';
import { ProductList } from './parts/ProductList.tsx';
import { useLoanNews, useLoanProducts } from './reads.ts';
import { useBorrow, useLoanAct } from './useLoanActs.ts';

type Place = { product?: string; id?: string };

/** What is lent against which coins, and the customer's running loans. */
export function LoansScreen() {
  const t = useT();
  const signedIn = useSignedIn();
  const wide = useBeside();
  const navigate = useNavigate();
  const place = useSearch({ strict: false }) as Place;
  const go = (next: Place) => void navigate({ to: '/funds/LOANS', search: next, replace: true, resetScroll: false });
  useLoanNews();
  const remote = useLoanProducts();
  const products = lastValue(remote)?.list;
  const entering = useEnterDemo();
  const [drafts, setDrafts] = useState<Readonly<Record<string, BorrowDraft>>>({});

  // After a reload the act whose answer is missing is shown, wherever the page was opened.
  const borrow = useBorrow().state;
  const act = useLoanAct().state;
  const lost =
    borrow.step === 'unknown' || borrow.step === 'missing'
      ? { product: borrow.input.productId }
      : act.step === 'unknown' || act.step === 'missing'
        ? { id: act.input.id }
        : undefined;
  const pending = lost && JSON.stringify(lost);
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each, so that the customer may go elsewhere
  useEffect(() => {
    if (lost !== undefined && place.product === undefined && place.id === undefined) go(lost);
  }, [pending]);

  const id = signedIn ? place.id : undefined;
  // Whoever is in the form of the first stays there when it is lent out.
  const first = useRef<string>(undefined);
  if (wide) first.current = (products?.find((one) => one.id === first.current) ?? products?.[0])?.id;
  const wanted = id === undefined ? (place.product ?? (wide ? first.current : undefined)) : undefined;
  const product = products?.find((one) => one.id === wanted);

  const detail =
    id !== undefined ? (
      <LoanDetail key={id} {...{ id }} />
    ) : product !== undefined ? (
      <BorrowForm
        key={product.id}
        product={product}
        draft={drafts[product.id] ?? noDraft}
        onDraft={(draft) => setDrafts((last) => ({ ...last, [product.id]: draft }))}
        onLoan={(loan) => go({ id: loan })}
      />
    ) : wanted !== undefined && products !== undefined ? (
      <EmptyState compact title={t('loans.missing')} />
    ) : undefined;
  const title =
    id !== undefined
      ? t('loans.loan', { id })
      : product
        ? t('loans.named', { asset: product.asset, collateral: product.collateralAsset })
        : t('loans.title');
  return (
    <Beside title={t('loans.title')} lead={t('loans.lead')} fallback="/funds" detailTitle={title} {...{ detail }} onClose={() => go({})}>
      {signedIn && (
        <div>
          <LoanList status="running" chosen={id} onChoose={(loan) => go({ id: loan })} />
          <p className={lists.after}>
            <Link to="/funds/loans/log" className={lists.link}>
              {t('loans.logLink')}
            </Link>
          </p>
        </div>
      )}
      {products === undefined ? (
        <Unread remote={remote} rows={5} height={64} />
      ) : products.length === 0 ? (
        <EmptyState
          icon={<IconCoins size={32} strokeWidth={1.5} aria-hidden />}
          title={t('loans.none')}
          action={signedIn ? undefined : <EnterButtons {...entering} />}
        >
          {t('loans.noneText')}
        </EmptyState>
      ) : (
        <ProductList products={products} chosen={wide ? product?.id : undefined} onChoose={(one) => go({ product: one })} />
      )}
    </Beside>
  );
}
