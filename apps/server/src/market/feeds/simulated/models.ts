import type { Temper } from './noise.ts';

/** Parameters of a simulated price. Starting prices are sample figures close to the design's. Everything derived from them is labelled simulated. */
export interface Model {
  start: number;
  /** Standard deviation of a year's log return. */
  volatility: number;
  /** Common factors of the whole market and of the sector, and the share of the variance that follows each. */
  market: string;
  sector: string;
  follows: readonly [market: number, sector: number];
  /** Irregularity of its own part of the walk. Default: even. */
  temper?: Temper;
  /** Turnover on the source in 24 h, in US dollars or the quote's equivalent. */
  turnover: number;
  /** Milliseconds between possible ticks. */
  periodMs: number;
}

/** Some coins follow the market, some their sector, and some mostly themselves. The day curves of two coins must not look the same. */
const coinKinds: Readonly<Record<string, { follows: readonly [number, number]; temper: Temper }>> = {
  major: { follows: [0.5, 0.12], temper: { moods: 0.2, jumpOneIn: 40, jumpSize: 3 } },
  layer1: { follows: [0.22, 0.18], temper: { moods: 0.24, jumpOneIn: 30, jumpSize: 3.4 } },
  layer2: { follows: [0.24, 0.28], temper: { moods: 0.24, jumpOneIn: 30, jumpSize: 3.4 } },
  payments: { follows: [0.18, 0.14], temper: { moods: 0.26, jumpOneIn: 26, jumpSize: 3.8 } },
  exchange: { follows: [0.25, 0], temper: { moods: 0.22, jumpOneIn: 36, jumpSize: 3.2 } },
  defi: { follows: [0.2, 0.26], temper: { moods: 0.24, jumpOneIn: 28, jumpSize: 3.4 } },
  storage: { follows: [0.2, 0], temper: { moods: 0.26, jumpOneIn: 26, jumpSize: 3.6 } },
  meme: { follows: [0.1, 0.24], temper: { moods: 0.34, jumpOneIn: 18, jumpSize: 4.2 } },
};
const coinModel = (start: number, volatility: number, turnoverMillions: number, sector: string): Model => ({
  start,
  volatility,
  market: 'crypto',
  sector,
  ...(coinKinds[sector] ?? { follows: [0.3, 0.2] as const }),
  turnover: turnoverMillions * 1e6,
  periodMs: turnoverMillions > 200 ? 250 : turnoverMillions > 50 ? 500 : 800,
});
const currency = (start: number, volatility: number, turnoverMillions: number, dollar = 0.5): Model => ({
  start,
  volatility,
  market: 'dollar',
  sector: 'forex',
  follows: [dollar, 0.1],
  turnover: turnoverMillions * 1e6,
  periodMs: 500,
});
const commodity = (start: number, volatility: number, turnoverMillions: number, sector: string): Model => ({
  start,
  volatility,
  market: 'commodities',
  sector,
  follows: [0.2, 0.5],
  turnover: turnoverMillions * 1e6,
  periodMs: 500,
});
const share = (market: 'us' | 'my', sector: string, start: number, volatility: number, turnoverMillions: number): Model => ({
  start,
  volatility,
  market,
  sector: `${market}-${sector}`,
  // An index fund is the market. A company has news of its own.
  follows: sector === 'funds' ? [0.85, 0] : [0.25, 0.2],
  ...(sector !== 'funds' && { temper: { moods: 0.22, jumpOneIn: 30, jumpSize: 3.4 } }),
  turnover: turnoverMillions * 1e6,
  periodMs: market === 'us' ? 500 : 1000,
});

