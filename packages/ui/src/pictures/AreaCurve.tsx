import { type ReactNode, useRef, useState } from 'react';
import styles from './Pictures.module.css';
import { linePath } from './picture-paths.ts';

export type CurvePoint = { at: number; value: number };
export type AreaCurveProps = {
  points: readonly CurvePoint[];
  /** Text alternative: what the curve shows. */
  label: string;
  /** A dotted line at this value, such as the day's start. */
  baseline?: number | undefined;
  height?: number | undefined;
  /** The text for the point under the pointer; without it the curve is not interactive. */
  read?: ((point: CurvePoint) => ReactNode) | undefined;
};

/** An equity curve in the accent colour, which means "yours". Time runs left to right in both directions of writing. */
export function AreaCurve({ points, label, baseline, height = 64, read }: AreaCurveProps) {
  const box = useRef<HTMLDivElement>(null);
  const [over, setOver] = useState<number | null>(null);
  const width = 360;
  if (points.length < 2) return <div role="img" aria-label={label} style={{ blockSize: height }} />;
  const values = points.map((point) => point.value);
  const all = baseline === undefined ? values : [...values, baseline];
  const low = Math.min(...all);
  const span = Math.max(...all) - low;
  const yOf = (value: number) => (span === 0 ? height / 2 : 4 + (1 - (value - low) / span) * (height - 8));
  const first = points[0]!.at;
  const range = points.at(-1)!.at - first || 1;
  const line = points.map((point) => ({ x: ((point.at - first) / range) * width, y: yOf(point.value) }));
  const shown = over ?? points.length - 1;
  const dot = line[shown]!;
  const percent = (dot.x / width) * 100;
  return (
    <div
      ref={box}
      role="img"
      aria-label={label}
      className={styles.curve}
      style={{ blockSize: height }}
      onPointerMove={(event) => {
        if (!read || !box.current) return;
        const frame = box.current.getBoundingClientRect();
        const x = ((event.clientX - frame.left) / frame.width) * width;
        let nearest = 0;
        for (const [index, point] of line.entries()) if (Math.abs(point.x - x) < Math.abs(line[nearest]!.x - x)) nearest = index;
        setOver(nearest);
      }}
      onPointerLeave={() => setOver(null)}
    >
      <svg viewBox={`0 0 ${width} ${height}`} height={height} preserveAspectRatio="none" aria-hidden="true">
        {baseline !== undefined && (
          <line
            x1="0"
            x2={width}
            y1={yOf(baseline)}
            y2={yOf(baseline)}
            stroke="var(--line-strong)"
            strokeDasharray="2 4"
            vectorEffect="non-scaling-stroke"
          />
        )}
        <path
          d={linePath(line)}
          fill="none"
          stroke="var(--accent)"
          strokeWidth="1.75"
          strokeLinejoin="round"
          strokeLinecap="round"
          vectorEffect="non-scaling-stroke"
        />
      </svg>
      {over !== null && <span className={styles.cursor} style={{ left: `${percent}%` }} />}
      <span className={styles.dot} style={{ left: `${percent}%`, top: dot.y }} />
      {over !== null && read && (
        <span className={styles.read} style={{ left: `${percent}%`, translate: `${-percent}% 0` }}>
          {read(points[over]!)}
        </span>
      )}
    </div>
  );
}
