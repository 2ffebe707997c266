import { emptyRoot, foldRight, nodeHash, sameHash } from './hashes.ts';

/** A complete subtree: the leaves from `index` × 2^`level` to the next multiple. Level 0 is one leaf. */
export interface TreeNode {
  level: number;
  index: number;
}

/** The leaves from `from` up to, and without, `to`. */
interface Span {
  from: number;
  to: number;
}

/** Hashes of complete subtrees, in the order asked. */
export type ReadNodes = (nodes: readonly TreeNode[]) => Promise<readonly Uint8Array[]>;

/** Root of the tree of the first `size` leaves. */
export const treeRoot = async (size: number, read: ReadNodes): Promise<Uint8Array> => {
  checkSize(size);
  if (size === 0) return emptyRoot();
  return foldRight(await read(completeNodes({ from: 0, to: size })));
};

/** The hashes that lead from leaf `index` to the root of the tree of `size` leaves (RFC 6962, section 2.1.1), from the leaf up. */
export async function inclusionProof(index: number, size: number, read: ReadNodes): Promise<Uint8Array[]> {
  checkSize(size);
  checkSize(index);
  if (index >= size) throw new RangeError(`Leaf ${index} is not in a tree of ${size}.`);
  const siblings: Span[] = [];
  for (let { from, to }: Span = { from: 0, to: size }; to - from > 1; ) {
    const middle = from + splitOf(to - from);
    const left = index < middle;
    siblings.unshift(left ? { from: middle, to } : { from, to: middle });
    if (left) to = middle;
    else from = middle;
  }
  return readSpans(siblings, read);
}

/** The hashes that show that the tree of `size` leaves begins with the tree of `oldSize` leaves (RFC 6962, section 2.1.2). */
export async function consistencyProof(oldSize: number, size: number, read: ReadNodes): Promise<Uint8Array[]> {
  checkSize(size);
  checkSize(oldSize);
  if (oldSize > size) throw new RangeError(`A tree of ${size} leaves cannot continue a tree of ${oldSize}.`);
  if (oldSize === 0 || oldSize === size) return [];
  const spans: Span[] = [];
  let [from, to] = [0, size];
  while (to !== oldSize) {
    const middle = from + splitOf(to - from);
    const left = oldSize <= middle;
    spans.unshift(left ? { from: middle, to } : { from, to: middle });
    if (left) to = middle;
    else from = middle;
  }
  // The old tree itself is known to whoever checks; a part of it is not.
  if (from > 0) spans.unshift({ from, to });
  return readSpans(spans, read);
}

/** Whether the leaf stands at `index` in the tree with that size and root (RFC 9162, section 2.1.3.2). */
export function isIncluded(leaf: Uint8Array, index: number, size: number, root: Uint8Array, proof: readonly Uint8Array[]): boolean {
  if (!isSize(size) || !isSize(index) || index >= size) return false;
  let [at, last, hash] = [index, size - 1, leaf];
  for (const sibling of proof) {
    if (last === 0) return false;
    if (isOdd(at) || at === last) {
      hash = nodeHash(sibling, hash);
      while (!isOdd(at) && at !== 0) [at, last] = [half(at), half(last)];
    } else hash = nodeHash(hash, sibling);
    [at, last] = [half(at), half(last)];
  }
  return last === 0 && sameHash(hash, root);
}

/** Whether the tree of `size` leaves begins with the tree of `oldSize` leaves (RFC 9162, section 2.1.4.2). Every tree continues an empty one. */
export function isConsistent(oldSize: number, oldRoot: Uint8Array, size: number, root: Uint8Array, proof: readonly Uint8Array[]): boolean {
  if (!isSize(size) || !isSize(oldSize) || oldSize > size) return false;
  if (oldSize === 0) return proof.length === 0 && sameHash(oldRoot, emptyRoot());
  if (oldSize === size) return proof.length === 0 && sameHash(oldRoot, root);
  let [at, last] = [oldSize - 1, size - 1];
  while (isOdd(at)) [at, last] = [half(at), half(last)];
  // The old tree is a complete subtree of the new one: the proof leaves its root out.
  const path = at === 0 ? [oldRoot, ...proof] : proof;
  const first = path[0];
  if (first === undefined) return false;
  let [oldHash, hash] = [first, first];
  for (const sibling of path.slice(1)) {
    if (last === 0) return false;
    if (isOdd(at) || at === last) {
      oldHash = nodeHash(sibling, oldHash);
      hash = nodeHash(sibling, hash);
      while (!isOdd(at) && at !== 0) [at, last] = [half(at), half(last)];
    } else hash = nodeHash(hash, sibling);
    [at, last] = [half(at), half(last)];
  }
  return last === 0 && sameHash(oldHash, oldRoot) && sameHash(hash, root);
}

/** The complete subtrees that make up a span of leaves which a split left over, from left to right. */
export function completeNodes({ from, to }: Span): TreeNode[] {
  const nodes: TreeNode[] = [];
  for (let at = from; at < to; ) {
    const level = levelWithin(to - at);
    const leaves = 2 ** level;
    nodes.push({ level, index: at / leaves });
    at += leaves;
  }
  return nodes;
}

async function readSpans(spans: readonly Span[], read: ReadNodes): Promise<Uint8Array[]> {
  const nodes = spans.map(completeNodes);
  const hashes = await read(nodes.flat());
  let at = 0;
  return nodes.map((list) => {
    at += list.length;
    return foldRight(hashes.slice(at - list.length, at));
  });
}

/** The largest power of two below `leaves`, which is 2 or more. */
const splitOf = (leaves: number): number => 2 ** levelWithin(leaves - 1);

/** Level of the largest complete subtree with at most `leaves` leaves. `Math.log2` rounds up just below large powers of two. */
function levelWithin(leaves: number): number {
  let level = 0;
  while (2 ** (level + 1) <= leaves) level += 1;
  return level;
}

const half = (value: number): number => Math.floor(value / 2);
const isOdd = (value: number): boolean => value % 2 === 1;
const isSize = (value: number): boolean => Number.isSafeInteger(value) && value >= 0;

function checkSize(value: number): void {
  if (!isSize(value)) throw new RangeError(`${value} is not a number of leaves.`);
}
