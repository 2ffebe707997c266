import { bytesToHex as hex, hexToBytes, utf8ToBytes } from '@noble/hashes/utils.js';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { emptyRoot, leafHash, nodeHash } from './hashes.ts';
import { MemoryLog } from './testing/memory-log.ts';
import { edgeTiles, parseTilePath, type Tile, TreeBuilder, tilePath, tileWidth } from './tiles.ts';
import { consistencyProof, inclusionProof, isConsistent, isIncluded, treeRoot } from './tree.ts';

const entryOf = (index: number) => utf8ToBytes(`command ${index}`);

/** Merkle tree hash, word for word as RFC 6962 defines it. */
function rootByDefinition(leaves: readonly Uint8Array[]): Uint8Array {
  if (leaves.length === 0) return emptyRoot();
  if (leaves.length === 1) return leaves[0]!;
  let split = 1;
  while (split * 2 < leaves.length) split *= 2;
  return nodeHash(rootByDefinition(leaves.slice(0, split)), rootByDefinition(leaves.slice(split)));
}

const leaves = Array.from({ length: 700 }, (_, index) => leafHash(entryOf(index)));

/** Logs of several sizes, each with the tiles that it had at that size. */
function logOf(size: number): MemoryLog {
  const log = new MemoryLog();
  log.append(...Array.from({ length: size }, (_, index) => entryOf(index)));
  return log;
}

const sizes = fc.integer({ min: 1, max: 700 });

