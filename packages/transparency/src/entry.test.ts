import { sha256 as portable } from '@noble/hashes/sha2.js';
import { concatBytes, utf8ToBytes } from '@noble/hashes/utils.js';
import { describe, expect, it } from 'vitest';
import { commandHash, encodeEntry, entryBytes, eventLeaf, eventsRoot, Salts, saltPlaces } from './entry.ts';
import { sha256 } from './hashes.ts';

const portably = (...parts: readonly (Uint8Array | string)[]) =>
  portable(concatBytes(...parts.map((part) => (typeof part === 'string' ? utf8ToBytes(part) : part))));
const salt = new Uint8Array(16).fill(9);

describe('what an entry of the log covers', () => {
  it.each(['', 'filled', 'é and 元', '𝄞', 'x'.repeat(2_730), '元'.repeat(2_731), 'y'.repeat(100_000)])(
    'is hashed as UTF-8, however long a text is (%#)',
    (text) => {
      const bytes = Uint8Array.of(1, 2, 3);
      expect(sha256(bytes, text, bytes)).toEqual(portably(bytes, text, bytes));
      expect(sha256(text)).toEqual(portably(text));
      expect(eventLeaf(salt, text)).toEqual(eventLeaf(salt, utf8ToBytes(text)));
      expect(commandHash(salt, bytes, text)).toEqual(portably(salt, Uint8Array.of(0, 0, 0, 3), bytes, text));
    },
  );

  it('stays as it was when further entries are written', () => {
    const hashOf = (n: number) => new Uint8Array(32).fill(n);
    const entries = Array.from({ length: 600 }, (_, n) => encodeEntry({ command: hashOf(n), events: hashOf(n + 1) }));
    entries.forEach((entry, n) => {
      expect(entry.length).toBe(entryBytes);
      expect([entry[0], entry[1], entry[32], entry[33], entry[64]]).toEqual([1, n & 255, n & 255, (n + 1) & 255, (n + 1) & 255]);
    });
  });

  it('has salts that depend on the command and the place only, also beyond 32 bits', () => {
    const secret = new Uint8Array(32).fill(5);
    const high = new Salts(secret, 2 ** 33 + 7);
    const low = new Salts(secret, 7);
    const before = high.of(saltPlaces.command).slice();
    low.of(saltPlaces.command);
    expect(high.of(saltPlaces.all)).toEqual(portably(secret, Uint8Array.of(0, 0, 0, 2, 0, 0, 0, 7, 0, 0, 0, 0)).slice(16));
    expect(high.of(saltPlaces.command)).toEqual(before);
    expect(low.of(saltPlaces.event(0, 1))).toEqual(portably(secret, Uint8Array.of(0, 0, 0, 0, 0, 0, 0, 7, 0, 0, 0, 1)).slice(16));
  });

  it('of a command that told nothing else is its only leaf', () => {
    const leaf = eventLeaf(salt, 'all');
    expect(eventsRoot([leaf])).toEqual(leaf);
    expect(eventsRoot([leaf, leaf])).not.toEqual(leaf);
  });
});
