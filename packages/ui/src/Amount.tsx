import {
  decimalCompare,
  decimalSign,
  formatAmount,
  formatMoney,
  formatPrice,
  separatorsOf,
  truncateDecimals,
  withCurrencySign,
} from '@bourse/money';
import { type ReactNode, useEffect, useRef } from 'react';
import styles from './Amount.module.css';
import { hiddenAmount, useUi } from './context.tsx';
import { cx } from './cx.ts';
import { flash } from './flash.ts';

export type AmountProps = {
  /** A plain decimal string. */
  value: string;
  decimals?: number | undefined;
  unit?: ReactNode;
  /** A currency sign before (position 0) or after (1) the figure. */
  currency?: { sign: string; position: number } | undefined;
  sign?: 'auto' | 'always' | undefined;
  /** `direction` colours by sign; the sign is then always shown. */
  tone?: 'plain' | 'direction' | undefined;
  /** `total`: the main figure of a screen. */
  size?: 'text' | 'total' | undefined;
  /** Mutes the fraction; off for prices. */
  fraction?: 'muted' | 'plain' | undefined;
  /** A public figure, such as a price: amount hiding does not cover it. */
  public?: boolean | undefined;
  /** The most that can be used: cut, because an order of the figure as shown must not be refused. Other figures round. */
  most?: boolean | undefined;
  /** Flashes once when the value changes. */
  flashes?: boolean | undefined;
  className?: string | undefined;
};

/** A figure people act on: rounded to `decimals`, grouped, with a real minus sign. Amount hiding replaces it with six stars. */
export function Amount({
  value,
  decimals,
  unit,
  currency,
  sign,
  tone = 'plain',
  size = 'text',
  fraction = 'muted',
  public: isPublic = false,
  most = false,
  flashes = false,
  className,
}: AmountProps) {
  const { locale, amountsHidden, labels } = useUi();
  const element = useRef<HTMLSpanElement>(null);
  const last = useRef(value);
  const hidden = amountsHidden && !isPublic;
  useEffect(() => {
    const moved = decimalCompare(value, last.current);
    last.current = value;
    if (flashes && !hidden && moved !== 0 && element.current) flash(element.current, moved > 0 ? 'up' : 'down');
  }, [value, flashes, hidden]);

  const shown = (most ? formatAmount : formatMoney)(value, { locale, decimals, sign: sign ?? (tone === 'direction' ? 'always' : 'auto') });
  // The colour is that of the figure as shown: 0.001 at two decimals is neither a gain nor a loss.
  const direction = tone === 'direction' && !hidden ? shown[0] : '';
  const names = cx(
    styles.amount,
    size === 'total' && styles.total,
    direction === '+' && styles.up,
    direction === '\u2212' && styles.down,
    tone === 'direction' && styles.directional,
    className,
  );
  if (hidden)
    return (
      <span className={cx(names, styles.hidden)}>
        <span aria-hidden>{hiddenAmount}</span>
        <span className="visually-hidden">{labels.hiddenAmount}</span>
      </span>
    );
  const mark = separatorsOf(locale).decimal;
  const at = shown.lastIndexOf(mark);
  const split = fraction === 'muted' && at > 0;
  const whole = split ? shown.slice(0, at) : shown;
  const before = currency && currency.position !== 1 ? withCurrencySign('', currency.sign, 0) : '';
  const after = currency && currency.position === 1 ? currency.sign : '';
  return (
    <span ref={element} className={names}>
      {before}
      {whole}
      {split && <span className={styles.fraction}>{shown.slice(at)}</span>}
      {(unit ?? (after || undefined)) !== undefined && <span className={styles.unit}> {unit ?? after}</span>}
    </span>
  );
}

export type PriceProps = { value: string; decimals?: number | undefined; flashes?: boolean | undefined; className?: string | undefined };

/** Stands where there is no figure, such as before the first price. */
export const noFigure = '–';

/** A public price. All digits look alike; the instrument or the price's size sets the decimals. Nothing costs 0: that is no price yet. */
export function Price({ value, decimals, flashes = true, className }: PriceProps) {
  const { locale } = useUi();
  const element = useRef<HTMLSpanElement>(null);
  const last = useRef(value);
  useEffect(() => {
    const moved = decimalCompare(value, last.current);
    last.current = value;
    if (flashes && moved !== 0 && element.current) flash(element.current, moved > 0 ? 'up' : 'down');
  }, [value, flashes]);
  return (
    <span ref={element} className={cx(styles.amount, className)}>
      {decimalSign(value) === 0 ? noFigure : formatPrice(value, locale, decimals)}
    </span>
  );
}

type ArrowProps = {
  direction: 'up' | 'down';
  /** The text alternative, where no words are shown with it. */
  label?: string | undefined;
  className?: string | undefined;
};

/** The triangle of a direction, drawn so that every device shows the same one. */
export function Arrow({ direction, label, className }: ArrowProps) {
  return (
    <svg
      className={cx(styles.arrow, className)}
      viewBox="0 0 10 10"
      role={label ? 'img' : undefined}
      aria-label={label}
      aria-hidden={label ? undefined : true}
    >
      <path d={direction === 'up' ? 'M5 .8 9.8 9.2H.2z' : 'M5 9.2.2.8h9.6z'} fill="currentColor" />
    </svg>
  );
}

export type ChangeProps = {
  /** A decimal string: percent, or an amount with `unit`. Null: there is nothing to compare with. */
  value: string | null;
  decimals?: number | undefined;
  unit?: string | undefined;
  /** `arrow`: ▲ 1.84%. `sign`: +1.84%. `both`: ▲ +1.84%. */
  mark?: 'arrow' | 'sign' | 'both' | undefined;
  className?: string | undefined;
};

/** A change whose direction is shown in colour and in shape. */
export function Change({ value, decimals = 2, unit = '%', mark = 'arrow', className }: ChangeProps) {
  const { locale, labels } = useUi();
  if (value === null) return <span className={cx(styles.change, styles.flat, className)}>{noFigure}</span>;
  // Take the direction from the figure as shown: 0.001 % has none at two decimals.
  const direction = decimalSign(truncateDecimals(value, decimals));
  const shown = formatAmount(mark === 'arrow' && direction < 0 ? value.replace(/^-/, '') : value, {
    locale,
    decimals,
    sign: mark === 'arrow' ? 'auto' : 'always',
  });
  return (
    <span className={cx(styles.change, direction > 0 ? styles.up : direction < 0 ? styles.down : styles.flat, className)}>
      {mark !== 'sign' && direction !== 0 && <Arrow direction={direction > 0 ? 'up' : 'down'} />}
      {mark === 'arrow' && direction !== 0 && <span className="visually-hidden">{direction > 0 ? labels.up : labels.down} </span>}
      {shown}
      {unit}
    </span>
  );
}

/** The accountant's double rule: only under a sum that was added up. */
export function Total({
  children,
  large = false,
  className,
}: {
  children: ReactNode;
  large?: boolean | undefined;
  className?: string | undefined;
}) {
  return <span className={cx(styles.ruled, large && styles.ruledTotal, className)}>{children}</span>;
}

export function Wordmark({
  name = 'Bourse',
  logo,
  large = false,
}: {
  name?: string | undefined;
  /** The operator's logo, instead of the name. */
  logo?: string | undefined;
  large?: boolean | undefined;
}) {
  if (logo) return <img className={cx(styles.logo, large && styles.logoLarge)} src={logo} alt={name} draggable={false} />;
  return <span className={cx(styles.wordmark, large && styles.wordmarkLarge, 'names')}>{name}</span>;
}
