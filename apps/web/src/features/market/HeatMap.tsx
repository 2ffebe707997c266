import { decimalSign, formatAmount } from '@bourse/money';
import { cx, useUi } from '@bourse/ui';
import { Link } from '@tanstack/react-router';
import { type CSSProperties, useEffect, useRef, useState } from 'react';
import styles from './HeatMap.module.css';
import { sectorName } from './sectors.ts';
import type { HeatItem, HeatMap as Layout } from './treemap.ts';

type Geometry = typeof import('./treemap.ts');

const shortName = (symbol: string): string => symbol.split('/')[0]?.replace(/-PERP$/, '') ?? symbol;

/** Tile area by turnover, shade by change. The geometry loads when the first map comes into view. */
export function HeatMap({
  items,
  label,
  kind,
  plates = false,
  className,
}: {
  items: readonly HeatItem[] | undefined;
  label: string;
  kind: number;
  plates?: boolean | undefined;
  className?: string | undefined;
}) {
  const { locale } = useUi();
  const box = useRef<HTMLElement>(null);
  const [size, setSize] = useState({ width: 0, height: 0 });
  const [geometry, setGeometry] = useState<Geometry | null>(null);
  useEffect(() => void import('./treemap.ts').then(setGeometry), []);
  useEffect(() => {
    const node = box.current;
    if (!node) return;
    const measure = () => setSize({ width: node.clientWidth, height: node.clientHeight });
    const observer = new ResizeObserver(measure);
    observer.observe(node);
    measure();
    return () => observer.disconnect();
  }, []);
  const map: Layout = geometry && items ? geometry.layoutHeat(items, size.width, size.height, { plates }) : { tiles: [], groups: [] };
  return (
    <section ref={box} className={cx(styles.map, className)} aria-label={label} aria-busy={!items}>
      {!items && <div className={styles.bones} />}
      {map.groups.map((group) => (
        <span key={group.plate} className={styles.plate} style={placed(group)}>
          {sectorName(group.plate)}
        </span>
      ))}
      {geometry &&
        map.tiles.map((tile) => {
          const direction = decimalSign(tile.change);
          const caption = geometry.captionOf(shortName(tile.symbol), tile);
          const change = `${formatAmount(tile.change, { locale, decimals: 2, sign: 'always' })}%`;
          return (
            <Link
              key={tile.symbol}
              to="/order"
              search={{ symbol: tile.symbol, kind: String(kind) }}
              className={cx(styles.tile, direction > 0 && styles.up, direction < 0 && styles.down)}
              style={{ ...placed(tile), '--shade': `${geometry.shadeOf(tile.change)}%` } as CSSProperties}
              title={`${tile.symbol} ${change}`}
            >
              <span className="visually-hidden">{caption === 'none' ? `${tile.symbol} ${change}` : tile.symbol}</span>
              {caption !== 'none' && (
                <span className={cx(styles.caption, caption === 'large' && styles.large)}>
                  <strong aria-hidden>{shortName(tile.symbol)}</strong>
                  {caption !== 'name' && <span>{change}</span>}
                </span>
              )}
            </Link>
          );
        })}
    </section>
  );
}

const placed = ({ x, y, width, height }: { x: number; y: number; width: number; height: number }): CSSProperties => ({
  insetInlineStart: x,
  insetBlockStart: y,
  inlineSize: width,
  blockSize: height,
});
