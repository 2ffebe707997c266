import { type Command, firstCustomer } from '@bourse/engine';
import type { BenchResult } from '../result.ts';
import { runEngine, runReference } from './runners.ts';
import { type Floor, makeStream, type Stream } from './stream.ts';
import { median, midTicks, quote, random, startTime, World } from './world.ts';

const contract = 2;
const customers = 10_000;
const rounds = 5;
/** A mark price comes every so many commands. */
const commandsPerTick = 50;
const held = 500;
const perSecond = (rate: number) => Math.round(rate).toLocaleString('en');

/**
 * A contract compared with a plain book: 10,000 customers with an open position each, a tenth of them in full margin. Makers open, takers open and
 * close. Every 50 commands the index moves, up to 0.3 % away, and each mark checks the margins that it crosses. Nobody is liquidated, so that the
 * reference book, which knows no margins, ends with the same lots.
 */
class ContractFloor implements Floor {
  readonly world: World;
  readonly instrument = contract;
  private readonly closes: Uint8Array;
  private readonly made: boolean;
  private readonly index: Int32Array;

  /** `closes` is filled while a stream is made, and read while it is run. */
  constructor(closes: Uint8Array, index: Int32Array, made: boolean) {
    this.closes = closes;
    this.index = index;
    this.made = made;
    this.world = new World({ accounts: 1 << 15, orders: 1 << 20, levels: 1 << 18, positions: 1 << 15 });
    this.open();
  }

  private open(): void {
    const { world } = this;
    world.definePerpetual(contract);
    world.must({
      kind: 'defineContract',
      instrument: contract,
      tiers: [
        { maxNotional: 50_000_000_000, maxLeverage: 100, maintenancePpm: 4000 },
        { maxNotional: 1_000_000_000_000, maxLeverage: 50, maintenancePpm: 10_000 },
      ],
      liquidationFeePpm: 5000,
      markBandBps: 500,
      fundingIntervalMs: 28_800_000,
      interestE8: 10_000,
      fundingCapE8: 750_000,
      fundingInParts: true,
    });
    world.must(tick(midTicks));
    for (let n = 0; n < customers; n++) {
      const account = firstCustomer + n;
      world.must({ kind: 'openAccount', account, feeClass: 0 });
      world.must({ kind: 'grantDemo', account });
      world.must({ kind: 'transfer', account, from: 1, to: 2, asset: quote, amount: 90_000_000_000n });
      world.engine.discardEvents();
    }
    for (let n = 0; n < customers; n += 2) {
      world.must(contractOrder(firstCustomer + n, 1, midTicks, held, false, false));
      world.must(contractOrder(firstCustomer + n + 1, 0, midTicks, held, true, false));
      world.engine.discardEvents();
    }
  }

  order(stream: Stream, n: number): Command {
    const account = stream.account[n]!;
    const side = stream.side[n] as 0 | 1;
    const crosses = stream.crosses[n] === 1;
    if (!this.made && crosses) {
      const closing = side === 0 ? 2 : 1;
      const open = this.world.engine.positions(account).find(({ direction }) => direction === closing);
      this.closes[n] = open !== undefined && open.lots >= stream.lots[n]! ? 1 : 0;
    }
    return contractOrder(account, side, stream.price[n]!, stream.lots[n]!, crosses, this.closes[n] === 1);
  }

  before(n: number): Command | undefined {
    return n % commandsPerTick === 0 ? tick(this.index[n / commandsPerTick]!) : undefined;
  }
}

const tick = (priceTicks: number): Command => ({
  kind: 'feedTicks',
  source: 'bench',
  items: [{ instrument: contract, priceTicks, time: startTime }],
});

function contractOrder(account: number, side: 0 | 1, priceTicks: number, lots: number, immediate: boolean, close: boolean): Command {
  const n = account - firstCustomer;
  const opens = side === 0 ? 1 : 2;
  return {
    kind: 'placeContractOrder',
    account,
    instrument: contract,
    direction: close ? ((3 - opens) as 1 | 2) : (opens as 1 | 2),
    action: close ? 2 : 1,
    type: 2,
    tif: immediate ? 2 : 1,
    priceTicks,
    triggerTicks: 0,
    lots,
    mode: n % 20 < 2 ? 1 : 2,
    leverage: [5, 10, 20, 50][n % 4]!,
    postOnly: false,
    takeProfitTicks: 0,
    stopLossTicks: 0,
  };
}

/** A walk that stays within 0.3 % of the middle. */
function indexWalk(length: number): Int32Array {
  const next = random(7);
  const index = new Int32Array(length);
  let at = midTicks;
  for (let n = 0; n < length; n++) {
    at += Math.round((next() - 0.5) * 600);
    at = Math.max(midTicks - 3000, Math.min(midTicks + 3000, at));
    index[n] = at;
  }
  return index;
}

export async function engineContract(): Promise<BenchResult> {
  const length = 1_000_000;
  const levelsBefore = 500;
  const all = length + levelsBefore * 2;
  const index = indexWalk(Math.ceil(all / commandsPerTick));
  const closes = new Uint8Array(all);
  const stream = makeStream({
    seed: 3,
    length,
    customers,
    spreadTicks: 2000,
    levelsBefore,
    floor: new ContractFloor(closes, index, false),
  });
  const venue = () => new ContractFloor(closes, index, true);
  const ours: number[] = [];
  const reference: number[] = [];
  for (let round = 0; round < rounds; round++) {
    const a = runEngine(stream, 'packed', undefined, venue);
    const b = runReference(stream);
    ours.push(a.rate);
    reference.push(b.rate);
    if (a.restingLots !== b.restingLots) throw new Error('the two books did not end alike');
  }
  const latencies = new Float64Array(length + index.length);
  runEngine(stream, 'packed', latencies, venue);
  latencies.sort();
  const microseconds = (share: number) =>
    `${(latencies[Math.min(latencies.length - 1, Math.floor(latencies.length * share))]! / 1000).toFixed(1)} µs`;
  const closing = closes.reduce((sum, one) => sum + one, 0);
  return {
    name: 'engine-contract',
    ratio: median(ours) / median(reference),
    bar: '3.00',
    ours: `${perSecond(median(ours))} commands/s`,
    reference: `${perSecond(median(reference))} commands/s`,
    report: [
      `stream: ${length.toLocaleString('en')} commands of ${customers.toLocaleString('en')} customers with an open position each, a tenth in full margin; ${closing.toLocaleString('en')} orders close; ${rounds} rounds side by side; both books end with the same lots resting`,
      `ours with positions, margins, ledger, fees, events, and a mark price every ${commandsPerTick} commands (not counted as commands); the reference keeps a book only`,
      `one command or mark: median ${microseconds(0.5)}, p99 ${microseconds(0.99)}, p99.9 ${microseconds(0.999)}, longest ${microseconds(1)}`,
    ],
  };
}
