import { type Command, createEngine, type Engine, firstCustomer, House, restoreEngine, usualActor } from '@bourse/engine';
import {
  AssetKind,
  InstrumentKind,
  MarginMode,
  OrderPriceType,
  PositionAction,
  PositionDirection,
  TimeInForce,
  Wallet,
} from '@bourse/protocol/enums';
import {
  firstAt,
  inSteps,
  partPrice,
  partTime,
  type Recording,
  type Resolution,
  readRecording,
} from '@bourse/server/src/market/feeds/replay/recordings.ts';
import { Random } from './random.ts';
import { SettlementJudge } from './settlements.ts';

/** A market of the run: its recording, and the tick in which its prices are counted. */
export interface CrashMarket {
  symbol: string;
  recording: string;
  resolution: Resolution;
  tick: string;
}

export const crashMarkets: readonly CrashMarket[] = [
  { symbol: 'EURUSD-PERP', recording: 'forex-oanda-eurusd', resolution: 'tick', tick: '0.00001' },
  { symbol: 'BTCUSD-PERP', recording: 'crypto-coinbase-btcusd', resolution: 'minute', tick: '0.01' },
];
const dayMs = 86_400_000;
const stepMs = 2000;
/** The day of the run, at midnight. */
const begin = Date.UTC(2024, 0, 2);
const usdt = 1_000_000;
const quote = 1;
const eightHours = 28_800_000;

export interface CrashDayOptions {
  /** Folder of the recordings. */
  folder: string;
  seed: number;
  traders: number;
  /** Part of the day, hours from midnight. */
  fromHour: number;
  hours: number;
  /** The markets of the run. Each plays the recorded day on which its price moved most. */
  markets: readonly CrashMarket[];
  /** Interval between checks of all invariants, in steps of two seconds. */
  checkEvery: number;
}

/** What a market of the run was. */
export interface PlayedMarket {
  symbol: string;
  recording: string;
  /** The recorded day, such as 2014-05-08. */
  day: string;
  prices: number;
}

export interface CrashDayResult {
  markets: readonly PlayedMarket[];
  commands: number;
  counts: Readonly<Record<string, number>>;
  violations: readonly string[];
  insurance: bigint;
  open: number;
  /** Recorded time divided by processor time. */
  speed: number;
  hash: string;
}

interface Track {
  instrument: number;
  market: CrashMarket;
  /** Begin of the recorded day. */
  from: number;
  inTicks(units: number): number;
  prices: number;
  recording: Recording;
  row: number;
  /** Next of a bar's four prices. */
  part: number;
  price: number;
  saidAt: number;
}

/** Days that a recording has almost whole come first. */
const wholeMs = 20 * 3_600_000;

/** The UTC day of a recording with the widest range of prices for its opening price. */
export function stormiestDay({ t, o, h, l, length }: Recording): number | undefined {
  let found: { day: number; whole: boolean; range: number } | undefined;
  for (let row = 0; row < length; ) {
    const day = Math.floor(t[row]! / dayMs) * dayMs;
    const [open, begin] = [o[row]!, t[row]!];
    let [top, bottom] = [0, Number.POSITIVE_INFINITY];
    for (; row < length && t[row]! < day + dayMs; row += 1) {
      top = Math.max(top, h[row]!);
      bottom = Math.min(bottom, l[row]!);
    }
    const range = (top - bottom) / open;
    const whole = t[row - 1]! - begin >= wholeMs;
    if (!found || (whole === found.whole ? range > found.range : whole)) found = { day, whole, range };
  }
  return found?.day;
}

/**
 * Plays a whole recorded day of two markets as fast as possible. A maker quotes both. Leveraged traders come and go at random and neglect their
 * positions. Every settlement is compared with its receipt. The invariants are checked on the way and at the end, and the engine is restored from its
 * snapshot at noon.
 */
export function crashDay(options: CrashDayOptions): CrashDayResult {
  return new CrashDay(options).run();
}

class CrashDay {
  private engine: Engine = createEngine({ venue: 'demo' });
  private readonly judge = new SettlementJudge();
  private readonly random: Random;
  private readonly options: CrashDayOptions;
  private readonly tracks: readonly Track[];
  private readonly violations: string[] = [];
  private time: number;

  constructor(options: CrashDayOptions) {
    this.options = options;
    this.random = new Random(options.seed);
    this.time = begin + options.fromHour * 3_600_000;
    this.tracks = options.markets.map((market, index): Track => {
      const name = `${market.recording}-${market.resolution}`;
      const recording = readRecording(options.folder, market.recording, market.resolution);
      if (recording === undefined) throw new Error(`${options.folder} has no recording ${name}`);
      const from = stormiestDay(recording);
      if (from === undefined) throw new Error(`${name} in ${options.folder} has no day with prices`);
      const row = firstAt(recording, from + options.fromHour * 3_600_000);
      const inTicks = inSteps(recording.priceScale, market.tick);
      return { instrument: index + 1, market, from, inTicks, prices: 0, recording, row, part: 0, price: 0, saidAt: 0 };
    });
  }

