import { lastValue, useBalances } from '../../../data/index.ts';
import { useT } from '../../../i18n/index.ts';
import styles from '../Membership.module.css';
import { useFigures } from '../words.ts';
import { Choice } from './Choice.tsx';

export type PayingWallet = 1 | 5;

/** What a wallet has of an asset; undefined until balances are known. */
export function useAvailable(wallet: PayingWallet, asset: string): string | undefined {
  const balances = lastValue(useBalances());
  return balances && (balances.find((one) => one.wallet === wallet && one.asset === asset)?.available ?? '0');
}

/** The wallet that pays: those whose money backs no position. */
export function Wallets({ wallet, asset, onChange }: { wallet: PayingWallet; asset: string; onChange: (wallet: PayingWallet) => void }) {
  const t = useT();
  const { own } = useFigures();
  const available = useAvailable(wallet, asset);
  return (
    <div className={styles.levels}>
      <Choice
        label={t('membership.wallet')}
        options={[
          { value: '1', label: t('membership.walletCoin') },
          { value: '5', label: t('membership.walletWealth') },
        ]}
        value={String(wallet) as '1' | '5'}
        onChange={(value) => onChange(value === '5' ? 5 : 1)}
      />
      {available !== undefined && <p className={styles.small}>{t('membership.available', { amount: own(available), asset })}</p>}
    </div>
  );
}
