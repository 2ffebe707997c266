import { type ComponentProps, type ReactNode, useId, useState } from 'react';
import { useUi } from './context.tsx';
import { cx } from './cx.ts';
import styles from './Field.module.css';
import { IconAlert, IconEye, IconEyeOff } from './icons.tsx';

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

type FrameProps = FieldFrame & {
  id: string;
  disabled?: boolean | undefined;
  /** Buttons beside the message that mend the field. */
  actions?: ReactNode;
  children: ReactNode;
};

export function Frame({
  id,
  label,
  hint,
  error,
  unit,
  trailing,
  layout = 'stacked',
  dense = false,
  disabled = false,
  actions,
  children,
}: FrameProps) {
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
        <div className={cx(styles.message, styles.error)}>
          <IconAlert size={16} aria-hidden />
          <span id={`${id}-message`} role="alert">
            {error}
          </span>
          {actions}
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

export type InputRest = Omit<ComponentProps<'input'>, 'value' | 'onChange' | 'children'>;
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
