import { memo } from 'react';
import { cx } from '../cx.ts';
import styles from './Pictures.module.css';
import { linePath, spread } from './picture-paths.ts';

export type SparklineProps = {
  values: readonly number[];
  /** `auto` compares the last value with the first. */
  tone?: 'auto' | 'up' | 'down' | 'accent' | 'muted' | undefined;
  width?: number | undefined;
  height?: number | undefined;
  className?: string | undefined;
};

/** A day's prices in 64×24. Hidden from assistive technology, because a figure next to it says the same. */
export const Sparkline = memo(function Sparkline({ values, tone = 'auto', width = 64, height = 24, className }: SparklineProps) {
  if (values.length < 2) return <svg width={width} height={height} className={className} aria-hidden="true" />;
  const points = spread(values, width - 3, height);
  const end = points.at(-1)!;
  const shown = tone === 'auto' ? (values.at(-1)! >= values[0]! ? 'up' : 'down') : tone;
  return (
    <svg width={width} height={height} className={cx(styles.spark, styles[shown], className)} aria-hidden="true">
      <path d={linePath(points)} fill="none" stroke="currentColor" strokeWidth="1.5" strokeLinejoin="round" strokeLinecap="round" />
      <circle cx={end.x} cy={end.y} r="2" fill="currentColor" />
    </svg>
  );
});
