import { decimalSign, formatAmount, formatPrice, trimZeros } from '@bourse/money';
import { Skeleton, useUi } from '@bourse/ui';
import { type Instrument, lastValue, useMark, useRisk, useSessionTurn, useStockSession, useTimeZone } from '../../../data/index.ts';
import { formatTime } from '../../../i18n/format.ts';
import { useT } from '../../../i18n/index.ts';
import { stepDecimals } from '../ticket/arithmetic.ts';
import { Countdown } from './countdown.tsx';

/** Figures of a contract's head. Each renders alone. */

export function MarkPrice({ instrument }: { instrument: Instrument }) {
  const { locale } = useUi();
  const mark = useMark(instrument.symbol);
  return mark ? formatPrice(mark.mark, locale, stepDecimals(instrument.tick)) : <Skeleton width={56} height={12} />;
}

export function Funding({ symbol }: { symbol: string }) {
  const { locale } = useUi();
  const mark = useMark(symbol);
  if (!mark) return <Skeleton width={56} height={12} />;
  return (
    <>
      <span dir="ltr">{formatAmount(mark.rate, { locale, decimals: 4, sign: decimalSign(mark.rate) === 0 ? 'auto' : 'always' })}%</span>
      {mark.next > 0 && (
        <>
          {' '}
          · <Countdown to={mark.next} />
        </>
      )}
    </>
  );
}

export function OpenInterest({ instrument }: { instrument: Instrument }) {
  const { locale } = useUi();
  const risk = lastValue(useRisk(instrument.symbol));
  return risk ? `${formatAmount(trimZeros(risk.openInterest), { locale })} ${instrument.base}` : <Skeleton width={56} height={12} />;
}

/** When a stock's market opens or closes. Every screen of a stock shows this, so it also refreshes the session. */
export function Session({ instrument }: { instrument: Instrument }) {
  useSessionTurn(instrument.symbol);
  const t = useT();
  const zone = useTimeZone();
  const session = lastValue(useStockSession(instrument.symbol));
  if (!session) return <Skeleton width={72} height={12} />;
  const at = session.inSession ? session.close : (session.open ?? instrument.nextOpen);
  if (at === null) return t(session.inSession ? 'leverage.sessionAlways' : 'leverage.sessionUnknown');
  // A chip beside it says that the market is closed.
  return t(session.inSession ? 'leverage.sessionOpen' : 'trade.infoOpens', { time: formatTime(at, 'dateTime', zone) });
}

export function DayLimits({ instrument }: { instrument: Instrument }) {
  const { locale } = useUi();
  const session = lastValue(useStockSession(instrument.symbol));
  if (!session) return <Skeleton width={72} height={12} />;
  if (session.low === null || session.high === null) return '–';
  const price = (value: string) => formatPrice(value, locale, stepDecimals(instrument.tick));
  return `${price(session.low)} / ${price(session.high)}`;
}
