import { type Command, firstCustomer, House } from '@bourse/engine';
import type { BenchResult } from '../result.ts';
import { median, midTicks, processorTime, quote, startTime, World } from './world.ts';

const positions = 20_000;
const rounds = 3;
const perp = 2;
const stock = 3;
const share = 3;
const hour = 3_600_000;
const open = startTime + hour;
const close = startTime + 7 * hour;
const sharePrice = 100;

/**
 * The longest single command when one event affects many positions: a funding round, automatic deleveraging, a corporate action, a session's open and
 * close. Work that exceeds a command's limits counts with the command that continues it.
 */
export async function pauses(): Promise<BenchResult> {
  const found = new Map<string, { longest: number; commands: number }[]>();
  const note = (what: string, told: { longest: number; commands: number }) => found.set(what, [...(found.get(what) ?? []), told]);
  for (let n = 0; n < rounds; n++) {
    for (const [what, told] of contractPauses()) note(what, told);
    for (const [what, told] of stockPauses()) note(what, told);
  }
  const lines = [...found].map(([what, all]) => ({
    what,
    longest: median(all.map(({ longest }) => longest)),
    commands: all[0]!.commands,
  }));
  const worst = Math.max(...lines.map(({ longest }) => longest));
  return {
    name: 'pauses',
    ratio: null,
    bar: 'no command over 50 ms',
    ours: `${worst.toFixed(1)} ms`,
    reference: 'none',
    report: lines.map(({ what, longest, commands }) => `${what}: longest command ${longest.toFixed(1)} ms of ${commands}`),
  };
}

/** One command and all that it left over, in milliseconds of processor time, as every bench counts. */
function timed(world: World, command: Command): { longest: number; commands: number } {
  let longest = 0;
  let commands = 0;
  for (let next = command; ; next = { kind: 'advanceTime' }) {
    const from = processorTime();
    world.must(next);
    longest = Math.max(longest, (processorTime() - from) / 1e6);
    commands += 1;
    world.engine.discardEvents();
    if (world.engine.nextTimer() > world.time) return { longest, commands };
  }
}

const tick = (world: World, instrument: number, priceTicks: number): Command => ({
  kind: 'feedTicks',
  source: 'bench',
  items: [{ instrument, priceTicks, time: world.time }],
});

function openCustomers(world: World, wallet: 2 | 3): void {
  for (let n = 0; n < positions; n++) {
    const account = firstCustomer + n;
    world.must({ kind: 'openAccount', account, feeClass: 0 });
    world.must({ kind: 'grantDemo', account });
    world.must({ kind: 'transfer', account, from: 1, to: wallet, asset: quote, amount: 90_000_000_000n });
    world.engine.discardEvents();
  }
}

function contractPauses(): [string, { longest: number; commands: number }][] {
  const world = new World({ accounts: 1 << 16, orders: 1 << 16, levels: 1 << 12, positions: 1 << 15 });
  world.definePerpetual(perp);
  world.must({
    kind: 'defineContract',
    instrument: perp,
    tiers: [{ maxNotional: 50_000_000_000, maxLeverage: 100, maintenancePpm: 4000 }],
    liquidationFeePpm: 2000,
    markBandBps: 500,
    fundingIntervalMs: 28_800_000,
    interestE8: 10_000,
    fundingCapE8: 750_000,
    fundingInParts: true,
  });
  world.must(tick(world, perp, midTicks));
  openCustomers(world, 2);
  for (let n = 0; n < positions; n += 2) {
    // The first long has little margin: it is the one whom deleveraging will close.
    const leverage = n === 0 ? 100 : 5;
    world.must(order(firstCustomer + n + 1, 2, 500, n % 20 === 2 ? 1 : 2, 5));
    world.must(order(firstCustomer + n, 1, 500, n % 20 === 2 ? 1 : 2, leverage));
    world.engine.discardEvents();
  }
  const results: [string, { longest: number; commands: number }][] = [];
  world.time = Math.floor(startTime / 28_800_000) * 28_800_000 + 28_800_000 - 1000;
  results.push(['a mark that crosses nobody', timed(world, tick(world, perp, midTicks))]);
  world.time += 1000;
  results.push([`funding of ${positions} positions`, timed(world, { kind: 'advanceTime' })]);
  results.push([`deleveraging among ${positions / 2}`, timed(world, tick(world, perp, midTicks * 0.985))]);
  return results;
}

const order = (account: number, direction: 1 | 2, lots: number, mode: 1 | 2, leverage: number): Command => ({
  kind: 'placeContractOrder',
  account,
  instrument: perp,
  direction,
  action: 1,
  type: 2,
  tif: 1,
  priceTicks: midTicks,
  triggerTicks: 0,
  lots,
  mode,
  leverage,
  postOnly: false,
  takeProfitTicks: 0,
  stopLossTicks: 0,
});

