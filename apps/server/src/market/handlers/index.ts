import type { MarketDesk } from './desk.ts';
import { favouriteHandlers } from './favourites.ts';
import { listHandlers } from './lists.ts';
import { overviewHandlers } from './overview.ts';
import { priceHandlers } from './prices.ts';

/** Every call of the area `market`. */
export const createMarketHandlers = (desk: MarketDesk) => ({
  ...listHandlers(desk),
  ...priceHandlers(desk),
  ...overviewHandlers(desk),
  ...favouriteHandlers(desk),
});
export type MarketHandlers = ReturnType<typeof createMarketHandlers>;
