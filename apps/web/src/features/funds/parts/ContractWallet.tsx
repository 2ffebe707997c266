import { decimalCompare, decimalSign, formatAmount, plotNumber, roundHolding, roundMoney } from '@bourse/money';
import { Amount, type Fact, Facts, Meter, useUi } from '@bourse/ui';
import { Link } from '@tanstack/react-router';
import { lastValue, useContractWallet, useOverview } from '../../../data/index.ts';
import { useT } from '../../../i18n/index.ts';
import { Unread } from '../../../shell/Unread.tsx';
import styles from './Inside.module.css';

/** The contract wallet's balance and how close its full-margin account is to liquidation. */
export function ContractWallet() {
  const t = useT();
  const remote = useContractWallet();
  const read = lastValue(remote);
  const worth = lastValue(useOverview())?.contractWallet;
  // The total above and these figures are one reading. Only the realised profit comes from the histories.
  const wallet = read && { ...read, ...worth };
  if (!wallet) return <Unread remote={remote} compact rows={3} />;
  const money = (value: string, tone?: 'direction') => (
    <Amount
      value={tone ? roundMoney(value) : roundHolding(value)}
      decimals={2}
      unit={wallet.asset}
      fraction="plain"
      {...(tone ? { tone } : {})}
    />
  );
  const facts: Fact[] = [
    { key: 'free', name: t('funds.contractFree'), value: money(wallet.available), why: t('funds.contractFreeWhy') },
    { key: 'margin', name: t('funds.contractMargin'), value: money(wallet.earnestMoney) },
    ...(decimalSign(wallet.orderMargin) > 0 ? [{ key: 'orders', name: t('funds.contractOrders'), value: money(wallet.orderMargin) }] : []),
    { key: 'open', name: t('funds.unrealised'), value: money(wallet.unrealizedProfitLoss, 'direction') },
    { key: 'done', name: t('funds.realised'), value: money(wallet.historyPlAmount, 'direction'), why: t('funds.realisedWhy') },
    { key: 'worth', name: t('funds.netWorth'), value: money(wallet.netWorthBigDecimal), strong: true },
  ];
  return (
    <div className={styles.inside}>
      <Facts facts={facts} />
      <MarginRatio ratio={wallet.marginRatio} />
      <p className={styles.links}>
        <Link to="/funds/position_history" className={styles.link}>
          {t('history.positions')}
        </Link>
        <Link to="/funds/transfer" search={{ from: '2', asset: wallet.asset }} className={styles.link}>
          {t('own.transfer')}
        </Link>
      </p>
    </div>
  );
}

const tones = { low: 'ok', middle: 'warn', high: 'error' } as const;

/** Maintenance margin ÷ equity of the full-margin account: liquidation begins where the bar is full. */
function MarginRatio({ ratio }: { ratio: string | null }) {
  const t = useT();
  const { locale } = useUi();
  // Without a number the equity is gone, which is beyond every ratio.
  const share = ratio ?? '100';
  const level = decimalCompare(share, '80') >= 0 ? 'high' : decimalCompare(share, '50') >= 0 ? 'middle' : 'low';
  const shown = ratio === null ? '–' : `${formatAmount(ratio, { locale, decimals: 2 })}%`;
  return (
    <div className={styles.ratio}>
      <p>
        <span>{t('funds.marginRatio')}</span>
        <b dir="ltr">{shown}</b>
      </p>
      <Meter label={t('funds.marginRatio')} share={plotNumber(share)} text={shown} tone={tones[level]} />
      <p className={styles.why}>{t(`funds.ratio_${level}`)}</p>
    </div>
  );
}
