import { dayMs } from '../../sessions/index.ts';
import type { MarketTime } from './market-time.ts';
import { dayOf } from './secrets.ts';
import { radius, type Streams, turn } from './streams.ts';

/**
 * A random walk as a pure function of the days' secrets and time. Each day has a total, drawn from its own secret; inside the day, Lévy's construction
 * halves the time again and again. Calm and wild hours come from an uneven clock: a half gets a share of the day's variance, drawn apart from the
 * direction, and the middle is drawn exactly as a Brownian bridge has it. So whatever was seen before, up and down are equally likely, and no day says
 * anything about the next one.
 */

/** How uneven the clock of a walk is. */
export interface Temper {
  /** The spread of volatility between the halves of a time. */
  moods: number;
  /** One halving in this many is a jump: one half then gets this many times the other's volatility. */
  jumpOneIn: number;
  jumpSize: number;
}
export const evenTemper: Temper = { moods: 0.16, jumpOneIn: 40, jumpSize: 3 };

/** Halvings of a day: a sixth of a second between the finest points, less than between two ticks. */
const depth = 19;
const parts = 2 ** depth;
/** Draws are made by the page: the halvings of a whole day down to six minutes, those of each of these parts, and those of theirs. */
const groups = [
  { from: 0, levels: 8 },
  { from: 8, levels: 7 },
  { from: 15, levels: 4 },
] as const;
const groupOf = Array.from({ length: depth }, (_, level) => groups.findLastIndex(({ from }) => from <= level));
const seconds = Array.from({ length: depth + 1 }, (_, level) => dayMs / 1000 / 2 ** level);
/** Down to four minutes, each half has a volatility of its own: regimes at every scale. */
const isRegime = seconds.map((span) => span >= 256);
/** Between two hours and ten seconds, some halvings are jumps. */
const hasJumps = seconds.map((span) => span <= 8_192 && span >= 8);

/** How much each of the last days' moods still counts today. The squares add up to one. */
const memory = [0.6, 0.5, 0.4, 0.3, 0.28, 0.25].map((part, _, all) => part / Math.hypot(...all));
const moodPerDay = 3;
const moodPerHalf = 3;

interface DayStart {
  /** Where the walk stands when the day begins, and what its clock says. */
  x: number;
  clock: number;
  /** What the day adds to both. */
  dx: number;
  mass: number;
}

/** One walk: where it stands when each day begins. */
export class Path {
  readonly temper: Temper;
  readonly time: MarketTime;
  readonly streams: Streams;
  readonly label: string;
  private readonly totals;
  private readonly days = new Map<number, DayStart>();
  private readonly draws = new Map<number, readonly [direction: number, mood: number]>();
  private first: number;
  private last: number;

  /** The walk stands at zero when `firstDay` begins. */
  constructor(streams: Streams, label: string, time: MarketTime, temper: Temper, firstDay: number) {
    this.streams = streams;
    this.label = label;
    this.time = time;
    this.temper = temper;
    this.totals = streams.stream(`days of ${label}`, 1);
    this.days.set(firstDay, { x: 0, clock: 0, ...this.total(firstDay) });
    this.first = firstDay;
    this.last = firstDay;
  }

  start(day: number): DayStart {
    for (; this.last < day; this.last += 1) {
      const { x, clock, dx, mass } = this.days.get(this.last)!;
      this.days.set(this.last + 1, { x: x + dx, clock: clock + mass, ...this.total(this.last + 1) });
    }
    for (; this.first > day; this.first -= 1) {
      const { x, clock } = this.days.get(this.first)!;
      const total = this.total(this.first - 1);
      this.days.set(this.first - 1, { x: x - total.dx, clock: clock - total.mass, ...total });
    }
    return this.days.get(day)!;
  }

