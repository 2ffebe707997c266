import { decimalDivide, decimalSign, decimalSubtract, plotNumber } from '@bourse/money';
import { Amount, type Fact, Facts, IconInfo, Meter } from '@bourse/ui';
import { useTimeZone } from '../../../data/index.ts';
import { formatTime } from '../../../i18n/format.ts';
import { useT } from '../../../i18n/index.ts';
import { neat } from '../../funds/model/figures.ts';
import { useDuration } from '../model/durations.ts';
import { useFigure } from '../model/figure.ts';
import { type Quote, said } from '../model/payout-draft.ts';
import { UsableFrom, WaitRing } from '../parts/WaitRing.tsx';
import styles from './withdraw.module.css';

/** Fee, what the receiver gets, when; the limit; why people will look at it. All of it before anything is confirmed. */
export function Summary({ quote, typed, since }: { quote: Quote; typed: boolean; since: number }) {
  const t = useT();
  const zone = useTimeZone();
  const duration = useDuration();
  const { asset, fee, net, available, usableFrom, reviewReasons, persons, typicalSeconds, arrivesAt } = quote;
  const money = (value: string) => <Amount value={value} decimals={neat(value)} unit={asset} />;
  const facts: Fact[] = [
    { key: 'available', name: t('moneyOut.available'), value: money(available) },
    { key: 'fee', name: t('journey.fee'), value: typed ? money(fee) : '–', why: t('moneyOut.feeInside') },
    { key: 'net', name: t('moneyOut.theyGet'), value: typed ? money(net) : '–', strong: true },
    {
      key: 'arrives',
      name: t('moneyOut.arrives'),
      value: arrivesAt === null || !typed ? t('moneyIn.notKnown') : formatTime(arrivesAt, 'dateTime', zone),
      why: typicalSeconds === null ? t('moneyOut.noMedian') : t('moneyIn.usually', { time: duration(typicalSeconds) }),
    },
  ];
  return (
    <>
      <Facts facts={facts} />
      <Limit quote={quote} />
      {usableFrom !== null && (
        <div className={styles.wait} role="status">
          <WaitRing from={since} until={usableFrom} />
          <span>
            <b>
              <UsableFrom at={usableFrom} />
            </b>
            <span>{t('moneyOut.waitWhy')}</span>
          </span>
        </div>
      )}
      {typed && reviewReasons.length > 0 && (
        <div className={styles.review}>
          <IconInfo size={18} aria-hidden />
          <span>
            <b>{t('moneyOut.review', { count: Math.max(1, persons) })}</b>
            {said(reviewReasons).map((reason) => (
              <span key={reason}>{t(`moneyOut.review_${reason}`)}</span>
            ))}
          </span>
        </div>
      )}
    </>
  );
}

/** How much of the limit of 24 hours is used, and how much of it this payout takes. */
function Limit({ quote: { limit24h, left24h, value, level } }: { quote: Quote }) {
  const t = useT();
  const figure = useFigure();
  const used = decimalSubtract(limit24h, left24h);
  const share = (part: string) => (decimalSign(limit24h) > 0 ? plotNumber(decimalDivide(`${part}`, limit24h, 6)) * 100 : 100);
  const after = share(used) + (value === null ? 0 : share(value));
  const text = t('moneyOut.limitLeft', { left: figure(left24h), limit: figure(limit24h) });
  return (
    <div className={styles.limit}>
      <span className={styles.limitHead}>
        <span>{t('moneyOut.limit', { level })}</span>
        <span>{text}</span>
      </span>
      <Meter
        label={t('moneyOut.limit', { level })}
        share={after}
        text={text}
        tone={after > 100 ? 'error' : after > 80 ? 'warn' : 'plain'}
      />
    </div>
  );
}
