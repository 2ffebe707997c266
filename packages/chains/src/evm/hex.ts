import { badAnswer } from '../problem.ts';
import type { Json } from '../rpc.ts';

/** A quantity as EVM nodes write it: 0x and hexadecimal digits without leading zeros. */
export function quantity(value: Json | undefined, what: string): bigint {
  if (typeof value !== 'string' || !/^0x[0-9a-fA-F]{1,64}$/.test(value)) throw badAnswer(`no ${what}`);
  return BigInt(value);
}

/** A quantity that counts blocks, logs or transactions. */
export function count(value: Json | undefined, what: string): number {
  const number = quantity(value, what);
  if (number > BigInt(Number.MAX_SAFE_INTEGER)) throw badAnswer(`no ${what}`);
  return Number(number);
}

export const hex = (value: number | bigint): string => `0x${value.toString(16)}`;

export const hashForm = /^0x[0-9a-f]{64}$/;
export const accountForm = /^0x[0-9a-fA-F]{40}$/;
/** An account in 32 bytes, as topics and arguments hold it. */
export const wordForm = /^0x0{24}[0-9a-f]{40}$/;
