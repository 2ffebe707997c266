import { decimalSign, formatAmount, formatMoney, plotNumber } from '@bourse/money';
import { cx, useUi } from '@bourse/ui';
import type { CSSProperties } from 'react';
import { useT } from '../../../i18n/index.ts';
import { isPositive } from '../ticket/arithmetic.ts';
import styles from './leverage.module.css';
import { resultOf, riskReward } from './sizing.ts';

type Props = { entry: string | null; takeProfit: string; stopLoss: string; quantity: string; long: boolean; decimals: number };

/** Loss, entry and profit on one line, to scale; prices rise towards the end. */
export function StopsPicture({ entry, takeProfit, stopLoss, quantity, long, decimals }: Props) {
  const t = useT();
  const { locale, amountsHidden } = useUi();
  const profit = isPositive(takeProfit) ? takeProfit : null;
  const loss = isPositive(stopLoss) ? stopLoss : null;
  if (entry === null || !isPositive(entry) || (profit === null && loss === null)) return null;
  const shown = (price: string) => formatAmount(price, { locale, decimals });
  const points = [entry, profit, loss].filter((each): each is string => each !== null).map(plotNumber);
  const low = Math.min(...points);
  const span = Math.max(...points) - low;
  if (!(span > 0)) return null;
  const at = (price: string) => 12 + ((plotNumber(price) - low) / span) * 76;
  const between = (a: string, b: string): CSSProperties => {
    const [from, to] = [at(a), at(b)].sort((x, y) => x - y) as [number, number];
    return { insetInlineStart: `${from}%`, inlineSize: `${to - from}%` };
  };
  const result = (price: string) => {
    if (amountsHidden || !isPositive(quantity)) return '';
    return formatMoney(resultOf(quantity, entry, price, long), { locale, decimals: 2, sign: 'always' });
  };
  const tone = (price: string) => (decimalSign(resultOf('1', entry, price, long)) >= 0 ? 'up' : 'down');
  const mark = (price: string, above: string, colour?: 'up' | 'down') => (
    <div key={price + above}>
      <span className={styles.at} data-tone={colour} style={{ insetInlineStart: `${at(price)}%` }} />
      <span className={cx(styles.above, colour)} style={{ insetInlineStart: `${at(price)}%` }}>
        {above}
      </span>
      <span className={styles.below} style={{ insetInlineStart: `${at(price)}%` }}>
        {shown(price)}
      </span>
    </div>
  );
  const ratio = profit !== null && loss !== null ? riskReward(entry, profit, loss, long) : null;
  return (
    <div
      className={styles.picture}
      role="img"
      aria-label={t('leverage.stopsPicture', {
        entry: shown(entry),
        profit: profit === null ? '–' : `${shown(profit)} ${result(profit)}`,
        loss: loss === null ? '–' : `${shown(loss)} ${result(loss)}`,
      })}
    >
      {profit !== null && (
        <span className={cx(styles.band, tone(profit) === 'up' ? styles.gain : styles.risk)} style={between(entry, profit)} />
      )}
      {loss !== null && <span className={cx(styles.band, tone(loss) === 'up' ? styles.gain : styles.risk)} style={between(entry, loss)} />}
      {mark(entry, t('leverage.entry'))}
      {profit !== null && mark(profit, result(profit), tone(profit))}
      {loss !== null && mark(loss, result(loss), tone(loss))}
      {ratio !== null && profit !== null && (
        <span className={styles.ratio} style={between(entry, profit)}>
          {t('leverage.riskReward', { ratio: formatAmount(ratio, { locale, decimals: 2 }) })}
        </span>
      )}
    </div>
  );
}
