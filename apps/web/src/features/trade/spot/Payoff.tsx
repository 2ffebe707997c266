import { decimalSign, formatAmount, formatMoney, plotNumber } from '@bourse/money';
import { cx, useUi } from '@bourse/ui';
import { useT } from '../../../i18n/index.ts';
import { stepDecimals } from '../ticket/arithmetic.ts';
import type { Draft } from './draft.ts';
import styles from './Payoff.module.css';
import { payoff, type TicketFacts } from './preview.ts';

/** The result of closing the trade at other prices, both fees included: losses on one side, profits on the other, break-even in between. */
export function Payoff({ draft, facts }: { draft: Draft; facts: TicketFacts }) {
  const t = useT();
  const { locale, amountsHidden } = useUi();
  const result = payoff(draft, facts, [-5, -2, 2, 5]);
  if (!result || amountsHidden) return null;
  const even = formatAmount(result.breakEven, { locale, decimals: stepDecimals(facts.tick) });
  const largest = Math.max(...result.points.map((point) => Math.abs(plotNumber(point.result))), 0.01);
  return (
    <details className={styles.payoff}>
      <summary>
        {t('trade.payoff')}
        <span>{t('trade.payoffEven', { price: even })}</span>
      </summary>
      <ol aria-label={t('trade.payoffLabel', { price: even })}>
        {result.points.map(({ move, price, result: outcome }) => {
          const sign = decimalSign(outcome);
          return (
            <li key={move}>
              <span className={styles.move}>{formatAmount(String(move), { locale, sign: 'always' })}%</span>
              <span className={styles.price}>{formatAmount(price, { locale })}</span>
              <span className={styles.track} aria-hidden>
                <span
                  className={cx(styles.bar, sign < 0 && styles.loss)}
                  style={{ inlineSize: `${(Math.abs(plotNumber(outcome)) / largest) * 50}%` }}
                />
              </span>
              <span className={cx(styles.result, sign > 0 && 'up', sign < 0 && 'down')}>
                {formatMoney(outcome, { locale, decimals: 2, sign: 'always' })}
              </span>
            </li>
          );
        })}
      </ol>
      <p>{t('trade.payoffWhy')}</p>
    </details>
  );
}
