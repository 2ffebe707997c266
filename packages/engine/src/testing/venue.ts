import { InstrumentStatus } from '@bourse/protocol/enums';
import type { Engine } from '../api.ts';
import { decodeCommands, encodeCommands } from '../codec/commands.ts';
import type { Command, DefineInstrument, SequencedCommand } from '../commands.ts';
import { usualActor } from '../core/actor.ts';
import type { Limits } from '../core/limits.ts';
import { createEngine, restoreEngine } from '../engine.ts';
import type { EngineEvent, Outcome } from '../events.ts';

export const usdt = 2;
/** One USDT in minor units. */
export const tick = 1_000_000;

/** Rules that the books of test contracts and test stocks share. */
export const bookRules = {
  quoteAsset: usdt,
  quoteUnitsPerTickLot: tick,
  minLots: 1,
  maxLots: 1_000_000,
  minNotional: 10 * tick,
  bandBps: 2000,
  takerFeePpm: [1000, 0],
  makerFeePpm: [500, 0],
  keepsProtection: false,
  status: InstrumentStatus.trading,
} satisfies Partial<DefineInstrument>;

/** An engine under test with its journal and clock. After every command each posting must sum to zero and the invariants must hold. */
export class TestVenue {
  engine: Engine;
  time: number;
  readonly journal: SequencedCommand[] = [];
  readonly events: EngineEvent[] = [];
  /** How often each outcome came. */
  readonly seen = new Map<string, number>();
  private readonly limits: Partial<Limits>;

  constructor(limits: Partial<Limits>, time: number) {
    this.limits = { finishedOrders: 4096, corrections: 2, ...limits };
    this.time = time;
    this.engine = createEngine({ venue: 'demo', limits: this.limits });
  }

  apply(command: Command): Outcome {
    return this.send(command).outcome;
  }

  must(command: Command): void {
    const outcome = this.apply(command);
    if (!outcome.ok) throw new Error(`${command.kind} was refused: ${outcome.error} ${JSON.stringify(outcome.detail)}`);
  }

  wait(ms: number): void {
    this.time += ms;
    this.apply({ kind: 'advanceTime' });
  }

  /** Continues with an engine restored from a snapshot of this one. */
  restart(): void {
    const restored = restoreEngine(this.engine.snapshot());
    if (restored.stateHash() !== this.engine.stateHash()) throw new Error('the restored state differs');
    if (restored.nextTimer() !== this.engine.nextTimer()) throw new Error('the restored timers differ');
    this.engine = restored;
    restored.checkInvariants();
  }

  /** State hash after a fresh engine replays the journal from its bytes. */
  replayedHash(): string {
    const engine = createEngine({ venue: 'demo', limits: this.limits });
    for (const command of decodeCommands(encodeCommands(this.journal))) {
      engine.apply(command);
      engine.discardEvents();
    }
    return engine.stateHash();
  }

  /** Sends one command and returns it with its outcome and events. */
  protected send(command: Command, actor = usualActor(command)): { outcome: Outcome; events: EngineEvent[]; sequenced: SequencedCommand } {
    const sequenced = { seq: this.engine.seq + 1, time: this.time, commandId: new Uint8Array(16), actor, command };
    this.journal.push(sequenced);
    const outcome = this.engine.apply(sequenced);
    this.count(outcome.ok ? outcome.result.kind : outcome.error);
    const events = this.engine.takeEvents();
    this.events.push(...events);
    checkPostings(events);
    this.engine.checkInvariants();
    return { outcome, events, sequenced };
  }

  count(what: string): void {
    this.seen.set(what, (this.seen.get(what) ?? 0) + 1);
  }
}

function checkPostings(events: readonly EngineEvent[]): void {
  const sums = new Map<string, bigint>();
  for (const event of events) {
    if (event.kind !== 'ledger') continue;
    const key = `posting ${event.posting} of asset ${event.asset}`;
    sums.set(key, (sums.get(key) ?? 0n) + event.availableDelta + event.frozenDelta);
  }
  for (const [posting, sum] of sums) if (sum !== 0n) throw new Error(`${posting} sums to ${sum}`);
}
