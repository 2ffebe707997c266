import { decimalAdd, decimalMultiply, decimalSubtract, formatAmount, plotNumber } from '@bourse/money';
import { cx, IconCheck, IconChevronDown, IconClose, useUi } from '@bourse/ui';
import { type KeyboardEvent, type PointerEvent, type ReactNode, useEffect, useRef, useState } from 'react';
import type { Instrument } from '../../../data/index.ts';
import { floorToStep, isPositive, stepDecimals } from '../ticket/arithmetic.ts';
import { gatherTags, placeLabels, spreadTags } from './bars.ts';
import styles from './ChartLines.module.css';
import type { ChartHandle } from './engine.ts';

const tagHeight = 26;
const noRuns: readonly (readonly string[])[] = [];
/** The height range of the last price's tag: two lines, uneven around the price. */
const aroundLast = (y: number) => ({ from: y - 11, to: y + 29 });

/** Where a line's tag belongs; `side` says on which side of the candles its price is out of view. */
interface Placed {
  index: number;
  axis: number;
  height: number;
  y: number;
  side: 'above' | 'below' | undefined;
}

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
  /** Lines of one kind whose tags would overlap share one tag with their count, until somebody opens it. */
  gathers?: { kind: string; name: (count: number) => string } | undefined;
  /** This button sets a proposed line, or sends the price that a line was moved to. `text` is shown on it. */
  confirm?: { label: (price: string) => string; text?: (price: string) => string; run: (price: string) => void } | undefined;
  /** A line that stands somewhere already: its `confirm` appears once it is moved, and `leave` names the button that puts it back. */
  leave?: string | undefined;
  /** Out of view, the tag stays at the edge of the candles, with an arrow. */
  pinned?: boolean | undefined;
}

/**
 * The customer's own prices as lines, each with a tag that the keyboard can reach. They are elements, not paint: the chart moves under
 * them, so their positions are read from it once a frame while they are visible.
 */
export function ChartLines({ chart, instrument, lines }: { chart: ChartHandle; instrument: Instrument; lines: readonly ChartLine[] }) {
  const layer = useRef<HTMLDivElement>(null);
  const [held, setHeld] = useState<{ id: string; price: string } | null>(null);
  const priceOf = (line: ChartLine) => (held?.id === line.id ? held.price : line.price);
  const key = lines.map((line) => `${line.id}:${priceOf(line)}`).join(' ');
  /** The first line of each shared tag, and the tags that somebody opened. */
  const [runs, setRuns] = useState(noRuns);
  const [opened, setOpened] = useState<readonly string[]>([]);
  const folded = (run: readonly string[]) => !run.every((id) => opened.includes(id));

  // biome-ignore lint/correctness/useExhaustiveDependencies: runs once per opening
  useEffect(() => {
    if (opened.length === 0) return;
    layer.current?.children[lines.findIndex((line) => line.id === opened[0])]?.querySelector('button')?.focus();
    const close = (event: Event) => {
      if (event instanceof globalThis.KeyboardEvent ? event.key === 'Escape' : !layer.current?.contains(event.target as Node))
        setOpened([]);
    };
    window.addEventListener('pointerdown', close, true);
    window.addEventListener('keydown', close, true);
    return () => {
      window.removeEventListener('pointerdown', close, true);
      window.removeEventListener('keydown', close, true);
    };
  }, [opened]);

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
      const edges = prices.map((price, index) => (places[index] || !lines[index]!.pinned ? undefined : chart.beyond(price)));
      const last = chart.placeLast()?.y;
      const now = `${places.map((place, index) => (place ? Math.round(place.y) : (edges[index]?.side ?? '-'))).join(' ')} ${last === undefined ? '-' : Math.round(last)} ${chart.legendHeight()}`;
      if (now === before) return;
      before = now;
      const inside = places.flatMap((place, index): Placed[] => {
        const edge = edges[index];
        if (edge) return [{ index, axis: edge.axis, height: edge.height, y: edge.side === 'above' ? 0 : edge.height, side: edge.side }];
        return place ? [{ index, axis: place.axis, height: place.height, y: place.y, side: undefined }] : [];
      });
      const found = gatherTags(
        inside.map(({ y }) => y),
        inside.map(({ index }) => lines[index]!.gathers?.kind ?? null),
        tagHeight,
      ).map((run) => run.map((at) => lines[inside[at]!.index]!.id));
      setRuns((known) => (known.join('|') === found.join('|') ? known : found));
      const silent = new Set(found.filter(folded).flatMap((run) => run.slice(1)));
      const told = inside.filter(({ index }) => !silent.has(lines[index]!.id));
      const height = inside[0]?.height ?? 0;
      // The tags keep off the legend, and off the edge below.
      const low = Math.min(chart.legendHeight(), height / 2) + tagHeight / 2;
      const spread = spreadTags(
        told.map(({ y }) => y),
        tagHeight,
        low,
        height - tagHeight / 2,
      );
      const seen = told.filter(({ side }) => side === undefined);
      const labels = placeLabels(
        seen.map(({ y }) => y),
        tagHeight,
        tagHeight,
        last === undefined ? [] : [aroundLast(last)],
      );
      for (const child of node.children) (child as HTMLElement).hidden = true;
      for (const { index, axis, y, side } of inside) {
        const row = node.children[index] as HTMLElement | undefined;
        if (!row) continue;
        const at = told.findIndex((each) => each.index === index);
        const label = labels[seen.findIndex((each) => each.index === index)];
        row.hidden = false;
        row.toggleAttribute('data-silent', at < 0);
        row.toggleAttribute('data-priceless', label == null);
        row.dataset.side = side ?? '';
        row.style.setProperty('--line-y', `${Math.round(y)}px`);
        row.style.setProperty('--tag-y', `${Math.round(spread[at] ?? y)}px`);
        row.style.setProperty('--price-y', `${Math.round(label ?? y)}px`);
        row.style.setProperty('--axis', `${axis}px`);
      }
    };
    move();
    return () => cancelAnimationFrame(frame);
  }, [chart, key, opened]);

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
  return (
    <div ref={layer} dir="ltr" className={styles.layer}>
      {lines.map((line) => {
        const run = runs.find(([first]) => first === line.id);
        return (
          <Line
            key={line.id}
            {...{ line, instrument, heightOf, priceAt }}
            price={priceOf(line)}
            held={held?.id === line.id}
            onHold={(price) => setHeld(price === null ? null : { id: line.id, price })}
            speaksFor={run && folded(run) ? run : undefined}
            onOpen={setOpened}
          />
        );
      })}
    </div>
  );
}

