import type { Chain, Network } from '@bourse/chains';
import type { RailRules } from '@bourse/engine';
import type { PaymentMethod, RechargeChannel } from '@bourse/protocol/enums';
import type { AssetInfo } from '../market/port.ts';

/** What a rail leads to outside. */
export type RailSource =
  /** A chain that this server reads itself. `token`: the contract, absent for the chain's own coin. `decimals`: of the chain's smallest unit. */
  | {
      kind: 'chain';
      network: Network;
      token: string | undefined;
      decimals: number;
      confirmations: number;
      largeConfirmations?: { from: bigint; needed: number };
      /** In smallest units: an address that was credited as much is swept. Undefined: none is. */
      sweepFrom?: bigint;
    }
  /** Coins of other networks, which the gateway holds. Numbers are the gateway's own. */
  | { kind: 'gateway'; network: string; mainCoinType: string; coinType: string; decimals: number; confirmations: number }
  /** Transfers to a bank account of ours. */
  | { kind: 'bank'; bank: string; holder: string; account: string; bic: string; currency: AssetInfo }
  /** A house address and a transaction that the customer names. */
  | { kind: 'screenshot'; network: Network; token: string | undefined; decimals: number; confirmations: number }
  /** The provider's page takes the money and calls back. */
  | { kind: 'provider'; name: string; url: string }
  /** People open the deposit in a conversation. `pays`: the currency that they take. */
  | { kind: 'desk'; languages: readonly string[]; opens: string; closes: string; timeZone: string; pays: AssetInfo };

/** One way of an asset between the exchange and the world outside, as the file declares it. The engine decides by its own copy of the rules. */
export interface Rail {
  rail: number;
  code: string;
  asset: AssetInfo;
  method: PaymentMethod;
  channel: RechargeChannel;
  networkName: string | null;
  /** Of a deposit's amount, in millionths, rounded up. */
  feeInPpm: number;
  rules: RailRules;
  source: RailSource;
}

export type ChainRail = Rail & { source: Extract<RailSource, { kind: 'chain' }> };
export const onChain = (rail: Rail | undefined): rail is ChainRail => rail?.source.kind === 'chain';

export interface Rails {
  all(): readonly Rail[];
  /** Undefined: there is no such rail. */
  get(rail: number): Rail | undefined;
  /** The rail's rules as the engine has them now; the declared ones before it knows the rail. */
  rules(rail: number): RailRules;
  /** The chain that a rail reads, or undefined where it reads none or its node is not configured. Rails of one network share it. */
  chain(network: Network): Chain | undefined;
}

/** An address that receives for one customer, signed by the vault. */
export interface Attested {
  network: string;
  account: number;
  index: number;
  address: string;
  tag: number | undefined;
  /** Base64 of an Ed25519 signature. */
  attestation: string;
}

/** A WebAuthn answer, each part in base64. */
export interface VaultAssertion {
  authenticatorData: string;
  clientDataJSON: string;
  signature: string;
}

export interface SignedPayout {
  raw: string;
  hash: string;
  /** Of every form that was ever signed: the first, and those with a higher fee. */
  hashes: readonly string[];
  /** The highest block that may hold it, on a network whose transactions end by height. */
  lastHeight?: number | undefined;
  /** Milliseconds since 1970, on a network whose transactions end by time. */
  lastTime?: number | undefined;
  consumes: { kind: 'nonce'; nonce: number } | { kind: 'inputs'; inputs: readonly { txHash: string; output: number }[] };
}

export interface SignedSweep {
  raw: string;
  hash: string;
  /** Coin for its fee, which the hot wallet sends first. */
  fuel: { raw: string; hash: string } | undefined;
  /** Of it and its coin, on a network whose transactions end by time. */
  lastTime?: number | undefined;
}

/** The signer's process. Every call throws `VaultProblem` when it does not answer, answers badly, or refuses; `refusal` is '' unless it refused. */
export interface Vault {
  /** Base64, Ed25519: addresses are checked against it. Undefined while it was never reached. */
  readonly key: string | undefined;
  about(): Promise<{
    vaultKey: string;
    rails: readonly { rail: number; network: string; address: string | undefined; sweepsTo?: string }[];
  }>;
  attest(network: Network, account: number, index: number): Promise<Attested>;
  /** Tells of a destination or a customer's key; answers from when on it counts. */
  seen(digest: string): Promise<number>;
  /** Signs once: the same payout is the same transaction for ever. `request` as docs/signer.md says. */
  payout(request: Record<string, unknown>): Promise<SignedPayout>;
  bump(id: string, fee: unknown): Promise<SignedPayout>;
  /** Signs what gathers the coins of one deposit address where the policy says: the same question is the same transactions for ever. */
  sweep(request: Record<string, unknown>): Promise<SignedSweep>;
}

export class VaultProblem extends Error {
  override name = 'VaultProblem';
  /** The signer's own word for why it refused; '' when it did not answer. */
  readonly refusal: string;

  constructor(refusal: string, message: string) {
    super(message);
    this.refusal = refusal;
  }
}
