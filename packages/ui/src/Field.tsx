import { decimalAdd, decimalCompare, decimalSubtract, formatAmount, separatorsOf, stripNumberInput, trimZeros } from '@bourse/money';
import { type ComponentProps, type KeyboardEvent, type ReactNode, useId, useRef, useState } from 'react';
import { useUi } from './context.tsx';
import { cx } from './cx.ts';
import styles from './Field.module.css';
import { IconAlert, IconEye, IconEyeOff, IconMinus, IconPlus } from './icons.tsx';

export type FieldFrame = {
  label: string;
  /** One line under the box. An error replaces it. */
  hint?: ReactNode;
  error?: ReactNode;
  unit?: ReactNode;
  /** At the end, inside the box. */
  trailing?: ReactNode;
  /** `stacked`: label above the value. `inline`: label before the value, for dense panels. */
  layout?: 'stacked' | 'inline' | undefined;
  dense?: boolean | undefined;
};

type FrameProps = FieldFrame & { id: string; disabled?: boolean | undefined; children: ReactNode };

function Frame({ id, label, hint, error, unit, trailing, layout = 'stacked', dense = false, disabled = false, children }: FrameProps) {
  return (
    <div className={styles.field}>
      {/* A click anywhere in the box clicks the label, which focuses the input. */}
      <label
        htmlFor={id}
        className={cx(
          styles.box,
          Boolean(error) && styles.bad,
          disabled && styles.off,
          dense && styles.dense,
          layout === 'inline' && styles.inline,
        )}
      >
        <span className={styles.main}>
          <span className={styles.label}>{label}</span>
          {children}
        </span>
        {unit !== undefined && <span className={styles.unit}>{unit}</span>}
        {trailing}
      </label>
      {error ? (
        <div className={cx(styles.message, styles.error)} id={`${id}-message`} role="alert">
          <IconAlert size={16} aria-hidden />
          <span>{error}</span>
        </div>
      ) : (
        hint && (
          <div className={styles.message} id={`${id}-message`}>
            {hint}
          </div>
        )
      )}
    </div>
  );
}

type InputRest = Omit<ComponentProps<'input'>, 'value' | 'onChange' | 'children'>;
export type TextFieldProps = FieldFrame & InputRest & { value: string; onChange: (value: string) => void };

export function TextField({ label, hint, error, unit, trailing, layout, dense, value, onChange, id, className, ...rest }: TextFieldProps) {
  const own = useId();
  const key = id ?? own;
  return (
    <Frame {...{ id: key, label, hint, error, unit, trailing, layout, dense, disabled: rest.disabled }}>
      <input
        type="text"
        {...rest}
        id={key}
        className={cx(styles.input, className)}
        value={value}
        onChange={(event) => onChange(event.target.value)}
        aria-invalid={error ? true : undefined}
        aria-describedby={error || hint ? `${key}-message` : undefined}
      />
    </Frame>
  );
}

export type TextAreaProps = FieldFrame &
  Omit<ComponentProps<'textarea'>, 'value' | 'onChange'> & { value: string; onChange: (value: string) => void };

export function TextArea({ label, hint, error, unit, trailing, layout, dense, value, onChange, id, className, ...rest }: TextAreaProps) {
  const own = useId();
  const key = id ?? own;
  return (
    <Frame {...{ id: key, label, hint, error, unit, trailing, layout, dense, disabled: rest.disabled }}>
      <textarea
        rows={3}
        {...rest}
        id={key}
        className={cx(styles.input, styles.area, className)}
        value={value}
        onChange={(event) => onChange(event.target.value)}
        aria-invalid={error ? true : undefined}
        aria-describedby={error || hint ? `${key}-message` : undefined}
      />
    </Frame>
  );
}

/** A password that can be shown while typing. */
export function PasswordField(props: Omit<TextFieldProps, 'type' | 'trailing'>) {
  const { labels } = useUi();
  const [shown, setShown] = useState(false);
  return (
    <TextField
      autoComplete="current-password"
      autoCapitalize="none"
      spellCheck={false}
      {...props}
      type={shown ? 'text' : 'password'}
      trailing={
        <button
          type="button"
          className={styles.step}
          aria-label={shown ? labels.hidePassword : labels.showPassword}
          aria-pressed={shown}
          onClick={() => setShown(!shown)}
        >
          {shown ? <IconEyeOff size={20} /> : <IconEye size={20} />}
        </button>
      }
    />
  );
}

