import { utf8ToBytes } from '@noble/hashes/utils.js';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { toBase64 } from './base64.ts';
import { sha256 } from './hashes.ts';
import { BadSum, isOwedUnder, type LiabilityLeaf, liabilitiesDigest, SumTree } from './liabilities.ts';

const salt = (of: number) => sha256(utf8ToBytes(`salt ${of}`));
const leafOf = (account: number, amount: bigint): LiabilityLeaf => ({ account, amount, salt: salt(account) });
const amounts = fc.array(fc.bigInt(0n, 10n ** 24n), { minLength: 1, maxLength: 70 });
const leavesOf = (list: readonly bigint[]) => list.map((amount, at) => leafOf(100_000 + at, amount));

describe('a tree of sums', () => {
  it('counts everybody: the root is the total, and each leaf is found under it', () =>
    fc.assert(
      fc.asyncProperty(amounts, async (list) => {
        const leaves = leavesOf(list);
        const tree = await SumTree.build(leaves);
        expect(tree.root.sum).toBe(list.reduce((sum, one) => sum + one, 0n));
        for (const leaf of leaves) expect(isOwedUnder(tree.root, leaf, tree.pathOf(leaf) ?? [])).toBe(true);
      }),
      { numRuns: 60 },
    ));

  it('does not depend on the order of the leaves', () =>
    fc.assert(
      fc.asyncProperty(amounts, async (list) => {
        const leaves = leavesOf(list);
        const [a, b] = [await SumTree.build(leaves), await SumTree.build([...leaves].reverse())];
        expect(a.root).toEqual(b.root);
      }),
      { numRuns: 30 },
    ));

  it('shows one changed byte, another amount, another account, and a sum that moved from one step to another', () =>
    fc.assert(
      fc.asyncProperty(amounts, fc.nat(), fc.nat(31), async (list, pick, byte) => {
        const leaves = leavesOf(list);
        const tree = await SumTree.build(leaves);
        const leaf = leaves[pick % leaves.length]!;
        const path = tree.pathOf(leaf)!;
        const holds = (of: LiabilityLeaf, way = path, root = tree.root) => isOwedUnder(root, of, way);
        const changed = (bytes: Uint8Array) => bytes.map((one, at) => (at === byte ? one ^ 1 : one));
        expect(holds({ ...leaf, salt: changed(leaf.salt) })).toBe(false);
        expect(holds({ ...leaf, amount: leaf.amount + 1n })).toBe(false);
        expect(holds({ ...leaf, account: leaf.account + 1 })).toBe(false);
        expect(holds(leaf, path, { ...tree.root, hash: changed(tree.root.hash) })).toBe(false);
        expect(holds(leaf, path, { ...tree.root, sum: tree.root.sum - 1n })).toBe(false);
        path.forEach((step, at) => {
          const replaced = (by: object) => path.map((one, here) => (here === at ? { ...one, ...by } : one));
          expect(holds(leaf, replaced({ hash: changed(step.hash) }))).toBe(false);
          expect(holds(leaf, replaced({ sum: step.sum + 1n }))).toBe(false);
          expect(holds(leaf, replaced({ side: step.side === 'left' ? 'right' : 'left' }))).toBe(false);
        });
      }),
      { numRuns: 40 },
    ));

  it('refuses what is negative or may wrap around, in the tree and on a way that somebody shows', async () => {
    await expect(SumTree.build([leafOf(1, -1n)])).rejects.toThrow(BadSum);
    await expect(SumTree.build([leafOf(1, (1n << 127n) - 1n), leafOf(2, 1n)])).rejects.toThrow(BadSum);
    // An exchange that hides what it owes would put a negative sum beside the customer.
    const leaf = leafOf(1, 10n);
    expect(isOwedUnder({ hash: salt(9), sum: 3n }, leaf, [{ side: 'right', hash: salt(3), sum: -7n }])).toBe(false);
  });

  it('gives two customers who are owed the same two leaves', async () => {
    const same = { amount: 5n, salt: salt(1) };
    const tree = await SumTree.build([
      { ...same, account: 1 },
      { ...same, account: 2 },
    ]);
    expect([tree.count, tree.root.sum]).toEqual([2, 10n]);
    expect(tree.pathOf({ ...same, account: 3 })).toBeUndefined();
  });

  it('has a root of its own when nobody is owed anything', async () => {
    const { root, count } = await SumTree.build([]);
    expect([root.sum, count, root.hash.length]).toEqual([0n, 0, 32]);
  });

  it('is the same whether it is told how many leaves come, or takes them as they come', async () => {
    const leaves = Array.from({ length: 3_000 }, (_, at) => leafOf(at, BigInt(at)));
    const trees = await Promise.all([
      SumTree.build(leaves),
      SumTree.build(leaves.values(), { count: 3_000 }),
      SumTree.build(leaves, { count: 7 }),
    ]);
    expect(new Set(trees.map(({ root, count }) => `${toBase64(root.hash)} ${root.sum} ${count}`)).size).toBe(1);
    for (const leaf of leaves) expect(isOwedUnder(trees[0]!.root, leaf, trees[2]!.pathOf(leaf)!)).toBe(true);
  });

  it('rests while it is built', async () => {
    let rests = 0;
    await SumTree.build(
      Array.from({ length: 5_000 }, (_, at) => leafOf(at, 1n)),
      {
        rest: async () => {
          rests += 1;
        },
      },
    );
    expect(rests).toBeGreaterThan(3);
  });
});

it('the digest names the command, each asset, its root, its sum and its count', async () => {
  const { root } = await SumTree.build([leafOf(1, 5n)]);
  const one = { asset: 1, root, count: 1 };
  const hex = (seq: number, assets: Parameters<typeof liabilitiesDigest>[1]) => toBase64(liabilitiesDigest(seq, assets));
  const all = [
    hex(7, [one]),
    hex(8, [one]),
    hex(7, []),
    hex(7, [{ ...one, asset: 2 }]),
    hex(7, [{ ...one, count: 2 }]),
    hex(7, [{ ...one, root: { ...root, sum: 6n } }]),
    hex(7, [one, { ...one, asset: 2 }]),
  ];
  expect(new Set(all).size).toBe(all.length);
  expect(hex(7, [{ ...one, asset: 2 }, one])).toBe(all.at(-1));
});
