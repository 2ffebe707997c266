import { AssetKind, Wallet } from '@bourse/protocol/enums';
import type { AssetInfo } from '../market/port.ts';

/**
 * The kinds of asset that a wallet may hold: the engine's rule, repeated here for the screens. `trading.test.ts` tries every wallet with every kind
 * against the engine, so the two cannot differ unnoticed.
 */
const holds: Record<Wallet, readonly AssetKind[]> = {
  [Wallet.coin]: [AssetKind.fiat, AssetKind.stablecoin, AssetKind.coin],
  [Wallet.contract]: [AssetKind.fiat, AssetKind.stablecoin],
  [Wallet.stock]: [AssetKind.fiat, AssetKind.stablecoin, AssetKind.share],
  [Wallet.fast]: [AssetKind.fiat, AssetKind.stablecoin],
  [Wallet.wealth]: [AssetKind.fiat, AssetKind.stablecoin, AssetKind.coin],
};

export const walletHolds = (wallet: Wallet, { kind }: Pick<AssetInfo, 'kind'>): boolean => holds[wallet].includes(kind);

export const walletKeys = {
  [Wallet.coin]: 'coin',
  [Wallet.contract]: 'contract',
  [Wallet.stock]: 'stock',
  [Wallet.fast]: 'fast',
  [Wallet.wealth]: 'wealth',
} as const satisfies Record<Wallet, string>;

export const everyWallet: readonly Wallet[] = Object.values(Wallet);

/** Wallets that share at least one kind of asset with this one. */
export const transferTargets = (from: Wallet): Wallet[] =>
  everyWallet.filter((to) => to !== from && holds[to].some((kind) => holds[from].includes(kind)));
