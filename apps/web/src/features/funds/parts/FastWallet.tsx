import { roundHolding, roundMoney } from '@bourse/money';
import { Amount, Facts } from '@bourse/ui';
import { Link } from '@tanstack/react-router';
import { lastValue, useRead } from '../../../data/index.ts';
import { useT } from '../../../i18n/index.ts';
import { Unread } from '../../../shell/Unread.tsx';
import styles from './Inside.module.css';

/** Stakes of open timed contracts and the total profit or loss of all. */
export function FastWallet() {
  const t = useT();
  const remote = useRead('GET pay/wallet/fast', {}, { needsSession: true, staleMs: 2_000 });
  const wallet = lastValue(remote);
  if (!wallet) return <Unread remote={remote} compact rows={2} />;
  const money = (value: string) => <Amount value={roundHolding(value)} decimals={2} unit={wallet.asset} fraction="plain" />;
  return (
    <div className={styles.inside}>
      <Facts
        facts={[
          { key: 'free', name: t('funds.fastFree'), value: money(wallet.walletBalance) },
          { key: 'staked', name: t('funds.fastStaked'), value: money(wallet.positionAmount) },
          {
            key: 'done',
            name: t('funds.realised'),
            value: <Amount value={roundMoney(wallet.historyPlAmount)} decimals={2} unit={wallet.asset} tone="direction" fraction="plain" />,
            why: t('funds.fastWhy'),
          },
        ]}
      />
      <p className={styles.links}>
        <Link to="/funds/position_history" search={{ view: 'timed' }} className={styles.link}>
          {t('history.timed')}
        </Link>
        <Link to="/funds/transfer" search={{ from: '4', asset: wallet.asset }} className={styles.link}>
          {t('own.transfer')}
        </Link>
      </p>
    </div>
  );
}
