import { say } from '@bourse/words';
import { english } from '@bourse/words/english';
import { byClass, contractFees, type Listing } from './listing.ts';
import { contractTerms, timedTerms } from './risk.ts';

type Row = [
  id: number,
  code: keyof typeof english.names,
  plate: string,
  tick: string,
  lot: string,
  max: string,
  leverage: number,
  session: string | null,
];

const rows: readonly Row[] = [
  [2001, 'BTC', 'crypto', '0.5', '0.001', '100', 100, null],
  [2002, 'ETH', 'crypto', '0.01', '0.001', '2000', 100, null],
  [2003, 'SOL', 'crypto', '0.01', '0.01', '30000', 75, null],
  [2004, 'XRP', 'crypto', '0.0001', '1', '5000000', 75, null],
  [2005, 'BNB', 'crypto', '0.1', '0.01', '5000', 75, null],
  [2006, 'DOGE', 'crypto', '0.00001', '1', '20000000', 50, null],
  [2007, 'LINK', 'crypto', '0.001', '0.1', '200000', 50, null],
  [2008, 'ADA', 'crypto', '0.0001', '1', '5000000', 50, null],
  [2009, 'AVAX', 'crypto', '0.001', '0.1', '100000', 50, null],
  [2010, 'LTC', 'crypto', '0.01', '0.01', '30000', 50, null],
  [2011, 'SUI', 'crypto', '0.0001', '1', '2000000', 50, null],
  [2101, 'EUR', 'forex', '0.00001', '1', '5000000', 100, 'FX'],
  [2102, 'GBP', 'forex', '0.00001', '1', '5000000', 100, 'FX'],
  [2103, 'AUD', 'forex', '0.00001', '1', '5000000', 100, 'FX'],
  [2104, 'NZD', 'forex', '0.00001', '1', '5000000', 100, 'FX'],
  [2105, 'USDJPY', 'forex', '0.001', '1', '5000000', 100, 'FX'],
  [2106, 'USDCHF', 'forex', '0.00001', '1', '5000000', 100, 'FX'],
  [2107, 'USDCAD', 'forex', '0.00001', '1', '5000000', 100, 'FX'],
  [2201, 'XAU', 'metals', '0.1', '0.01', '5000', 100, 'FX'],
  [2202, 'XAG', 'metals', '0.001', '1', '200000', 50, 'FX'],
  [2203, 'OIL', 'energy', '0.01', '0.1', '100000', 50, 'FX'],
  [2204, 'GAS', 'energy', '0.001', '1', '500000', 25, 'FX'],
  [2301, 'US500', 'indices', '0.1', '0.01', '2000', 100, 'FX'],
  [2302, 'US100', 'indices', '0.1', '0.01', '1000', 100, 'FX'],
  [2303, 'HK50', 'indices', '1', '0.01', '1000', 50, 'FX'],
];

/** Instruments with timed contracts: the main coins, currencies and gold, because their index ticks several times a second. */
const timedOn: ReadonlySet<string> = new Set(['BTC', 'ETH', 'SOL', 'EUR', 'GBP', 'USDJPY', 'XAU']);

/** Linear, margined and settled in USDT. */
export const contractListings: readonly Listing[] = rows.map(([id, base, plate, tick, lot, max, leverage, session]) => ({
  id,
  symbol: `${base}-PERP`,
  name: say('en', 'views.perpetual', { name: english.names[base] }),
  kind: 2,
  base,
  quote: 'USDT',
  plate,
  board: null,
  tick,
  lot,
  maxQuantity: max,
  minNotional: '5',
  bandBps: plate === 'forex' ? 100 : 300,
  jumpBps: plate === 'forex' ? 200 : plate === 'crypto' ? 1000 : 500,
  leverage,
  session,
  tradable: true,
  underlying: base,
  contract: contractTerms(leverage, plate),
  ...(timedOn.has(base) && { timed: timedTerms }),
  ...byClass(contractFees),
}));