type LineProps = {
  line: ChartLine;
  instrument: Instrument;
  price: string;
  held: boolean;
  onHold: (price: string | null) => void;
  /** Converts a price to its y coordinate, and back. */
  heightOf: (price: string) => number | undefined;
  priceAt: (clientY: number) => string | undefined;
  /** The lines that share this line's tag. */
  speaksFor: readonly string[] | undefined;
  onOpen: (run: readonly string[]) => void;
};

function Line({ line, instrument, price, held, onHold, heightOf, priceAt, speaksFor, onOpen }: LineProps) {
  const { locale } = useUi();
  /** While dragging: the distance from the line to the point where the tag was grabbed. */
  const grip = useRef<number | null>(null);
  const shown = formatAmount(price, { locale, decimals: stepDecimals(instrument.tick) });
  const { move } = line;
  const step = (ticks: number) => {
    const by = decimalMultiply(instrument.tick, String(Math.abs(ticks)));
    const next = ticks > 0 ? decimalAdd(price, by) : decimalSubtract(price, by);
    if (isPositive(next)) onHold(next);
  };
  const release = (set: boolean) => {
    grip.current = null;
    if (set && held && price !== line.price) move?.set(price);
    onHold(null);
  };
  const confirm = () => {
    line.confirm?.run(price);
    if (line.leave !== undefined) onHold(null);
  };
  /** Shown at the edge of the candles: where the price is. */
  const edge = line.pinned && (
    <span className={styles.edge}>
      <span className={styles.above} aria-hidden>
        ▲
      </span>
      <span className={styles.below} aria-hidden>
        ▼
      </span>{' '}
      {shown}
    </span>
  );
  const keys = (event: KeyboardEvent) => {
    const walk = { ArrowUp: 10, ArrowDown: -10, PageUp: 100, PageDown: -100 }[event.key];
    if (walk !== undefined) step(event.shiftKey ? walk * 10 : walk);
    else if (event.key === 'Enter' && held && line.leave !== undefined) confirm();
    else if (event.key === 'Enter' && held) release(true);
    else if (event.key === 'Escape' && held) release(false);
    else return;
    event.preventDefault();
    event.stopPropagation();
  };
  const drag = {
    onPointerDown: (event: PointerEvent) => {
      grip.current = event.clientY - (heightOf(price) ?? event.clientY);
      event.currentTarget.setPointerCapture(event.pointerId);
    },
    onPointerMove: (event: PointerEvent) => {
      if (grip.current === null) return;
      const at = priceAt(event.clientY - grip.current);
      if (at !== undefined) onHold(at);
    },
    onPointerUp: () => {
      if (grip.current === null) return;
      if (line.confirm) grip.current = null;
      else release(true);
    },
    onPointerCancel: () => release(false),
  };
  if (speaksFor && line.gathers)
    return (
      <div className={styles.order} data-tone="yours" hidden>
        <span className={cx(styles.line, line.dashed && styles.waits)} />
        <span className={styles.tag}>
          <button type="button" className={cx(styles.words, styles.gathered)} aria-expanded={false} onClick={() => onOpen(speaksFor)}>
            {line.gathers.name(speaksFor.length)} <IconChevronDown size={13} aria-hidden />
          </button>
        </span>
        <span className={styles.price}>{shown}</span>
      </div>
    );
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
            {edge}
            {line.label(price)}
          </span>
        ) : (
          <span className={styles.words}>
            {edge}
            {line.label(price)}
          </span>
        )}
        {line.extra}
        {line.confirm && (held || line.leave === undefined) && (
          <button type="button" className={cx(styles.cancel, styles.confirm)} aria-label={line.confirm.label(shown)} onClick={confirm}>
            {line.confirm.text?.(shown)}
            <IconCheck size={13} aria-hidden />
          </button>
        )}
        {held && line.leave !== undefined && (
          <button type="button" className={styles.cancel} aria-label={line.leave} onClick={() => release(false)}>
            <IconClose size={13} aria-hidden />
          </button>
        )}
        {line.cancel && !(held && line.leave !== undefined) && (
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
