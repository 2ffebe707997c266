import { Address } from '@scure/btc-signer';
import { decodeAccountID, encodeAccountID, isValidClassicAddress, isValidXAddress, xAddressToClassicAddress } from 'ripple-address-codec';
import { type Network, networkNames, networks } from '../networks.ts';
import { bitcoinParameters, evmBytes, evmText, tronBytes } from './encodings.ts';

export type AddressProblem =
  | 'malformed'
  /** The form is right, but the check digits do not match: a character was mistyped. */
  | 'checksum'
  /** A good address of `belongsTo`: coins sent there on this network are lost. */
  | 'wrongNetwork'
  | 'tagMissing'
  | 'tagInvalid'
  /** The address carries a tag of its own, and another one was given. */
  | 'tagDiffers'
  /** The network has no tags. */
  | 'tagNotUsed'
  /** Nobody has the key of this address. */
  | 'nobodysAddress';

export type CheckedAddress =
  | { ok: true; address: string; tag?: number }
  | { ok: false; problem: AddressProblem; belongsTo?: readonly Network[] };

const mostCharacters = 120;
/** XRP's account of zeros and the account of one: both known, neither with a usable key. */
const xrpNobody = new Set(['rrrrrrrrrrrrrrrrrrrrrhoLvTp', 'rrrrrrrrrrrrrrrrrrrrBZbvji']);

/** Reads an address that somebody typed, and its tag. The answer's address is in the network's one canonical form. Never throws. */
export function checkAddress(network: Network, text: string, tag?: string | number): CheckedAddress {
  const trimmed = text.trim();
  if (trimmed === '' || trimmed.length > mostCharacters) return { ok: false, problem: 'malformed' };
  const read = readAddress(network, trimmed);
  if (!read.ok) {
    const belongsTo = networkNames.filter((other) => other !== network && readAddress(other, trimmed).ok);
    return belongsTo.length > 0 ? { ok: false, problem: 'wrongNetwork', belongsTo } : read;
  }
  const given = tag === undefined || tag === '' ? undefined : tagOf(tag);
  if (given === 'invalid') return { ok: false, problem: networks[network].tag === 'none' ? 'tagNotUsed' : 'tagInvalid' };
  if (networks[network].tag === 'none') return given === undefined ? read : { ok: false, problem: 'tagNotUsed' };
  if (given !== undefined && read.tag !== undefined && given !== read.tag) return { ok: false, problem: 'tagDiffers' };
  const final = given ?? read.tag;
  return final === undefined ? { ok: false, problem: 'tagMissing' } : { ok: true, address: read.address, tag: final };
}

function tagOf(tag: string | number): number | 'invalid' {
  const text = String(tag).trim();
  if (!/^(?:0|[1-9][0-9]{0,9})$/.test(text)) return 'invalid';
  const value = Number(text);
  return value <= 0xffff_ffff ? value : 'invalid';
}

function readAddress(network: Network, text: string): CheckedAddress {
  const { family, test } = networks[network];
  if (family === 'evm') return readEvm(text);
  if (family === 'tron') return readTron(text);
  return family === 'xrp' ? readXrp(text, test) : readBitcoin(text, test);
}

function readEvm(text: string): CheckedAddress {
  if (!/^0x[0-9a-fA-F]{40}$/.test(text)) return { ok: false, problem: 'malformed' };
  const bytes = evmBytes(text);
  if (bytes.every((byte) => byte === 0)) return { ok: false, problem: 'nobodysAddress' };
  const address = evmText(bytes);
  const digits = text.slice(2);
  // Text in one case carries no checksum (EIP-55).
  const carriesNone = digits === digits.toLowerCase() || digits === digits.toUpperCase();
  return carriesNone || text === address ? { ok: true, address } : { ok: false, problem: 'checksum' };
}

function readTron(text: string): CheckedAddress {
  if (!/^T[1-9A-HJ-NP-Za-km-z]{33}$/.test(text)) return { ok: false, problem: 'malformed' };
  const bytes = tronBytes(text);
  if (bytes === undefined) return { ok: false, problem: 'checksum' };
  return bytes.every((byte) => byte === 0) ? { ok: false, problem: 'nobodysAddress' } : { ok: true, address: text };
}

function readXrp(text: string, test: boolean): CheckedAddress {
  if (/^[XT][1-9A-HJ-NP-Za-km-z]{46}$/.test(text)) {
    if (!isValidXAddress(text)) return { ok: false, problem: 'checksum' };
    const { classicAddress, tag, test: forTest } = xAddressToClassicAddress(text);
    if (forTest !== test) return { ok: false, problem: 'wrongNetwork' };
    return xrpNobody.has(classicAddress)
      ? { ok: false, problem: 'nobodysAddress' }
      : { ok: true, address: classicAddress, ...(tag === false ? {} : { tag }) };
  }
  if (!/^r[1-9A-HJ-NP-Za-km-z]{24,34}$/.test(text)) return { ok: false, problem: 'malformed' };
  if (!isValidClassicAddress(text)) return { ok: false, problem: 'checksum' };
  if (xrpNobody.has(text)) return { ok: false, problem: 'nobodysAddress' };
  return { ok: true, address: encodeAccountID(decodeAccountID(text)) };
}

function readBitcoin(text: string, test: boolean): CheckedAddress {
  const bech32 = text.toLowerCase().startsWith(test ? 'tb1' : 'bc1');
  const base58 = (test ? /^[mn2][1-9A-HJ-NP-Za-km-z]{25,34}$/ : /^[13][1-9A-HJ-NP-Za-km-z]{25,34}$/).test(text);
  if (!bech32 && !base58) return { ok: false, problem: 'malformed' };
  if (bech32 && (!/^[a-z0-9]+$/.test(text.toLowerCase()) || (text !== text.toLowerCase() && text !== text.toUpperCase())))
    return { ok: false, problem: 'malformed' };
  try {
    const coder = Address(bitcoinParameters(test));
    return { ok: true, address: coder.encode(coder.decode(bech32 ? text.toLowerCase() : text)) };
  } catch {
    return { ok: false, problem: 'checksum' };
  }
}
