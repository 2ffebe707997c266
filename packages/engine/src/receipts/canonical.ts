import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex } from '@noble/hashes/utils.js';
import { utf8Encode } from '../base/utf8.ts';

type Json = string | number | boolean | null | undefined | readonly Json[] | { readonly [key: string]: Json };

/** JSON with sorted keys and a single possible form, so equal facts give equal text. Undefined fields are left out. */
export function canonicalJson(value: unknown): string {
  return write(value as Json);
}

function write(value: Json): string {
  if (value === null || value === undefined || typeof value !== 'object') return JSON.stringify(value ?? null);
  if (Array.isArray(value)) return `[${value.map((item: Json) => write(item)).join(',')}]`;
  const fields = Object.entries(value).filter(([, field]) => field !== undefined);
  fields.sort(([a], [b]) => (a < b ? -1 : 1));
  return `{${fields.map(([key, field]) => `${JSON.stringify(key)}:${write(field as Json)}`).join(',')}}`;
}

/** SHA-256 of the canonical text of any receipt's facts, as 64 hex digits. */
export const receiptHash = (facts: object): string => bytesToHex(sha256(utf8Encode(canonicalJson(facts))));
