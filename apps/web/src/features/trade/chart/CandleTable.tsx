import { formatAmount } from '@bourse/money';
import type { Interval } from '@bourse/protocol/enums';
import { Dialog, useUi } from '@bourse/ui';
import { type Instrument, useTimeZone } from '../../../data/index.ts';
import { useT } from '../../../i18n/index.ts';
import { stepDecimals } from '../ticket/arithmetic.ts';
import styles from './CandleTable.module.css';
import { candleTimes } from './candle-times.ts';
import type { Candle } from './candles.ts';

type Props = { candles: readonly Candle[]; instrument: Instrument; interval: Interval; name: string; onClose: () => void };

/** The newest candles in figures. */
export function CandleTable({ candles, instrument, interval, name, onClose }: Props) {
  const t = useT();
  const { locale } = useUi();
  const zone = useTimeZone();
  const { full } = candleTimes(interval, zone);
  const shown = candles.slice(-50).reverse();
  const price = (value: string) => formatAmount(value, { locale, decimals: stepDecimals(instrument.tick) });
  return (
    <Dialog wide open onClose={onClose} title={t('chart.asTableTitle', { symbol: instrument.symbol, count: shown.length, interval: name })}>
      <p className="muted">{t('trade.timezone', { zone })}</p>
      <table className={styles.table}>
        <thead>
          <tr>
            <th scope="col">{t('trade.time')}</th>
            <th scope="col">{t('trade.open')}</th>
            <th scope="col">{t('trade.highest')}</th>
            <th scope="col">{t('trade.lowest')}</th>
            <th scope="col">{t('trade.close')}</th>
          </tr>
        </thead>
        <tbody>
          {shown.map((candle) => (
            <tr key={candle.t}>
              <th scope="row">{full(candle.t)}</th>
              <td>{price(candle.o)}</td>
              <td>{price(candle.h)}</td>
              <td>{price(candle.l)}</td>
              <td>{price(candle.c)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </Dialog>
  );
}
