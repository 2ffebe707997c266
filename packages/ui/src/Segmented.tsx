import { cx } from './cx.ts';
import styles from './Segmented.module.css';
import { type Option, walk } from './walk.ts';

export type SegmentedProps<Value extends string> = {
  label: string;
  options: readonly Option<Value>[];
  value: Value;
  onChange: (value: Value) => void;
  small?: boolean | undefined;
  className?: string | undefined;
};

/** A choice of two to five that changes what is below it. `tone` gives buy and sell their colours. */
export function Segmented<Value extends string>({ label, options, value, onChange, small = false, className }: SegmentedProps<Value>) {
  return (
    <div
      role="radiogroup"
      aria-label={label}
      className={cx(styles.segmented, small && styles.small, className)}
      onKeyDown={(event) => walk(event, '[role=radio]:not(:disabled)')}
    >
      {options.map((option) => (
        // biome-ignore lint/a11y/useSemanticElements: the keyboard walk above is the radio pattern
        <button
          key={option.value}
          type="button"
          role="radio"
          aria-checked={option.value === value}
          tabIndex={option.value === value ? 0 : -1}
          disabled={option.disabled}
          className={cx(styles.segment, option.tone === 'up' && styles.segmentUp, option.tone === 'down' && styles.segmentDown)}
          onClick={() => onChange(option.value)}
        >
          {option.label}
        </button>
      ))}
    </div>
  );
}
