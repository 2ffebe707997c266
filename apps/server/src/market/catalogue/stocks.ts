import { english } from '@bourse/words/english';
import { byClass, type Listing, stockFees } from './listing.ts';
import { kualaLumpurTerms, type Lending, newYorkTerms } from './stock-terms.ts';

/** US shares state how easily they can be borrowed and borrowed against. Malaysian shares are cash only. */
type Row = [id: number, code: keyof typeof english.names, plate: string, lending?: Lending];

const us: readonly Row[] = [
  [3001, 'AAPL', 'technology', 'liquid'],
  [3002, 'MSFT', 'technology', 'liquid'],
  [3003, 'NVDA', 'technology', 'liquid'],
  [3004, 'GOOGL', 'technology', 'liquid'],
  [3005, 'AMZN', 'consumer', 'liquid'],
  [3006, 'META', 'technology', 'liquid'],
  [3007, 'TSLA', 'consumer', 'ordinary'],
  [3008, 'AMD', 'technology', 'ordinary'],
  [3009, 'JPM', 'finance', 'liquid'],
  [3010, 'BAC', 'finance', 'ordinary'],
  [3011, 'V', 'finance', 'liquid'],
  [3012, 'IBM', 'technology', 'ordinary'],
  [3013, 'XOM', 'energy', 'liquid'],
  [3014, 'CVX', 'energy', 'ordinary'],
  [3015, 'JNJ', 'health', 'liquid'],
  [3016, 'PFE', 'health', 'ordinary'],
  [3017, 'KO', 'consumer', 'liquid'],
  [3018, 'WMT', 'consumer', 'liquid'],
  [3019, 'DIS', 'consumer', 'ordinary'],
  [3020, 'SPY', 'funds', 'liquid'],
];

const kualaLumpur: readonly Row[] = [
  [4001, 'MAYBANK', 'finance'],
  [4002, 'PBBANK', 'finance'],
  [4003, 'CIMB', 'finance'],
  [4004, 'TENAGA', 'utilities'],
  [4005, 'PCHEM', 'energy'],
  [4006, 'PETGAS', 'utilities'],
  [4007, 'IHH', 'health'],
  [4008, 'HLBANK', 'finance'],
  [4009, 'RHBBANK', 'finance'],
  [4010, 'AXIATA', 'telecom'],
  [4011, 'CDB', 'telecom'],
  [4012, 'MAXIS', 'telecom'],
  [4013, 'SIME', 'industrial'],
  [4014, 'IOICORP', 'plantation'],
  [4015, 'KLK', 'plantation'],
  [4016, 'GENTING', 'consumer'],
];

/** Shares are assets of scale 0: nobody holds half a share. Their asset ids follow the instrument ids. */
const listing =
  (board: 'US' | 'MY') =>
  ([id, code, plate, lending]: Row): Listing => {
    const stock = board === 'US' ? newYorkTerms(lending ?? 'ordinary') : kualaLumpurTerms;
    return {
      id,
      symbol: code,
      name: english.names[code],
      kind: 3,
      base: code,
      quote: board === 'US' ? 'USD' : 'MYR',
      plate,
      board,
      tick: '0.01',
      lot: board === 'US' ? '1' : '100',
      maxQuantity: board === 'US' ? '50000' : '5000000',
      minNotional: '1',
      bandBps: 1000,
      jumpBps: 1000,
      leverage: stock.maxLeverage,
      session: board === 'US' ? 'XNYS' : 'XKLS',
      tradable: true,
      underlying: code,
      stock,
      ...byClass(stockFees),
    };
  };

export const stockListings: readonly Listing[] = [...us.map(listing('US')), ...kualaLumpur.map(listing('MY'))];
