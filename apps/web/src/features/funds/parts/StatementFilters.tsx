import { Select, Tabs } from '@bourse/ui';
import { lastValue, useBalances, useRead } from '../../../data/index.ts';
import { useT } from '../../../i18n/index.ts';
import { type Filters, periods } from '../model/statement.ts';
import { walletLabel, wallets } from './labels.ts';
import styles from './StatementFilters.module.css';

const types = [3, 1, 2, 5] as const;

/** Four filters of a statement: kind, wallet, asset and period. */
export function StatementFilters({ filters, onChange }: { filters: Filters; onChange: (next: Filters) => void }) {
  const t = useT();
  const held = lastValue(useBalances());
  const coins = lastValue(useRead('GET pay/coin/coin-list-all', {}, { staleMs: 300_000 }));
  // Assets the customer holds or held come first, the rest in the server's order.
  const codes = [
    ...new Set([
      ...(held ?? []).map((one) => one.asset),
      ...(filters.asset ? [filters.asset] : []),
      ...(coins ?? []).map((coin) => coin.code),
    ]),
  ];
  return (
    <div className={styles.filters}>
      <Tabs
        dense
        label={t('funds.kindOfLine')}
        className={styles.tabs}
        value={String(filters.type ?? 3)}
        onChange={(value) => onChange({ type: types.find((known) => String(known) === value) })}
        options={types.map((type) => ({ value: String(type), label: t(`funds.type${type}`) }))}
      />
      <div className={styles.selects}>
        <Select
          small
          label={t('funds.wallet')}
          value={String(filters.wallet ?? '')}
          onChange={(value) => onChange({ wallet: wallets.find((wallet) => String(wallet) === value) })}
          options={[
            { value: '', label: t('funds.allWallets') },
            ...wallets.map((wallet) => ({ value: String(wallet), label: walletLabel(t, wallet) })),
          ]}
        />
        <Select
          small
          label={t('funds.asset')}
          value={filters.asset ?? ''}
          onChange={(asset) => onChange({ asset: asset === '' ? undefined : asset })}
          options={[{ value: '', label: t('funds.allAssets') }, ...codes.map((code) => ({ value: code, label: code }))]}
        />
        <Select
          small
          label={t('funds.period')}
          value={filters.period ?? 'all'}
          onChange={(value) => onChange({ period: value === 'all' ? undefined : value })}
          options={periods.map((period) => ({ value: period, label: t(`funds.period_${period}`) }))}
        />
      </div>
    </div>
  );
}
