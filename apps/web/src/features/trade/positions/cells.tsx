import { decimalAdd, decimalSign, formatAmount, formatMoney, trimZeros } from '@bourse/money';
import { InstrumentKind } from '@bourse/protocol/enums';
import { Amount, cx, useUi } from '@bourse/ui';
import { useCallback, useSyncExternalStore } from 'react';
import { followMark, markNow, ticks, useInstrument } from '../../../data/index.ts';
import { useT } from '../../../i18n/index.ts';
import { stepDecimals } from '../ticket/arithmetic.ts';
import styles from './Positions.module.css';
import { isLongPosition, type Position, useLivePrice, worthAt } from './positions.ts';

/** Live parts of a position: only they render when a price changes. */

export function PriceText({ symbol, value, short = false }: { symbol: string; value: string | null; short?: boolean | undefined }) {
  const { locale } = useUi();
  const instrument = useInstrument(symbol);
  if (value === null) return <span className={styles.muted}>–</span>;
  if (short) return <>{formatAmount(trimZeros(value), { locale })}</>;
  return <>{formatAmount(value, { locale, decimals: instrument ? stepDecimals(instrument.tick) : undefined })}</>;
}

export function LivePrice({ position }: { position: Position }) {
  return <PriceText symbol={position.symbol} value={useLivePrice(position)} />;
}

export function Side({ position }: { position: Pick<Position, 'direction' | 'lever' | 'marginMode' | 'kind'> }) {
  const t = useT();
  const long = isLongPosition(position);
  return (
    <span className={styles.side}>
      <span className={long ? 'up' : 'down'}>
        <span aria-hidden>{long ? '▲' : '▼'}</span> {t(long ? 'leverage.long' : 'leverage.short')}
      </span>{' '}
      {position.lever > 1 && <span dir="ltr">{t('leverage.leverageValue', { leverage: position.lever })}</span>}
      {position.kind === InstrumentKind.contract && position.marginMode === 1 && (
        <span className={styles.muted}> {t('leverage.cross')}</span>
      )}
    </span>
  );
}

/** Profit and ratio, live; for a closed position, its final result. */
export function Profit({ position, stacked = false }: { position: Position; stacked?: boolean | undefined }) {
  const { locale, amountsHidden } = useUi();
  const price = useLivePrice(position);
  if (price === null) return <span className={styles.muted}>–</span>;
  const { plAmount, plRatio } = worthAt(position, price);
  return (
    <span className={cx(styles.profit, stacked && styles.stacked)}>
      <Amount value={plAmount} decimals={2} tone="direction" fraction="plain" />
      {!amountsHidden && (
        <span dir="ltr" data-ratio className={cx(styles.ratio, decimalSign(plRatio) > 0 && 'up', decimalSign(plRatio) < 0 && 'down')}>
          {formatMoney(plRatio, { locale, decimals: 2, sign: 'always' })}%
        </span>
      )}
    </span>
  );
}

/** The sum of unrealised profits, live: it follows the price of every position in the sum. */
export function ProfitSum({ positions, asset }: { positions: readonly Position[]; asset?: string | undefined }) {
  const sum = useProfitSum(positions);
  return <Amount value={sum} decimals={2} tone="direction" fraction="plain" unit={asset} />;
}

export function useProfitSum(positions: readonly Position[]): string {
  const follow = useCallback(
    (listener: () => void) => {
      const offs = positions.map((position) =>
        position.kind === InstrumentKind.contract ? followMark(position.symbol, listener) : ticks.subscribe(position.symbol, listener),
      );
      return () => {
        for (const off of offs) off();
      };
    },
    [positions],
  );
  const read = () =>
    positions.reduce((total, position) => {
      const tick = ticks.get(position.symbol);
      const price =
        (position.kind === InstrumentKind.contract ? markNow(position.symbol)?.mark : tick && tick.at > 0 ? tick.pe : undefined) ??
        position.markPrice;
      return price === null ? total : decimalAdd(total, worthAt(position, price).plAmount);
    }, '0');
  return useSyncExternalStore(follow, read, read);
}

export function Money({ value, asset, decimals = 2 }: { value: string; asset?: string | undefined; decimals?: number | undefined }) {
  return <Amount value={value} decimals={decimals} unit={asset} fraction="plain" />;
}

export function Quantity({ symbol, value, unit = false }: { symbol: string; value: string | null; unit?: boolean | undefined }) {
  const instrument = useInstrument(symbol);
  if (value === null) return <span className={styles.muted}>–</span>;
  return <Amount value={trimZeros(value)} fraction="plain" unit={unit ? instrument?.base : undefined} />;
}
