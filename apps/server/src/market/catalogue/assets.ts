import type { AssetKind } from '@bourse/protocol/enums';
import type { AssetInfo } from '../port.ts';

const fiat: AssetKind = 1;
const stablecoin: AssetKind = 2;
const coin: AssetKind = 3;

const asset = (id: number, code: string, name: string, kind: AssetKind, scale: number): AssetInfo => ({ id, code, name, kind, scale });

/** Ids are part of the journal: they are never reused and never change their meaning. */
export const moneyAssets: readonly AssetInfo[] = [
  asset(1, 'USDT', 'Tether', stablecoin, 6),
  asset(2, 'USD', 'US dollar', fiat, 2),
  asset(3, 'MYR', 'Malaysian ringgit', fiat, 2),
  asset(4, 'EUR', 'Euro', fiat, 2),
  asset(5, 'GBP', 'Pound sterling', fiat, 2),
  asset(101, 'BTC', 'Bitcoin', coin, 8),
  asset(102, 'ETH', 'Ethereum', coin, 8),
  asset(103, 'SOL', 'Solana', coin, 8),
  asset(104, 'XRP', 'XRP', coin, 6),
  asset(105, 'BNB', 'BNB', coin, 8),
  asset(106, 'DOGE', 'Dogecoin', coin, 8),
  asset(107, 'LINK', 'Chainlink', coin, 8),
  asset(108, 'ADA', 'Cardano', coin, 6),
  asset(109, 'AVAX', 'Avalanche', coin, 8),
  asset(110, 'DOT', 'Polkadot', coin, 8),
  asset(111, 'LTC', 'Litecoin', coin, 8),
  asset(112, 'BCH', 'Bitcoin Cash', coin, 8),
  asset(113, 'TRX', 'TRON', coin, 6),
  asset(114, 'UNI', 'Uniswap', coin, 8),
  asset(115, 'ATOM', 'Cosmos', coin, 6),
  asset(116, 'NEAR', 'NEAR Protocol', coin, 8),
  asset(117, 'APT', 'Aptos', coin, 8),
  asset(118, 'ARB', 'Arbitrum', coin, 8),
  asset(119, 'OP', 'Optimism', coin, 8),
  asset(120, 'FIL', 'Filecoin', coin, 8),
  asset(121, 'AAVE', 'Aave', coin, 8),
  asset(122, 'SUI', 'Sui', coin, 8),
  asset(123, 'TON', 'Toncoin', coin, 8),
  asset(124, 'SHIB', 'Shiba Inu', coin, 2),
];

/**
 * What a contract refers to but nobody can hold: metals, energy, indices and currencies without a wallet here. They have an id so that
 * an instrument always names its base, and are left out of the list of assets.
 */
export const underlyings: readonly AssetInfo[] = [
  asset(901, 'XAU', 'Gold, troy ounce', coin, 4),
  asset(902, 'XAG', 'Silver, troy ounce', coin, 4),
  asset(903, 'OIL', 'Crude oil, barrel', coin, 4),
  asset(904, 'GAS', 'Natural gas, MMBtu', coin, 4),
  asset(905, 'US500', 'US large-cap 500', coin, 4),
  asset(906, 'US100', 'US technology 100', coin, 4),
  asset(907, 'HK50', 'Hong Kong 50', coin, 4),
  asset(908, 'AUD', 'Australian dollar', fiat, 2),
  asset(909, 'NZD', 'New Zealand dollar', fiat, 2),
  asset(910, 'USDJPY', 'US dollar in yen', fiat, 2),
  asset(911, 'USDCHF', 'US dollar in Swiss francs', fiat, 2),
  asset(912, 'USDCAD', 'US dollar in Canadian dollars', fiat, 2),
];
