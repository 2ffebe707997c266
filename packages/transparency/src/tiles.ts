import { completeHash, emptyRoot, foldRight, hashBytes, leafHash } from './hashes.ts';
import { completeNodes, type ReadNodes, type TreeNode } from './tree.ts';

/** Levels of the tree in one tile (C2SP tlog-tiles). */
export const tileHeight = 8;
/** Hashes in a whole tile. */
export const tileWidth = 2 ** tileHeight;

/** Which tile: row `level` counts in steps of eight levels of the tree. `width` hashes are in it; fewer than `tileWidth` at the edge of the tree. */
export interface TileName {
  level: number;
  index: number;
  width: number;
}

export interface Tile extends TileName {
  /** `width` × 32 bytes. */
  hashes: Uint8Array;
}

/** Path of a tile below the address of a log: `tile/0/x001/234.p/5`. */
export function tilePath({ level, index, width }: TileName): string {
  const digits = String(index).padStart(Math.ceil(String(index).length / 3) * 3, '0');
  const groups = digits.match(/.{3}/g) ?? [];
  const folders = groups.map((group, at) => (at < groups.length - 1 ? `x${group}` : group)).join('/');
  return `tile/${level}/${folders}${width < tileWidth ? `.p/${width}` : ''}`;
}

/** Undefined when the path names no tile in its only spelling. */
export function parseTilePath(path: string): TileName | undefined {
  const match = /^tile\/(\d{1,2})\/((?:x\d{3}\/){0,4}\d{3})(?:\.p\/(\d{1,3}))?$/.exec(path);
  if (!match) return undefined;
  const [, level = '', folders = '', width] = match;
  const tile = {
    level: Number(level),
    index: Number(folders.replace(/[x/]/g, '')),
    width: width === undefined ? tileWidth : Number(width),
  };
  // A second spelling of the same tile, as with a leading zero, would be a second address.
  return tile.width > 0 && tilePath(tile) === path ? tile : undefined;
}

/** The tile that holds a complete subtree, as wide as it is in the tree of `size` leaves. */
export function tileOf({ level, index }: TreeNode, size: number): TileName {
  const row = Math.floor(level / tileHeight);
  const first = index * 2 ** (level - row * tileHeight);
  const tile = Math.floor(first / tileWidth);
  return { level: row, index: tile, width: Math.min(tileWidth, rowLength(row, size) - tile * tileWidth) };
}

/** Hash of a complete subtree from the tile that holds it. */
export function nodeInTile(tile: Tile, { level, index }: TreeNode): Uint8Array {
  const leaves = 2 ** (level - tile.level * tileHeight);
  const first = index * leaves - tile.index * tileWidth;
  if (first < 0 || first + leaves > tile.width) throw new RangeError(`Subtree ${level}:${index} is not in ${tilePath(tile)}.`);
  const row: Uint8Array[] = [];
  for (let at = first; at < first + leaves; at += 1) row.push(tile.hashes.subarray(at * hashBytes, (at + 1) * hashBytes));
  return completeHash(row).slice();
}

/** Reads subtrees of the tree of `size` leaves through its tiles; each tile is asked for once. `load` answers with exactly the tile that was named. */
export function throughTiles(size: number, load: (names: readonly TileName[]) => Promise<readonly Tile[]>): ReadNodes {
  return async (nodes) => {
    const names = nodes.map((node) => tileOf(node, size));
    const wanted = new Map(names.map((name) => [tilePath(name), name]));
    const tiles = new Map((await load([...wanted.values()])).map((tile) => [tilePath(tile), tile]));
    return nodes.map((node, at) => {
      const tile = tiles.get(tilePath(names[at]!));
      if (tile === undefined || tile.hashes.length !== tile.width * hashBytes)
        throw new Error(`${tilePath(names[at]!)} is missing or cut.`);
      return nodeInTile(tile, node);
    });
  };
}

/** Every tile at the right edge of the tree of `size` leaves that is not whole. They are all that a builder needs to go on. */
export function edgeTiles(size: number): TileName[] {
  const tiles: TileName[] = [];
  for (let level = 0; rowLength(level, size) > 0; level += 1) {
    const length = rowLength(level, size);
    const width = length % tileWidth;
    if (width > 0) tiles.push({ level, index: (length - width) / tileWidth, width });
  }
  return tiles;
}

/** Hashes in one row of tiles. */
const rowLength = (row: number, size: number): number => Math.floor(size / tileWidth ** row);

/** A tree that grows by leaves and hands over its tiles when they are whole. It holds one open tile for each row: 8 kB for a row. */
export class TreeBuilder {
  private readonly rows: { index: number; width: number; hashes: Uint8Array }[] = [];
  private whole: Tile[] = [];
  private leaves = 0;

  /** Goes on behind `size` leaves, with the tiles that `edgeTiles(size)` names. */
  static behind(size: number, edge: readonly Tile[]): TreeBuilder {
    const builder = new TreeBuilder();
    builder.leaves = size;
    for (let level = 0; rowLength(level, size) > 0; level += 1)
      builder.openRow(level).index = Math.floor(rowLength(level, size) / tileWidth);
    for (const name of edgeTiles(size)) {
      const tile = edge.find(({ level, index, width }) => level === name.level && index === name.index && width === name.width);
      if (tile === undefined || tile.hashes.length !== name.width * hashBytes) throw new Error(`${tilePath(name)} is missing or cut.`);
      const row = builder.openRow(name.level);
      row.width = name.width;
      row.hashes.set(tile.hashes);
    }
    return builder;
  }

  get size(): number {
    return this.leaves;
  }

  append(entry: Uint8Array): void {
    this.appendHash(leafHash(entry));
  }

  /** Appends a leaf by its hash. */
  appendHash(hash: Uint8Array): void {
    this.leaves += 1;
    this.push(0, hash);
  }

  root(): Uint8Array {
    if (this.leaves === 0) return emptyRoot();
    return foldRight(completeNodes({ from: 0, to: this.leaves }).map((node) => this.node(node)));
  }

  /** The tiles that became whole since the last call, in the order in which they did. */
  takeWhole(): Tile[] {
    const taken = this.whole;
    this.whole = [];
    return taken;
  }

  /** The open tiles at the edge, as copies. */
  edge(): Tile[] {
    return this.rows.flatMap(({ index, width, hashes }, level) =>
      width === 0 ? [] : [{ level, index, width, hashes: hashes.slice(0, width * hashBytes) }],
    );
  }

  private openRow(level: number) {
    this.rows[level] ??= { index: 0, width: 0, hashes: new Uint8Array(tileWidth * hashBytes) };
    return this.rows[level];
  }

  private push(level: number, hash: Uint8Array): void {
    const row = this.openRow(level);
    row.hashes.set(hash, row.width * hashBytes);
    row.width += 1;
    if (row.width < tileWidth) return;
    const tile: Tile = { level, index: row.index, width: tileWidth, hashes: row.hashes };
    this.whole.push(tile);
    row.index += 1;
    row.width = 0;
    row.hashes = new Uint8Array(tileWidth * hashBytes);
    this.push(level + 1, nodeInTile(tile, { level: (level + 1) * tileHeight, index: tile.index }));
  }

  private node(node: TreeNode): Uint8Array {
    const level = Math.floor(node.level / tileHeight);
    const { index, width, hashes } = this.rows[level]!;
    return nodeInTile({ level, index, width, hashes }, node);
  }
}
