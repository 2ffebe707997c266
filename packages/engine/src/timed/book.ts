import { PositionDirection } from '@bourse/protocol/enums';
import type { DefineTimed } from '../commands.ts';

/** A timed contract that has not ended. Amounts are minor units of `asset`, prices ticks, times milliseconds. */
export interface TimedContract {
  readonly id: number;
  /** Account slot. */
  readonly owner: number;
  readonly instrument: number;
  readonly direction: PositionDirection;
  readonly stake: number;
  readonly asset: number;
  readonly payoutPpm: number;
  readonly payout: number;
  readonly placedAt: number;
  readonly durationMs: number;
  /** 0 while it waits for its first tick. */
  startTicks: number;
  startTickTime: number;
  startSource: number;
}

/** The instant at which the deciding tick is due. */
export const startInstant = (contract: TimedContract) => contract.placedAt;
export const endInstant = (contract: TimedContract) => contract.placedAt + contract.durationMs;
export const nextInstant = (contract: TimedContract) => (contract.startTicks === 0 ? startInstant(contract) : endInstant(contract));

type Queue = Map<number, TimedContract>;

/**
 * The timed contracts of one instrument. Times never go back, so contracts that wait for their first tick are due in the order of their ids, and so are the
 * running contracts of one duration. A tick therefore only looks at the front of each queue.
 */
export class TimedBook {
  rules: DefineTimed;
  owedUp = 0;
  owedDown = 0;
  count = 0;
  private readonly waiting: Queue = new Map();
  private readonly running = new Map<number, Queue>();

  constructor(rules: DefineTimed) {
    this.rules = rules;
  }

  owed(direction: PositionDirection): number {
    return direction === PositionDirection.long ? this.owedUp : this.owedDown;
  }

  add(contract: TimedContract): void {
    this.count += 1;
    this.owe(contract.direction, contract.payout);
    this.queueOf(contract).set(contract.id, contract);
  }

  remove(contract: TimedContract): void {
    this.count -= 1;
    this.owe(contract.direction, -contract.payout);
    const queue = this.queueOf(contract);
    queue.delete(contract.id);
    if (contract.startTicks !== 0 && queue.size === 0) this.running.delete(contract.durationMs);
  }

  start(contract: TimedContract, ticks: number, tickTime: number, source: number): void {
    this.waiting.delete(contract.id);
    contract.startTicks = ticks;
    contract.startTickTime = tickTime;
    contract.startSource = source;
    this.queueOf(contract).set(contract.id, contract);
  }

  /**
   * Contracts that a tick of this time may start or end: running ones by duration, then waiting ones, each queue by id. The caller may remove or start the
   * contracts it gets.
   */
  *due(tickTime: number): Generator<TimedContract> {
    for (const duration of [...this.running.keys()].sort((a, b) => a - b)) {
      for (const contract of this.running.get(duration)!.values()) {
        if (endInstant(contract) > tickTime) break;
        yield contract;
      }
    }
    for (const contract of this.waiting.values()) {
      if (startInstant(contract) > tickTime) break;
      yield contract;
    }
  }

  /** By id. */
  all(): TimedContract[] {
    return [this.waiting, ...this.running.values()].flatMap((queue) => [...queue.values()]).sort((a, b) => a.id - b.id);
  }

  private queueOf(contract: TimedContract): Queue {
    if (contract.startTicks === 0) return this.waiting;
    const queue: Queue = this.running.get(contract.durationMs) ?? new Map();
    this.running.set(contract.durationMs, queue);
    return queue;
  }

  private owe(direction: PositionDirection, amount: number): void {
    if (direction === PositionDirection.long) this.owedUp += amount;
    else this.owedDown += amount;
  }
}

/** All timed contracts that have not ended, found by id, by instrument and by account. Ended contracts are only in the histories. */
export class Timed {
  /** By instrument id. */
  readonly books = new Map<number, TimedBook>();
  nextTimed = 1;
  private readonly byId = new Map<number, TimedContract>();
  private readonly byOwner = new Map<number, Map<number, TimedContract>>();

  get count(): number {
    return this.byId.size;
  }

  get(id: number): TimedContract | undefined {
    return this.byId.get(id);
  }

  /** An account's contracts, by id. */
  of(owner: number): TimedContract[] {
    return [...(this.byOwner.get(owner)?.values() ?? [])];
  }

  countOf(owner: number): number {
    return this.byOwner.get(owner)?.size ?? 0;
  }

  add(contract: TimedContract): void {
    this.books.get(contract.instrument)!.add(contract);
    this.byId.set(contract.id, contract);
    const own = this.byOwner.get(contract.owner) ?? new Map<number, TimedContract>();
    this.byOwner.set(contract.owner, own.set(contract.id, contract));
  }

  remove(contract: TimedContract): void {
    this.books.get(contract.instrument)!.remove(contract);
    this.byId.delete(contract.id);
    const own = this.byOwner.get(contract.owner)!;
    own.delete(contract.id);
    if (own.size === 0) this.byOwner.delete(contract.owner);
  }
}
