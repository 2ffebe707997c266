import { decimalAdd, decimalCompare, decimalSubtract, trimZeros, unreadText } from '@bourse/money';
import { type KeyboardEvent, useId } from 'react';
import { useUi } from './context.tsx';
import { cx } from './cx.ts';
import styles from './Field.module.css';
import { type FieldFrame, Frame, type InputRest } from './Field.tsx';
import { IconMinus, IconPlus } from './icons.tsx';
import { type AmountInput, useAmountInput } from './useAmountInput.tsx';

export type NumberFieldProps = FieldFrame &
  AmountInput &
  Omit<InputRest, 'min' | 'max' | 'step' | 'type' | 'ref' | 'onFocus' | 'onBlur' | 'onPointerDown'> & {
    /** Shows − and +, and lets the arrow keys step. */
    step?: string | undefined;
    min?: string | undefined;
    max?: string | undefined;
    /** An amount offered beside the error. */
    offer?: { value: string; label: string } | undefined;
  };

/** The field of an amount, read by `useAmountInput`. */
export function NumberField({
  label,
  hint,
  error,
  unit,
  trailing,
  layout,
  dense,
  value,
  onChange,
  decimals,
  asset,
  step,
  min = '0',
  max,
  offer,
  id,
  className,
  onKeyDown,
  ...rest
}: NumberFieldProps) {
  const own = useId();
  const key = id ?? own;
  const { labels } = useUi();
  const amount = useAmountInput({ value, onChange, decimals, asset });
  const message = amount.problem ?? error;
  // A step from a text without a reading would be a guess.
  const steps = step !== undefined && unreadText(value) === undefined ? step : undefined;
  const move = (direction: 1 | -1) => {
    if (steps === undefined) return;
    const next = direction > 0 ? decimalAdd(value || '0', steps) : decimalSubtract(value || '0', steps);
    const bounded = decimalCompare(next, min) < 0 ? min : max !== undefined && decimalCompare(next, max) > 0 ? max : next;
    amount.settle();
    onChange(decimals === undefined ? trimZeros(bounded) : bounded);
  };
  const keyDown = (event: KeyboardEvent<HTMLInputElement>) => {
    onKeyDown?.(event);
    if (steps === undefined || event.defaultPrevented) return;
    if (event.key === 'ArrowUp' || event.key === 'ArrowDown') {
      event.preventDefault();
      move(event.key === 'ArrowUp' ? 1 : -1);
    }
  };
  const stepButton = (direction: 1 | -1) => (
    <button
      type="button"
      className={styles.step}
      tabIndex={-1}
      aria-label={`${direction < 0 ? labels.decrease : labels.increase}: ${label}`}
      onClick={() => move(direction)}
      disabled={rest.disabled || steps === undefined}
    >
      {direction < 0 ? <IconMinus size={20} /> : <IconPlus size={20} />}
    </button>
  );
  const stepper = step !== undefined && (
    <span className={styles.steps}>
      {stepButton(-1)}
      {stepButton(1)}
    </span>
  );
  return (
    <Frame
      {...{ id: key, label, hint, unit, layout, dense, disabled: rest.disabled }}
      error={message}
      actions={amount.problem === undefined && offer ? amount.buttons([offer]) : amount.choices}
      trailing={
        trailing || stepper ? (
          <>
            {trailing}
            {stepper}
          </>
        ) : undefined
      }
    >
      <input
        autoComplete="off"
        enterKeyHint="done"
        {...rest}
        {...amount.input}
        id={key}
        className={cx(styles.input, styles.figure, className)}
        onKeyDown={keyDown}
        aria-invalid={message ? true : undefined}
        aria-describedby={message || hint ? `${key}-message` : undefined}
      />
    </Frame>
  );
}
