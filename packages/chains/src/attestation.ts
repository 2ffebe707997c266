import { ed25519 } from '@noble/curves/ed25519.js';
import { base64 } from '@scure/base';
import { attestedText } from './digests.ts';

export interface AttestedAddress {
  network: string;
  account: number;
  index: number;
  address: string;
  tag?: number;
  /** Base64 of the vault's Ed25519 signature. */
  attestation: string;
}

/** Whether the vault with this public key (base64, 32 bytes) attested exactly this address to exactly this account. Never throws. */
export function isAttested({ network, account, index, address, tag, attestation }: AttestedAddress, vaultKey: string): boolean {
  try {
    return ed25519.verify(base64.decode(attestation), attestedText(network, account, index, address, tag), base64.decode(vaultKey), {
      zip215: false,
    });
  } catch {
    return false;
  }
}
