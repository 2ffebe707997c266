import { useEffect, useState } from 'react';
import type { CallOutput } from '../../../data/index.ts';

export type DepositAddress = CallOutput<'GET pay/recharge/udun-address'>;
/** `unsigned`: an address of the gateway, which the vault does not know. `newKey`: well signed, by another key than this browser has seen before. */
export type VaultCheck = 'checking' | 'signed' | 'newKey' | 'unsigned' | 'wrong';

const storageKey = 'vault_key';
function knownKey(): string | null {
  try {
    return localStorage.getItem(storageKey);
  } catch {
    return null;
  }
}
/** From now on this browser expects addresses to be signed by this key. */
export function trustVaultKey(key: string): void {
  try {
    localStorage.setItem(storageKey, key);
  } catch {
    // A browser without storage compares nothing with earlier visits.
  }
}

async function check({ attestation, vaultKey, account, index, address, tag, channel }: DepositAddress, own: number): Promise<VaultCheck> {
  // An address of somebody else may be well signed too.
  if (account !== own) return 'wrong';
  if (attestation === null) return 'unsigned';
  if (vaultKey === null || channel.network === null) return 'wrong';
  const { isAttested } = await import('@bourse/chains/attestation');
  const signed = { network: channel.network, account, index, address, attestation, ...(tag === null ? {} : { tag }) };
  if (!isAttested(signed, vaultKey)) return 'wrong';
  const known = knownKey();
  if (known === null) trustVaultKey(vaultKey);
  return known === null || known === vaultKey ? 'signed' : 'newKey';
}

/**
 * Whether the vault signed exactly this address for exactly this account (`own`: its number in the ledger), checked in this browser. An address that somebody changed in a database has
 * no such signature. The key is remembered: a server that lies about both is found out by whoever was here before.
 */
export function useVaultCheck(of: DepositAddress, own: number): VaultCheck {
  const [done, setDone] = useState<{ of: DepositAddress; result: VaultCheck }>();
  useEffect(() => {
    let here = true;
    void check(of, own)
      // A chunk that does not come proves nothing: the address stays closed until it does.
      .catch((): VaultCheck => 'checking')
      .then((result) => here && setDone({ of, result }));
    return () => {
      here = false;
    };
  }, [of, own]);
  return done?.of === of ? done.result : 'checking';
}
