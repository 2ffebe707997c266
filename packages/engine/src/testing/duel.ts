import { OrderSide } from '@bourse/protocol/enums';
import { expect } from 'vitest';
import type { Engine } from '../api.ts';
import type { Command, SequencedCommand } from '../commands.ts';
import { usualActor } from '../core/actor.ts';
import type { Limits } from '../core/limits.ts';
import { createEngine, restoreEngine } from '../engine.ts';
import type { EngineEvent, FillEvent, LedgerEvent, OrderEvent, Outcome } from '../events.ts';
import { type Meaning, Oracle } from '../oracle/index.ts';

/**
 * Runs the same commands through the engine and the oracle. After each command it compares everything visible and checks every invariant. It also adds up
 * the ledger lines, so that a balance no line explains is found at once.
 */
export class Duel {
  engine: Engine;
  readonly oracle: Oracle;
  readonly journal: SequencedCommand[] = [];
  readonly events: EngineEvent[] = [];
  /** Counts refusals and acceptances, so that a random test can show that it reached them. */
  readonly seen = new Map<string, number>();
  time: number;
  private readonly lines = new Map<string, { available: bigint; frozen: bigint }>();
  private readonly instruments = new Set<number>();
  private readonly accounts = new Set<number>([1, 2, 3, 4, 5, 6, 7, 8, 9, 10]);
  private readonly limitPrices = new Map<number, OrderEvent>();

  constructor(venue: 'real' | 'demo', limits: Partial<Limits> = {}, time = 1_700_000_000_000) {
    const all = { finishedOrders: 4096, corrections: 2, ...limits };
    this.engine = createEngine({ venue, limits: all });
    this.oracle = new Oracle(venue, all);
    this.time = time;
  }

  apply(command: Command): Outcome {
    const sequenced = { seq: this.engine.seq + 1, time: this.time, commandId: new Uint8Array(16), actor: usualActor(command), command };
    this.journal.push(sequenced);
    if (command.kind === 'defineInstrument') this.instruments.add(command.instrument);
    if (command.kind === 'openAccount') this.accounts.add(command.account);
    const outcome = this.engine.apply(sequenced);
    const expected = this.oracle.apply(sequenced);
    this.count(outcome);
    same(bare(outcome), bare(expected));
    const events = this.engine.takeEvents();
    this.events.push(...events);
    same(events.flatMap(meaningOf), this.oracle.meanings);
    this.checkEvents(events);
    this.compareViews();
    this.engine.checkInvariants();
    return outcome;
  }

  /** Continues with an engine restored from a snapshot of this one. */
  restart(): void {
    const hash = this.engine.stateHash();
    const restored = restoreEngine(this.engine.snapshot());
    expect(restored.stateHash()).toBe(hash);
    expect(restored.nextTimer()).toBe(this.engine.nextTimer());
    this.engine = restored;
  }

  private count(outcome: Outcome): void {
    const name = outcome.ok ? outcome.result.kind : outcome.error;
    this.seen.set(name, (this.seen.get(name) ?? 0) + 1);
    if (outcome.ok && outcome.result.kind === 'batch') for (const item of outcome.result.items) this.count(item);
  }

  private compareViews(): void {
    for (const account of this.accounts) {
      same(this.engine.balances(account), this.oracle.balances(account));
      const orders = this.engine
        .openOrders(account)
        .map(({ order, status, priceTicks, lots, filledLots, filledQuote, reserved, placedAt }) => ({
          order,
          status,
          priceTicks,
          lots,
          filledLots,
          filledQuote,
          reserved,
          placedAt,
        }));
      same(orders, this.oracle.openOrders(account));
      for (const { order } of orders) same(this.engine.order(order)?.account, account);
    }
    for (const instrument of this.instruments) {
      const { bids, asks } = this.engine.depth(instrument, 1000);
      same(bids, this.oracle.depth(instrument, OrderSide.buy));
      same(asks, this.oracle.depth(instrument, OrderSide.sell));
    }
  }

