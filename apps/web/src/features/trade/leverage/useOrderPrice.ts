import { decimalSign } from '@bourse/money';
import { useEffect } from 'react';
import type { Instrument, Tick } from '../../../data/index.ts';
import { isMultiple, isPositive } from '../ticket/arithmetic.ts';
import { buys, hasLimitPrice, type PositionDraft } from './draft.ts';

const standing = (price: string | undefined) => (price !== undefined && decimalSign(price) > 0 ? price : null);

interface Asked {
  draft: PositionDraft;
  tick: Tick | undefined;
  /** The price of the moment, where there is one. */
  reference: string | null;
  /** What an order without a written price trades at, where the exchange sets it. */
  given?: string | null | undefined;
  change: (next: { price: string }) => void;
}

/** The best prices of the moment, and the one an order would count with: the written one, or else the best of the other side. */
export function useOrderPrice({ draft, tick, reference, given, change }: Asked) {
  // A limit ticket opens at the price of the moment; what was typed before a reload stays.
  const empty = draft.price === '' && hasLimitPrice(draft);
  useEffect(() => {
    if (empty && reference !== null && document.activeElement?.getAttribute('name') !== 'price') change({ price: reference });
  }, [empty, reference, change]);
  const [bid, ask] = [standing(tick?.b), standing(tick?.a)];
  const written = hasLimitPrice(draft) ? draft.price : draft.form === 'stop' ? draft.trigger : null;
  const atOnce = (buys(draft) ? ask : bid) ?? reference;
  return { bid, ask, price: given !== undefined ? given : written === null ? atOnce : isPositive(written) ? written : null };
}

/** What a preview is asked with; null until the draft could be an order. */
export function previewInput(draft: PositionDraft, { symbol, lot, tick }: Instrument, price: string | null) {
  if (!isPositive(draft.quantity) || !isMultiple(draft.quantity, lot) || price === null || !isMultiple(price, tick)) return null;
  const { direction, action, lever, quantity } = draft;
  return { symbol, direction, action, lever, quantity, ...(draft.form === 'market' ? {} : { price }) };
}
