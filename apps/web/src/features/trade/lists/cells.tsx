import { formatAmount, trimZeros } from '@bourse/money';
import { OrderSide } from '@bourse/protocol/enums';
import { Amount, Arrow, cx, hiddenAmount, useUi } from '@bourse/ui';
import { activeTimeZone, serverNow, useInstrument, useTimeZone } from '../../../data/index.ts';
import { formatTime } from '../../../i18n/format.ts';
import { useT } from '../../../i18n/index.ts';
import { SymbolName } from '../instrument/SymbolName.tsx';
import { stepDecimals } from '../ticket/arithmetic.ts';
import styles from './Lists.module.css';

/** Cells that the tables of orders and fills share. */

export function SideCell({ side }: { side: OrderSide }) {
  const t = useT();
  const buy = side === OrderSide.buy;
  return (
    <span className={cx(styles.side, buy ? 'up' : 'down')}>
      <Arrow direction={buy ? 'up' : 'down'} />
      {t(buy ? 'trade.buy' : 'trade.sell')}
    </span>
  );
}

export function SymbolCell({ symbol, onPick }: { symbol: string; onPick: (symbol: string) => void }) {
  return (
    <button type="button" className={styles.symbol} onClick={() => onPick(symbol)}>
      <SymbolName symbol={symbol} />
    </button>
  );
}

/** A price with its instrument's decimals. Prices are public: amount hiding leaves them. */
export function PriceCell({ symbol, value }: { symbol: string; value: string | null }) {
  const { locale } = useUi();
  const instrument = useInstrument(symbol);
  if (value === null) return <span className={styles.muted}>–</span>;
  return formatAmount(value, { locale, decimals: instrument ? stepDecimals(instrument.tick) : undefined });
}

export function QuantityCell({ symbol, value }: { symbol: string; value: string | null }) {
  const instrument = useInstrument(symbol);
  if (value === null) return <span className={styles.muted}>–</span>;
  return <Amount value={value} decimals={instrument ? stepDecimals(instrument.lot) : undefined} fraction="plain" />;
}

/** An amount without trailing zeros, with its asset. */
export function MoneyCell({ value, unit }: { value: string; unit?: string | undefined }) {
  return <Amount value={trimZeros(value)} unit={unit} fraction="plain" />;
}

export function TimeCell({ at }: { at: number }) {
  const zone = useTimeZone();
  return (
    <time dateTime={new Date(at).toISOString()} title={formatTime(at, 'full', zone)} className={styles.muted}>
      {formatTime(at, serverNow() - at < 86_400_000 ? 'seconds' : 'dateTime', zone)}
    </time>
  );
}

export const plainOrHidden = (hidden: boolean, value: string): string => (hidden ? hiddenAmount : value);
export { activeTimeZone };