export type NumberFieldProps = FieldFrame &
  Omit<InputRest, 'min' | 'max' | 'step' | 'type'> & {
    /** A plain decimal string; '' while empty. */
    value: string;
    onChange: (value: string) => void;
    decimals?: number | undefined;
    /** Shows − and +, and lets the arrow keys step. */
    step?: string | undefined;
    min?: string | undefined;
    max?: string | undefined;
    negative?: boolean | undefined;
  };

/**
 * An amount. People type in their language's format ("1.234,5"); the value is a plain decimal string ("1234.5") and never becomes a float.
 */
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
  step,
  min,
  max,
  negative = false,
  id,
  className,
  onFocus,
  onBlur,
  onKeyDown,
  onPointerDown,
  ...rest
}: NumberFieldProps) {
  const own = useId();
  const key = id ?? own;
  const { locale, labels } = useUi();
  const { decimal } = separatorsOf(locale);
  // While typing, show the person's own text; afterwards, the grouped value.
  const [typed, setTyped] = useState<string | null>(null);
  const byPointer = useRef(false);
  const shown = typed ?? (value === '' ? '' : formatAmount(value, { locale }));

  const read = (text: string) => stripNumberInput(text, { locale, negative, ...(decimals === undefined ? {} : { decimals }) });
  const change = (text: string) => {
    setTyped(text);
    onChange(read(text));
  };
  const move = (direction: 1 | -1) => {
    if (!step) return;
    const next = direction > 0 ? decimalAdd(value || '0', step) : decimalSubtract(value || '0', step);
    const low = min ?? (negative ? undefined : '0');
    const bounded =
      low !== undefined && decimalCompare(next, low) < 0 ? low : max !== undefined && decimalCompare(next, max) > 0 ? max : next;
    setTyped(null);
    onChange(decimals === undefined ? trimZeros(bounded) : bounded);
  };
  const keyDown = (event: KeyboardEvent<HTMLInputElement>) => {
    onKeyDown?.(event);
    if (!step || event.defaultPrevented) return;
    if (event.key === 'ArrowUp' || event.key === 'ArrowDown') {
      event.preventDefault();
      move(event.key === 'ArrowUp' ? 1 : -1);
    }
  };
  const stepper = step !== undefined && (
    <span className={styles.steps}>
      <button
        type="button"
        className={styles.step}
        tabIndex={-1}
        aria-label={`${labels.decrease}: ${label}`}
        onClick={() => move(-1)}
        disabled={rest.disabled}
      >
        <IconMinus size={20} />
      </button>
      <button
        type="button"
        className={styles.step}
        tabIndex={-1}
        aria-label={`${labels.increase}: ${label}`}
        onClick={() => move(1)}
        disabled={rest.disabled}
      >
        <IconPlus size={20} />
      </button>
    </span>
  );
  return (
    <Frame
      {...{ id: key, label, hint, error, unit, layout, dense, disabled: rest.disabled }}
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
        id={key}
        type="text"
        inputMode="decimal"
        dir="ltr"
        className={cx(styles.input, styles.figure, className)}
        value={shown}
        onChange={(event) => change(event.target.value)}
        onPointerDown={(event) => {
          byPointer.current = document.activeElement !== event.currentTarget;
          onPointerDown?.(event);
        }}
        onFocus={(event) => {
          // Write the text at once: waiting for the next render would lose the selection of a person who came by key to replace the figure.
          const input = event.currentTarget;
          const plain = value.replace('.', decimal);
          input.value = plain;
          setTyped(plain);
          // A finger places the cursor. Any other focus selects the whole figure, after the browser has set its own selection.
          if (!byPointer.current) queueMicrotask(() => document.activeElement === input && input.select());
          byPointer.current = false;
          onFocus?.(event);
        }}
        onBlur={(event) => {
          setTyped(null);
          onBlur?.(event);
        }}
        onKeyDown={keyDown}
        aria-invalid={error ? true : undefined}
        aria-describedby={error || hint ? `${key}-message` : undefined}
      />
    </Frame>
  );
}
