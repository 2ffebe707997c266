import { useEffect, useRef } from 'react';
import { cx } from './cx.ts';
import styles from './Tabs.module.css';
import { type Option, walk } from './walk.ts';

export type TabsProps<Value extends string> = {
  label: string;
  options: readonly (Option<Value> & { count?: number | undefined })[];
  value: Value;
  onChange: (value: Value) => void;
  /** For panel heads: 36 high, 13 px. */
  dense?: boolean | undefined;
  className?: string | undefined;
  /** Id prefix of panels: tab `x` controls `${panels}-x`. */
  panels?: string | undefined;
};

/** Underlined tabs that scroll when they do not fit; the selected one scrolls into view. */
export function Tabs<Value extends string>({ label, options, value, onChange, dense = false, className, panels }: TabsProps<Value>) {
  const row = useRef<HTMLDivElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the effect follows the chosen value
  useEffect(() => {
    const chosen = row.current?.querySelector<HTMLElement>('[aria-selected=true]');
    const box = row.current;
    if (!chosen || !box || box.scrollWidth <= box.clientWidth) return;
    const inside = chosen.getBoundingClientRect();
    const frame = box.getBoundingClientRect();
    if (inside.left < frame.left || inside.right > frame.right) box.scrollBy({ left: inside.left - frame.left - 48, behavior: 'smooth' });
  }, [value]);
  return (
    <div
      ref={row}
      role="tablist"
      aria-label={label}
      className={cx(styles.tabs, dense && styles.dense, className)}
      onKeyDown={(event) => walk(event, '[role=tab]:not(:disabled)')}
    >
      {options.map((option) => (
        <button
          key={option.value}
          type="button"
          role="tab"
          id={panels ? `${panels}-${option.value}-tab` : undefined}
          aria-controls={panels ? `${panels}-${option.value}` : undefined}
          aria-selected={option.value === value}
          tabIndex={option.value === value ? 0 : -1}
          disabled={option.disabled}
          className={styles.tab}
          onClick={() => onChange(option.value)}
        >
          {option.label}
          {option.count !== undefined && <span className={styles.count}>{option.count}</span>}
        </button>
      ))}
    </div>
  );
}
