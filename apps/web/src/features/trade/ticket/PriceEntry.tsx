import { formatAmount } from '@bourse/money';
import { NumberField, useUi } from '@bourse/ui';
import { useT } from '../../../i18n/index.ts';
import { stepDecimals } from './arithmetic.ts';
import styles from './Ticket.module.css';

type Props = {
  name: 'price' | 'trigger';
  label: string;
  value: string;
  tick: string;
  asset: string;
  dense: boolean;
  error: string | undefined;
  onChange: (price: string) => void;
};

/** A price field with its instrument's decimals and steps. */
export const PriceField = ({ tick, dense, ...field }: Props) => (
  <NumberField
    {...field}
    decimals={stepDecimals(tick)}
    step={tick}
    min={tick}
    layout={dense ? 'inline' : 'stacked'}
    dense={dense}
    enterKeyHint="next"
  />
);

type References = {
  bid: string | null;
  ask: string | null;
  last: string | null;
  lastName: string;
  tick: string;
  onPick: (price: string) => void;
};

/** Current prices that one tap copies to the field. */
export function PriceReferences({ bid, ask, last, lastName, tick, onPick }: References) {
  const t = useT();
  const { locale } = useUi();
  const offered = [
    [t('trade.bid'), bid],
    [t('trade.ask'), ask],
    [lastName, last],
  ] as const;
  return (
    <div className={styles.references}>
      {offered.map(([name, price]) => {
        if (price === null) return null;
        const shown = `${name} ${formatAmount(price, { locale, decimals: stepDecimals(tick) })}`;
        return (
          <button key={name} type="button" className={styles.reference} title={shown} onClick={() => onPick(price)}>
            {shown}
          </button>
        );
      })}
    </div>
  );
}
