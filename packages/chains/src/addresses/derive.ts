import { HDKey } from '@scure/bip32';
import { classicAddressToXAddress } from 'ripple-address-codec';
import { type Network, networks } from '../networks.ts';
import { bitcoinAddress, evmText, keccakAccount, tronAddress, xrpAccount } from './encodings.ts';

/** An address that receives. Where the network has tags, one account serves everybody and the tag tells customers apart. */
export interface ReceivingAddress {
  network: Network;
  index: number;
  address: string;
  tag?: number;
  /** Address and tag in one word, where the network has such a form. */
  xAddress?: string;
}

export class BadExtendedKey extends Error {
  override name = 'BadExtendedKey';
}

/** BIP 32 keeps the upper half for keys that need the private key. */
const mostIndexes = 0x8000_0000;

/**
 * The receiving address with this index of an extended public key of an account (`m/84'/0'/0'`, `m/44'/60'/0'`…): path `0/index`. For XRP the account's first
 * address, and the index as destination tag. Throws `BadExtendedKey`, also for a private key: it has no business here.
 */
export function addressOf(xpub: string, network: Network, index: number): ReceivingAddress {
  if (!Number.isInteger(index) || index < 0 || index >= mostIndexes) throw new RangeError(`${index} is no index of an address`);
  const { family, test } = networks[network];
  const publicKey = publicKeyAt(xpub, family === 'xrp' ? 0 : index);
  if (family === 'bitcoin') return { network, index, address: bitcoinAddress(publicKey, test) };
  if (family === 'evm') return { network, index, address: evmText(keccakAccount(publicKey)) };
  if (family === 'tron') return { network, index, address: tronAddress(publicKey) };
  const address = xrpAccount(publicKey);
  return { network, index, address, tag: index, xAddress: classicAddressToXAddress(address, index, test) };
}

const chains = new Map<string, HDKey>();

function publicKeyAt(xpub: string, index: number): Uint8Array {
  const chain = chains.get(xpub) ?? receivingChain(xpub);
  const key = chain.deriveChild(index).publicKey;
  if (key === null) throw new BadExtendedKey('The extended key holds no public key.');
  return key;
}

function receivingChain(xpub: string): HDKey {
  let account: HDKey;
  try {
    account = HDKey.fromExtendedKey(xpub);
  } catch {
    throw new BadExtendedKey('This is no extended public key. It begins with xpub and has 111 characters.');
  }
  if (account.privateKey !== null)
    throw new BadExtendedKey('This is a private key. Only the signer holds private keys: enter its public key here.');
  const chain = account.deriveChild(0);
  // A server has one key a network.
  if (chains.size >= 64) chains.clear();
  chains.set(xpub, chain);
  return chain;
}

/** XRP: address and tag in one word. */
export const xAddressOf = (address: string, tag: number, test: boolean): string => classicAddressToXAddress(address, tag, test);
