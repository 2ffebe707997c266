import { formatAmount, trimZeros, truncateDecimals } from '@bourse/money';
import { Chip } from '@bourse/ui';
import { lastValue, setPreference, useExchangeRates, usePreference } from '../../data/index.ts';
import { activeLocale, useT } from '../../i18n/index.ts';
import { FeedChip } from '../../shell/labels.tsx';
import { Unread } from '../../shell/Unread.tsx';
import { Choices } from './Choices.tsx';
import { Page } from './Page.tsx';

/** The display currency: totals are converted for display only. */
export function ExchangeRateScreen() {
  const t = useT();
  const chosen = usePreference('currency');
  const remote = useExchangeRates();
  const rates = lastValue(remote);
  const body = rates ? (
    <Choices
      label={t('settings.currency')}
      chosen={(code) => code === (chosen ?? rates.find(({ isDefault }) => isDefault)?.exchange)}
      onChoose={(code) => setPreference('currency', code)}
      choices={rates.map((rate) => ({
        key: rate.exchange,
        value: rate.exchange,
        title: (
          <>
            {rate.exchange === 'USD' ? 'USDT' : rate.exchange}
            {rate.feed !== 'rule' && <FeedChip feed={rate.feed} />}
            {rate.isDefault && <Chip>{t('settings.currencyDefault')}</Chip>}
            {rate.stale && (
              <span title={t('settings.rateStale')}>
                <Chip tone="warn">{t('common.stale')}</Chip>
              </span>
            )}
          </>
        ),
        under: rate.name,
        end: (
          <span className="muted">
            {t('settings.currencyRate', {
              rate: formatAmount(trimZeros(truncateDecimals(rate.price, 4)), { locale: activeLocale() }),
              code: rate.sign,
            })}
          </span>
        ),
      }))}
    />
  ) : (
    <Unread remote={remote} rows={8} />
  );
  return <Page title={t('settings.currency')} lead={t('settings.currencyText')} body={body} />;
}
