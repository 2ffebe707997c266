import { plotNumber } from '@bourse/money';
import { cx } from '@bourse/ui';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { createPortal } from 'react-dom';
import type { Instrument } from '../../../data/index.ts';
import { floorToStep, isPositive } from '../ticket/arithmetic.ts';
import { placeLabels } from './bars.ts';
import styles from './ChartLines.module.css';
import type { ChartHandle } from './engine.ts';
import { LineTag, usePriceText } from './LineTag.tsx';
import { type Holding, useDrag } from './useDrag.ts';

const labelHeight = 26;
/** The height range of the last price's tag: two lines, uneven around the price. */
const aroundLast = (y: number) => ({ from: y - 11, to: y + 29 });

/** One of the customer's own prices on the chart. */
export interface ChartLine {
  id: string;
  price: string;
  tone: 'yours' | 'warn' | 'up' | 'down';
  dashed: boolean;
  /** The line's text, and its accessible name. */
  name: string;
  /** What the tag shows, at the line's price or at the price it is dragged to. */
  label: (price: string) => ReactNode;
  /** Buttons inside the tag. */
  extra?: ReactNode;
  cancel?: { label: string; busy: boolean; run: () => void } | undefined;
  /** The line can be dragged, or moved with the arrow keys; `hint` explains how. */
  move?: { hint: (price: string) => string; set: (price: string) => void } | undefined;
  /** This button sets a proposed line, or sends the price that a line was moved to. `text` is shown on it. */
  confirm?: { label: (price: string) => string; text?: (price: string) => string; run: (price: string) => void } | undefined;
  /** A line that stands somewhere already: its `confirm` appears once it is moved, and `leave` names the button that puts it back. */
  leave?: string | undefined;
  /** Out of view, the price stays at the edge of the axis, with an arrow. */
  pinned?: boolean | undefined;
}

type Props = {
  chart: ChartHandle;
  instrument: Instrument;
  lines: readonly ChartLine[];
  /** Where the tags stand: outside of the candles. */
  rail?: HTMLElement | null | undefined;
};

/**
 * The customer's own prices: lines over the candles with their prices on the axis, and a tag for each in a row below the chart, so that nothing covers
 * a candle or the legend. The chart moves under the lines, so their positions are read from it once a frame while they are visible.
 */
export function ChartLines({ chart, instrument, lines, rail }: Props) {
  const layer = useRef<HTMLDivElement>(null);
  const [held, setHeld] = useState<{ id: string; price: string } | null>(null);
  /** The line whose tag is under the pointer or has the focus. */
  const [looked, setLooked] = useState<string | null>(null);
  const shown = usePriceText(instrument);
  const priceOf = (line: ChartLine) => (held?.id === line.id ? held.price : line.price);
  const active = held?.id ?? looked;
  const key = lines.map((line) => `${line.id}:${priceOf(line)}`).join(' ');

  // biome-ignore lint/correctness/useExhaustiveDependencies: `key` names the lines and their prices
  useEffect(() => {
    const node = layer.current;
    if (!node || lines.length === 0) return;
    // The first to be named on the axis is the line that the customer is busy with.
    const order = [...lines.keys()].sort((a, b) => Number(lines[b]!.id === active) - Number(lines[a]!.id === active));
    let frame = 0;
    let before = '';
    const move = () => {
      frame = requestAnimationFrame(move);
      const last = chart.placeLast()?.y;
      const places = order.flatMap((index) => {
        const line = lines[index]!;
        const price = plotNumber(priceOf(line));
        const place = chart.place(price);
        if (place) return [{ index, ...place, side: '' }];
        const edge = line.pinned ? chart.beyond(price) : undefined;
        return edge ? [{ index, ...edge, y: edge.side === 'above' ? labelHeight / 2 : edge.height - labelHeight / 2 }] : [];
      });
      const now = `${places.map(({ index, y, side, axis }) => `${index} ${Math.round(y)} ${side} ${axis}`).join()} ${last === undefined ? '' : Math.round(last)}`;
      if (now === before) return;
      before = now;
      const labels = placeLabels(
        places.map(({ y }) => y),
        labelHeight,
        // A price at another height would be wrong; at the edge none has a height.
        places.map(({ side, height }) => (side === '' ? labelHeight : height)),
        last === undefined ? [] : [aroundLast(last)],
      );
      for (const child of node.children) (child as HTMLElement).hidden = true;
      for (const [at, { index, axis, y, side }] of places.entries()) {
        const row = node.children[index] as HTMLElement;
        row.hidden = false;
        row.toggleAttribute('data-priceless', labels[at] == null);
        row.dataset['side'] = side;
        row.style.setProperty('--line-y', `${Math.round(y)}px`);
        row.style.setProperty('--price-y', `${Math.round(labels[at] ?? y)}px`);
        row.style.setProperty('--axis', `${axis}px`);
      }
    };
    move();
    return () => cancelAnimationFrame(frame);
  }, [chart, key, active]);

  if (lines.length === 0) return null;
  const top = () => layer.current?.getBoundingClientRect().top ?? 0;
  const heightOf = (price: string): number | undefined => {
    const y = chart.place(plotNumber(price))?.y;
    return y === undefined ? undefined : top() + y;
  };
  const priceAt = (clientY: number): string | undefined => {
    const price = chart.priceAt(clientY - top());
    if (price === undefined) return undefined;
    const text = floorToStep(String(price), instrument.tick);
    return isPositive(text) ? text : undefined;
  };
  const holding = (line: ChartLine) => ({
    price: priceOf(line),
    held: held?.id === line.id,
    onHold: (price: string | null) => setHeld(price === null ? null : { id: line.id, price }),
  });
  const tags = lines.map((line) => (
    <LineTag
      key={line.id}
      {...{ line, instrument, heightOf, priceAt }}
      {...holding(line)}
      onLook={(on) => setLooked(on ? line.id : null)}
    />
  ));
  return (
    <>
      <div ref={layer} dir="ltr" className={styles.layer}>
        {lines.map((line) => (
          <Mark key={line.id} {...{ line, heightOf, priceAt }} {...holding(line)} active={line.id === active} text={shown(priceOf(line))} />
        ))}
      </div>
      {rail ? createPortal(tags, rail) : tags}
    </>
  );
}

/** The line over the candles and its price on the axis. The tag says and does the same for those who cannot see or point. */
function Mark({ line, active, text, ...holding }: Holding & { line: ChartLine; active: boolean; text: string }) {
  const { drag } = useDrag(line, holding);
  return (
    <div className={styles.order} data-tone={line.tone} data-active={active} hidden aria-hidden>
      <span className={cx(styles.line, line.dashed && styles.waits)} />
      <span className={cx(styles.price, drag && styles.moves)} {...drag}>
        <span className={styles.above}>▲</span>
        <span className={styles.below}>▼</span>
        {text}
      </span>
    </div>
  );
}
