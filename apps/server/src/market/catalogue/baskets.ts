/** Our own indices and what they are made of. */
export interface Basket {
  code: string;
  name: string;
  members: readonly string[];
}

export const baskets: readonly Basket[] = [
  {
    code: 'BX10',
    name: 'Bourse Crypto 10',
    members: ['BTC', 'ETH', 'SOL', 'XRP', 'BNB', 'DOGE', 'LINK', 'ADA', 'AVAX', 'LTC'].map((code) => `${code}/USDT`),
  },
  { code: 'BXDEFI', name: 'Bourse DeFi', members: ['UNI/USDT', 'AAVE/USDT', 'LINK/USDT'] },
  {
    code: 'BXUS',
    name: 'Bourse US 12',
    members: ['AAPL', 'MSFT', 'NVDA', 'GOOGL', 'AMZN', 'META', 'TSLA', 'JPM', 'V', 'XOM', 'JNJ', 'WMT'],
  },
  {
    code: 'BXMY',
    name: 'Bourse Malaysia 10',
    members: ['MAYBANK', 'PBBANK', 'CIMB', 'TENAGA', 'PCHEM', 'IHH', 'PETGAS', 'RHBBANK', 'AXIATA', 'SIME'],
  },
  { code: 'BXFX', name: 'Bourse Dollar Crosses', members: ['EUR-PERP', 'GBP-PERP', 'AUD-PERP', 'NZD-PERP'] },
];

export const basketNames: Readonly<Record<string, string>> = Object.fromEntries(baskets.map(({ code, name }) => [code, name]));