  private draw(day: number) {
    const known = this.draws.get(day);
    if (known) return known;
    const at = this.totals.seek(day, 0, 0);
    const { words } = this.totals;
    const [r, angle] = [radius(words[at]!), turn(words[at + 1]!)];
    const drawn = [r * Math.cos(angle), r * Math.sin(angle)] as const;
    this.draws.set(day, drawn);
    return drawn;
  }
  private total(day: number): { dx: number; mass: number } {
    const spread = moodPerDay * this.temper.moods;
    const mood = memory.reduce((sum, part, back) => sum + part * this.draw(day - back)[1], 0);
    const mass = this.time.span(day) * Math.exp(spread * mood - (spread * spread) / 2);
    return { dx: this.draw(day)[0] * Math.sqrt(mass), mass };
  }
}

/** Reads a walk. Parts of the day that hold the last call's time too are not computed again, so one reader should walk forward. */
export class PathReader {
  /** What the last call of `at` found: the walk, in standard deviations per root second, and its clock in seconds. */
  x = 0;
  clock = 0;
  private readonly path: Path;
  private readonly pages;
  private day = Number.NaN;
  private place = -1;
  /** The parts of levels 0 to this one are those that hold the last call's time. */
  private entered = 0;
  /** By level: the walk and its clock where the part begins, and what the part adds to both. */
  private readonly xs = new Float64Array(depth + 1);
  private readonly clocks = new Float64Array(depth + 1);
  private readonly steps = new Float64Array(depth + 1);
  private readonly masses = new Float64Array(depth + 1);

  constructor(path: Path) {
    this.path = path;
    this.pages = groups.map(({ levels }, index) => path.streams.stream(`halves ${index} of ${path.label}`, 2 ** levels));
  }

  /** `finest` skips parts shorter than so many seconds: a reader of hours need not compute every tick. */
  at(time: number, finest = 0): void {
    const day = dayOf(time);
    const place = Math.min(parts - 1, Math.floor(this.path.time.passed(day, time) * parts));
    if (day !== this.day) this.begin(day);
    else if (place !== this.place) this.entered = Math.min(this.entered, Math.clz32(place ^ this.place) - (32 - depth));
    this.place = place;
    let level = depth;
    while (seconds[level]! < finest && level > 0) level -= 1;
    while (this.entered < level) this.enter(this.entered);
    // A part shows the value with which it began, so nothing of what it will become is seen early.
    this.x = this.xs[level]!;
    this.clock = this.clocks[level]!;
  }

  private begin(day: number) {
    const { x, clock, dx, mass } = this.path.start(day);
    this.day = day;
    this.entered = 0;
    this.xs[0] = x;
    this.clocks[0] = clock;
    this.steps[0] = dx;
    this.masses[0] = mass;
  }

  /** Halves the part of this level and enters the half that holds the current place. */
  private enter(level: number) {
    const group = groupOf[level]!;
    const { from } = groups[group]!;
    const part = this.place >>> (depth - level);
    const within = level - from;
    const stream = this.pages[group]!;
    const at = stream.seek(this.day, part >>> within, (1 << within) | (part & ((1 << within) - 1)));
    const { words } = stream;
    const r = radius(words[at]!);
    const angle = turn(words[at + 1]!);
    let share = 0.5;
    const jumps = hasJumps[level] && words[at + 2]! % this.path.temper.jumpOneIn === 0;
    if (isRegime[level] || jumps) {
      const mood = r * Math.sin(angle);
      const lean =
        (isRegime[level] ? moodPerHalf * this.path.temper.moods * mood : 0) +
        (jumps ? Math.sign(mood) * 2 * Math.log(this.path.temper.jumpSize) : 0);
      share = 1 / (1 + Math.exp(lean));
    }
    const mass = this.masses[level]!;
    const step = this.steps[level]!;
    const first = step * share + Math.sqrt(mass * share * (1 - share)) * r * Math.cos(angle);
    const second = (this.place >>> (depth - level - 1)) & 1;
    this.xs[level + 1] = this.xs[level]! + (second ? first : 0);
    this.clocks[level + 1] = this.clocks[level]! + (second ? mass * share : 0);
    this.steps[level + 1] = second ? step - first : first;
    this.masses[level + 1] = mass * (second ? 1 - share : share);
    this.entered = level + 1;
  }
}
