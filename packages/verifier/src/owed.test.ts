import { liabilitiesDigest, SumTree, toBase64 } from '@bourse/transparency';
import { describe, expect, it } from 'vitest';
import { checkOwed, type OwnLeaves, type PublishedOwed } from './owed.ts';

const account = 100_007;
const salt = (of: number) => new Uint8Array(32).fill(of);

/** What an honest exchange answers: three customers of one asset. */
async function honest(): Promise<{ latest: PublishedOwed; mine: OwnLeaves }> {
  const leaves = [
    { account, amount: 5_000_000n, salt: salt(1) },
    { account: 100_008, amount: 7_000_000n, salt: salt(2) },
    { account: 100_009, amount: 1n, salt: salt(3) },
  ];
  const tree = await SumTree.build(leaves);
  const root = { hash: tree.root.hash, sum: tree.root.sum };
  const digest = liabilitiesDigest(90, [{ asset: 1, root, count: 3 }]);
  const path = tree.pathOf(leaves[0]!)!.map(({ side, hash, sum }) => ({ side, hash: toBase64(hash), units: String(sum) }));
  const asset = { assetId: 1, root: toBase64(root.hash), units: '12000001', customers: 3 };
  return {
    latest: {
      ...{ seq: 90, digest: toBase64(digest), anchorSeq: 91, evidence: null },
      assets: [asset],
    },
    mine: { account, leaves: [{ assetId: 1, units: '5000000', salt: toBase64(salt(1)), path }] },
  };
}

describe('a proof of what is owed', () => {
  const verdictOf = (latest: PublishedOwed, mine: OwnLeaves) =>
    Object.fromEntries(checkOwed(latest, mine, account, []).steps.map(({ name, verdict }) => [name, verdict]));

  it('agrees with an honest answer, and waits for the log to sign it', async () => {
    const { latest, mine } = await honest();
    expect(verdictOf(latest, mine)).toEqual({ account: 'agrees', leaves: 'agrees', total: 'agrees', log: 'waits' });
    expect(checkOwed(latest, mine, account, []).verdict).toBe('waits');
  });

  it('sees each lie: another amount, a leaf of somebody else, another total, another count, a negative sum, rubbish', async () => {
    const { latest, mine } = await honest();
    const leaf = mine.leaves[0]!;
    const withLeaf = (more: object) => ({ ...mine, leaves: [{ ...leaf, ...more }] });
    const withAsset = (more: object) => ({ ...latest, assets: [{ ...latest.assets[0]!, ...more }] });
    expect(verdictOf(latest, withLeaf({ units: '4000000' })).leaves).toBe('differs');
    expect(verdictOf(latest, withLeaf({ salt: toBase64(salt(2)) })).leaves).toBe('differs');
    expect(verdictOf(latest, withLeaf({ path: leaf.path.slice(1) })).leaves).toBe('differs');
    expect(verdictOf(latest, withLeaf({ path: [{ ...leaf.path[0]!, units: '-1' }] })).leaves).toBe('differs');
    expect(verdictOf(latest, withLeaf({ salt: 'no base64!' })).leaves).toBe('differs');
    expect(verdictOf(latest, withLeaf({ assetId: 2 })).leaves).toBe('differs');
    expect(checkOwed(latest, mine, account + 1, []).steps.map(({ verdict }) => verdict)).toEqual(['differs', 'differs', 'agrees', 'waits']);
    expect(verdictOf(withAsset({ units: '12000002' }), mine)).toMatchObject({ total: 'differs', leaves: 'differs' });
    expect(verdictOf(withAsset({ customers: 2 }), mine).total).toBe('differs');
    expect(verdictOf({ ...latest, seq: 89 }, mine).total).toBe('differs');
    // Evidence that proves nothing.
    expect(verdictOf({ ...latest, evidence: { head: 'x', shown: [] } }, mine).log).toBe('differs');
  });
});
