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

const nodeBytes = hashBytes + sumBytes;
const half = 0xffff_ffff_ffff_ffffn;

/** Nodes of one row, 48 bytes each: a hundred thousand of them are five megabytes, and nothing for a collector of garbage to walk through. */
class Row {
  readonly count: number;
  readonly bytes: Uint8Array<ArrayBuffer>;
  private readonly view: DataView<ArrayBuffer>;

  constructor(count: number, bytes: Uint8Array<ArrayBuffer> = new Uint8Array(count * nodeBytes)) {
    this.count = count;
    this.bytes = bytes;
    this.view = new DataView(bytes.buffer, bytes.byteOffset);
  }

  set(at: number, { hash, sum }: SumNode): void {
    const from = at * nodeBytes;
    this.bytes.set(hash, from);
    this.view.setBigUint64(from + hashBytes, sum >> 64n);
    this.view.setBigUint64(from + hashBytes + 8, sum & half);
  }

  get(at: number): SumNode {
    const from = at * nodeBytes;
    const sum = (this.view.getBigUint64(from + hashBytes) << 64n) | this.view.getBigUint64(from + hashBytes + 8);
    return { hash: this.bytes.slice(from, from + hashBytes), sum };
  }

  /** Compares the hash of a node with another one, from a place of its bytes on. */
  compare(at: number, bytes: Uint8Array, from: number): number {
    for (let byte = 0; byte < hashBytes; byte += 1) {
      const difference = this.bytes[at * nodeBytes + byte]! - bytes[from + byte]!;
      if (difference !== 0) return difference;
    }
    return 0;
  }

  copy(at: number, from: Row, place: number): void {
    this.bytes.set(from.bytes.subarray(place * nodeBytes, (place + 1) * nodeBytes), at * nodeBytes);
  }
}

type Pause = () => Promise<void>;
/** Steps of work between two rests: some milliseconds on a slow machine. */
const stepsAtOnce = 256;

/**
 * Puts a row in the order of its hashes, which are as good as random: a place in the tree says nothing about a customer, and is another one each day. By the first two
 * bytes, then within those few; in its own memory, and with rests.
 */
async function sortRow(row: Row, pause: Pause): Promise<void> {
  if (row.count <= stepsAtOnce) return place(row, Uint32Array.from({ length: row.count }, (_, at) => at).sort(byHash(row)), pause);
  const prefixes = 65_536;
  const prefixAt = (at: number) => (row.bytes[at * nodeBytes]! << 8) | row.bytes[at * nodeBytes + 1]!;
  const starts = new Uint32Array(prefixes + 1);
  for (let at = 0; at < row.count; at += 1) {
    starts[prefixAt(at) + 1]! += 1;
    await pause();
  }
  for (let at = 0; at < prefixes; at += 1) starts[at + 1]! += starts[at]!;
  const next = starts.slice(0, prefixes);
  /** Which node comes to which place. */
  const order = new Uint32Array(row.count);
  for (let at = 0; at < row.count; at += 1) {
    const prefix = prefixAt(at);
    order[next[prefix]!] = at;
    next[prefix]! += 1;
    await pause();
  }
  for (let at = 0; at < prefixes; at += 1) {
    const some = order.subarray(starts[at], starts[at + 1]);
    if (some.length > 1) some.sort(byHash(row));
    await pause();
  }
  await place(row, order, pause);
}
const byHash = (row: Row) => (a: number, b: number) => row.compare(a, row.bytes, b * nodeBytes);

/** Moves the nodes to their places, in their own memory. */
async function place(row: Row, order: Uint32Array, pause: Pause): Promise<void> {
  const held = new Row(1);
  for (let first = 0; first < row.count; first += 1) {
    if (order[first] === first) continue;
    held.copy(0, row, first);
    for (let at = first; ; ) {
      const from = order[at]!;
      order[at] = at;
      if (from === first) {
        row.copy(at, held, 0);
        break;
      }
      row.copy(at, row, from);
      at = from;
      await pause();
    }
  }
}

export interface BuildOptions {
  /** Called every few milliseconds of work, so that other work goes on meanwhile. */
  rest?: () => Promise<void>;
  /** How many leaves come, where that is known: what is held is then never moved. */
  count?: number;
}

/** A whole tree: its leaves in the order of their hashes, then each row above. A node without a neighbour moves up as it is. */
export class SumTree {
  private readonly rows: readonly Row[];

  private constructor(rows: readonly Row[]) {
    this.rows = rows;
  }

  /** Takes the leaves one by one and keeps none of them. Throws `BadSum`. */
  static async build(leaves: Iterable<LiabilityLeaf>, { rest, count = 1_024 }: BuildOptions = {}): Promise<SumTree> {
    let done = 0;
    const pause = rest
      ? async () => {
          done += 1;
          if (done % stepsAtOnce === 0) await rest();
        }
      : undefined;
    let taken = new Row(count);
    let size = 0;
    for (const leaf of leaves) {
      if (size === taken.count) {
        const larger = new Row(Math.max(1_024, size * 2));
        larger.bytes.set(taken.bytes);
        taken = larger;
      }
      taken.set(size, liabilityLeaf(leaf));
      size += 1;
      if (pause) await pause();
    }
    const bottom = new Row(size, taken.bytes.subarray(0, size * nodeBytes));
    await sortRow(bottom, pause ?? (async () => {}));
    const rows = [bottom];
    for (let row = bottom; row.count > 1; ) {
      const above = new Row(Math.ceil(row.count / 2));
      for (let at = 0; at < row.count; at += 2) {
        if (at + 1 < row.count) above.set(at / 2, join(row.get(at), row.get(at + 1)));
        else above.copy(at / 2, row, at);
        if (pause) await pause();
      }
      rows.push(above);
      row = above;
    }
    return new SumTree(rows);
  }

  get root(): SumNode {
    const top = this.rows.at(-1)!;
    return top.count === 0 ? emptyTree() : top.get(0);
  }

  get count(): number {
    return this.rows[0]!.count;
  }

  /** The way from a leaf to the root; undefined for a leaf that the tree does not hold. */
  pathOf(leaf: LiabilityLeaf): SumStep[] | undefined {
    const wanted = liabilityLeaf(leaf);
    const bottom = this.rows[0]!;
    let [low, high] = [0, bottom.count];
    while (low < high) {
      const middle = (low + high) >> 1;
      if (bottom.compare(middle, wanted.hash, 0) < 0) low = middle + 1;
      else high = middle;
    }
    if (low === bottom.count || bottom.compare(low, wanted.hash, 0) !== 0) return undefined;
    const path: SumStep[] = [];
    for (let at = low, row = 0; row < this.rows.length - 1; row += 1, at >>= 1) {
      const level = this.rows[row]!;
      const beside = at ^ 1;
      if (beside < level.count) path.push({ ...level.get(beside), side: at % 2 === 0 ? 'right' : 'left' });
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