  run(): CrashDayResult {
    this.open();
    const start = process.cpuUsage();
    const steps = Math.round((this.options.hours * 3_600_000) / stepMs);
    for (let step = 0; step < steps; step++) {
      this.time += stepMs;
      for (const track of this.tracks) this.play(track);
      for (let n = 0; n < this.options.traders / 250; n++) this.trade(firstCustomer + this.random.between(0, this.options.traders - 1));
      if (step % this.options.checkEvery === 0) this.check();
      if (step === Math.floor(steps / 2)) this.restart();
    }
    this.check();
    this.judge.end(this.time, this.engine.nextTimer() <= this.time);
    const { user, system } = process.cpuUsage(start);
    const insurance = this.engine.contract(1)!.insurance;
    const markets = this.tracks.map(
      ({ market: { symbol, recording }, from, prices }): PlayedMarket => ({
        symbol,
        recording,
        day: new Date(from).toISOString().slice(0, 10),
        prices,
      }),
    );
    for (const { symbol, recording, day, prices } of markets)
      if (prices === 0) this.violations.push(`${symbol} had no price: ${recording} has none on ${day} in the hours of this run`);
    const open = this.tracks.reduce((sum, { instrument }) => sum + this.positionsOf(instrument), 0);
    return {
      markets,
      commands: this.engine.seq,
      counts: this.judge.counts,
      violations: [...this.violations, ...this.judge.problems],
      insurance,
      open,
      speed: (this.options.hours * 3_600_000) / ((user + system) / 1000),
      hash: this.engine.stateHash(),
    };
  }

  private positionsOf(instrument: number): number {
    const { longPositions, shortPositions } = this.engine.contract(instrument)!;
    return longPositions + shortPositions;
  }

  private open(): void {
    this.must({ kind: 'defineAsset', asset: quote, code: 'USDT', scale: 6, assetKind: AssetKind.stablecoin });
    for (const {
      instrument,
      market: { symbol },
    } of this.tracks) {
      this.must({ kind: 'defineAsset', asset: 10 + instrument, code: symbol, scale: 4, assetKind: AssetKind.coin });
      this.must({
        kind: 'defineInstrument',
        instrument,
        symbol,
        instrumentKind: InstrumentKind.contract,
        baseAsset: 10 + instrument,
        quoteAsset: quote,
        lotUnits: 1n,
        // A lot is worth about 1.4 USDT of EUR, 4.6 of BTC.
        quoteUnitsPerTickLot: 10,
        minLots: 1,
        maxLots: 10_000_000,
        minNotional: 1,
        bandBps: 500,
        takerFeePpm: [500],
        makerFeePpm: [200],
        keepsProtection: true,
        status: 1,
      });
      this.must({
        kind: 'defineContract',
        instrument,
        tiers: [
          { maxNotional: 20_000 * usdt, maxLeverage: 100, maintenancePpm: 4000 },
          { maxNotional: 100_000 * usdt, maxLeverage: 50, maintenancePpm: 8000 },
          { maxNotional: 100_000_000 * usdt, maxLeverage: 20, maintenancePpm: 20_000 },
        ],
        liquidationFeePpm: 2000,
        markBandBps: 200,
        fundingIntervalMs: eightHours,
        interestE8: 10_000,
        fundingCapE8: 750_000,
        fundingInParts: true,
      });
    }
    this.must({ kind: 'openAccount', account: House.marketMaker, feeClass: 0 });
    this.fund(House.marketMaker, 100_000_000);
    // Small enough to be used up during the day.
    this.fund(House.insurance, 500);
    for (let n = 0; n < this.options.traders; n++) {
      const account = firstCustomer + n;
      this.must({ kind: 'openAccount', account, feeClass: 0 });
      this.must({ kind: 'grantDemo', account });
      const amount = BigInt(this.random.between(100, 20_000) * usdt);
      this.must({ kind: 'transfer', account, from: Wallet.coin, to: Wallet.contract, asset: quote, amount });
    }
  }

  private fund(account: number, whole: number): void {
    this.must({
      kind: 'fundHouse',
      account,
      wallet: Wallet.contract,
      asset: quote,
      amount: BigInt(whole * usdt),
      number: account,
    });
  }

