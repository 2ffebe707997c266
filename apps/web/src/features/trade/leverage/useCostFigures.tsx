import { decimalMultiply, decimalSign, formatAmount, formatRatio, trimZeros } from '@bourse/money';
import type { Position, Preview } from '@bourse/protocol';
import { Amount, type Fact, hiddenAmount, Total, useUi } from '@bourse/ui';
import type { ReactNode } from 'react';
import type { Instrument } from '../../../data/index.ts';
import { useT } from '../../../i18n/index.ts';
import { isPositive, sharedDecimals, stepDecimals } from '../ticket/arithmetic.ts';
import ticket from '../ticket/Ticket.module.css';
import { isLong, type PositionDraft } from './draft.ts';
import { covers } from './funds.tsx';
import { resultOf } from './sizing.ts';
import type { Previewed } from './usePreview.ts';

/** Formats the costs of a contract or a stock: figures of one sum share their decimals; dashes until they are known. */
export function useCostFigures(preview: Previewed<Preview>, instrument: Instrument) {
  const t = useT();
  const { locale, amountsHidden } = useUi();
  // The order was refused before its cost was computed: show no figure rather than zero.
  const shown = preview.value && decimalSign(preview.value.value) > 0 ? preview.value : undefined;
  const decimals = shown ? sharedDecimals(shown.margin, shown.fee, shown.cost) : 2;
  const nothing = <span className={ticket.dash}>–</span>;
  const priceText = (value: string) => formatAmount(value, { locale, decimals: stepDecimals(instrument.tick) });
  const figure = (value: string, places?: number) =>
    amountsHidden ? hiddenAmount : formatAmount(places === undefined ? trimZeros(value) : value, { locale, decimals: places });
  /** The result of closing here, from the position's entry price. */
  const profitFact = (draft: PositionDraft, mine: Position | undefined, price: string | null): Fact => {
    const known = mine && price !== null && isPositive(draft.quantity) ? { entry: mine.endPrice, price } : null;
    return {
      key: 'profit',
      name: t('leverage.profitHere'),
      value:
        known === null ? (
          nothing
        ) : (
          <Amount
            value={resultOf(draft.quantity, known.entry, known.price, isLong(draft))}
            decimals={2}
            tone="direction"
            unit={instrument.quote}
            fraction="plain"
          />
        ),
      why:
        known === null
          ? undefined
          : t('leverage.profitHereWhy', {
              entry: priceText(known.entry),
              quantity: figure(draft.quantity),
              price: priceText(known.price),
            }),
    };
  };
  const money = (value: string, unit = shown?.asset) => <Amount value={value} decimals={decimals} unit={unit} fraction="plain" />;
  const sumOf = (amount: ReactNode) => (!shown ? nothing : covers(shown) ? <Total>{amount}</Total> : amount);
  return {
    shown,
    /** The cost, ruled off as a sum where the free margin covers it. */
    sum: sumOf(shown && money(shown.cost)),
    bareSum: sumOf(shown && money(shown.cost, '')),
    nothing,
    priceText,
    figure,
    profitFact,
    money,
    rate: (fraction: string) => formatRatio(fraction, { locale, decimals: Math.max(2, stepDecimals(decimalMultiply(fraction, '100'))) }),
  };
}
