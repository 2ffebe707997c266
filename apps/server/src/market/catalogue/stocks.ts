import { byClass, type Listing, stockFees } from './listing.ts';

type Row = [id: number, code: string, name: string, plate: string];

const us: readonly Row[] = [
  [3001, 'AAPL', 'Apple', 'technology'],
  [3002, 'MSFT', 'Microsoft', 'technology'],
  [3003, 'NVDA', 'NVIDIA', 'technology'],
  [3004, 'GOOGL', 'Alphabet', 'technology'],
  [3005, 'AMZN', 'Amazon', 'consumer'],
  [3006, 'META', 'Meta Platforms', 'technology'],
  [3007, 'TSLA', 'Tesla', 'consumer'],
  [3008, 'AMD', 'Advanced Micro Devices', 'technology'],
  [3009, 'JPM', 'JPMorgan Chase', 'finance'],
  [3010, 'BAC', 'Bank of America', 'finance'],
  [3011, 'V', 'Visa', 'finance'],
  [3012, 'IBM', 'IBM', 'technology'],
  [3013, 'XOM', 'Exxon Mobil', 'energy'],
  [3014, 'CVX', 'Chevron', 'energy'],
  [3015, 'JNJ', 'Johnson & Johnson', 'health'],
  [3016, 'PFE', 'Pfizer', 'health'],
  [3017, 'KO', 'Coca-Cola', 'consumer'],
  [3018, 'WMT', 'Walmart', 'consumer'],
  [3019, 'DIS', 'Walt Disney', 'consumer'],
  [3020, 'SPY', 'S&P 500 ETF Trust', 'funds'],
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
  ([id, code, name, plate]: Row): Listing => ({
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
    lever: 1,
    session: board === 'US' ? 'XNYS' : 'XKLS',
    tradable: false,
    underlying: code,
    ...byClass(stockFees),
  });

export const stockListings: readonly Listing[] = [...us.map(listing('US')), ...kualaLumpur.map(listing('MY'))];