  /** The prices recorded since the last step. An unchanged price is repeated, as the replay feed does. Most of the time the maker then follows. */
  private play(track: Track): void {
    const { recording } = track;
    const recorded = track.from + (this.time - begin);
    const before = track.price;
    while (track.row < recording.length && partTime(recording, track.row, track.part) <= recorded) {
      track.price = Math.max(1, track.inTicks(partPrice(recording, track.row, track.part)));
      track.prices += 1;
      track.saidAt = this.time;
      this.tick(track);
      track.part = recording.spanMs > 0 ? (track.part + 1) % 4 : 0;
      if (track.part === 0) track.row += 1;
    }
    if (track.price === 0) return;
    if (track.saidAt !== this.time && this.time - track.saidAt <= 60_000) this.tick(track);
    if (track.price !== before && this.random.chance(0.9)) this.quote(track);
  }

  private tick({ instrument, market, price }: Track): void {
    this.apply({
      kind: 'feedTicks',
      source: `replay:${market.recording}`,
      items: [{ instrument, priceTicks: price, time: this.time }],
    });
  }

  /** Five prices per side, with less size when the market moves fast. */
  private quote({ instrument, price }: Track): void {
    this.apply({ kind: 'cancelAllOrders', account: House.marketMaker, instrument });
    const half = Math.max(1, Math.round(price * 0.0002));
    for (let level = 0; level < 5; level++) {
      for (const direction of [PositionDirection.long, PositionDirection.short] as const) {
        const away = half * (level + 1) * (direction === PositionDirection.long ? -1 : 1);
        const lots = this.random.between(20, 600);
        this.apply(this.order(House.marketMaker, instrument, direction, PositionAction.open, lots, price + away, MarginMode.full, 10));
      }
    }
  }

  /** A trader opens a position, mostly at market and with high leverage, or closes half of one. */
  private trade(account: number): void {
    const { random } = this;
    const track = random.pick(this.tracks);
    if (track.price === 0) return;
    const { instrument } = track;
    const held = this.engine.positions(account).find((position) => position.instrument === instrument);
    if (held !== undefined && random.chance(0.4)) {
      const lots = Math.max(1, Math.floor(held.lots / 2));
      this.apply(this.order(account, instrument, held.direction, PositionAction.close, lots, 0, held.mode, held.leverage));
      return;
    }
    const { free } = this.engine.marginAccount(account);
    const leverage = held?.leverage ?? random.pick([5, 10, 20, 50, 50, 100]);
    const worth = (free * leverage * random.fraction()) / 2;
    const lots = Math.floor(worth / (track.price * 10));
    if (lots < 1) return;
    // The crowd buys the dip.
    const direction = held?.direction ?? (random.chance(0.7) ? PositionDirection.long : PositionDirection.short);
    const mode = held?.mode ?? random.pick([MarginMode.full, MarginMode.segmented]);
    const away = Math.round(track.price * 0.001 * random.fraction()) * (direction === PositionDirection.long ? -1 : 1);
    this.apply(
      this.order(account, instrument, direction, PositionAction.open, lots, random.chance(0.3) ? track.price + away : 0, mode, leverage),
    );
  }

  private order(
    account: number,
    instrument: number,
    direction: PositionDirection,
    action: PositionAction,
    lots: number,
    priceTicks: number,
    mode: MarginMode,
    leverage: number,
  ): Command {
    return {
      kind: 'placeContractOrder',
      account,
      instrument,
      direction,
      action,
      type: priceTicks === 0 ? OrderPriceType.market : OrderPriceType.limit,
      tif: TimeInForce.gtc,
      priceTicks,
      triggerTicks: 0,
      lots,
      mode,
      leverage,
      postOnly: false,
      takeProfitTicks: 0,
      stopLossTicks: 0,
    };
  }

  private apply(command: Command) {
    const outcome = this.engine.apply({
      seq: this.engine.seq + 1,
      time: this.time,
      commandId: new Uint8Array(16),
      actor: usualActor(command),
      command,
    });
    this.judge.hear(command, outcome, this.engine.takeEvents());
    return outcome;
  }

  private must(command: Command): void {
    const outcome = this.apply(command);
    if (!outcome.ok) throw new Error(`${command.kind}: ${outcome.error} ${JSON.stringify(outcome.detail)}`);
  }

  private check(): void {
    try {
      this.engine.checkInvariants();
    } catch (error) {
      this.violations.push(`at ${new Date(this.time).toISOString()}: ${String(error)}`);
    }
  }

  private restart(): void {
    const hash = this.engine.stateHash();
    this.engine = restoreEngine(this.engine.snapshot());
    if (this.engine.stateHash() !== hash) this.violations.push('the state restored at half time differs');
  }
}
