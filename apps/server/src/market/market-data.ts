import { InstrumentStatus } from '@bourse/protocol/enums';
import type { Board } from './board.ts';
import { priceText } from './figures.ts';
import type { Catalogue, MarketData } from './port.ts';
import type { Rates } from './rates.ts';

/** The market data that the rest of the server reads: live data from memory, the past from stored candles. */
export function createMarketData(catalogue: Catalogue, board: Board, rates: Rates): MarketData {
  return {
    catalogue,
    last(instrument) {
      const live = board.get(instrument);
      if (!live || live.last === 0) return undefined;
      return { price: priceText(live.instrument, live.last), time: live.shownAt, stale: board.isStale(live) };
    },
    status(instrument) {
      const live = board.get(instrument);
      return live ? board.status(live) : InstrumentStatus.closed;
    },
    usdRate: (assetCode) => rates.usd(assetCode),
    usdRateAt: (assetCode, time) => rates.usdAt(assetCode, time),
    priceAt: (instrument, time) => rates.priceAt(instrument, time),
  };
}
