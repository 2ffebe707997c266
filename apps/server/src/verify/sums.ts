import { createHash, randomBytes } from 'node:crypto';
import { type Facet, facets } from './facets.ts';

/** Groups of rows of one facet: a difference is looked for within its group. */
export const groupsPerFacet = 1_024;

/** The group of a row, from its key. */
export const groupOf = (key: string): number => spread(key) % groupsPerFacet;

/** Which of several passes over the journal looks at a row that may be written again. */
const passOf = (key: string, passes: number): number => Math.floor(spread(key) / groupsPerFacet) % passes;

function spread(key: string): number {
  let hash = 0x811c_9dc5;
  for (let at = 0; at < key.length; at += 1) hash = Math.imul(hash ^ key.charCodeAt(at), 0x0100_0193);
  return (hash ^ (hash >>> 15)) >>> 0;
}

/** Takes the rows of tables, from a replay or as they are stored. */
export interface RowSink {
  /** Whether the row is worth making texts of. */
  wants(facet: Facet, key: string): boolean;
  take(facet: Facet, key: string, values: readonly string[]): void;
}

const modulus = 2 ** 48;

/**
 * Hashes of rows, added up by group: the order of the rows does not matter, and a row that is written again takes the place of the one before. The hashes have a
 * secret that is drawn anew for each check, so nobody can choose rows that add up alike. Memory: 24 bytes for a group, and about 120 for a row that may be written again.
 */
export class RowSums implements RowSink {
  private readonly secret: string;
  private readonly sums = new Map<Facet, { low: Float64Array; high: Float64Array; rows: Float64Array }>();
  private readonly last: Map<Facet, Map<string, number>> | undefined;
  private readonly pass: number;
  private readonly passes: number;
  /** Hashes of rows that may be written again, two numbers each. */
  private hashes = new Float64Array(1 << 16);
  private used = 0;

  /** `replacing`: rows of the same key follow each other, as in a replay. In pass 1 and later only rows that may be written again are taken. */
  constructor(secret: string, { replacing, pass = 0, passes = 1 }: { replacing: boolean; pass?: number; passes?: number }) {
    this.secret = secret;
    this.pass = pass;
    this.passes = passes;
    this.last = replacing ? new Map(facets.filter(({ replaced }) => replaced).map((facet) => [facet, new Map()])) : undefined;
    for (const facet of facets) {
      const zeros = () => new Float64Array(groupsPerFacet);
      this.sums.set(facet, { low: zeros(), high: zeros(), rows: zeros() });
    }
  }

  static secret = (): string => randomBytes(16).toString('hex');

  wants(facet: Facet, key: string): boolean {
    return facet.replaced ? passOf(key, this.passes) === this.pass : this.pass === 0;
  }

  take(facet: Facet, key: string, values: readonly string[]): void {
    const digest = createHash('sha256')
      .update(`${this.secret}\0${key}\0${values.join('\0')}`)
      .digest();
    const [low, high] = [digest.readUIntBE(0, 6), digest.readUIntBE(6, 6)];
    const group = groupOf(key);
    const before = this.last?.get(facet)?.get(key);
    if (before !== undefined) this.add(facet, group, modulus - this.hashes[before]!, modulus - this.hashes[before + 1]!, -1);
    this.add(facet, group, low, high, 1);
    this.remember(facet, key, before, low, high);
  }

  rows(facet: Facet): number {
    return this.sums.get(facet)!.rows.reduce((sum, count) => sum + count, 0);
  }

  /** Adds what another pass found. */
  join(other: RowSums): void {
    for (const [facet, { low, high, rows }] of other.sums)
      for (let group = 0; group < groupsPerFacet; group += 1) this.add(facet, group, low[group]!, high[group]!, rows[group]!);
  }

  /** The groups in which the two differ. */
  unlike(facet: Facet, other: RowSums): number[] {
    const [mine, theirs] = [this.sums.get(facet)!, other.sums.get(facet)!];
    return Array.from({ length: groupsPerFacet }, (_, group) => group).filter((group) =>
      (['low', 'high', 'rows'] as const).some((part) => mine[part][group] !== theirs[part][group]),
    );
  }

  private add(facet: Facet, group: number, low: number, high: number, rows: number): void {
    const sums = this.sums.get(facet)!;
    sums.low[group] = (sums.low[group]! + low) % modulus;
    sums.high[group] = (sums.high[group]! + high) % modulus;
    sums.rows[group]! += rows;
  }

  private remember(facet: Facet, key: string, before: number | undefined, low: number, high: number): void {
    const known = this.last?.get(facet);
    if (known === undefined) return;
    const at = before ?? this.used;
    if (before === undefined) {
      known.set(key, at);
      this.used += 2;
      if (this.used > this.hashes.length) {
        const larger = new Float64Array(this.hashes.length * 2);
        larger.set(this.hashes);
        this.hashes = larger;
      }
    }
    this.hashes[at] = low;
    this.hashes[at + 1] = high;
  }
}

/** The rows of some groups, as texts: where the sums differ, to say which cell it is. */
export class CollectedRows implements RowSink {
  readonly rows = new Map<Facet, Map<string, readonly string[]>>();
  private readonly groups: ReadonlyMap<Facet, ReadonlySet<number>>;

  constructor(groups: ReadonlyMap<Facet, ReadonlySet<number>>) {
    this.groups = groups;
    for (const facet of groups.keys()) this.rows.set(facet, new Map());
  }

  wants(facet: Facet, key: string): boolean {
    return this.groups.get(facet)?.has(groupOf(key)) === true;
  }

  take(facet: Facet, key: string, values: readonly string[]): void {
    this.rows.get(facet)?.set(key, values);
  }
}
