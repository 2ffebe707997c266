import { cx } from '@bourse/ui';
import { type KeyboardEvent, type PointerEvent, useRef } from 'react';
import { useT } from '../../../i18n/index.ts';
import { bounded, type PanelName, panelBounds } from './panels.ts';
import styles from './Splitter.module.css';

type Props = {
  name: PanelName;
  value: number;
  onChange: (value: number) => void;
  /** `x` moves a column's edge, `y` a row's. */
  axis: 'x' | 'y';
  /** Whether the panel grows as the splitter moves towards the end (1) or the start (-1). */
  grows: 1 | -1;
  /** The length of the whole in pixels, if the size is a share of it. */
  whole?: (() => number) | undefined;
  className?: string | undefined;
};

/** The splitter between two panels, moved by pointer or keyboard; a double click resets it. */
export function Splitter({ name, value, onChange, axis, grows, whole, className }: Props) {
  const t = useT();
  const from = useRef<{ at: number; value: number } | null>(null);
  const [low, high] = panelBounds[name];
  const rtl = () => axis === 'x' && document.documentElement.dir === 'rtl';
  const place = (event: PointerEvent) => (axis === 'x' ? event.clientX * (rtl() ? -1 : 1) : event.clientY);
  const per = () => whole?.() ?? 1;
  const keys = (event: KeyboardEvent) => {
    const ahead = axis === 'x' ? (rtl() ? 'ArrowLeft' : 'ArrowRight') : 'ArrowDown';
    const back = axis === 'x' ? (rtl() ? 'ArrowRight' : 'ArrowLeft') : 'ArrowUp';
    if (event.key !== ahead && event.key !== back) return;
    event.preventDefault();
    onChange(bounded(name, value + ((event.key === ahead ? 16 : -16) * grows) / per()));
  };
  return (
    // biome-ignore lint/a11y/useSemanticElements: a rule that can be moved has no element of its own
    <div
      role="separator"
      tabIndex={0}
      aria-label={t('trade.resize')}
      aria-orientation={axis === 'x' ? 'vertical' : 'horizontal'}
      aria-valuemin={Math.round(low * (high <= 1 ? 100 : 1))}
      aria-valuemax={Math.round(high * (high <= 1 ? 100 : 1))}
      aria-valuenow={Math.round(value * (high <= 1 ? 100 : 1))}
      className={cx(styles.splitter, styles[axis], className)}
      onKeyDown={keys}
      onDoubleClick={() => onChange(bounded(name, Number.NaN))}
      onPointerDown={(event) => {
        from.current = { at: place(event), value };
        event.currentTarget.setPointerCapture(event.pointerId);
      }}
      onPointerMove={(event) => {
        if (from.current) onChange(bounded(name, from.current.value + ((place(event) - from.current.at) * grows) / per()));
      }}
      onPointerUp={() => {
        from.current = null;
      }}
      onPointerCancel={() => {
        from.current = null;
      }}
    />
  );
}
