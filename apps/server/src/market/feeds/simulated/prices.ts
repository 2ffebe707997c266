import type { Catalogue } from '../../port.ts';
import type { Sessions } from '../../sessions/index.ts';
import { MarketTime } from './market-time.ts';
import type { Model } from './models.ts';
import { evenTemper, Path, PathReader } from './path.ts';
import { type DaySecrets, dayOf } from './secrets.ts';
import { Streams } from './streams.ts';

const yearSeconds = 365.25 * 86_400;

/** Readers that go forward together: those of ticks, those of charts. */
export type Lane = 'live' | 'past' | 'rates';

export interface WorldOptions {
  catalogue: Catalogue;
  secrets: DaySecrets;
  /** When prices had their starting values: the first start of this data folder. */
  anchor: number;
}

/** Every simulated price as a function of the days' secrets and time. At the anchor each equals its model's starting price. */
export class World {
  readonly streams: Streams;
  readonly anchor: number;
  private readonly catalogue: Catalogue;
  private readonly paths = new Map<string, Path>();
  private readonly readers = new Map<string, PathReader>();
  private readonly hours = new Map<string, Sessions | null>();
  private readonly times = new Map<Sessions | null, MarketTime>();

  constructor({ catalogue, secrets, anchor }: WorldOptions) {
    this.streams = new Streams(secrets, dayOf(anchor));
    this.anchor = anchor;
    this.catalogue = catalogue;
    // A walk that several prices follow has one clock: the hours of the first instrument that follows it. Otherwise one price would know the other's future.
    for (const { simulated } of catalogue.instruments)
      for (const code of this.factors(simulated.walk))
        for (const { path } of this.legs(code)) if (!this.hours.has(path)) this.hours.set(path, simulated.hours);
  }

  /** The walks of their own that a walk is made of. */
  private factors(code: string): string[] {
    const walk = this.catalogue.walks.get(code);
    if (walk && 'inverseOf' in walk) return [walk.inverseOf];
    return walk && 'of' in walk ? [walk.of, walk.over] : [code];
  }
  private model(code: string): Model {
    const model = this.catalogue.walks.get(code);
    if (!model || !('start' in model)) throw new RangeError(`no model for ${code}`);
    return model;
  }
  /** The paths that a walk follows, each with its share of the variance. */
  private legs(code: string) {
    const { market, sector, follows } = this.model(code);
    const [ofMarket, ofSector] = follows;
    return [
      { path: `market:${market}`, variance: ofMarket },
      { path: `sector:${market}:${sector}`, variance: ofSector },
      { path: `own:${code}`, variance: 1 - Math.abs(ofMarket) - ofSector },
    ].filter(({ variance }) => variance !== 0);
  }

  private reader(name: string, code: string, lane: Lane): PathReader {
    const key = `${lane} ${name}`;
    const known = this.readers.get(key);
    if (known) return known;
    const path = this.paths.get(name) ?? this.path(name, code);
    const reader = new PathReader(path);
    this.readers.set(key, reader);
    return reader;
  }
  private path(name: string, code: string): Path {
    const week = this.catalogue.calendars.find((one) => one.name === 'FX')?.sessions ?? null;
    const hours = this.hours.has(name) ? this.hours.get(name)! : week;
    const time = this.times.get(hours) ?? new MarketTime(hours);
    this.times.set(hours, time);
    const temper = name.startsWith('own:') ? this.model(code).temper : undefined;
    const path = new Path(this.streams, name, time, temper ?? evenTemper, dayOf(this.anchor));
    this.paths.set(name, path);
    return path;
  }

  /** The price of a walk. Prices of one lane share what they have computed. */
  price(code: string, lane: Lane): SimulatedPrice {
    const model = this.model(code);
    const sigma = model.volatility / Math.sqrt(yearSeconds);
    const legs = this.legs(code).map(({ path, variance }) => ({
      reader: this.reader(path, code, lane),
      load: Math.sign(variance) * Math.sqrt(Math.abs(variance)) * sigma,
    }));
    return new SimulatedPrice(model, legs, this.anchor);
  }
}

interface Leg {
  reader: PathReader;
  load: number;
}

export class SimulatedPrice {
  private readonly model: Model;
  private readonly legs: readonly Leg[];
  /** What the legs were at the anchor. */
  private readonly origin: readonly { x: number; clock: number }[];
  constructor(model: Model, legs: readonly Leg[], anchor: number) {
    this.model = model;
    this.legs = legs;
    this.origin = legs.map(({ reader }) => {
      reader.at(anchor);
      return { x: reader.x, clock: reader.clock };
    });
  }
  /**
   * In quote currency per unit; `finest` in seconds as in `PathReader.at`. Half of the variance so far is taken off the logarithm, so that the expected
   * price at any later time is the price now. Before the anchor nobody traded, and the past needs no such balance.
   */
  at(time: number, finest = 0): number {
    let log = 0;
    for (let index = 0; index < this.legs.length; index += 1) {
      const { reader, load } = this.legs[index]!;
      const origin = this.origin[index]!;
      reader.at(time, finest);
      log += load * (reader.x - origin.x) - (load * load * Math.max(0, reader.clock - origin.clock)) / 2;
    }
    return this.model.start * Math.exp(log);
  }
  get turnover(): number {
    return this.model.turnover;
  }
  get periodMs(): number {
    return this.model.periodMs;
  }
}