  private checkEvents(events: readonly EngineEvent[]): void {
    const sums = new Map<string, bigint>();
    for (const [index, event] of events.entries()) {
      same([event.seq, event.index, event.time], [this.engine.seq, index, this.time]);
      if (event.kind === 'ledger') this.addLine(event, sums);
      else if (event.kind === 'order') this.limitPrices.set(event.order, event);
      else if (event.kind === 'fill') this.checkFill(event, events);
    }
    for (const [posting, sum] of sums) expect(sum, `posting ${posting}`).toBe(0n);
  }

  private addLine(line: LedgerEvent, sums: Map<string, bigint>): void {
    const key = `${line.account}/${line.wallet}/${line.asset}`;
    const balance = this.lines.get(key) ?? { available: 0n, frozen: 0n };
    balance.available += line.availableDelta;
    balance.frozen += line.frozenDelta;
    this.lines.set(key, balance);
    same(line.availableAfter, balance.available);
    same(line.frozenAfter, balance.frozen);
    const posting = `${line.posting} of asset ${line.asset}`;
    sums.set(posting, (sums.get(posting) ?? 0n) + line.availableDelta + line.frozenDelta);
  }

  /** Checks that a fill has two sides and is at the resting order's price, no worse than either limit. */
  private checkFill(fill: FillEvent, events: readonly EngineEvent[]): void {
    const maker = this.limitPrices.get(fill.maker.order);
    const taker = this.limitPrices.get(fill.taker.order);
    expect(maker?.priceTicks).toBe(fill.priceTicks);
    expect(maker?.side).toBe(1 - fill.takerSide);
    if (taker !== undefined && taker.priceTicks > 0) {
      const better = fill.takerSide === OrderSide.buy ? taker.priceTicks - fill.priceTicks : fill.priceTicks - taker.priceTicks;
      expect(better).toBeGreaterThanOrEqual(0);
    }
    const accounts = new Set(events.flatMap((event) => (event.kind === 'ledger' && event.fill === fill.fill ? [event.account] : [])));
    expect(accounts.has(fill.taker.account) && accounts.has(fill.maker.account)).toBe(true);
  }

  /** Balances as the sum of their lines. */
  sumsOfLines(): ReadonlyMap<string, { available: bigint; frozen: bigint }> {
    return this.lines;
  }
}

/** `toEqual` explains a difference well but is slow, so it runs only after a faster comparison found one. */
function same(actual: unknown, expected: unknown): void {
  if (!equal(actual, expected)) expect(actual).toEqual(expected);
}

function equal(a: unknown, b: unknown): boolean {
  if (a === b) return true;
  if (typeof a !== 'object' || typeof b !== 'object' || a === null || b === null) return false;
  const keys = Object.keys(a);
  return keys.length === Object.keys(b).length && keys.every((key) => equal((a as never)[key], (b as never)[key]));
}

/** An outcome without the figures for people. */
function bare(outcome: Outcome): unknown {
  if (!outcome.ok) return { error: outcome.error };
  return outcome.result.kind === 'batch' ? outcome.result.items.map(bare) : outcome.result;
}

function meaningOf(event: EngineEvent): Meaning[] {
  if (event.kind === 'order') {
    const { order, status, reason, filledLots, filledQuote, lots, priceTicks, reserved } = event;
    return [
      {
        order,
        status,
        reason,
        filled: BigInt(filledLots),
        filledQuote: BigInt(filledQuote),
        lots: BigInt(lots),
        price: BigInt(priceTicks),
        reserved,
      },
    ];
  }
  if (event.kind !== 'fill') return [];
  const party = ({ order, account, feeUnits }: FillEvent['taker']) => ({ order, account, fee: BigInt(feeUnits) });
  return [
    {
      fill: event.fill,
      price: BigInt(event.priceTicks),
      lots: BigInt(event.lots),
      base: event.baseUnits,
      quote: BigInt(event.quoteUnits),
      takerSide: event.takerSide,
      taker: party(event.taker),
      maker: party(event.maker),
    },
  ];
}
