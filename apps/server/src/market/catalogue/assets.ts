import type { AssetKind } from '@bourse/protocol/enums';
import { english } from '@bourse/words/english';
import type { AssetInfo } from '../port.ts';

const fiat: AssetKind = 1;
const stablecoin: AssetKind = 2;
const coin: AssetKind = 3;

/** English names. `packages/words` has the names in every language. */
const asset = (id: number, code: keyof typeof english.names, kind: AssetKind, scale: number): AssetInfo => ({
  id,
  code,
  name: english.names[code],
  kind,
  scale,
});

/** Ids are part of the journal: they are never reused and never change their meaning. */
export const moneyAssets: readonly AssetInfo[] = [
  asset(1, 'USDT', stablecoin, 6),
  asset(2, 'USD', fiat, 2),
  asset(3, 'MYR', fiat, 2),
  asset(4, 'EUR', fiat, 2),
  asset(5, 'GBP', fiat, 2),
  asset(101, 'BTC', coin, 8),
  asset(102, 'ETH', coin, 8),
  asset(103, 'SOL', coin, 8),
  asset(104, 'XRP', coin, 6),
  asset(105, 'BNB', coin, 8),
  asset(106, 'DOGE', coin, 8),
  asset(107, 'LINK', coin, 8),
  asset(108, 'ADA', coin, 6),
  asset(109, 'AVAX', coin, 8),
  asset(110, 'DOT', coin, 8),
  asset(111, 'LTC', coin, 8),
  asset(112, 'BCH', coin, 8),
  asset(113, 'TRX', coin, 6),
  asset(114, 'UNI', coin, 8),
  asset(115, 'ATOM', coin, 6),
  asset(116, 'NEAR', coin, 8),
  asset(117, 'APT', coin, 8),
  asset(118, 'ARB', coin, 8),
  asset(119, 'OP', coin, 8),
  asset(120, 'FIL', coin, 8),
  asset(121, 'AAVE', coin, 8),
  asset(122, 'SUI', coin, 8),
  asset(123, 'TON', coin, 8),
  asset(124, 'SHIB', coin, 2),
];

/**
 * Assets that contracts refer to but nobody can hold: metals, energy, indices and currencies without a wallet here. They have an id because every
 * instrument names its base. The list of assets leaves them out.
 */
export const underlyings: readonly AssetInfo[] = [
  asset(901, 'XAU', coin, 4),
  asset(902, 'XAG', coin, 4),
  asset(903, 'OIL', coin, 4),
  asset(904, 'GAS', coin, 4),
  asset(905, 'US500', coin, 4),
  asset(906, 'US100', coin, 4),
  asset(907, 'HK50', coin, 4),
  asset(908, 'AUD', fiat, 2),
  asset(909, 'NZD', fiat, 2),
  asset(910, 'USDJPY', fiat, 2),
  asset(911, 'USDCHF', fiat, 2),
  asset(912, 'USDCAD', fiat, 2),
];
