/**
 * A random walk as a pure function of time: any instant can be computed on its own, and always gives the same value. It is Lévy's construction of
 * Brownian motion: the middle between two points is displaced by a normal amount, and so on down to half a second. Hashing (seed, level, index) draws
 * each displacement, so nothing is stored and nothing drifts across a restart.
 */

/** A well-mixed 32-bit hash of three integers (the finaliser of MurmurHash3 over each). */
export function hash(seed: number, a: number, b: number): number {
  let h = seed ^ 0x9e3779b9;
  h = mix(h ^ Math.imul(a, 0x85ebca6b));
  return mix(h ^ Math.imul(b, 0xc2b2ae35));
}
function mix(value: number): number {
  let h = value | 0;
  h = Math.imul(h ^ (h >>> 16), 0x85ebca6b);
  h = Math.imul(h ^ (h >>> 13), 0xc2b2ae35);
  return (h ^ (h >>> 16)) >>> 0;
}
/** Uniform in [0, 1). */
export const uniform = (seed: number, a: number, b: number) => hash(seed, a, b) / 4_294_967_296;

/** An approximate standard normal: four uniforms, scaled. It is bounded, which keeps prices realistic. */
export function normal(seed: number, a: number, b: number): number {
  const one = hash(seed, a, b);
  const two = hash(one, b, a);
  const sum = (one & 0xffff) + (one >>> 16) + (two & 0xffff) + (two >>> 16);
  return (sum / 65_536 - 2) * Math.sqrt(3);
}

export const seedOf = (seed: number, text: string): number => {
  let h = seed >>> 0;
  for (let index = 0; index < text.length; index += 1) h = hash(h, text.charCodeAt(index), index);
  return h;
};

const levels = 26;
/** 2^25 s, a little over a year: the distance between the coarsest points. */
const topSpan = 2 ** 25;
const spans = Array.from({ length: levels + 1 }, (_, level) => topSpan / 2 ** level);
/** Cells of each level in a cell of the coarsest. */
const cells = spans.map((span) => topSpan / span);
/** Standard deviation of the walk at its coarsest points. */
const edgeScale = Math.sqrt(topSpan) * 0.12;
/** Beyond 24 days, displacements grow more slowly than in a free walk, so prices stay in a believable range for ever. */
const amplitudes = spans.map((span) => (Math.sqrt(span) / 2) * Math.min(1, (2 ** 21 / span) ** 0.35));
/** Between six days and four minutes, each cell has a volatility of its own: regimes at every scale. */
const isRegime = spans.map((span) => span <= 2 ** 19 && span >= 2 ** 8);
/** Between two hours and a quarter of a minute, some displacements are several times as large: jumps. */
const hasJumps = spans.map((span) => span <= 2 ** 13 && span >= 2 ** 4);

/** The shape of a walk beyond its size. */
export interface Temper {
  /** The spread of volatility between cells, as the standard deviation of each scale's log volatility. */
  moods: number;
  /** One displacement in this many is a jump, and its size factor. */
  jumpOneIn: number;
  jumpSize: number;
}
export const evenTemper: Temper = { moods: 0.16, jumpOneIn: 40, jumpSize: 3 };

export class Path {
  private readonly seed: number;
  private readonly temper: Temper;
  /** The cell of the coarsest points, and the number of half seconds into it, of the last call. */
  private cell = -1;
  private place = 0;
  /** The cells of levels 0 to this one are those that hold the last call's time. */
  private entered = -1;
  /** By level: the walk at both ends of its cell, at its middle, and the volatility that its regimes multiply to. */
  private readonly left = new Float64Array(levels + 1);
  private readonly middle = new Float64Array(levels + 1);
  private readonly right = new Float64Array(levels + 1);
  private readonly wildness = new Float64Array(levels + 1);
  constructor(seed: number, temper: Temper = evenTemper) {
    this.seed = seed >>> 0;
    this.temper = temper;
  }
  /**
   * Displacement at second `u`, in units of one standard deviation per root second. `finest` skips shorter spans: a reader of hours need not compute
   * every half second. Cells that hold the last call's time too are not computed again.
   */
  at(u: number, finest = 0): number {
    const cell = Math.floor(u / topSpan);
    const within = u - cell * topSpan;
    const place = Math.floor(within * 2);
    if (cell !== this.cell) this.entered = -1;
    else if (place !== this.place) this.entered = Math.min(this.entered, Math.clz32(place ^ this.place) - (32 - levels));
    this.cell = cell;
    this.place = place;
    let level = levels;
    while (spans[level]! < finest && level > 0) level -= 1;
    while (this.entered < level) this.enter(this.entered + 1);
    const f = within / spans[level]! - (place >>> (levels - level));
    const middle = this.middle[level]!;
    return f < 0.5 ? this.left[level]! + (middle - this.left[level]!) * 2 * f : middle + (this.right[level]! - middle) * (2 * f - 1);
  }
  /** Enters the cell of a level that holds the current place; the level above is entered already. */
  private enter(level: number) {
    const inside = this.place >>> (levels - level);
    const j = this.cell * cells[level]! + inside;
    let left: number;
    let right: number;
    let wildness = 1;
    if (level === 0) {
      left = normal(this.seed, 99, j) * edgeScale;
      right = normal(this.seed, 99, j + 1) * edgeScale;
    } else {
      const second = (inside & 1) === 1;
      left = second ? this.middle[level - 1]! : this.left[level - 1]!;
      right = second ? this.right[level - 1]! : this.middle[level - 1]!;
      wildness = this.wildness[level - 1]!;
    }
    let draw = normal(this.seed, level, j) * amplitudes[level]!;
    const { moods, jumpOneIn, jumpSize } = this.temper;
    if (hasJumps[level] && hash(this.seed, level + 64, j) % jumpOneIn === 0) draw *= jumpSize;
    if (isRegime[level]) wildness *= Math.exp(moods * normal(this.seed, level + 128, j));
    this.left[level] = left;
    this.right[level] = right;
    this.middle[level] = (left + right) / 2 + draw * Math.min(2.5, Math.max(0.4, wildness));
    this.wildness[level] = wildness;
    this.entered = level;
  }
}
