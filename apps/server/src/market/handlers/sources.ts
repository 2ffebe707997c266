import type { Venue } from '@bourse/protocol/enums';
import { Refusal } from '@bourse/protocol/errors';
import type { CallContext } from '../../calls/handlers.ts';
import type { Clock } from '../../platform/clock.ts';
import type { Database } from '../../platform/database.ts';
import type { Board, Live } from '../board.ts';
import type { CandleStore } from '../candles/store.ts';
import type { Feed } from '../feeds/port.ts';
import type { Indices } from '../indices.ts';
import type { Catalogue } from '../port.ts';
import type { PriceDays } from '../price-days.ts';
import type { Rates } from '../rates.ts';
import type { InVenue } from '../rows.ts';
import type { VenueMarket } from '../venue-market.ts';

/** The ports that the market's handlers use. */
export interface MarketSources {
  catalogue: Catalogue;
  board: Board;
  store: CandleStore;
  rates: Rates;
  indices: Indices;
  venueMarkets: ReadonlyMap<Venue, VenueMarket>;
  database: Database;
  clock: Clock;
  feeds: readonly Feed[];
  days: PriceDays;
  /** When simulated prices had their starting values. */
  anchor: number;
  /** Resolves when an instrument's past candles are loaded. */
  ready(instrument: number): Promise<void> | undefined;
}

export function liveBySymbol({ catalogue, board }: MarketSources, symbol: string): Live {
  const live = board.get(catalogue.instrumentBySymbol(symbol)?.id ?? 0);
  if (!live) throw new Refusal('instrumentUnknown');
  return live;
}

/** A visitor sees the demo venue, as on its socket. */
export const venueOf = ({ session }: CallContext): Venue => session?.venue ?? 'demo';

/** The state of an instrument in the caller's venue; undefined before the venue is connected. */
const statusIn = ({ venueMarkets }: MarketSources, context: CallContext, { instrument }: Live) =>
  venueMarkets.get(venueOf(context))?.books.status(instrument.id);

const participantsIn = ({ venueMarkets }: MarketSources, context: CallContext, { instrument }: Live) =>
  venueMarkets.get(venueOf(context))?.participants?.trade(instrument) ?? false;

export const inVenue = (sources: MarketSources, context: CallContext, live: Live): InVenue => ({
  status: statusIn(sources, context, live),
  best: sources.venueMarkets.get(venueOf(context))?.books.best(live.instrument.id),
  participants: participantsIn(sources, context, live),
});

export function pageOf<Item>(all: readonly Item[], { pageNo, pageSize }: { pageNo: number; pageSize: number }) {
  return { list: all.slice((pageNo - 1) * pageSize, pageNo * pageSize), total: all.length, pageNo, pageSize };
}
