import { type Checkpoint, parseCheckpoint, parseNote, parseVerifier, signersOf, toBase64, type VerifierKey } from '@bourse/transparency';
import type { Why } from './steps.ts';

/** A head whose signature by its own log's key holds. */
export interface Head {
  origin: string;
  /** The last part of the origin: `real` or `demo`. */
  venue: string;
  size: number;
  /** Base64. */
  root: string;
  /** Names of the keys that signed it, of those that are known. The log's own key is the first. */
  signers: readonly string[];
  /** The latest time at which a witness signed, in milliseconds since 1970. */
  witnessedAt: number | undefined;
  checkpoint: Checkpoint;
}

/** The venue that a log is about: origins end with it, as `exchange.example/tlog/demo`. */
export const venueOf = (origin: string): string => origin.slice(origin.lastIndexOf('/') + 1);

/** Keys from their texts; those that are none are left out. */
export const keysOf = (texts: readonly string[]): VerifierKey[] =>
  texts.flatMap((text) => {
    try {
      return [parseVerifier(text)];
    } catch {
      return [];
    }
  });

/**
 * Reads a signed head. A log's key signs heads of its own log alone, so the key's name must be the head's origin: a witness signs heads of many logs, and a head
 * that only witnesses signed says nothing about this one. Never throws.
 */
export function readHead(note: string, keys: readonly VerifierKey[]): Head | { why: Why; detail?: string } {
  try {
    const parsed = parseNote(note);
    const checkpoint = parseCheckpoint(parsed.text);
    const own = keys.filter(({ role, name }) => role === 'log' && name === checkpoint.origin);
    if (own.length === 0) return { why: keys.some(({ role }) => role === 'log') ? 'otherLog' : 'noKey', detail: checkpoint.origin };
    const signed = signersOf(parsed, [...own, ...keys.filter(({ role }) => role === 'witness')]);
    if (!signed.some(({ key }) => key.role === 'log')) return { why: 'unsigned', detail: checkpoint.origin };
    const times = signed.flatMap(({ seconds }) => (seconds === undefined ? [] : [seconds * 1000]));
    return {
      origin: checkpoint.origin,
      venue: venueOf(checkpoint.origin),
      size: checkpoint.size,
      root: toBase64(checkpoint.root),
      signers: [...signed].sort((a, b) => Number(a.key.role === 'witness') - Number(b.key.role === 'witness')).map(({ key }) => key.name),
      witnessedAt: times.length > 0 ? Math.max(...times) : undefined,
      checkpoint,
    };
  } catch (error) {
    return { why: 'unsigned', detail: (error as Error).message };
  }
}
