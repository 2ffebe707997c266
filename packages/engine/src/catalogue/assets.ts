import { AssetKind, Wallet } from '@bourse/protocol/enums';

export interface Asset {
  /** Index in the order of definition: part of a balance's key. */
  index: number;
  asset: number;
  code: string;
  scale: number;
  assetKind: AssetKind;
}

export class Assets {
  readonly list: Asset[] = [];
  private readonly byId = new Map<number, Asset>();
  private readonly byCode = new Map<string, Asset>();

  get(asset: number): Asset | undefined {
    return this.byId.get(asset);
  }

  withCode(code: string): Asset | undefined {
    return this.byCode.get(code);
  }

  add(asset: Omit<Asset, 'index'>): void {
    const added = { ...asset, index: this.list.length };
    this.list.push(added);
    this.byId.set(asset.asset, added);
    this.byCode.set(asset.code, added);
  }
}

const wallets: readonly number[] = Object.values(Wallet);
export const isWallet = (value: unknown): value is Wallet => typeof value === 'number' && wallets.includes(value);

/** Which kinds of asset a wallet holds. Shares are in the stock wallet, margin and stakes are money, and wealth products take money and coins. */
const holds: Record<Wallet, readonly AssetKind[]> = {
  [Wallet.coin]: [AssetKind.fiat, AssetKind.stablecoin, AssetKind.coin],
  [Wallet.contract]: [AssetKind.fiat, AssetKind.stablecoin],
  [Wallet.stock]: [AssetKind.fiat, AssetKind.stablecoin, AssetKind.share],
  [Wallet.fast]: [AssetKind.fiat, AssetKind.stablecoin],
  [Wallet.wealth]: [AssetKind.fiat, AssetKind.stablecoin, AssetKind.coin],
};
export const walletHolds = (wallet: Wallet, kind: AssetKind) => holds[wallet].includes(kind);
export const walletName = (wallet: Wallet) => Object.entries(Wallet).find(([, value]) => value === wallet)?.[0] ?? '';
