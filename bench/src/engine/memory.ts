import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { firstCustomer, restoreEngine } from '@bourse/engine';
import type { BenchResult } from '../result.ts';
import { limitOrder, median, midTicks, processorTime, World } from './world.ts';

const orders = 1_000_000;
const accounts = 1_000_000;
const traders = 1000;

/** Bytes per resting order and per idle account, as grown without any room set aside; and what a snapshot of them costs. */
export async function memory(): Promise<BenchResult> {
  setFlagsFromString('--expose-gc');
  const collect = runInNewContext('gc') as () => void;
  const used = () => {
    collect();
    collect();
    const { heapUsed, arrayBuffers } = process.memoryUsage();
    return heapUsed + arrayBuffers;
  };

  const book = new World();
  open(book, traders);
  const empty = used();
  const growing = fill(book);
  const perOrder = (used() - empty) / orders;

  const { engine } = book;
  const times = { snapshot: [] as number[], restore: [] as number[] };
  let size = 0;
  for (let n = 0; n < 5; n++) {
    const start = processorTime();
    const bytes = engine.snapshot();
    const written = processorTime();
    restoreEngine(bytes);
    times.snapshot.push((written - start) / 1e6);
    times.restore.push((processorTime() - written) / 1e6);
    size = bytes.length;
  }

  const reserved = new World({ accounts: traders, orders, levels: 10_000 });
  open(reserved, traders);
  const ready = fill(reserved);

  const people = new World();
  const before = used();
  open(people, accounts);
  const perAccount = (used() - before) / accounts;
  return {
    name: 'memory',
    ratio: null,
    bar: '250 bytes an order, 1,024 bytes an account',
    ours: `${perOrder.toFixed(0)} bytes an order, ${perAccount.toFixed(0)} bytes an account`,
    reference: 'none',
    report: [
      `1 M resting orders of 1,000 customers over 5,000 prices; longest single command on the way there ${growing.toFixed(1)} ms, with room set aside at the start ${ready.toFixed(1)} ms (by the wall clock)`,
      `snapshot of them: ${median(times.snapshot).toFixed(0)} ms, ${(size / 1e6).toFixed(0)} MB; restored in ${median(times.restore).toFixed(0)} ms`,
      `1 M customers with a balance each: ${perAccount.toFixed(0)} bytes a customer (still held: ${people.engine.statistics()['accounts']} accounts)`,
    ],
  };
}

/** Places the orders; answers the longest single command in milliseconds. */
function fill(world: World): number {
  let longest = 0;
  for (let n = 0; n < orders; n++) {
    const from = process.hrtime.bigint();
    world.must(limitOrder(firstCustomer + (n % traders), 0, midTicks / 2 + 10 + (n % 5000), 1));
    longest = Math.max(longest, Number(process.hrtime.bigint() - from));
    world.engine.discardEvents();
  }
  return longest / 1e6;
}

function open(world: World, count: number): void {
  for (let n = 0; n < count; n++) {
    world.must({ kind: 'openAccount', account: firstCustomer + n, feeClass: 0 });
    world.must({ kind: 'grantDemo', account: firstCustomer + n });
    world.engine.discardEvents();
  }
}
