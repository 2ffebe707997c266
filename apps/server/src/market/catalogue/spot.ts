import { byClass, type Listing, spotFees } from './listing.ts';

type Row = [id: number, base: string, quote: string, plate: string, tick: string, lot: string, max: string, underlying: string];

/** Ticks and lots: tick × lot is a whole number of the quote's minor units, so a notional never needs rounding. */
const rows: readonly Row[] = [
  [1001, 'BTC', 'USDT', 'layer1', '0.01', '0.0001', '100', 'BTC'],
  [1002, 'ETH', 'USDT', 'layer1', '0.01', '0.0001', '1000', 'ETH'],
  [1003, 'SOL', 'USDT', 'layer1', '0.01', '0.001', '20000', 'SOL'],
  [1004, 'XRP', 'USDT', 'payments', '0.0001', '0.1', '5000000', 'XRP'],
  [1005, 'BNB', 'USDT', 'exchange', '0.1', '0.001', '5000', 'BNB'],
  [1006, 'DOGE', 'USDT', 'meme', '0.00001', '1', '20000000', 'DOGE'],
  [1007, 'LINK', 'USDT', 'defi', '0.001', '0.01', '200000', 'LINK'],
  [1008, 'ADA', 'USDT', 'layer1', '0.0001', '0.1', '5000000', 'ADA'],
  [1009, 'AVAX', 'USDT', 'layer1', '0.001', '0.01', '100000', 'AVAX'],
  [1010, 'DOT', 'USDT', 'layer1', '0.001', '0.01', '500000', 'DOT'],
  [1011, 'LTC', 'USDT', 'payments', '0.01', '0.001', '30000', 'LTC'],
  [1012, 'BCH', 'USDT', 'payments', '0.01', '0.001', '10000', 'BCH'],
  [1013, 'TRX', 'USDT', 'layer1', '0.00001', '1', '20000000', 'TRX'],
  [1014, 'UNI', 'USDT', 'defi', '0.001', '0.01', '300000', 'UNI'],
  [1015, 'ATOM', 'USDT', 'layer1', '0.001', '0.01', '500000', 'ATOM'],
  [1016, 'NEAR', 'USDT', 'layer1', '0.001', '0.01', '500000', 'NEAR'],
  [1017, 'APT', 'USDT', 'layer1', '0.001', '0.01', '300000', 'APT'],
  [1018, 'ARB', 'USDT', 'layer2', '0.0001', '0.1', '5000000', 'ARB'],
  [1019, 'OP', 'USDT', 'layer2', '0.0001', '0.1', '2000000', 'OP'],
  [1020, 'FIL', 'USDT', 'storage', '0.001', '0.01', '500000', 'FIL'],
  [1021, 'AAVE', 'USDT', 'defi', '0.01', '0.001', '20000', 'AAVE'],
  [1022, 'SUI', 'USDT', 'layer1', '0.0001', '0.1', '2000000', 'SUI'],
  [1023, 'TON', 'USDT', 'layer1', '0.001', '0.01', '500000', 'TON'],
  [1024, 'SHIB', 'USDT', 'meme', '0.00000001', '100', '50000000000', 'SHIB'],
  [1025, 'ETH', 'BTC', 'crosses', '0.00001', '0.001', '1000', 'ETHBTC'],
  [1026, 'EUR', 'USDT', 'fiat', '0.0001', '0.01', '2000000', 'EUR'],
  [1027, 'GBP', 'USDT', 'fiat', '0.0001', '0.01', '2000000', 'GBP'],
  // Currencies that shares are paid in.
  [1028, 'USD', 'USDT', 'fiat', '0.0001', '0.01', '2000000', 'USD'],
  [1029, 'MYR', 'USDT', 'fiat', '0.00001', '0.1', '5000000', 'MYR'],
];

export const spotListings: readonly Listing[] = rows.map(([id, base, quote, plate, tick, lot, max, underlying]) => ({
  id,
  symbol: `${base}/${quote}`,
  name: `${base} / ${quote}`,
  kind: 1,
  base,
  quote,
  plate,
  board: null,
  tick,
  lot,
  maxQuantity: max,
  minNotional: quote === 'BTC' ? '0.0001' : '5',
  bandBps: plate === 'fiat' ? 200 : 500,
  jumpBps: plate === 'fiat' ? 200 : 1000,
  leverage: 1,
  session: null,
  tradable: true,
  underlying,
  ...byClass(spotFees),
}));
