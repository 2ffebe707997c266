import { decimalAdd, decimalMultiply, decimalSubtract, formatAmount, plotNumber } from '@bourse/money';
import { cx, IconCheck, IconClose, useUi } from '@bourse/ui';
import { type KeyboardEvent, type PointerEvent, type ReactNode, useEffect, useRef, useState } from 'react';
import type { Instrument } from '../../../data/index.ts';
import { floorToStep, isPositive, stepDecimals } from '../ticket/arithmetic.ts';
import { spreadTags } from './bars.ts';
import styles from './ChartLines.module.css';
import type { ChartHandle } from './engine.ts';

const tagHeight = 26;

/** One of the customer's own prices on the chart. */
export interface ChartLine {
  id: string;
  price: string;
  tone: 'yours' | 'warn' | 'up' | 'down';
  dashed: boolean;
  /** What it is, in words; also its name for those who cannot see it. */
  name: string;
  /** What the tag shows, at the price where it stands or is held. */
  label: (price: string) => ReactNode;
  /** Buttons inside the tag. */
  extra?: ReactNode;
  cancel?: { label: string; busy: boolean; run: () => void } | undefined;
  /** It can be dragged, or walked with the arrow keys; `hint` tells how. */
  move?: { hint: (price: string) => string; set: (price: string) => void } | undefined;
  /** A line that is only proposed: this button sets it. */
  confirm?: { label: string; run: (price: string) => void } | undefined;
}

/**
 * The customer's own prices as lines, each with a tag that can be reached by keyboard. They are elements, not paint: the chart moves under them, so
 * their places are read from it once a frame while they are shown.
 */
export function ChartLines({ chart, instrument, lines }: { chart: ChartHandle; instrument: Instrument; lines: readonly ChartLine[] }) {
  const layer = useRef<HTMLDivElement>(null);
  const [held, setHeld] = useState<{ id: string; price: string } | null>(null);
  const priceOf = (line: ChartLine) => (held?.id === line.id ? held.price : line.price);
  const key = lines.map((line) => `${line.id}:${priceOf(line)}`).join(' ');

  // biome-ignore lint/correctness/useExhaustiveDependencies: `key` names the lines and their prices
  useEffect(() => {
    const node = layer.current;
    if (!node || lines.length === 0) return;
    const prices = lines.map((line) => plotNumber(priceOf(line)));
    let frame = 0;
    let before = '';
    const move = () => {
      frame = requestAnimationFrame(move);
      const places = prices.map((price) => chart.place(price));
      const last = chart.placeLast()?.y;
      const now = `${places.map((place) => (place ? Math.round(place.y) : '-')).join(' ')} ${last === undefined ? '-' : Math.round(last)}`;
      if (now === before) return;
      before = now;
      const inside = places.flatMap((place, index) => (place ? [{ place, index }] : []));
      const height = inside[0]?.place.height ?? 0;
      const spread = spreadTags(
        inside.map(({ place }) => place.y),
        tagHeight,
        tagHeight / 2,
        height - tagHeight / 2,
      );
      for (const child of node.children) (child as HTMLElement).hidden = true;
      for (const [at, { place, index }] of inside.entries()) {
        const row = node.children[index] as HTMLElement | undefined;
        if (!row) continue;
        row.hidden = false;
        row.style.setProperty('--line-y', `${Math.round(place.y)}px`);
        row.style.setProperty('--tag-y', `${Math.round(spread[at] ?? place.y)}px`);
        row.style.setProperty('--axis', `${place.axis}px`);
        // The tag of the last price is two lines high: an own price beside it moves out of its way, not over it.
        const near = last === undefined ? Number.POSITIVE_INFINITY : place.y - last;
        const aside = near > -24 && near < 42 ? (near <= 4 ? last! - 24 : last! + 42) : place.y;
        row.style.setProperty('--price-y', `${Math.round(aside)}px`);
      }
    };
    move();
    return () => cancelAnimationFrame(frame);
  }, [chart, key]);

  if (lines.length === 0) return null;
  const priceAt = (clientY: number): string | undefined => {
    const top = layer.current?.getBoundingClientRect().top;
    const price = top === undefined ? undefined : chart.priceAt(clientY - top);
    if (price === undefined) return undefined;
    const text = floorToStep(String(price), instrument.tick);
    return isPositive(text) ? text : undefined;
  };
  return (
    <div ref={layer} dir="ltr" className={styles.layer}>
      {lines.map((line) => (
        <Line
          key={line.id}
          {...{ line, instrument, priceAt }}
          price={priceOf(line)}
          held={held?.id === line.id}
          onHold={(price) => setHeld(price === null ? null : { id: line.id, price })}
        />
      ))}
    </div>
  );
}

