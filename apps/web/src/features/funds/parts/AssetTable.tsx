import { decimalCompare, decimalSign, decimalSum } from '@bourse/money';
import type { Balance } from '@bourse/protocol';
import { Amount, EmptyState, ErrorState, noSort, Price, type TableSort } from '@bourse/ui';
import { type Column, DataTable } from '@bourse/ui/table.ts';
import { Link } from '@tanstack/react-router';
import { useMemo, useState } from 'react';
import { lastValue, useBalances, useMoney } from '../../../data/index.ts';
import { useT } from '../../../i18n/index.ts';
import { percentages } from '../model/allocation.ts';
import { neat } from '../model/figures.ts';
import styles from './AssetTable.module.css';

type Holding = {
  asset: string;
  name: string;
  total: string;
  available: string;
  frozen: string;
  price: string | null;
  value: string | null;
  ratio: string;
  stale: boolean;
};

/** One row per asset, summed over all wallets. */
function holdingsOf(balances: readonly Balance[]): Holding[] {
  const codes = [...new Set(balances.map((held) => held.asset))];
  const merged = codes.map((code) => {
    const all = balances.filter((held) => held.asset === code);
    const sum = (pick: (held: Balance) => string) => decimalSum(all.map(pick));
    const first = all[0]!;
    return {
      asset: code,
      name: first.name,
      total: sum((held) => held.total),
      available: sum((held) => held.available),
      frozen: sum((held) => held.frozen),
      price: first.price,
      value: all.some((held) => held.value === null) ? null : sum((held) => held.value ?? '0'),
      stale: first.stale,
    };
  });
  const held = merged.filter((holding) => decimalSign(holding.total) > 0).sort((a, b) => decimalCompare(b.value ?? '0', a.value ?? '0'));
  const ratios = percentages(held.map((holding) => holding.value ?? '0'));
  return held.map((holding, index) => ({ ...holding, ratio: ratios[index]! }));
}

/** A wide screen shows every asset next to the wallets: price, amount, value, share and actions. */
export function AssetTable() {
  const t = useT();
  const money = useMoney();
  const remote = useBalances();
  const balances = lastValue(remote);
  const [sort, setSort] = useState<TableSort>(noSort);
  const rows = useMemo(() => holdingsOf(balances ?? []), [balances]);
  const sorted = useMemo(() => {
    if (sort.sort === '') return rows;
    const pick = (row: Holding) => (sort.id === 'price' ? (row.price ?? '0') : sort.id === 'total' ? row.total : (row.value ?? '0'));
    const up = [...rows].sort((a, b) => decimalCompare(pick(a), pick(b)));
    return sort.sort === 'asc' ? up : up.reverse();
  }, [rows, sort]);

  const columns: Column<Holding>[] = [
    {
      id: 'asset',
      head: t('funds.asset'),
      cell: (row) => (
        <Link to="/funds/currency" search={{ asset: row.asset }} className={styles.asset}>
          <b>{row.asset}</b>
          <span>{row.name}</span>
        </Link>
      ),
      text: (row) => row.asset,
    },
    {
      id: 'price',
      head: t('funds.price'),
      align: 'end',
      sort: 1,
      cell: (row) => (row.price === null ? '–' : <Price value={row.price} />),
      text: (row) => row.price ?? '',
    },
    {
      id: 'total',
      head: t('funds.amount'),
      align: 'end',
      sort: 0,
      cell: (row) => <Amount value={row.total} decimals={neat(row.total)} />,
      text: (row) => row.total,
    },
    {
      id: 'frozen',
      head: t('funds.frozen'),
      align: 'end',
      optional: true,
      startsHidden: true,
      cell: (row) =>
        decimalSign(row.frozen) === 0 ? <span className="muted">–</span> : <Amount value={row.frozen} decimals={neat(row.frozen)} />,
      text: (row) => row.frozen,
    },
    {
      id: 'value',
      head: t('funds.value', { currency: money.code }),
      align: 'end',
      sort: 0,
      cell: (row) =>
        row.value === null ? (
          <span className={styles.noRate}>{t('funds.noRate')}</span>
        ) : (
          <Amount value={money.holding(row.value)} decimals={money.decimals} />
        ),
      text: (row) => (row.value === null ? '' : money.exact(row.value)),
    },
    {
      id: 'share',
      head: t('funds.share'),
      align: 'end',
      cell: (row) => (
        <span className={styles.share}>
          <i style={{ inlineSize: `${row.ratio}%` }} aria-hidden="true" />
          <span dir="ltr">{row.ratio}%</span>
        </span>
      ),
      text: (row) => row.ratio,
    },
    {
      id: 'actions',
      head: t('funds.actions'),
      align: 'end',
      cell: (row) => (
        <span className={styles.actions}>
          <Link to="/funds/transfer" search={{ asset: row.asset }}>
            {t('own.transfer')}
          </Link>
          <Link to="/funds/order_history" search={{ asset: row.asset }}>
            {t('own.history')}
          </Link>
        </span>
      ),
    },
  ];
  return (
    <DataTable
      tall
      className={styles.table}
      label={t('funds.assetTable')}
      columns={columns}
      rows={sorted}
      rowKey={(row) => row.asset}
      sort={sort}
      onSort={setSort}
      state={balances ? 'ready' : 'loading'}
      rememberAs="funds"
      csvName="bourse-assets"
      tools={<h2 className={styles.title}>{t('funds.assetTable')}</h2>}
      empty={
        <EmptyState compact title={t('own.noHoldings')}>
          {t('own.noHoldingsText')}
        </EmptyState>
      }
      failed={
        !balances && remote.state === 'failed' ? (
          <ErrorState compact title={t('common.loadFailed')} onRetry={remote.retry}>
            {remote.error.message}
          </ErrorState>
        ) : undefined
      }
    />
  );
}
