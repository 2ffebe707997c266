import { changeProducts } from '@bourse/protocol/enums';
import { EmptyState, Tabs } from '@bourse/ui';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useState } from 'react';
import { useChanges } from '../../data/index.ts';
import { useT } from '../../i18n/index.ts';
import { OnlySymbol } from '../history/parts/OnlySymbol.tsx';
import { Paged } from '../history/parts/Paged.tsx';
import { Page } from '../settings/Page.tsx';
import styles from './ChangesScreen.module.css';
import { ChangeCard } from './parts/ChangeCard.tsx';

/** What changed, or will change, in the terms of the exchange: for everybody, newest first. */
export function ChangesScreen() {
  const t = useT();
  const navigate = useNavigate();
  const search = useSearch({ strict: false }) as { product?: string; symbol?: string };
  const product = changeProducts.find((known) => known === search.product);
  const { symbol } = search;
  const go = (next: { product?: string; symbol?: string }) => void navigate({ to: '/changes', search: next, replace: true });
  return (
    <Page
      title={t('settings.changes')}
      lead={t('changes.lead')}
      body={
        <>
          <p className={styles.rule}>{t('changes.rule')}</p>
          <Tabs
            label={t('changes.filter')}
            className={styles.tabs}
            value={product ?? 'all'}
            onChange={(value) => go({ ...(value === 'all' ? {} : { product: value }), ...(symbol ? { symbol } : {}) })}
            options={[
              { value: 'all', label: t('changes.everything') },
              ...changeProducts.map((value) => ({ value, label: t(`changes.product.${value}`) })),
            ]}
          />
          {symbol && <OnlySymbol symbol={symbol} onClear={() => go(product ? { product } : {})} />}
          <Changes key={`${product}${symbol}`} product={product} symbol={symbol} onSymbol={(only) => go({ symbol: only })} />
        </>
      }
    />
  );
}

type ChangesProps = {
  product: (typeof changeProducts)[number] | undefined;
  symbol: string | undefined;
  onSymbol: (symbol: string) => void;
};

function Changes({ product, symbol, onSymbol }: ChangesProps) {
  const t = useT();
  const [page, setPage] = useState(1);
  const remote = useChanges({ pageNo: page, ...(product && { product }), ...(symbol && { symbol }) });
  return (
    <Paged
      {...{ remote, page }}
      onPage={setPage}
      pick={(answer) => answer}
      empty={<EmptyState title={t('changes.none')}>{t('changes.noneText')}</EmptyState>}
    >
      {(list) => (
        <ol className={styles.list}>
          {list.map((change) => (
            <ChangeCard key={change.id} change={change} onSymbol={onSymbol} />
          ))}
        </ol>
      )}
    </Paged>
  );
}
