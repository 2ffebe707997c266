import type { ComponentProps, ReactNode } from 'react';
import styles from './Button.module.css';
import { useUi } from './context.tsx';
import { cx } from './cx.ts';

export type ButtonKind = 'solid' | 'outline' | 'quiet' | 'plain' | 'link' | 'danger' | 'up' | 'down';
export type ButtonSize = 'large' | 'medium' | 'small';
export type ButtonLook = { kind?: ButtonKind | undefined; size?: ButtonSize | undefined; wide?: boolean | undefined };

/** The button classes for another element, such as a link. */
export const buttonClass = ({ kind = 'solid', size = 'medium', wide = false }: ButtonLook = {}): string =>
  cx(styles.button, styles[kind], styles[size], wide && styles.wide);

export type ButtonProps = ComponentProps<'button'> & ButtonLook & { busy?: boolean | undefined; icon?: ReactNode };

/** `busy` keeps the button's width, and its label for assistive technology. */
export function Button({ kind, size, wide, busy = false, icon, className, children, disabled, ...rest }: ButtonProps) {
  const { labels } = useUi();
  return (
    <button
      type="button"
      {...rest}
      disabled={disabled || busy}
      aria-busy={busy || undefined}
      className={cx(buttonClass({ kind, size, wide }), busy && styles.busy, className)}
    >
      <span className={styles.content}>
        {icon}
        {children}
      </span>
      {busy && <span className={styles.spinner} role="status" aria-label={labels.loading} />}
    </button>
  );
}

export type IconButtonProps = Omit<ComponentProps<'button'>, 'children'> & {
  label: string;
  children: ReactNode;
  small?: boolean | undefined;
};

export const iconButtonClass = (small = false): string => cx(styles.icon, small && styles.iconSmall);

/** A button with an icon: a 44 px target (32 in dense panels), with a name for assistive technology. */
export function IconButton({ label, small = false, className, children, ...rest }: IconButtonProps) {
  return (
    <button type="button" title={label} aria-label={label} {...rest} className={cx(iconButtonClass(small), className)}>
      {children}
    </button>
  );
}
