import { byClass, type Listing, stockFees } from './listing.ts';
import { kualaLumpurTerms, type Lending, newYorkTerms } from './stock-terms.ts';

/** US shares say how readily they are lent and lent against; Malaysian ones are cash only. */
type Row = [id: number, code: string, name: string, plate: string, lending?: Lending];

const us: readonly Row[] = [
  [3001, 'AAPL', 'Apple', 'technology', 'liquid'],
  [3002, 'MSFT', 'Microsoft', 'technology', 'liquid'],
  [3003, 'NVDA', 'NVIDIA', 'technology', 'liquid'],
  [3004, 'GOOGL', 'Alphabet', 'technology', 'liquid'],
  [3005, 'AMZN', 'Amazon', 'consumer', 'liquid'],
  [3006, 'META', 'Meta Platforms', 'technology', 'liquid'],
  [3007, 'TSLA', 'Tesla', 'consumer', 'ordinary'],
  [3008, 'AMD', 'Advanced Micro Devices', 'technology', 'ordinary'],
  [3009, 'JPM', 'JPMorgan Chase', 'finance', 'liquid'],
  [3010, 'BAC', 'Bank of America', 'finance', 'ordinary'],
  [3011, 'V', 'Visa', 'finance', 'liquid'],
  [3012, 'IBM', 'IBM', 'technology', 'ordinary'],
  [3013, 'XOM', 'Exxon Mobil', 'energy', 'liquid'],
  [3014, 'CVX', 'Chevron', 'energy', 'ordinary'],
  [3015, 'JNJ', 'Johnson & Johnson', 'health', 'liquid'],
  [3016, 'PFE', 'Pfizer', 'health', 'ordinary'],
  [3017, 'KO', 'Coca-Cola', 'consumer', 'liquid'],
  [3018, 'WMT', 'Walmart', 'consumer', 'liquid'],
  [3019, 'DIS', 'Walt Disney', 'consumer', 'ordinary'],
  [3020, 'SPY', 'S&P 500 ETF Trust', 'funds', 'liquid'],
];

const kualaLumpur: readonly Row[] = [
  [4001, 'MAYBANK', 'Malayan Banking', 'finance'],
  [4002, 'PBBANK', 'Public Bank', 'finance'],
  [4003, 'CIMB', 'CIMB Group', 'finance'],
  [4004, 'TENAGA', 'Tenaga Nasional', 'utilities'],
  [4005, 'PCHEM', 'Petronas Chemicals', 'energy'],
  [4006, 'PETGAS', 'Petronas Gas', 'utilities'],
  [4007, 'IHH', 'IHH Healthcare', 'health'],
  [4008, 'HLBANK', 'Hong Leong Bank', 'finance'],
  [4009, 'RHBBANK', 'RHB Bank', 'finance'],
  [4010, 'AXIATA', 'Axiata Group', 'telecom'],
  [4011, 'CDB', 'CelcomDigi', 'telecom'],
  [4012, 'MAXIS', 'Maxis', 'telecom'],
  [4013, 'SIME', 'Sime Darby', 'industrial'],
  [4014, 'IOICORP', 'IOI Corporation', 'plantation'],
  [4015, 'KLK', 'Kuala Lumpur Kepong', 'plantation'],
  [4016, 'GENTING', 'Genting', 'consumer'],
];

/** Shares are assets of scale 0: nobody holds half of one. Asset ids follow the instrument's. */
const listing =
  (board: 'US' | 'MY') =>
  ([id, code, name, plate, lending]: Row): Listing => {
    const stock = board === 'US' ? newYorkTerms(lending ?? 'ordinary') : kualaLumpurTerms;
    return {
      id,
      symbol: code,
      name,
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
      lever: stock.maxLeverage,
      session: board === 'US' ? 'XNYS' : 'XKLS',
      tradable: true,
      underlying: code,
      stock,
      ...byClass(stockFees),
    };
  };

export const stockListings: readonly Listing[] = [...us.map(listing('US')), ...kualaLumpur.map(listing('MY'))];
