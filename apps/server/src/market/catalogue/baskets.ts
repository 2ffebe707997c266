import type { english } from '@bourse/words/english';

/** Our own indices and their members. */
export interface Basket {
  code: keyof typeof english.names;
  members: readonly string[];
}

export const baskets: readonly Basket[] = [
  {
    code: 'BX10',
    members: ['BTC', 'ETH', 'SOL', 'XRP', 'BNB', 'DOGE', 'LINK', 'ADA', 'AVAX', 'LTC'].map((code) => `${code}/USDT`),
  },
  { code: 'BXDEFI', members: ['UNI/USDT', 'AAVE/USDT', 'LINK/USDT'] },
  {
    code: 'BXUS',
    members: ['AAPL', 'MSFT', 'NVDA', 'GOOGL', 'AMZN', 'META', 'TSLA', 'JPM', 'V', 'XOM', 'JNJ', 'WMT'],
  },
  {
    code: 'BXMY',
    members: ['MAYBANK', 'PBBANK', 'CIMB', 'TENAGA', 'PCHEM', 'IHH', 'PETGAS', 'RHBBANK', 'AXIATA', 'SIME'],
  },
  { code: 'BXFX', members: ['EUR-PERP', 'GBP-PERP', 'AUD-PERP', 'NZD-PERP'] },
];