type LineProps = {
  line: ChartLine;
  instrument: Instrument;
  price: string;
  held: boolean;
  onHold: (price: string | null) => void;
  priceAt: (clientY: number) => string | undefined;
};

function Line({ line, instrument, price, held, onHold, priceAt }: LineProps) {
  const { locale } = useUi();
  const dragging = useRef(false);
  const shown = formatAmount(price, { locale, decimals: stepDecimals(instrument.tick) });
  const { move } = line;
  const step = (ticks: number) => {
    const by = decimalMultiply(instrument.tick, String(Math.abs(ticks)));
    const next = ticks > 0 ? decimalAdd(price, by) : decimalSubtract(price, by);
    if (isPositive(next)) onHold(next);
  };
  const release = (set: boolean) => {
    if (set && held && price !== line.price) move?.set(price);
    onHold(null);
  };
  const keys = (event: KeyboardEvent) => {
    const walk = { ArrowUp: 10, ArrowDown: -10, PageUp: 100, PageDown: -100 }[event.key];
    if (walk !== undefined) step(event.shiftKey ? walk * 10 : walk);
    else if (event.key === 'Enter' && held) release(true);
    else if (event.key === 'Escape' && held) release(false);
    else return;
    event.preventDefault();
    event.stopPropagation();
  };
  const drag = {
    onPointerDown: (event: PointerEvent) => {
      dragging.current = true;
      event.currentTarget.setPointerCapture(event.pointerId);
    },
    onPointerMove: (event: PointerEvent) => {
      if (!dragging.current) return;
      const at = priceAt(event.clientY);
      if (at !== undefined) onHold(at);
    },
    onPointerUp: () => {
      if (!dragging.current) return;
      dragging.current = false;
      if (!line.confirm) release(true);
    },
    onPointerCancel: () => {
      dragging.current = false;
      release(false);
    },
  };
  return (
    <div className={styles.order} data-tone={line.tone} hidden>
      <span className={cx(styles.line, line.dashed && styles.waits)} />
      <span className={cx(styles.tag, held && styles.held)}>
        {move ? (
          <span
            role="slider"
            tabIndex={0}
            aria-orientation="vertical"
            aria-label={line.name}
            aria-valuenow={plotNumber(price)}
            aria-valuetext={move.hint(shown)}
            title={move.hint(shown)}
            className={cx(styles.words, styles.moves)}
            onKeyDown={keys}
            onBlur={() => held && !line.confirm && release(false)}
            {...drag}
          >
            {line.label(price)}
          </span>
        ) : (
          <span className={styles.words}>{line.label(price)}</span>
        )}
        {line.extra}
        {line.confirm && (
          <button type="button" className={styles.cancel} aria-label={line.confirm.label} onClick={() => line.confirm?.run(price)}>
            <IconCheck size={13} aria-hidden />
          </button>
        )}
        {line.cancel && (
          <button
            type="button"
            className={styles.cancel}
            aria-label={`${line.cancel.label} ${shown}`}
            disabled={line.cancel.busy}
            onClick={line.cancel.run}
          >
            <IconClose size={13} aria-hidden />
          </button>
        )}
      </span>
      <span className={styles.price}>{shown}</span>
    </div>
  );
}
