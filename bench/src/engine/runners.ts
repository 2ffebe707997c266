import type { Command, SequencedCommand } from '@bourse/engine';
import { usualActor } from '@bourse/engine';
import { type LimitOrderOptions, OrderBook, Side } from 'nodejs-order-book';
import { type Floor, type Stream, spotOrder } from './stream.ts';
import { instrument, noId, processorTime, startTime, World } from './world.ts';

/**
 * Objects are created in slices outside the clock, as a decoder would have created them, for both books alike. Slices are short, because the
 * collector would otherwise copy waiting objects inside the clock.
 */
const sliceLength = 2_048;
/** How many commands share one commit, after which events are handed on. */
const group = 256;

export interface Run {
  /** Commands a second of processor time, of the stream without its warm-up. */
  rate: number;
  /** What rests at the end: equal for two books that did the same. */
  restingLots: number;
}

/** How a group's events are taken: packed, as the sequencer takes them, or each as an object too. */
export type EventUse = 'packed' | 'decoded';

/** A floor to play a stream on, with room set aside. */
export function spotVenue(stream: Stream): Floor {
  const world = new World({ accounts: 1 << 15, orders: 1 << 20, levels: 1 << 18 });
  world.openCustomers(stream.customers);
  return { world, instrument, order: spotOrder };
}

/** Ours: the whole engine with ledger and events. `latencies` takes nanoseconds per command when given, the floor's own among them. */
export function runEngine(stream: Stream, use: EventUse, latencies?: Float64Array, venue = spotVenue): Run {
  const floor = venue(stream);
  const { world } = floor;
  const { engine } = world;
  const firstOrder = engine.statistics().ordersAccepted! + 1;
  let seq = world.nextSeq;
  let measured = 0;
  const sequenced = (command: Command): SequencedCommand => ({
    seq: seq++,
    time: startTime,
    commandId: noId,
    actor: usualActor(command),
    command,
  });
  const takeGroup = use === 'packed' ? () => engine.takeRecords().release() : () => void engine.takeEvents();
  let nanoseconds = 0;
  for (const { start, end, timed } of slices(stream)) {
    const commands: SequencedCommand[] = [];
    for (let n = start; n < end; n++) {
      const alone = floor.before?.(n);
      if (alone !== undefined) commands.push(sequenced(alone));
      commands.push(sequenced(commandAt(stream, n, firstOrder, floor)));
    }
    const from = processorTime();
    if (latencies !== undefined && timed) applyTimed(commands, latencies);
    else
      for (let n = 0; n < commands.length; n++) {
        engine.apply(commands[n]!);
        if ((n & (group - 1)) === group - 1) takeGroup();
      }
    if (timed) nanoseconds += processorTime() - from;
    takeGroup();
  }
  const { bids, asks } = engine.depth(floor.instrument, Number.MAX_SAFE_INTEGER);
  return { rate: rateOf(stream, nanoseconds), restingLots: [...bids, ...asks].reduce((sum, { lots }) => sum + lots, 0) };

  function applyTimed(commands: SequencedCommand[], into: Float64Array): void {
    for (let n = 0; n < commands.length; n++) {
      const before = process.hrtime.bigint();
      engine.apply(commands[n]!);
      into[measured++] = Number(process.hrtime.bigint() - before);
      if ((n & (group - 1)) === group - 1) takeGroup();
    }
  }
}

const commandAt = (stream: Stream, n: number, firstOrder: number, floor: Floor): Command =>
  stream.isCancel[n] === 1
    ? { kind: 'cancelOrder', account: stream.account[n]!, order: firstOrder + stream.target[n]! }
    : floor.order(stream, n);

/** The reference, through its documented `limit` and `cancel`, with ids as the strings it asks for. It keeps no accounts. */
export function runReference(stream: Stream): Run {
  const book = new OrderBook();
  let nanoseconds = 0;
  let orders = 0;
  for (const { start, end, timed } of slices(stream)) {
    const calls: ({ cancel: string } | LimitOrderOptions)[] = [];
    for (let n = start; n < end; n++) {
      if (stream.isCancel[n] === 1) calls.push({ cancel: `o${stream.target[n]}` });
      else
        calls.push({
          side: stream.side[n] === 0 ? Side.BUY : Side.SELL,
          id: `o${orders++}`,
          size: stream.lots[n]!,
          price: stream.price[n]!,
          timeInForce: (stream.crosses[n] === 1 ? 'IOC' : 'GTC') as NonNullable<LimitOrderOptions['timeInForce']>,
        });
    }
    const from = processorTime();
    for (const call of calls) {
      if ('cancel' in call) book.cancel(call.cancel);
      else book.limit(call);
    }
    if (timed) nanoseconds += processorTime() - from;
  }
  const [asks, bids] = book.depth();
  return { rate: rateOf(stream, nanoseconds), restingLots: [...asks, ...bids].reduce((sum, [, lots]) => sum + lots, 0) };
}

const rateOf = (stream: Stream, nanoseconds: number) => ((stream.length - stream.warmUp) / nanoseconds) * 1e9;

function* slices({ warmUp, length }: Stream): Generator<{ start: number; end: number; timed: boolean }> {
  for (let start = 0; start < warmUp; start += sliceLength) yield { start, end: Math.min(start + sliceLength, warmUp), timed: false };
  for (let start = warmUp; start < length; start += sliceLength) yield { start, end: Math.min(start + sliceLength, length), timed: true };
}
