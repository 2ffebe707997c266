import { utf8ToBytes } from '@noble/hashes/utils.js';
import { hashBytes, sameHash, sha256 } from './hashes.ts';

/**
 * A Merkle tree whose nodes carry sums (Maxwell and Todd's proof of liabilities, with the repair of Hu, Zhang and Guo, 2019: a node's hash covers the sum of each of
 * its children, not only their total). Its root says how much is owed in all. Whoever finds their own leaf under the root knows that the total counts them.
 */
export interface SumNode {
  hash: Uint8Array;
  /** In the asset's smallest unit: not negative, below 2^127. */
  sum: bigint;
}
/** What one customer is owed. `salt`: 32 bytes that only this customer gets, so that nobody finds a leaf by trying amounts. */
export interface LiabilityLeaf {
  account: number;
  amount: bigint;
  salt: Uint8Array;
}
/** A node beside the way from a leaf to the root, and on which side it stands. */
export interface SumStep extends SumNode {
  side: 'left' | 'right';
}

/** A sum that no honest tree holds: negative, or so large that it may have wrapped around. */
export class BadSum extends Error {
  override name = 'BadSum';
}

const most = 1n << 127n;
const sumBytes = 16;
/** The prefixes keep a leaf, a node, the empty tree and the digest over several trees apart. */
const [leafPrefix, nodePrefix, emptyPrefix] = [Uint8Array.of(0x10), Uint8Array.of(0x11), Uint8Array.of(0x12)];
const digestPrefix = utf8ToBytes('bourse liabilities 1\n');

function bytesOfSum(sum: bigint): Uint8Array {
  if (sum < 0n || sum >= most) throw new BadSum(`The sum ${sum} is negative or too large.`);
  const bytes = new Uint8Array(sumBytes);
  for (let at = sumBytes - 1, rest = sum; at >= 0; at -= 1, rest >>= 8n) bytes[at] = Number(rest & 0xffn);
  return bytes;
}

function bytesOfNumber(value: number, length: 4 | 8): Uint8Array {
  if (!Number.isSafeInteger(value) || value < 0) throw new RangeError(`${value} is no number of bytes.`);
  const bytes = new Uint8Array(length);
  for (let at = length - 1, rest = BigInt(value); at >= 0; at -= 1, rest >>= 8n) bytes[at] = Number(rest & 0xffn);
  return bytes;
}

/** The leaf of a customer: salted, with the account's number, so that two customers who are owed the same never share one. */
export function liabilityLeaf({ account, amount, salt }: LiabilityLeaf): SumNode {
  if (salt.length !== hashBytes) throw new RangeError(`A salt has ${hashBytes} bytes.`);
  return { hash: sha256(leafPrefix, salt, bytesOfNumber(account, 8), bytesOfSum(amount)), sum: amount };
}

function join(left: SumNode, right: SumNode): SumNode {
  const sum = left.sum + right.sum;
  bytesOfSum(sum);
  return { hash: sha256(nodePrefix, left.hash, bytesOfSum(left.sum), right.hash, bytesOfSum(right.sum)), sum };
}

const emptyTree = (): SumNode => ({ hash: sha256(emptyPrefix), sum: 0n });

/** By their hashes, which are as good as random: a place in the tree says nothing about a customer, and is another one each day. */
function compareHashes(a: SumNode, b: SumNode): number {
  for (let at = 0; at < hashBytes; at += 1) if (a.hash[at] !== b.hash[at]) return a.hash[at]! - b.hash[at]!;
  return 0;
}

/** A whole tree: its leaves in the order of their hashes, then each row above. A node without a neighbour moves up as it is. */
export class SumTree {
  private readonly rows: readonly (readonly SumNode[])[];

  private constructor(rows: readonly (readonly SumNode[])[]) {
    this.rows = rows;
  }

  /** Throws `BadSum`. Rests every few thousand nodes when `rest` is given, so that other work goes on meanwhile. */
  static async build(leaves: readonly LiabilityLeaf[], rest?: () => Promise<void>): Promise<SumTree> {
    let done = 0;
    const pause = async () => {
      done += 1;
      if (done % 2_048 === 0) await rest?.();
    };
    const bottom: SumNode[] = [];
    for (const leaf of leaves) {
      bottom.push(liabilityLeaf(leaf));
      await pause();
    }
    bottom.sort(compareHashes);
    const rows: SumNode[][] = [bottom];
    for (let row = bottom; row.length > 1; ) {
      const above: SumNode[] = [];
      for (let at = 0; at < row.length; at += 2) {
        const [left, right] = [row[at]!, row[at + 1]];
        above.push(right === undefined ? left : join(left, right));
        await pause();
      }
      rows.push(above);
      row = above;
    }
    return new SumTree(rows);
  }

  get root(): SumNode {
    return this.rows.at(-1)?.[0] ?? emptyTree();
  }

  get count(): number {
    return this.rows[0]!.length;
  }

  /** The way from a leaf to the root; undefined for a leaf that the tree does not hold. */
  pathOf(leaf: LiabilityLeaf): SumStep[] | undefined {
    const wanted = liabilityLeaf(leaf);
    const bottom = this.rows[0]!;
    let [low, high] = [0, bottom.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if (compareHashes(bottom[middle]!, wanted) < 0) low = middle + 1;
      else high = middle;
    }
    const found = bottom[low];
    if (found === undefined || !sameHash(found.hash, wanted.hash)) return undefined;
    const path: SumStep[] = [];
    for (let at = low, row = 0; row < this.rows.length - 1; row += 1, at >>= 1) {
      const beside = this.rows[row]![at ^ 1];
      if (beside !== undefined) path.push({ ...beside, side: at % 2 === 0 ? 'right' : 'left' });
    }
    return path;
  }
}

/** More steps than any tree of customers has. */
const mostSteps = 64;

/** Whether a leaf stands under a root, and is counted in its sum. A negative or overflowing sum on the way proves nothing. No input makes it throw. */
export function isOwedUnder(root: SumNode, leaf: LiabilityLeaf, path: readonly SumStep[]): boolean {
  try {
    if (path.length > mostSteps) return false;
    let node = liabilityLeaf(leaf);
    for (const { side, hash, sum } of path) {
      if (hash.length !== hashBytes) return false;
      node = side === 'left' ? join({ hash, sum }, node) : join(node, { hash, sum });
    }
    return node.sum === root.sum && sameHash(node.hash, root.hash);
  } catch {
    return false;
  }
}

/** The root of one asset as it is published. */
export interface AssetLiabilities {
  asset: number;
  root: SumNode;
  /** How many customers are owed some of it. */
  count: number;
}

/** One digest over the roots of all assets at one command of the journal: this is what the journal keeps. */
export function liabilitiesDigest(seq: number, assets: readonly AssetLiabilities[]): Uint8Array {
  const parts = [...assets]
    .sort((a, b) => a.asset - b.asset)
    .flatMap(({ asset, root, count }) => [bytesOfNumber(asset, 4), bytesOfNumber(count, 4), root.hash, bytesOfSum(root.sum)]);
  return sha256(digestPrefix, bytesOfNumber(seq, 8), bytesOfNumber(assets.length, 4), ...parts);
}
