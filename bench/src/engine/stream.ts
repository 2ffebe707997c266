import { type Command, firstCustomer } from '@bourse/engine';
import { instrument, limitOrder, midTicks, random, World } from './world.ts';

/** Where a stream is played to make it, and how its orders are sent there. */
export interface Floor {
  world: World;
  instrument: number;
  /** The command of an order that the stream's columns describe at `n`; may add columns of its own. */
  order(stream: Stream, n: number): Command;
  /** What happens on the floor by itself before command `n`. */
  before?(n: number): Command | undefined;
}

const spotFloor = (customers: number): Floor => {
  const world = new World();
  world.openCustomers(customers);
  return { world, instrument, order: spotOrder };
};

export const spotOrder = (stream: Stream, n: number): Command =>
  limitOrder(stream.account[n]!, stream.side[n] as 0 | 1, stream.price[n]!, stream.lots[n]!, stream.crosses[n] === 1);

/** One run's orders and cancellations as columns; both books get the same. `target` is the placing order's number within the stream. */
export interface Stream {
  customers: number;
  /** Lines that only build the starting book. */
  warmUp: number;
  length: number;
  isCancel: Uint8Array;
  /** Crossing orders are immediate-or-cancel. */
  crosses: Uint8Array;
  account: Int32Array;
  side: Uint8Array;
  price: Int32Array;
  lots: Int32Array;
  target: Int32Array;
}

/**
 * 60 % limit orders away from the best price, 30 % cancellations of an order that is open then, 10 % orders that cross the spread. Made
 * by playing it once, so that every cancellation finds its order. Even accounts make, odd ones take: no order ever meets its owner's.
 */
export function makeStream(options: {
  seed: number;
  length: number;
  customers: number;
  spreadTicks: number;
  levelsBefore: number;
  floor?: Floor;
}): Stream {
  const { customers, spreadTicks, levelsBefore } = options;
  const warmUp = levelsBefore * 2;
  const length = warmUp + options.length;
  const next = random(options.seed);
  const pick = (below: number) => Math.floor(next() * below);
  const stream: Stream = {
    customers,
    warmUp,
    length,
    isCancel: new Uint8Array(length),
    crosses: new Uint8Array(length),
    account: new Int32Array(length),
    side: new Uint8Array(length),
    price: new Int32Array(length),
    lots: new Int32Array(length),
    target: new Int32Array(length),
  };
  const floor = options.floor ?? spotFloor(customers);
  const { world } = floor;
  const firstOrder = world.engine.statistics().ordersAccepted! + 1;
  const open: number[] = [];
  const place: number[] = [];
  const owner: number[] = [];
  let orders = 0;
  const close = (order: number) => {
    const at = place[order];
    if (at === undefined || at < 0) return;
    const last = open.pop()!;
    if (last !== order) {
      open[at] = last;
      place[last] = at;
    }
    place[order] = -1;
  };
  for (let n = 0; n < length; n++) {
    const alone = floor.before?.(n);
    if (alone !== undefined) world.apply(alone);
    const dice = next();
    const building = n < warmUp;
    if (!building && dice < 0.3 && open.length > 0) {
      const order = open[pick(open.length)]!;
      stream.isCancel[n] = 1;
      stream.target[n] = order;
      stream.account[n] = owner[order]!;
      world.apply({ kind: 'cancelOrder', account: owner[order]!, order: firstOrder + order });
      close(order);
      world.engine.discardEvents();
      continue;
    }
    const crossing = !building && dice >= 0.9;
    const side = building ? ((n & 1) as 0 | 1) : next() < 0.5 ? 0 : 1;
    const away = building ? 1 + (n >> 1) : 1 + Math.floor(next() * next() * spreadTicks);
    const best = crossing ? world.engine.depth(floor.instrument, 1) : undefined;
    const opposite = side === 0 ? best?.asks[0] : best?.bids[0];
    const price = opposite === undefined ? midTicks + (side === 0 ? -away : away) : opposite.priceTicks + (side === 0 ? 1 : -1);
    const account = firstCustomer + pick(customers / 2) * 2 + (crossing ? 1 : 0);
    const lots = crossing ? 1 + pick(60) : 1 + pick(100);
    stream.account[n] = account;
    stream.crosses[n] = crossing ? 1 : 0;
    stream.side[n] = side;
    stream.price[n] = price;
    stream.lots[n] = lots;
    owner[orders] = account;
    world.apply(floor.order(stream, n));
    for (const event of world.engine.takeEvents()) {
      if (event.kind !== 'order') continue;
      const order = event.order - firstOrder;
      if (event.status === 1 && place[order] === undefined) {
        place[order] = open.length;
        open.push(order);
      } else if (event.status === 3 || event.status === 4) close(order);
    }
    orders += 1;
  }
  return stream;
}
