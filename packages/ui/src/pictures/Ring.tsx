import type { ReactNode } from 'react';
import styles from './Pictures.module.css';
import { slices } from './picture-paths.ts';

export type Part = { label: string; share: number };
const partColour = (index: number) => `var(--part-${Math.min(index, 5) + 1})`;

/** Parts of a whole, told apart by order, gap and label. Give the largest first; the first has the cash colour. */
export function Ring({
  parts,
  label,
  size = 116,
  children,
}: {
  parts: readonly Part[];
  label: string;
  size?: number | undefined;
  children?: ReactNode;
}) {
  const radius = 50 - 8;
  const around = 2 * Math.PI * radius;
  const gap = parts.filter((part) => part.share > 0).length > 1 ? 1.6 : 0;
  return (
    <div role="img" aria-label={label} className={styles.ring} style={{ inlineSize: size, blockSize: size }}>
      <svg viewBox="0 0 100 100" width={size} height={size} aria-hidden="true">
        {slices(parts.map((part) => part.share)).map(({ start, end }, index) => {
          const length = Math.max(0.6, (end - start) * around - gap);
          return end > start ? (
            <circle
              key={parts[index]!.label}
              cx="50"
              cy="50"
              r={radius}
              fill="none"
              stroke={partColour(index)}
              strokeWidth="16"
              strokeDasharray={`${length} ${around - length}`}
              strokeDashoffset={-start * around - gap / 2}
              transform="rotate(-90 50 50)"
            />
          ) : null;
        })}
      </svg>
      {children && <div className={styles.centre}>{children}</div>}
    </div>
  );
}

export function RingLegend({ parts, value }: { parts: readonly Part[]; value: (part: Part) => ReactNode }) {
  return (
    <ul className={styles.legend}>
      {parts.map((part, index) => (
        <li key={part.label} className={styles.entry}>
          <span className={styles.swatch} style={{ background: partColour(index) }} />
          <span>{part.label}</span>
          <span>{value(part)}</span>
        </li>
      ))}
    </ul>
  );
}
