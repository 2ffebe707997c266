import { decimalAdd, decimalMultiply, decimalSubtract, formatAmount, plotNumber } from '@bourse/money';
import { cx, IconCheck, IconClose, useUi } from '@bourse/ui';
import { type KeyboardEvent, useEffect, useRef } from 'react';
import type { Instrument } from '../../../data/index.ts';
import { isPositive, stepDecimals } from '../ticket/arithmetic.ts';
import styles from './ChartLines.module.css';
import type { ChartLine } from './ChartLines.tsx';
import { type Holding, useDrag } from './useDrag.ts';

/** A price of the instrument as it is written. */
export function usePriceText({ tick }: Pick<Instrument, 'tick'>) {
  const { locale } = useUi();
  return (price: string) => formatAmount(price, { locale, decimals: stepDecimals(tick) });
}

type Props = Holding & { line: ChartLine; instrument: Instrument; onLook: (on: boolean) => void };

/** One line's words and buttons, below the chart. The arrow keys move a line that can be moved. */
export function LineTag({ line, instrument, onLook, ...holding }: Props) {
  const { price, held, onHold } = holding;
  const tag = useRef<HTMLSpanElement>(null);
  const shown = usePriceText(instrument)(price);
  const { move, confirm } = line;
  const { drag, release } = useDrag(line, holding);
  // The buttons of the line that is being moved are in sight.
  useEffect(() => {
    if (held) tag.current?.scrollIntoView?.({ block: 'nearest', inline: 'nearest' });
  }, [held]);
  const step = (ticks: number) => {
    const by = decimalMultiply(instrument.tick, String(Math.abs(ticks)));
    const next = ticks > 0 ? decimalAdd(price, by) : decimalSubtract(price, by);
    if (isPositive(next)) onHold(next);
  };
  const send = () => {
    confirm?.run(price);
    if (line.leave !== undefined) onHold(null);
  };
  const keys = (event: KeyboardEvent) => {
    const walk = { ArrowUp: 10, ArrowDown: -10, PageUp: 100, PageDown: -100 }[event.key];
    if (walk !== undefined) step(event.shiftKey ? walk * 10 : walk);
    else if (event.key === 'Enter' && held && line.leave !== undefined) send();
    else if (event.key === 'Enter' && held) release(true);
    else if (event.key === 'Escape' && held) release(false);
    else return;
    event.preventDefault();
    event.stopPropagation();
  };
  const words = (
    <>
      {line.label(price)} <span className={styles.at}>{shown}</span>
    </>
  );
  const moved = held && line.leave !== undefined;
  return (
    // biome-ignore lint/a11y/useSemanticElements: a field set cannot be a row of words and buttons
    <span
      ref={tag}
      role="group"
      aria-label={line.name}
      className={cx(styles.order, styles.tag, held && styles.held)}
      data-tone={line.tone}
      onPointerEnter={() => onLook(true)}
      onPointerLeave={() => onLook(false)}
      onFocus={() => onLook(true)}
      onBlur={() => onLook(false)}
    >
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
          onBlur={() => held && !confirm && release(false)}
          {...drag}
        >
          {words}
        </span>
      ) : (
        <span className={styles.words}>{words}</span>
      )}
      {line.extra}
      {confirm && (held || line.leave === undefined) && (
        <button type="button" className={cx(styles.button, styles.confirm)} aria-label={confirm.label(shown)} onClick={send}>
          {confirm.text?.(shown)}
          <IconCheck size={13} aria-hidden />
        </button>
      )}
      {moved ? (
        <button type="button" className={styles.button} aria-label={line.leave} onClick={() => release(false)}>
          <IconClose size={13} aria-hidden />
        </button>
      ) : (
        line.cancel && (
          <button
            type="button"
            className={styles.button}
            aria-label={`${line.cancel.label} ${shown}`}
            disabled={line.cancel.busy}
            onClick={line.cancel.run}
          >
            <IconClose size={13} aria-hidden />
          </button>
        )
      )}
    </span>
  );
}
