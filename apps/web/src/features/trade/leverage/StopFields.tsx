import { decimalSign, formatMoney } from '@bourse/money';
import { Checkbox, cx, NumberField, useUi } from '@bourse/ui';
import type { Instrument } from '../../../data/index.ts';
import { useT } from '../../../i18n/index.ts';
import { isPositive, stepDecimals } from '../ticket/arithmetic.ts';
import styles from './leverage.module.css';
import { StopsPicture } from './StopsPicture.tsx';
import { resultOf } from './sizing.ts';

export interface Stops {
  takeProfit: string;
  stopLoss: string;
}
type Props = {
  instrument: Pick<Instrument, 'tick' | 'quote'>;
  stops: Stops;
  onChange: (part: Partial<Stops>, field: keyof Stops) => void;
  errorAt: (field: keyof Stops) => string | undefined;
  /** The position's entry price, or the price at which it would open; null while unknown. */
  entry: string | null;
  quantity: string;
  long: boolean;
  dense: boolean;
};

/** Two prices, the result at each, and both drawn to scale. */
export function StopPrices({ instrument, stops, onChange, errorAt, entry, quantity, long, dense }: Props) {
  const t = useT();
  const field = (name: keyof Stops, label: string) => (
    <NumberField
      name={name}
      label={label}
      value={stops[name]}
      onChange={(text) => onChange({ [name]: text }, name)}
      decimals={stepDecimals(instrument.tick)}
      asset={instrument.quote}
      error={errorAt(name)}
      layout={dense ? 'inline' : 'stacked'}
      dense={dense}
      {...(dense ? {} : { step: instrument.tick })}
    />
  );
  return (
    <>
      <div className={dense ? styles.column : styles.pair}>
        {field('takeProfit', t(dense ? 'leverage.takeProfitIn' : 'leverage.takeProfit', { asset: instrument.quote }))}
        {field('stopLoss', t(dense ? 'leverage.stopLossIn' : 'leverage.stopLoss', { asset: instrument.quote }))}
      </div>
      {dense ? (
        <Results {...{ stops, entry, quantity, long }} />
      ) : (
        <StopsPicture {...{ ...stops, entry, quantity, long }} decimals={stepDecimals(instrument.tick)} />
      )}
    </>
  );
}

/** The result at each price, in one line. */
export function Results({ stops, entry, quantity, long }: { stops: Stops; entry: string | null; quantity: string; long: boolean }) {
  const t = useT();
  const { locale, amountsHidden } = useUi();
  const known = entry !== null && isPositive(entry) && isPositive(quantity) && !amountsHidden;
  if (!known || (!isPositive(stops.takeProfit) && !isPositive(stops.stopLoss))) return null;
  const result = (price: string) => {
    if (!isPositive(price)) return <span>–</span>;
    const value = resultOf(quantity, entry, price, long);
    const sign = decimalSign(value);
    return <span className={cx(sign > 0 && 'up', sign < 0 && 'down')}>{formatMoney(value, { locale, decimals: 2, sign: 'always' })}</span>;
  };
  return (
    <p className={styles.results}>
      <span>{t('leverage.ifReached')}</span>
      <span>
        {result(stops.takeProfit)} / {result(stops.stopLoss)}
      </span>
    </p>
  );
}

type FieldsProps = Props & { on: boolean; onSwitch: (on: boolean) => void };

/** Take-profit and stop-loss of an opening order, behind a checkbox, because most orders have none. */
export function StopFields({ on, onSwitch, ...rest }: FieldsProps) {
  const t = useT();
  return (
    <div className={styles.stops}>
      <Checkbox small={rest.dense} checked={on} onChange={onSwitch}>
        {t('leverage.stops')}
      </Checkbox>
      {on && <StopPrices {...rest} />}
    </div>
  );
}
