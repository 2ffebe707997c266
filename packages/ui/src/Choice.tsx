import { type ComponentProps, type CSSProperties, type ReactNode, useEffect, useId, useRef } from 'react';
import styles from './Choice.module.css';
import { cx } from './cx.ts';
import { IconChevronDown } from './icons.tsx';

type BoxRest = Omit<ComponentProps<'input'>, 'type' | 'checked' | 'onChange' | 'children'>;
export type CheckboxProps = BoxRest & {
  checked: boolean;
  onChange: (checked: boolean) => void;
  children?: ReactNode;
  indeterminate?: boolean | undefined;
  small?: boolean | undefined;
};

export function Checkbox({ checked, onChange, children, indeterminate = false, small = false, className, ...rest }: CheckboxProps) {
  const input = useRef<HTMLInputElement>(null);
  useEffect(() => {
    if (input.current) input.current.indeterminate = indeterminate;
  }, [indeterminate]);
  return (
    <label className={cx(styles.check, small && styles.checkSmall, className)}>
      <input
        ref={input}
        {...rest}
        type="checkbox"
        className={styles.box}
        checked={checked}
        onChange={(event) => onChange(event.target.checked)}
      />
      {children}
    </label>
  );
}

export type SwitchProps = BoxRest & { checked: boolean; onChange: (checked: boolean) => void; children?: ReactNode };

/** Takes effect at once, unlike a checkbox in a form. */
export function Switch({ checked, onChange, children, className, ...rest }: SwitchProps) {
  return (
    <label className={cx(styles.check, className)}>
      {children}
      <input
        {...rest}
        type="checkbox"
        role="switch"
        aria-checked={checked}
        className={styles.switch}
        checked={checked}
        onChange={(event) => onChange(event.target.checked)}
      />
    </label>
  );
}

export type SliderProps = {
  label: string;
  value: number;
  onChange: (value: number) => void;
  min?: number | undefined;
  max?: number | undefined;
  step?: number | undefined;
  /** Number of equal parts marked by ticks. */
  parts?: number | undefined;
  /** The value as text, such as "24% of free margin". */
  text?: string | undefined;
  start?: ReactNode;
  middle?: ReactNode;
  end?: ReactNode;
  disabled?: boolean | undefined;
};

/** A slider with ticks, from 0 to 100 unless told otherwise. */
export function Slider({
  label,
  value,
  onChange,
  min = 0,
  max = 100,
  step = 1,
  parts = 4,
  text,
  start,
  middle,
  end,
  disabled,
}: SliderProps) {
  const share = max > min ? ((value - min) / (max - min)) * 100 : 0;
  return (
    <div className={styles.slider} style={{ '--at': `${share}%` } as CSSProperties}>
      <div className={styles.rail}>
        <div className={styles.ticks} aria-hidden>
          {Array.from({ length: parts + 1 }, (_, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: ticks have no other identity
            <span key={index} className={cx(styles.tick, (index / parts) * 100 <= share && share > 0 && styles.tickOn)} />
          ))}
        </div>
        <input
          type="range"
          className={styles.range}
          aria-label={label}
          aria-valuetext={text}
          {...{ min, max, step, value, disabled }}
          onChange={(event) => onChange(event.target.valueAsNumber)}
        />
      </div>
      {(start ?? middle ?? end) !== undefined && (
        <div className={styles.legend}>
          <span>{start}</span>
          <span>{middle}</span>
          <span>{end}</span>
        </div>
      )}
    </div>
  );
}

export type SelectProps<Value extends string> = {
  label: string;
  options: readonly { value: Value; label: string; disabled?: boolean | undefined }[];
  value: Value;
  onChange: (value: Value) => void;
  /** Shows the label above; otherwise it is for assistive technology only. */
  labelled?: boolean | undefined;
  small?: boolean | undefined;
  bare?: boolean | undefined;
  disabled?: boolean | undefined;
  className?: string | undefined;
};

/** The device's own list: the best picker on a phone. */
export function Select<Value extends string>({
  label,
  options,
  value,
  onChange,
  labelled,
  small,
  bare,
  disabled,
  className,
}: SelectProps<Value>) {
  const id = useId();
  const control = (
    <span className={cx(styles.selectWrap, small && styles.selectSmall, bare && styles.selectBare, !labelled && className)}>
      <select
        id={id}
        className={styles.select}
        aria-label={labelled ? undefined : label}
        value={value}
        disabled={disabled}
        onChange={(event) => onChange(event.target.value as Value)}
      >
        {options.map((option) => (
          <option key={option.value} value={option.value} disabled={option.disabled}>
            {option.label}
          </option>
        ))}
      </select>
      <IconChevronDown size={16} aria-hidden />
    </span>
  );
  if (!labelled) return control;
  return (
    <div className={cx(styles.selectLabelled, className)}>
      <label className={styles.selectLabel} htmlFor={id}>
        {label}
      </label>
      {control}
    </div>
  );
}
