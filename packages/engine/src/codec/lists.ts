import { type ByteReader, type ByteWriter, CodecError } from './bytes.ts';

const maxListLength = 65_536;

/** A list: its length, then its items. */
export function writeList<T>(w: ByteWriter, items: readonly T[], write: (item: T) => void): void {
  if (!Array.isArray(items) || items.length > maxListLength) throw new CodecError('unencodable', 'not a list, or too long');
  w.count(items.length);
  for (const item of items as readonly T[]) write(item);
}

export function readList<T>(r: ByteReader, read: () => T): T[] {
  const length = r.count();
  if (length > maxListLength || length > r.left) throw new CodecError('corrupt', `a list of ${length}`);
  return Array.from({ length }, read);
}

export const within = (value: number, max: number) => Number.isInteger(value) && value >= 0 && value <= max;

export function bits(...values: boolean[]): number {
  let byte = 0;
  for (const [at, value] of values.entries()) {
    if (typeof value !== 'boolean') throw new CodecError('unencodable', 'not yes or no');
    if (value) byte |= 1 << at;
  }
  return byte;
}

export function readBits(r: ByteReader, count: number): boolean[] {
  const byte = r.byte();
  if (byte >> count !== 0) throw new CodecError('corrupt', 'unknown bits');
  return Array.from({ length: count }, (_, at) => ((byte >> at) & 1) === 1);
}