describe('the tree of a log', () => {
  it('has the roots that RFC 6962 defines, from its builder and through its tiles', async () => {
    const builder = new TreeBuilder();
    expect(hex(builder.root())).toBe(hex(emptyRoot()));
    for (let size = 1; size <= 700; size += 1) {
      builder.append(entryOf(size - 1));
      if (size < 20 || size % 37 === 0 || size % tileWidth < 2) {
        expect(hex(builder.root())).toBe(hex(rootByDefinition(leaves.slice(0, size))));
        expect(hex(await treeRoot(size, logOf(size).reader()))).toBe(hex(builder.root()));
      }
    }
  });

  it('has the roots of the published test vectors', () => {
    // Certificate transparency's own vectors: leaves of RFC 6962 implementations by others.
    const inputs = ['', '00', '10', '2021', '3031', '40414243', '5051525354555657', '606162636465666768696a6b6c6d6e6f'];
    const builder = new TreeBuilder();
    for (const input of inputs) builder.append(hexToBytes(input));
    expect(hex(emptyRoot())).toBe('e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855');
    expect(hex(builder.root())).toBe('5dc9da79a70659a9ad559cb701ded9a2ab9d823aad2f4960cfe370eff4604328');
  });

  it('goes on from its tiles at the edge after a restart', () => {
    fc.assert(
      fc.property(sizes, fc.integer({ min: 0, max: 300 }), (size, more) => {
        const before = logOf(size).builder;
        const after = TreeBuilder.behind(size, before.edge());
        for (let index = size; index < size + more; index += 1) {
          before.append(entryOf(index));
          after.append(entryOf(index));
        }
        before.takeWhole();
        expect(hex(after.root())).toBe(hex(before.root()));
        expect(after.edge()).toEqual(before.edge());
        expect(before.edge().map(tilePath)).toEqual(edgeTiles(size + more).map(tilePath));
      }),
      { numRuns: 60 },
    );
  });

  it('refuses to go on from tiles that are cut or missing', () => {
    const edge = logOf(300).builder.edge();
    expect(() => TreeBuilder.behind(300, edge.slice(1))).toThrow('missing or cut');
    const cut: Tile[] = edge.map((tile, at) => (at === 0 ? { ...tile, hashes: tile.hashes.slice(1) } : tile));
    expect(() => TreeBuilder.behind(300, cut)).toThrow('missing or cut');
  });

  it('proves each leaf, and nothing else', async () => {
    await fc.assert(
      fc.asyncProperty(sizes, fc.nat(), fc.nat(), fc.nat(255), async (size, pick, other, flip) => {
        const log = logOf(size);
        const index = pick % size;
        const root = log.builder.root();
        const proof = await inclusionProof(index, size, log.reader());
        const leaf = leaves[index]!;
        expect(isIncluded(leaf, index, size, root, proof)).toBe(true);
        const wrong = other % size;
        if (wrong !== index) {
          expect(isIncluded(leaf, wrong, size, root, proof)).toBe(false);
          expect(isIncluded(leaves[wrong]!, index, size, root, proof)).toBe(false);
        }
        expect(isIncluded(leaf, index, size, root, [...proof, leaf])).toBe(false);
        expect(isIncluded(leaf, index + size, size, root, proof)).toBe(false);
        expect(isIncluded(leaf, -1, size, root, proof)).toBe(false);
        if (proof.length > 0) {
          expect(isIncluded(leaf, index, size, root, proof.slice(1))).toBe(false);
          const bent = proof.map((hash, at) =>
            at === flip % proof.length ? hash.map((byte, n) => (n === flip % 32 ? byte ^ 1 : byte)) : hash,
          );
          expect(isIncluded(leaf, index, size, root, bent)).toBe(false);
        }
      }),
      { numRuns: 150 },
    );
  });

  it('proves that it only grew, and shows when it did not', async () => {
    await fc.assert(
      fc.asyncProperty(sizes, fc.nat(), fc.nat(), async (size, pick, change) => {
        const log = logOf(size);
        const oldSize = pick % (size + 1);
        const oldRoot = rootByDefinition(leaves.slice(0, oldSize));
        const root = log.builder.root();
        const proof = await consistencyProof(oldSize, size, log.reader());
        expect(isConsistent(oldSize, oldRoot, size, root, proof)).toBe(true);
        expect(isConsistent(oldSize, oldRoot, size, root, [...proof, root])).toBe(false);
        if (proof.length > 0) expect(isConsistent(oldSize, oldRoot, size, root, proof.slice(1))).toBe(false);
        if (oldSize === 0) return;
        // Another history: one command of the past was changed, and every tile was made again from it.
        const rewritten = new MemoryLog();
        const changed = change % oldSize;
        rewritten.append(...Array.from({ length: size }, (_, index) => entryOf(index === changed ? 10_000 : index)));
        const forged = await consistencyProof(oldSize, size, rewritten.reader());
        expect(isConsistent(oldSize, oldRoot, size, rewritten.builder.root(), forged)).toBe(false);
        expect(isConsistent(oldSize, oldRoot, size, rewritten.builder.root(), proof)).toBe(false);
      }),
      { numRuns: 150 },
    );
  });

  it('refuses sizes that are none', async () => {
    const { builder } = logOf(5);
    const read = logOf(5).reader();
    await expect(inclusionProof(5, 5, read)).rejects.toThrow('not in a tree of 5');
    await expect(consistencyProof(6, 5, read)).rejects.toThrow('cannot continue');
    await expect(treeRoot(1.5, read)).rejects.toThrow('is not a number of leaves');
    expect(isConsistent(6, builder.root(), 5, builder.root(), [])).toBe(false);
    expect(isConsistent(0, builder.root(), 5, builder.root(), [])).toBe(false);
  });
});

describe('the path of a tile', () => {
  it('is the one of C2SP', () => {
    expect(tilePath({ level: 0, index: 0, width: 256 })).toBe('tile/0/000');
    expect(tilePath({ level: 1, index: 1234067, width: 256 })).toBe('tile/1/x001/x234/067');
    expect(tilePath({ level: 2, index: 5, width: 7 })).toBe('tile/2/005.p/7');
  });

  it('is read back, and has no second spelling', () => {
    fc.assert(
      fc.property(fc.nat(60), fc.nat(10 ** 12), fc.integer({ min: 1, max: 256 }), (level, index, width) => {
        expect(parseTilePath(tilePath({ level, index, width }))).toEqual({ level, index, width });
      }),
    );
    for (const path of [
      'tile/0/0',
      'tile/00/000',
      'tile/0/x000/001',
      'tile/0/000.p/0',
      'tile/0/000.p/256',
      'tile/0/000.p/07',
      'tile/0/../000',
      'x/0/000',
    ])
      expect(parseTilePath(path), path).toBeUndefined();
  });
});
