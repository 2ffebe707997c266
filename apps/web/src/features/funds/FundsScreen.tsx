import { decimalSign } from '@bourse/money';
import { Amount, ErrorState, IconButton, IconDocument, IconEye, IconEyeOff, Skeleton, Total } from '@bourse/ui';
import { useNavigate } from '@tanstack/react-router';
import { lastValue, setPreference, useMoney, useOverview, usePreference, useSignedIn, useToday } from '../../data/index.ts';
import { useT } from '../../i18n/index.ts';
import { PricesChip } from '../../shell/PricesChip.tsx';
import { ScreenHead } from '../../shell/ScreenHead.tsx';
import { RateNote } from '../home/parts/RateNote.tsx';
import { DayResult } from '../home/parts/Summary.tsx';
import styles from './FundsScreen.module.css';
import { Allocation } from './parts/Allocation.tsx';
import { AssetTable } from './parts/AssetTable.tsx';
import { Equity } from './parts/Equity.tsx';
import { FundsActions } from './parts/FundsActions.tsx';
import { HeadDemo } from './parts/HeadDemo.tsx';
import { Records } from './parts/Records.tsx';
import { SignInFirst } from './parts/SignInFirst.tsx';
import { WalletList } from './parts/WalletList.tsx';

/** All assets, the wallets that hold them, and totals that add up. */
export function FundsScreen() {
  const t = useT();
  const navigate = useNavigate();
  const signedIn = useSignedIn();
  const hidden = usePreference('amountsHidden');
  return (
    <div className={styles.page}>
      <ScreenHead title={t('shell.funds')} back={false}>
        <IconButton
          label={hidden ? t('common.showAmounts') : t('common.hideAmounts')}
          aria-pressed={hidden}
          onClick={() => setPreference('amountsHidden', !hidden)}
        >
          {hidden ? <IconEyeOff size={22} /> : <IconEye size={22} />}
        </IconButton>
        <IconButton label={t('funds.statement')} onClick={() => void navigate({ to: '/funds/order_history' })}>
          <IconDocument size={22} />
        </IconButton>
      </ScreenHead>
      {signedIn ? <Owned /> : <SignInFirst />}
    </div>
  );
}

function Owned() {
  const t = useT();
  const money = useMoney();
  const overview = useOverview();
  const value = lastValue(overview);
  const today = useToday();
  if (!value && overview.state === 'failed')
    return (
      <ErrorState title={t('common.loadFailed')} onRetry={overview.retry}>
        {overview.error.message}
      </ErrorState>
    );
  const missing = value?.overview.missing ?? [];
  return (
    <div className={styles.columns}>
      <div className={styles.side}>
        <section className={styles.summary} aria-label={t('funds.everything', { currency: money.code })}>
          <p className={styles.label}>
            {t('funds.everything', { currency: money.code })} <HeadDemo /> <PricesChip />
          </p>
          {value ? (
            <Total large>
              <Amount value={money.holding(value.overview.total)} decimals={money.decimals} currency={money} size="total" />
            </Total>
          ) : (
            <Skeleton width={230} height={52} />
          )}
          {today ? (
            <DayResult amount={money.convert(today.dayPl)} ratio={today.dayPlRatio} decimals={money.decimals} since={t('funds.since')} />
          ) : (
            <Skeleton width={190} height={18} />
          )}
          <RateNote />
          {missing.length > 0 && <p className={styles.missing}>{t('own.missing', { assets: missing.join(', ') })}</p>}
          {value?.overview.stale && decimalSign(value.overview.total) > 0 && <p className={styles.missing}>{t('funds.staleRates')}</p>}
        </section>
        <FundsActions />
        <Allocation />
        <WalletList overview={value} />
      </div>
      <div className={styles.main}>
        <Equity />
        <div className={styles.table}>
          <AssetTable />
        </div>
        <Records />
      </div>
    </div>
  );
}