export const models: Readonly<Record<string, Model>> = {
  BTC: coinModel(68_412.5, 0.42, 1240, 'major'),
  ETH: coinModel(3524.18, 0.52, 612.4, 'major'),
  SOL: coinModel(168.44, 0.68, 284.1, 'layer1'),
  XRP: coinModel(0.5284, 0.6, 96.8, 'payments'),
  BNB: coinModel(582.1, 0.45, 71.3, 'exchange'),
  DOGE: coinModel(0.12416, 0.8, 58.9, 'meme'),
  LINK: coinModel(14.382, 0.65, 31.7, 'defi'),
  ADA: coinModel(0.3586, 0.65, 24.6, 'layer1'),
  AVAX: coinModel(27.914, 0.7, 22.1, 'layer1'),
  DOT: coinModel(4.386, 0.65, 14.2, 'layer1'),
  LTC: coinModel(72.46, 0.55, 18.4, 'payments'),
  BCH: coinModel(362.81, 0.6, 12.7, 'payments'),
  TRX: coinModel(0.16172, 0.4, 21.9, 'layer1'),
  UNI: coinModel(7.842, 0.75, 11.8, 'defi'),
  ATOM: coinModel(4.521, 0.65, 8.4, 'layer1'),
  NEAR: coinModel(4.806, 0.75, 13.3, 'layer1'),
  APT: coinModel(9.427, 0.75, 10.9, 'layer1'),
  ARB: coinModel(0.5713, 0.75, 12.1, 'layer2'),
  OP: coinModel(1.6328, 0.75, 11.2, 'layer2'),
  FIL: coinModel(3.762, 0.7, 7.9, 'storage'),
  AAVE: coinModel(151.37, 0.75, 9.6, 'defi'),
  SUI: coinModel(1.9466, 0.85, 33.4, 'layer1'),
  TON: coinModel(5.118, 0.6, 12.5, 'layer1'),
  SHIB: coinModel(0.00001794, 0.8, 19.8, 'meme'),
  EUR: currency(1.08642, 0.075, 38),
  GBP: currency(1.29814, 0.08, 26),
  // The price of a dollar in tethers stays within a few hundredths of a percent of one.
  USD: { ...currency(1.0001, 0.0015, 18, 0), follows: [0, 0] },
  AUD: currency(0.66152, 0.1, 12),
  NZD: currency(0.59847, 0.1, 7),
  USDJPY: currency(152.348, 0.095, 31, -0.5),
  USDCHF: currency(0.86571, 0.075, 9, -0.5),
  USDCAD: currency(1.38926, 0.06, 11, -0.5),
  USDMYR: currency(4.4268, 0.05, 3, -0.3),
  USDCNY: currency(7.2381, 0.03, 3, -0.3),
  USDHKD: currency(7.7816, 0.006, 3, -0.3),
  USDSGD: currency(1.3402, 0.05, 3, -0.3),
  USDTWD: currency(32.481, 0.05, 3, -0.3),
  USDKRW: currency(1396.4, 0.09, 3, -0.3),
  USDINR: currency(84.42, 0.03, 3, -0.3),
  USDTHB: currency(34.62, 0.07, 3, -0.3),
  USDIDR: currency(15_872, 0.06, 3, -0.3),
  USDVND: currency(25_412, 0.03, 3, -0.3),
  USDBRL: currency(5.7942, 0.14, 3, -0.3),
  XAU: commodity(2418.6, 0.15, 46, 'metals'),
  XAG: commodity(28.415, 0.28, 14, 'metals'),
  OIL: commodity(71.84, 0.32, 21, 'energy'),
  GAS: commodity(2.714, 0.5, 6, 'energy'),
  US500: { ...commodity(5871.2, 0.15, 33, 'equity-us'), market: 'us' },
  US100: { ...commodity(20_418.6, 0.2, 27, 'equity-us'), market: 'us' },
  HK50: { ...commodity(20_512, 0.24, 8, 'equity-hk'), market: 'us' },
  AAPL: share('us', 'technology', 227.16, 0.26, 96),
  MSFT: share('us', 'technology', 428.02, 0.24, 81),
  NVDA: share('us', 'technology', 131.6, 0.48, 214),
  GOOGL: share('us', 'technology', 171.42, 0.29, 48),
  AMZN: share('us', 'consumer', 197.12, 0.3, 66),
  META: share('us', 'technology', 563.09, 0.34, 59),
  TSLA: share('us', 'consumer', 249.83, 0.55, 142),
  AMD: share('us', 'technology', 141.86, 0.48, 52),
  JPM: share('us', 'finance', 222.31, 0.22, 24),
  BAC: share('us', 'finance', 41.88, 0.25, 18),
  V: share('us', 'finance', 289.63, 0.18, 17),
  IBM: share('us', 'technology', 206.74, 0.2, 9),
  XOM: share('us', 'energy', 118.45, 0.22, 15),
  CVX: share('us', 'energy', 150.92, 0.22, 11),
  JNJ: share('us', 'health', 160.04, 0.15, 10),
  PFE: share('us', 'health', 28.31, 0.23, 12),
  KO: share('us', 'consumer', 65.52, 0.14, 9),
  WMT: share('us', 'consumer', 82.19, 0.17, 13),
  DIS: share('us', 'consumer', 96.37, 0.26, 10),
  SPY: share('us', 'funds', 585.44, 0.14, 260),
  MAYBANK: share('my', 'finance', 10.24, 0.12, 38),
  PBBANK: share('my', 'finance', 4.43, 0.13, 29),
  CIMB: share('my', 'finance', 8.11, 0.15, 41),
  TENAGA: share('my', 'utilities', 14.06, 0.16, 33),
  PCHEM: share('my', 'energy', 5.52, 0.25, 14),
  PETGAS: share('my', 'utilities', 17.84, 0.12, 9),
  IHH: share('my', 'health', 7.15, 0.14, 11),
  HLBANK: share('my', 'finance', 20.42, 0.12, 12),
  RHBBANK: share('my', 'finance', 6.36, 0.13, 10),
  AXIATA: share('my', 'telecom', 2.41, 0.22, 8),
  CDB: share('my', 'telecom', 3.57, 0.18, 9),
  MAXIS: share('my', 'telecom', 3.62, 0.16, 6),
  SIME: share('my', 'industrial', 2.38, 0.2, 10),
  IOICORP: share('my', 'plantation', 3.74, 0.15, 8),
  KLK: share('my', 'plantation', 20.86, 0.16, 7),
  GENTING: share('my', 'consumer', 4.02, 0.26, 13),
};
