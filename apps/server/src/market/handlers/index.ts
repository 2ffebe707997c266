import { favouriteHandlers } from './favourites.ts';
import { listHandlers } from './lists.ts';
import { overviewHandlers } from './overview.ts';
import { priceHandlers } from './prices.ts';
import type { MarketSources } from './sources.ts';

/** Every call of the area `market`. */
export const createMarketHandlers = (sources: MarketSources) => ({
  ...listHandlers(sources),
  ...priceHandlers(sources),
  ...overviewHandlers(sources),
  ...favouriteHandlers(sources),
});
export type MarketHandlers = ReturnType<typeof createMarketHandlers>;
