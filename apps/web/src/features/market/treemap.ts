import { plotNumber } from '@bourse/money';
import { hierarchy, treemap, treemapSquarify } from 'd3-hierarchy';

export interface HeatItem {
  symbol: string;
  name: string;
  plate: string;
  /** Turnover of 24 h in the quote currency. */
  turnover: string;
  /** Percent. */
  change: string;
  price: string;
}
export interface HeatTile extends HeatItem {
  x: number;
  y: number;
  width: number;
  height: number;
}
export interface HeatGroup {
  plate: string;
  x: number;
  y: number;
  width: number;
  height: number;
}
export interface HeatMap {
  tiles: HeatTile[];
  groups: HeatGroup[];
}

/** Tile area by turnover. The smallest instruments get a minimum area: they can be seen and tapped, and the largest still looks largest. */
const areaOf = (turnover: string, whole: number): number => Math.max(plotNumber(turnover), whole * 0.012, 1e-9);

/** Tiles in a box of `width` × `height`. With `plates`, tiles of one plate are grouped below a header of `head` pixels. */
export function layoutHeat(
  items: readonly HeatItem[],
  width: number,
  height: number,
  options: { gap?: number; plates?: boolean; head?: number } = {},
): HeatMap {
  if (items.length === 0 || width <= 0 || height <= 0) return { tiles: [], groups: [] };
  const { gap = 3, plates = false, head = 18 } = options;
  const whole = items.reduce((sum, item) => sum + plotNumber(item.turnover), 0);
  type Node = { item?: HeatItem; plate?: string; children?: Node[] };
  const leaves = items.map((item): Node => ({ item }));
  const byPlate = new Map<string, Node[]>();
  for (const leaf of leaves) byPlate.set(leaf.item!.plate, [...(byPlate.get(leaf.item!.plate) ?? []), leaf]);
  const tree: Node = { children: plates ? [...byPlate].map(([plate, children]) => ({ plate, children })) : leaves };
  const root = hierarchy<Node>(tree)
    .sum(({ item }) => (item ? areaOf(item.turnover, whole) : 0))
    .sort((a, b) => (b.value ?? 0) - (a.value ?? 0));
  const placed = treemap<Node>()
    .tile(treemapSquarify.ratio(1.3))
    .size([width, height])
    .paddingInner(gap)
    .paddingTop((node) => (plates && node.depth === 1 ? head : 0))(root);
  const box = (node: { x0: number; y0: number; x1: number; y1: number }) => ({
    x: node.x0,
    y: node.y0,
    width: Math.max(0, node.x1 - node.x0),
    height: Math.max(0, node.y1 - node.y0),
  });
  return {
    tiles: placed.leaves().map((leaf) => ({ ...leaf.data.item!, ...box(leaf) })),
    groups: plates ? (placed.children ?? []).map((group) => ({ plate: group.data.plate ?? '', ...box(group) })) : [],
  };
}

/** How strongly a change colours its tile, 8 to 48 percent: text on it keeps its contrast. Five percent or more gets the full shade. */
export const shadeOf = (change: string): number => Math.round(8 + Math.sqrt(Math.min(1, Math.abs(plotNumber(change)) / 5)) * 40);

/** Upper bound of a letter's width at a font size. */
const letterWidth = 8;

/** The text that fits in a tile. */
export function captionOf(name: string, { width, height }: { width: number; height: number }): 'none' | 'name' | 'both' | 'large' {
  if (width < 8 + name.length * letterWidth || height < 18) return 'none';
  if (width < 56 || height < 38) return 'name';
  return width > 120 && height > 72 ? 'large' : 'both';
}
