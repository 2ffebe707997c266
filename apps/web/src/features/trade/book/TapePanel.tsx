import { formatAmount } from '@bourse/money';
import { Arrow, cx, EmptyState, Skeleton, useUi } from '@bourse/ui';
import { memo, useRef, useState } from 'react';
import { type Instrument, type Print, useTape, useTimeZone } from '../../../data/index.ts';
import { formatTime } from '../../../i18n/format.ts';
import { useT } from '../../../i18n/index.ts';
import { ReceiptMark } from '../../receipt/ReceiptMark.tsx';
import { stepDecimals } from '../ticket/arithmetic.ts';
import styles from './Tape.module.css';

type Props = {
  instrument: Instrument;
  rows?: number | undefined;
  /** The number of visible rows; the others keep their space. */
  seen?: number | undefined;
  onReceipt: (fillId: string) => void;
};

/** Latest prints. Prints of this venue's own trades have the receipt mark; the price source's prints do not. */
export function TapePanel({ instrument, rows = 60, seen = rows, onReceipt }: Props) {
  const t = useT();
  const [held, setHeld] = useState(false);
  const tape = useHeld(useTape(instrument.symbol), held, instrument.symbol);
  const zone = useTimeZone();
  if (tape && tape.length === 0)
    return (
      <EmptyState compact title={t('trade.tapeEmpty')}>
        {t('trade.tapeEmptyWhy')}
      </EmptyState>
    );
  const decimals = stepDecimals(instrument.tick);
  const lotDecimals = stepDecimals(instrument.lot);
  const below = Math.max(0, Math.min(rows, tape?.length ?? 0) - seen);
  return (
    <table
      className={styles.tape}
      aria-label={t('trade.tapeLabel', { symbol: instrument.symbol })}
      onPointerEnter={({ pointerType }) => setHeld(pointerType === 'mouse')}
      onPointerLeave={() => setHeld(false)}
      onFocus={() => setHeld(true)}
      onBlur={() => setHeld(false)}
    >
      <thead>
        <tr>
          <th scope="col">{t('trade.price')}</th>
          <th scope="col">{t('trade.quantityOf', { asset: instrument.base })}</th>
          <th scope="col">{t(held ? 'trade.tapeHeld' : 'trade.time')}</th>
        </tr>
      </thead>
      <tbody>
        {tape
          ? tape
              .slice(0, Math.min(rows, seen))
              .map((print) => (
                <Line
                  key={print.fillId ?? `${print.time}-${print.price}-${print.quantity}`}
                  {...{ print, decimals, lotDecimals, zone, onReceipt }}
                />
              ))
          : Array.from({ length: Math.min(rows, 8) }, (_, at) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: bones have no identity
              <tr key={at}>
                <td colSpan={3}>
                  <Skeleton height={10} />
                </td>
              </tr>
            ))}
      </tbody>
      {below > 0 && (
        <tbody aria-hidden>
          <tr>
            <td colSpan={3} style={{ blockSize: `calc(${below} * var(--row-book))` }} />
          </tr>
        </tbody>
      )}
    </table>
  );
}

/**
 * Pauses the tape while the pointer or the keyboard focus is in it. Otherwise a row could move between aim and click and open another
 * trade's receipt.
 */
function useHeld(tape: readonly Print[] | undefined, held: boolean, symbol: string): readonly Print[] | undefined {
  const last = useRef({ tape, symbol });
  if (!held || !last.current.tape || last.current.symbol !== symbol) last.current = { tape, symbol };
  return last.current.tape;
}

type LineProps = { print: Print; decimals: number; lotDecimals: number; zone: string; onReceipt: (fillId: string) => void };

const Line = memo(function Line({ print, decimals, lotDecimals, zone, onReceipt }: LineProps) {
  const t = useT();
  const { locale } = useUi();
  const bought = print.side === 0;
  return (
    <tr>
      <td className={cx(styles.price, bought ? 'up' : 'down')}>
        <Arrow direction={bought ? 'up' : 'down'} label={t(bought ? 'trade.bought' : 'trade.sold')} />
        {formatAmount(print.price, { locale, decimals })}
      </td>
      <td>{formatAmount(print.quantity, { locale, decimals: lotDecimals })}</td>
      <td className={styles.time}>
        {print.fillId !== null && (
          <button
            type="button"
            className={cx(styles.receipt, print.simulated && styles.simulated)}
            title={t(print.simulated ? 'trade.tapeSimulated' : 'trade.tapeOurs')}
            aria-label={t('trade.seeReceipt', { id: print.fillId })}
            aria-description={print.simulated ? t('trade.tapeSimulated') : undefined}
            onClick={() => print.fillId !== null && onReceipt(print.fillId)}
          >
            <ReceiptMark />
          </button>
        )}
        {formatTime(print.time, 'seconds', zone)}
      </td>
    </tr>
  );
});
