import { keccak_256 } from '@noble/hashes/sha3.js';
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js';

const hashOf = (signature: string) => `0x${bytesToHex(keccak_256(utf8ToBytes(signature)))}`;

/** The log of a token's transfer, and the two calls that rails use (ERC-20). */
export const transferTopic = hashOf('Transfer(address,address,uint256)');
export const transferSelector = hashOf('transfer(address,uint256)').slice(0, 10);
export const balanceOfSelector = hashOf('balanceOf(address)').slice(0, 10);

/** 32 bytes in hexadecimal, without 0x. */
export const word = (value: bigint): string => value.toString(16).padStart(64, '0');

export const transferCall = (to: string, units: bigint): string => `${transferSelector}${word(BigInt(to))}${word(units)}`;
export const balanceOfCall = (address: string): string => `${balanceOfSelector}${word(BigInt(address))}`;

/** The receiver and the units of a call of `transfer`, or undefined for other data. */
export function readTransferCall(data: string): { to: string; units: bigint } | undefined {
  const [, to, units] = new RegExp(`^${transferSelector}0{24}([0-9a-f]{40})([0-9a-f]{64})$`).exec(data.toLowerCase()) ?? [];
  return to === undefined || units === undefined ? undefined : { to: `0x${to}`, units: BigInt(`0x${units}`) };
}