function stockPauses(): [string, { longest: number; commands: number }][] {
  const world = new World({ accounts: 1 << 16, orders: 1 << 16, levels: 1 << 12, positions: 1 << 15 });
  const days = Array.from({ length: 5 }, (_, n) => ({ open: open + n * 24 * hour, close: close + n * 24 * hour }));
  world.must({ kind: 'defineAsset', asset: share, code: 'ACME', scale: 0, assetKind: 4 });
  world.must({ kind: 'defineCalendar', calendar: 1, sessions: days });
  world.must({
    kind: 'defineInstrument',
    instrument: stock,
    symbol: 'ACME',
    instrumentKind: 3,
    baseAsset: share,
    quoteAsset: quote,
    lotUnits: 1n,
    quoteUnitsPerTickLot: 1_000_000,
    minLots: 1,
    maxLots: 1_000_000,
    minNotional: 1,
    bandBps: 5000,
    takerFeePpm: [0],
    makerFeePpm: [0],
    keepsProtection: false,
    status: 1,
  });
  world.must({
    kind: 'defineStock',
    instrument: stock,
    calendar: 1,
    limitBps: 1000,
    maxLeverage: 4,
    maintenancePpm: 150_000,
    shortable: true,
    interestPpm: 1000,
    borrowPpm: 2000,
    stampDutyPpm: 0,
    dayTradeRule: false,
    stopsWait: true,
    marginWarnings: true,
  });
  const fund = (account: number, asset: number, amount: bigint) =>
    world.must({ kind: 'fundHouse', account, wallet: 3, asset, amount, number: account * 10 + asset });
  fund(House.loanPool, quote, 10n ** 15n);
  openCustomers(world, 3);
  world.time = open;
  world.must(tick(world, stock, sharePrice));
  fund(House.marketMaker, share, 10n ** 6n);
  const results: [string, { longest: number; commands: number }][] = [];
  world.must(stockOrder(House.marketMaker, 2, 2, 1_000_000, 1, sharePrice));
  for (let n = 0; n < positions; n++) {
    world.must(stockOrder(firstCustomer + n, 1, 1, 40, leverageOf(n), sharePrice));
    world.engine.discardEvents();
  }
  world.must({ kind: 'cancelAllOrders', account: House.marketMaker, instrument: 0 });
  world.time = close;
  results.push([`a close with ${positions / 2} loans`, timed(world, { kind: 'advanceTime' })]);
  const action = { kind: 'corporateAction', instrument: stock, denominator: 1, source: 'registrar' } as const;
  results.push([
    `a dividend for ${positions} positions`,
    timed(world, { ...action, action: 'dividend', amount: 50_000, numerator: 1, reference: 'dividend' }),
  ]);
  results.push([
    `a split of ${positions} positions`,
    timed(world, { ...action, action: 'split', amount: 0, numerator: 2, reference: 'split' }),
  ]);
  // Waiting orders: half of them within the limits of the day to come, half beyond them.
  for (let n = 0; n < positions; n++) {
    world.must(stockOrder(firstCustomer + n, 1, 1, 1, leverageOf(n), sharePrice / 2 - (n % 2)));
    world.engine.discardEvents();
  }
  results.push([
    `a split with ${positions} waiting orders`,
    timed(world, { ...action, action: 'split', amount: 0, numerator: 2, reference: 'split again' }),
  ]);
  for (let n = 0; n < positions; n++) {
    world.must(stockOrder(firstCustomer + n, 1, 1, 1, leverageOf(n), sharePrice / 4 - (n % 2)));
    world.engine.discardEvents();
  }
  world.time = days[1]!.open;
  results.push([`an open with ${positions} waiting orders`, timed(world, { kind: 'advanceTime' })]);
  world.time += 1000;
  results.push([`the first price with ${positions} waiting orders`, timed(world, tick(world, stock, sharePrice / 4))]);
  for (let n = 0; n < positions; n++) {
    world.must({ ...stockOrder(firstCustomer + n, 1, 1, 1, leverageOf(n), 0), upperCircuit: true } as Command);
    world.engine.discardEvents();
  }
  world.time = days[1]!.close;
  results.push([`a close with ${positions} orders of the day and ${positions / 2} loans`, timed(world, { kind: 'advanceTime' })]);
  return results;
}

const leverageOf = (n: number) => (n % 2 === 0 ? 4 : 1);

const stockOrder = (account: number, direction: 1 | 2, action: 1 | 2, lots: number, leverage: number, priceTicks: number): Command => ({
  kind: 'placeStockOrder',
  account,
  instrument: stock,
  direction: action === 2 ? 1 : direction,
  action,
  type: 2,
  tif: 1,
  priceTicks,
  triggerTicks: 0,
  lots,
  leverage,
  postOnly: false,
  takeProfitTicks: 0,
  stopLossTicks: 0,
  upperCircuit: false,
});
