import { decimalSign, formatAmount, trimZeros } from '@bourse/money';
import { Amount, cx, type Fact, Facts, IconAlert, Skeleton, useUi } from '@bourse/ui';
import { useT } from '../../../i18n/index.ts';
import { neat } from '../../funds/model/figures.ts';
import type { Terms } from '../model/pairs.ts';
import type { Quoting } from '../useQuote.ts';
import { Countdown } from './Countdown.tsx';
import styles from './Quote.module.css';

type Props = {
  quoting: Quoting;
  /** An amount was given, so a quote is on its way if none is there. */
  asked: boolean;
  terms: Terms | undefined;
  least: string | undefined;
};

/** What the swap comes to now; before an amount is given, on what terms. Its place is kept in every state. */
export function Quote({ quoting, asked, terms, least }: Props) {
  const t = useT();
  const { shown, current, problem, until, lifeMs } = quoting;
  const { locale } = useUi();
  const figure = (value: string) => formatAmount(trimZeros(value), { locale });
  const percent = (value: string) => <bdi>{figure(value)}%</bdi>;

  const dash = <span className="muted">–</span>;
  const failed = asked && problem !== undefined;
  const quote = asked && !failed ? shown : undefined;
  const waits = asked && !failed && !quote ? <Skeleton width={96} /> : dash;
  const feeRate = quote?.feeRate ?? terms?.feeRate;
  const spread = quote?.spread ?? terms?.spread;
  const facts: Fact[] = [
    {
      key: 'rate',
      name: t('swaps.rateName'),
      value: quote ? <bdi>{t('swaps.rate', { from: quote.from, rate: figure(quote.rate), to: quote.to })}</bdi> : waits,
    },
    { key: 'spread', name: t('swaps.spread'), value: spread === undefined ? waits : percent(spread), why: t('swaps.spreadWhy') },
    {
      key: 'fee',
      name: t('swaps.fee'),
      value:
        feeRate === undefined ? (
          waits
        ) : decimalSign(feeRate) === 0 ? (
          t('swaps.noFee')
        ) : quote ? (
          <>
            <Amount value={quote.fee} decimals={neat(quote.fee)} unit={quote.to} /> · {percent(feeRate)}
          </>
        ) : (
          percent(feeRate)
        ),
    },
    {
      key: 'least',
      name: t('swaps.atLeast'),
      strong: true,
      value: quote && least !== undefined ? <Amount value={least} decimals={neat(least)} most fraction="plain" unit={quote.to} /> : waits,
      why: t('swaps.atLeastWhy'),
    },
  ];
  const old = quote !== undefined && !current;
  return (
    <div className={styles.quote}>
      <p className={styles.age}>
        {failed ? (
          <span className={styles.problem}>
            <IconAlert size={18} aria-hidden />
            {problem}
          </span>
        ) : current ? (
          <Countdown key={until} {...{ until, lifeMs }} />
        ) : asked ? (
          t('swaps.quoting')
        ) : (
          terms && t('swaps.limits', { min: figure(terms.minValue), max: figure(terms.maxValue), money: terms.money })
        )}
      </p>
      <div className={cx(old && styles.old)} aria-busy={asked && !failed && !current}>
        <Facts facts={facts} />
      </div>
    </div>
  );
}
