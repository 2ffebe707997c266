import type { HDKey } from '@scure/bip32';
import type { RailPolicy } from '../policy.ts';

/** All that a transaction holds besides its signature. What is signed follows from it alone, each time the same. Amounts are decimals. */
export type Plan =
  | {
      kind: 'evm';
      nonce: number;
      to: string;
      units: string;
      gasLimit: string;
      maxFeePerGas: string;
      maxPriorityFeePerGas: string;
    }
  | { kind: 'xrp'; nonce: number; to: string; tag: number; units: string; fee: string; lastLedger: number }
  /** `nonce` is the transaction's own time, in milliseconds. `block`: the id of the block that it names. `feeLimit` in sun. */
  | { kind: 'tron'; nonce: number; to: string; units: string; feeLimit: string; block: string; expiration: number }
  | { kind: 'bitcoin'; to: string; units: string; fee: string; inputs: readonly { txHash: string; output: number; units: string }[] };

export interface Signed {
  raw: string;
  hash: string;
}

/** What a network needs to make payouts. */
export interface RailSigner {
  /** Checks what the server asks for and answers what will be signed. Throws `Refused`. `nonce`: the next one of this key. */
  plan(rail: RailPolicy, order: { to: string; tag: number | undefined; units: bigint; fee: unknown }, taken: Taken): Plan;
  /** The same plan with other fees. Throws `Refused`. */
  bump(rail: RailPolicy, plan: Plan, fee: unknown): Plan;
  sign(rail: RailPolicy, plan: Plan, key: HDKey): Signed;
}

/** What this key's payouts have consumed. */
export interface Taken {
  nextNonce: number;
  inputs: ReadonlySet<string>;
}

/** After which block, or which time, the transaction can never happen; nothing on a network whose transactions do not end. */
export function endOf(plan: Plan): { lastHeight?: number; lastTime?: number } {
  if (plan.kind === 'xrp') return { lastHeight: plan.lastLedger };
  return plan.kind === 'tron' ? { lastTime: plan.expiration } : {};
}
