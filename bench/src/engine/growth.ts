import { type Command, firstCustomer, usualActor } from '@bourse/engine';
import type { BenchResult } from '../result.ts';
import { limitOrder, median, midTicks, noId, processorTime, random, startTime, World } from './world.ts';

const sizes = [1000, 10_000, 100_000, 1_000_000];
const active = 500;
const commandsPerRound = 20_000;
const rounds = 9;

/**
 * The same work, a place and a cancellation by one of 500 active customers near the top of the book, with more and more resting orders and accounts.
 * The additional ones are inactive and must not slow the work down. One extra line shows cancellations picked evenly from all resting orders, where
 * each one walks through cold memory.
 */
export async function growth(): Promise<BenchResult> {
  warmUp();
  const byOrders = sizes.map((size) => ({ world: worldOf(active, size), costs: [] as number[], scattered: [] as number[] }));
  const byAccounts = sizes.map((size) => ({ world: worldOf(size, 1000), costs: [] as number[] }));
  // Sizes take turns, so that whatever disturbs the machine disturbs them alike.
  for (let round = 0; round < rounds; round++) {
    for (const one of [...byOrders, ...byAccounts]) one.costs.push(nanosecondsPerCommand(one.world, round));
  }
  for (let round = 0; round < rounds; round++) {
    for (const [n, one] of byOrders.entries()) one.scattered.push(scatteredCancels(one.world, sizes[n]!, round));
  }
  const orders = byOrders.map(({ costs }) => median(costs));
  const accounts = byAccounts.map(({ costs }) => median(costs));
  const worst = Math.max(orders.at(-1)! / orders[0]!, accounts.at(-1)! / accounts[0]!);
  const row = (costs: number[]) => sizes.map((size, n) => `${size.toLocaleString('en')}: ${costs[n]!.toFixed(0)} ns`).join(', ');
  return {
    name: 'growth',
    ratio: worst,
    bar: '0.80 to 1.20',
    ours: `${Math.max(orders.at(-1)!, accounts.at(-1)!).toFixed(0)} ns a command at 1 M`,
    reference: `${Math.max(orders[0]!, accounts[0]!).toFixed(0)} ns a command at 1 k`,
    report: [
      `cost by resting orders: ${row(orders)}`,
      `cost by accounts: ${row(accounts)}`,
      `cancellations picked evenly from all resting orders, with their replacement: ${row(byOrders.map(({ scattered }) => median(scattered)))}`,
    ],
  };
}

/** Lets the compiler finish with the hot paths before anything is measured. */
function warmUp(): void {
  const world = worldOf(active, 1000);
  for (let round = 0; round < 4; round++) {
    nanosecondsPerCommand(world, round);
    scatteredCancels(world, 1000, round);
  }
}

/** `accounts` customers, of whom the first 500 trade; `resting` bids far below the market, spread over 2,000 prices and those customers. */
function worldOf(accounts: number, resting: number): World {
  const world = new World({ accounts, orders: resting + 1000, levels: 10_000 });
  for (let n = 0; n < accounts; n++) {
    world.must({ kind: 'openAccount', account: firstCustomer + n, feeClass: 0 });
    world.must({ kind: 'grantDemo', account: firstCustomer + n });
    world.engine.discardEvents();
  }
  const first = world.engine.statistics()['ordersAccepted']! + 1;
  for (let n = 0; n < resting; n++) {
    world.resting.push(first + n);
    world.must(limitOrder(firstCustomer + (n % active), 0, midTicks / 2 + 10 + (n % 2000), 1));
    world.engine.discardEvents();
  }
  return world;
}

function nanosecondsPerCommand(world: World, round: number): number {
  const next = random(round + 1);
  const first = world.engine.statistics()['ordersAccepted']! + 1;
  const commands: Command[] = [];
  const accountOf: number[] = [];
  for (let n = 0; n < commandsPerRound / 2; n++) {
    const account = firstCustomer + Math.floor(next() * active);
    accountOf.push(account);
    commands.push(limitOrder(account, 0, midTicks - 1 - Math.floor(next() * 500), 1 + Math.floor(next() * 50)));
    // The order that leaves came a hundred orders ago.
    if (n >= 100) commands.push({ kind: 'cancelOrder', account: accountOf[n - 100]!, order: first + n - 100 });
  }
  for (let n = accountOf.length - 100; n < accountOf.length; n++) {
    commands.push({ kind: 'cancelOrder', account: accountOf[n]!, order: first + n });
  }
  return timed(world, commands);
}

/** Half cancellations of a random resting order, half its replacement at the same price. */
function scatteredCancels(world: World, resting: number, round: number): number {
  const next = random(100 + round);
  const ids = world.resting;
  let id = world.engine.statistics()['ordersAccepted']! + 1;
  const commands: Command[] = [];
  for (let n = 0; n < commandsPerRound / 2; n++) {
    const at = Math.floor(next() * resting);
    const account = firstCustomer + (at % active);
    commands.push({ kind: 'cancelOrder', account, order: ids[at]! });
    commands.push(limitOrder(account, 0, midTicks / 2 + 10 + (at % 2000), 1));
    ids[at] = id++;
  }
  return timed(world, commands);
}

function timed(world: World, commands: readonly Command[]): number {
  const { engine } = world;
  const sequenced = commands.map((command, n) => ({
    seq: engine.seq + 1 + n,
    time: startTime,
    commandId: noId,
    actor: usualActor(command),
    command,
  }));
  const from = processorTime();
  for (const [n, command] of sequenced.entries()) {
    engine.apply(command);
    if ((n & 255) === 255) engine.discardEvents();
  }
  const nanoseconds = processorTime() - from;
  engine.discardEvents();
  world.skipTo(engine.seq);
  return nanoseconds / commands.length;
}
