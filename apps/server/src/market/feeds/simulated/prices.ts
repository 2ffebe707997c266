import { dateOf, dayMs, type Sessions } from '../../sessions/index.ts';
import type { Model, Walk } from './models.ts';
import { Path, seedOf } from './noise.ts';

const origin = Date.UTC(2015, 0, 1);
const horizonDays = 40 * 366;
const yearSeconds = 365.25 * 86_400;

/**
 * Market time: an hour of trading counts more than an hour of night, and a weekend almost nothing. So a market that opens has moved a little
 * overnight, and most of its variance lies in its session.
 */
export class MarketTime {
  private readonly openBefore: Float64Array | null;
  private readonly weights: readonly [open: number, closed: number];
  private readonly sessions: Sessions | null;
  constructor(sessions: Sessions | null) {
    this.sessions = sessions;
    if (!sessions) {
      this.openBefore = null;
      this.weights = [1, 1];
      return;
    }
    const perDay =
      (sessions.lastDay(Date.UTC(2024, 0, 12))?.segments ?? []).reduce((sum, { open, close }) => sum + close - open, 0) / dayMs;
    this.weights = perDay > 0.9 ? [1, 0.05] : [0.75 / perDay, 0.25 / (1 - perDay)];
    this.openBefore = new Float64Array(horizonDays);
    for (let day = 1; day < horizonDays; day += 1) {
      this.openBefore[day] = this.openBefore[day - 1]! + this.openWithin(origin + (day - 1) * dayMs, dayMs);
    }
  }
  /** Milliseconds of trading in the first `part` of a UTC day. */
  private openWithin(date: number, part: number): number {
    let sum = 0;
    for (let label = date; label <= date + dayMs; label += dayMs) {
      const day = this.sessions?.calendar.sessionOn(label);
      if (!day) continue;
      for (const { open, close } of day.segments) sum += Math.max(0, Math.min(close, date + part) - Math.max(open, date));
    }
    return sum;
  }
  private today = -1;
  private edges: readonly (readonly [number, number])[] = [];
  /** Seconds of market time since 2015. */
  at(time: number): number {
    const elapsed = time - origin;
    if (!this.openBefore) return elapsed / 1000;
    const date = dateOf(time);
    if (date !== this.today) {
      this.today = date;
      this.edges = [date, date + dayMs].flatMap((label) =>
        (this.sessions?.calendar.sessionOn(label)?.segments ?? []).map(
          ({ open, close }) => [Math.max(open, date), Math.min(close, date + dayMs)] as const,
        ),
      );
    }
    let open = this.openBefore[Math.floor((date - origin) / dayMs)] ?? 0;
    for (const [from, to] of this.edges) if (time > from) open += Math.max(0, Math.min(time, to) - from);
    return (open * this.weights[0] + (elapsed - open) * this.weights[1]) / 1000;
  }
}

/** The price of one underlying as a function of time, for a seed and an anchor. At the anchor it equals the model's starting price. */
export class SimulatedPrice {
  private readonly model: Model;
  private readonly time: MarketTime;
  private readonly paths: readonly [Path, Path, Path];
  private readonly loads: readonly [number, number, number];
  private readonly base: number;
  constructor(walks: ReadonlyMap<string, Walk>, code: string, seed: number, anchor: number, time: MarketTime) {
    const model = walks.get(code);
    if (!model || !('start' in model)) throw new RangeError(`no model for ${code}`);
    this.model = model;
    this.time = time;
    this.paths = [
      new Path(seedOf(seed, `market:${model.market}`)),
      new Path(seedOf(seed, `sector:${model.market}:${model.sector}`)),
      new Path(seedOf(seed, `own:${code}`), model.temper),
    ];
    // Regimes and jumps add to the variance of the plain walk.
    const sigma = (0.78 * model.volatility) / Math.sqrt(yearSeconds);
    const [market, sector] = model.follows;
    const load = (variance: number) => Math.sign(variance) * Math.sqrt(Math.abs(variance)) * sigma;
    this.loads = [load(market), load(sector), load(1 - Math.abs(market) - sector)];
    this.base = Math.log(model.start) - this.displacement(anchor);
  }
  private displacement(time: number, finest = 0): number {
    const u = this.time.at(time);
    const [market, sector, own] = this.paths;
    return this.loads[0] * market.at(u, finest) + this.loads[1] * sector.at(u, finest) + this.loads[2] * own.at(u, finest);
  }
  /** In quote currency per unit; `finest` in seconds as in `Path.at`. */
  at(time: number, finest = 0): number {
    return Math.exp(this.base + this.displacement(time, finest));
  }
  get turnover(): number {
    return this.model.turnover;
  }
  get periodMs(): number {
    return this.model.periodMs;
  }
}
