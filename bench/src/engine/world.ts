import { type Command, createEngine, type Engine, firstCustomer, House, type Reserve, usualActor } from '@bourse/engine';

export const instrument = 1;
export const base = 1;
export const quote = 2;
export const noId = new Uint8Array(16);
export const midTicks = 1_000_000;
export const startTime = 1_700_000_000_000;

/** The properties of every bench instrument except its name and fees. */
const sizes = {
  baseAsset: base,
  quoteAsset: quote,
  lotUnits: 10n,
  quoteUnitsPerTickLot: 1,
  minLots: 1,
  maxLots: 10_000_000_000,
  minNotional: 1,
  bandBps: 5000,
  status: 1,
} as const;

/** A command's place in the sequence, so that benches only say what happens. */
export class World {
  readonly engine: Engine;
  /** Ids of orders a bench placed to rest. */
  readonly resting: number[] = [];
  time = startTime;
  private seq = 0;

  constructor(reserve?: Partial<Reserve>) {
    this.engine = createEngine({ venue: 'demo', reserve, limits: { openOrdersPerAccount: 2_000_000 } });
    this.must({ kind: 'defineAsset', asset: base, code: 'BTC', scale: 8, assetKind: 3 });
    this.must({ kind: 'defineAsset', asset: quote, code: 'USDT', scale: 6, assetKind: 2 });
    this.must({
      ...sizes,
      kind: 'defineInstrument',
      instrument,
      symbol: 'BTC/USDT',
      instrumentKind: 1,
      takerFeePpm: [1000],
      makerFeePpm: [800],
      keepsProtection: false,
    });
    this.must({ kind: 'feedTicks', source: 'bench', items: [{ instrument, priceTicks: midTicks, time: startTime }] });
    this.must({ kind: 'openAccount', account: House.marketMaker, feeClass: 0 });
    this.must({ kind: 'fundHouse', account: House.marketMaker, wallet: 1, asset: base, amount: 10n ** 18n, number: 1 });
    this.must({ kind: 'fundHouse', account: House.marketMaker, wallet: 1, asset: quote, amount: 10n ** 24n, number: 2 });
  }

  /** A perpetual on the base, with the sizes and fees that the benches of contracts share. */
  definePerpetual(perpetual: number): void {
    this.must({
      ...sizes,
      kind: 'defineInstrument',
      instrument: perpetual,
      symbol: 'BTC-PERP',
      instrumentKind: 2,
      takerFeePpm: [500],
      makerFeePpm: [200],
      keepsProtection: false,
    });
  }

  /** Customers with 50,000 USDT and as much base, bought from the market maker. */
  openCustomers(count: number): void {
    for (let n = 0; n < count; n++) {
      const account = firstCustomer + n;
      this.must({ kind: 'openAccount', account, feeClass: 0 });
      this.must({ kind: 'grantDemo', account });
      this.must(limitOrder(House.marketMaker, 1, midTicks, 50_000));
      this.must(limitOrder(account, 0, midTicks, 50_000));
      this.engine.discardEvents();
    }
  }

  apply(command: Command) {
    this.seq += 1;
    return this.engine.apply({ seq: this.seq, time: this.time, commandId: noId, actor: usualActor(command), command });
  }

  must(command: Command): void {
    const outcome = this.apply(command);
    if (!outcome.ok) throw new Error(`${command.kind}: ${outcome.error} ${JSON.stringify(outcome.detail)}`);
  }

  /** For benches that feed the engine themselves. */
  skipTo(seq: number): void {
    this.seq = seq;
  }

  get nextSeq(): number {
    return this.seq + 1;
  }
}

export const limitOrder = (account: number, side: 0 | 1, priceTicks: number, lots: number, immediate = false): Command => ({
  kind: 'placeOrder',
  account,
  instrument,
  side,
  type: 2,
  tif: immediate ? 2 : 1,
  priceTicks,
  triggerTicks: 0,
  lots,
  quoteAmount: 0,
  postOnly: false,
});

/** A seeded generator of numbers in [0, 1): the same stream in every run. */
export function random(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b_79f5) >>> 0;
    let t = Math.imul(state ^ (state >>> 15), 1 | state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 4_294_967_296;
  };
}

/**
 * Nanoseconds of processor time this process has used, including collector and compiler threads. Benches count processor time and not wall time, so
 * that a busy machine slows both sides of a comparison alike.
 */
export function processorTime(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) * 1000;
}

export const median = (values: readonly number[]) => [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)]!;
