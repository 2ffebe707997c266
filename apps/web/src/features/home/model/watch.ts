import type { Listed } from '@bourse/protocol';
import { InstrumentKind } from '@bourse/protocol/enums';

/**
 * The watchlist: the customer's favourites in their order. Until there are any, it shows the largest markets of each kind and says so:
 * nothing here is a recommendation.
 */
export function watchlistOf(
  favourites: readonly Listed[],
  markets: { coin: readonly Listed[]; contract: readonly Listed[]; stock: readonly Listed[] },
): { own: boolean; list: Listed[] } {
  if (favourites.length > 0) return { own: true, list: [...favourites] };
  return { own: false, list: [...markets.coin.slice(0, 4), ...markets.stock.slice(0, 2), ...markets.contract.slice(0, 1)] };
}

/** The display form of a symbol: "BTC / USDT" for BTC/USDT, any other symbol unchanged. */
export const pairParts = (symbol: string): { base: string; quote: string | undefined } => {
  const [base = symbol, quote] = symbol.split('/');
  return { base, quote };
};

/** A list is as old as its newest price: one quiet market does not make the feed old. */
export const freshest = (times: readonly number[]): number => times.reduce((latest, time) => Math.max(latest, time), 0);

/** The page that a row links to. */
export const chartOf = (listed: Pick<Listed, 'symbol' | 'kind'>): { symbol: string; kind: number } => ({
  symbol: listed.symbol,
  kind: listed.kind ?? InstrumentKind.coin,
});
