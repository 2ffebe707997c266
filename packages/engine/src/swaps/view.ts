import type { SwapOfferView, SwapQuoteView } from '../api.ts';
import type { State } from '../core/state.ts';
import { refuse } from '../outcomes.ts';
import { checkPriced, priceSwap } from './price.ts';

/** What a swap would come to now, or why there is none. */
export function swapQuoteView(s: State, from: number, to: number, amount: bigint): SwapQuoteView {
  const [paying, getting] = [s.assets.get(from), s.assets.get(to)];
  if (paying === undefined || getting === undefined) return refuse('assetUnknown');
  const priced = priceSwap(s, paying, getting, amount);
  return priced.ok ? { ...priced, validMs: s.limits.swapQuoteMs } : priced;
}

export const swapOfferViews = (s: State): SwapOfferView[] =>
  [...s.swaps.values()].map((rules) => ({ rules, open: checkPriced(s, s.instruments.get(rules.instrument)!) === undefined }));
