import { useAmountInput } from '@bourse/ui';
import { useId } from 'react';
import { useInstrument } from '../../../data/index.ts';
import styles from '../lists/Lists.module.css';
import { stepDecimals } from '../ticket/arithmetic.ts';
import type { Order } from './orders.ts';

type Props = {
  order: Order;
  field: 'price' | 'quantity';
  label: string;
  value: string;
  /** The exchange refused the change. */
  bad: boolean;
  onChange: (value: string) => void;
  onSave: () => void;
  onLeave: () => void;
};

/** A new price or quantity for an order, typed into its row. */
export function AmendField({ order, field, label, value, bad, onChange, onSave, onLeave }: Props) {
  const id = useId();
  const instrument = useInstrument(order.symbol);
  const { problem, choices, input } = useAmountInput({
    ...{ value, onChange },
    decimals: instrument && stepDecimals(field === 'price' ? instrument.tick : instrument.lot),
    asset: field === 'price' ? instrument?.quote : instrument?.base,
  });
  return (
    <span className={styles.amend}>
      <input
        {...input}
        className={styles.edit}
        // biome-ignore lint/a11y/noAutofocus: the field was asked for by the click that opened it
        autoFocus={field === 'price'}
        aria-label={label}
        aria-invalid={bad || problem !== undefined}
        aria-describedby={problem && id}
        onKeyDown={(event) => {
          if (event.key === 'Enter' && !event.nativeEvent.isComposing) onSave();
          if (event.key === 'Escape') {
            event.stopPropagation();
            onLeave();
          }
        }}
      />
      {problem && (
        <span id={id} role="alert">
          {problem}
        </span>
      )}
      {choices}
    </span>
  );
}
