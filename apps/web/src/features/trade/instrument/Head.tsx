import { decimalSign, formatAmount, formatPrice, shortForm } from '@bourse/money';
import { InstrumentStatus, OrderSide } from '@bourse/protocol/enums';
import { Age, Arrow, Change, cx, IconButton, IconStar, Price, Skeleton, useUi } from '@bourse/ui';
import { useNavigate } from '@tanstack/react-router';
import {
  changeOf,
  type Instrument,
  isStale,
  lastValue,
  toggleFavourite,
  useBest,
  useFavourites,
  useNow,
  useSignedIn,
  useTape,
  useTick,
  useTimeZone,
} from '../../../data/index.ts';
import { formatTime } from '../../../i18n/format.ts';
import { useT } from '../../../i18n/index.ts';
import { sourceName } from '../../../shell/labels.tsx';
import { stepDecimals } from '../ticket/arithmetic.ts';
import styles from './Head.module.css';
import { useSlowTick } from './slow.ts';

/** The favourite button. It asks a visitor to sign in: favourites belong to an account. */
export function Star({ instrument, small = false }: { instrument: Pick<Instrument, 'id' | 'symbol'>; small?: boolean | undefined }) {
  const t = useT();
  const signedIn = useSignedIn();
  const navigate = useNavigate();
  const on = (lastValue(useFavourites()) ?? []).some((favourite) => favourite.sourceId === String(instrument.id));
  return (
    <IconButton
      small={small}
      label={t(on ? 'trade.unfavourite' : 'trade.favourite', { symbol: instrument.symbol })}
      aria-pressed={on}
      className={cx(styles.star, on && styles.starred)}
      onClick={() => (signedIn ? void toggleFavourite(instrument, on) : void navigate({ to: '/login' }))}
    >
      <IconStar size={small ? 16 : 20} aria-hidden />
    </IconButton>
  );
}

/** The index: the price of the source, coloured by its change over the day. */
export function BigPrice({ instrument, large = false }: { instrument: Instrument; large?: boolean | undefined }) {
  const t = useT();
  const tick = useTick(instrument.symbol);
  const now = useNow();
  if (!tick || tick.at === 0) return <Skeleton width={130} height={large ? 30 : 26} />;
  const direction = decimalSign(tick.peA);
  const stale = isStale(tick, now);
  return (
    <span className={styles.index} title={t('trade.indexWhy')}>
      <span
        className={cx(styles.big, large && styles.large, stale ? styles.stale : direction > 0 ? 'up' : direction < 0 ? 'down' : undefined)}
      >
        <Price value={tick.pe} decimals={stepDecimals(instrument.tick)} flashes={false} />
      </span>{' '}
      <span className={styles.what}>{t('trade.index')}</span>
    </span>
  );
}

export function DayChange({ symbol, className }: { symbol: string; className?: string | undefined }) {
  const tick = useTick(symbol);
  return tick && tick.at > 0 ? <Change value={changeOf(tick)} className={className} /> : <Skeleton width={56} height={12} />;
}

type Which = 'high' | 'low' | 'volume' | 'turnover';
/** One live figure of the day. */
export function DayFigure({ instrument, which }: { instrument: Instrument; which: Which }) {
  const { locale } = useUi();
  const tick = useTick(instrument.symbol);
  if (!tick || tick.at === 0) return <Skeleton width={56} height={12} />;
  const price = (value: string) => formatPrice(value, locale, stepDecimals(instrument.tick));
  switch (which) {
    case 'high':
      return price(tick.h);
    case 'low':
      return price(tick.l);
    case 'volume':
      return shortForm(tick.v, locale);
    case 'turnover':
      return shortForm(tick.q, locale);
  }
}

/** The best prices of the book: dashes for an empty side. */
export function BestPrices({ instrument }: { instrument: Instrument }) {
  const { locale } = useUi();
  const { bid, ask } = useBest(instrument.symbol);
  const price = (value: string | null) => (value === null ? '–' : formatPrice(value, locale, stepDecimals(instrument.tick)));
  return `${price(bid)} / ${price(ask)}`;
}

/** The last trade in the book, with the side that took; a dash before the first. */
export function LastTrade({ instrument, arrow = false }: { instrument: Instrument; arrow?: boolean | undefined }) {
  const tape = useTape(instrument.symbol);
  if (!tape) return <Skeleton width={64} height={12} />;
  const last = tape[0];
  if (!last) return '–';
  const price = <Price value={last.price} decimals={stepDecimals(instrument.tick)} flashes={false} />;
  if (!arrow) return price;
  const bought = last.side === OrderSide.buy;
  return (
    <span className={bought ? 'up' : 'down'}>
      <Arrow direction={bought ? 'up' : 'down'} /> {price}
    </span>
  );
}

/** The source of the prices and the age of the last one, next to where orders are placed. The last price of a closed market is not old: it has its time. */
export function SourceAge({ instrument }: { instrument: Instrument }) {
  const t = useT();
  const { locale } = useUi();
  const zone = useTimeZone();
  // Slow the age down: one that changes ten times a second cannot be read.
  const tick = useSlowTick(instrument.symbol, 1_000);
  const now = useNow();
  const source = sourceName(instrument.source);
  if (!tick || tick.at === 0) return <Age state="lost">{t('trade.sourceWaiting', { source })}</Age>;
  if (instrument.status === InstrumentStatus.closed || instrument.status === InstrumentStatus.preOpen)
    return <Age state="late">{t('trade.sourceClosed', { source, time: formatTime(tick.t, 'weekday', zone) })}</Age>;
  const ageMs = Math.max(0, now - tick.at);
  const age = formatAmount(String(Math.floor(ageMs / 100) / 10), { locale, decimals: 1 });
  return <Age state={isStale(tick, now) ? 'lost' : ageMs > 3_000 ? 'late' : 'live'}>{t('trade.sourceAge', { source, age })}</Age>;
}
