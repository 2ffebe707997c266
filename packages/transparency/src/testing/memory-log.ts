import { type Tile, TreeBuilder, throughTiles, tilePath } from '../tiles.ts';
import type { ReadNodes } from '../tree.ts';

/** A log that keeps its tiles in memory. */
export class MemoryLog {
  readonly tiles = new Map<string, Tile>();
  readonly builder = new TreeBuilder();

  append(...entries: Uint8Array[]): void {
    for (const entry of entries) this.builder.append(entry);
    for (const tile of [...this.builder.takeWhole(), ...this.builder.edge()]) this.tiles.set(tilePath(tile), tile);
  }

  /** Reads the tree of the first `size` leaves. Its tiles at the edge must have been kept when it had that size. */
  reader(size = this.builder.size): ReadNodes {
    return throughTiles(size, async (names) =>
      names.flatMap((name) => {
        const tile = this.tiles.get(tilePath(name));
        return tile ? [tile] : [];
      }),
    );
  }
}
