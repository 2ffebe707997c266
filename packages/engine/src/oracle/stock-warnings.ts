import { divCeil } from '@bourse/money';
import type { DefineStock } from '../commands.ts';
import type { EngineEvent, PositionEvent } from '../events.ts';
import { AuditFailed } from './audit.ts';
import { million } from './margin-rules.ts';

type MarginLevel = 'safe' | 'calm' | 'near' | 'due';

/**
 * Checks who should have been warned, from each position's own last event and the current price. A position is warned when its maintenance first reaches 80
 * % of its equity, and again only after it was below 70 %.
 */
export class StockWarnings {
  private readonly open = new Map<number, PositionEvent>();
  private readonly warned = new Set<number>();
  private readonly rulesOf: (instrument: number) => DefineStock;
  private readonly worth: (instrument: number, lots: number) => bigint;

  constructor(rulesOf: (instrument: number) => DefineStock, worth: (instrument: number, lots: number) => bigint) {
    this.rulesOf = rulesOf;
    this.worth = worth;
  }

  /** Call this once the prices of a command are known. */
  hear(events: readonly EngineEvent[]): void {
    for (const event of events) {
      if (event.kind === 'position') {
        this.open.set(event.position, event);
        if (event.lots === 0) this.open.delete(event.position);
        if (event.lots === 0 || this.levelOf(event) === 'safe') this.warned.delete(event.position);
      } else if (event.kind === 'marginWarning') {
        const level = this.levelOf(this.open.get(event.position)!);
        if (level !== 'near') throw new AuditFailed('warning', `position ${event.position} is ${level}`, 'near');
        if (this.warned.has(event.position)) throw new AuditFailed('warning', `position ${event.position} again`, 'once');
        this.warned.add(event.position);
      }
    }
  }

  /** Call this after a price at which the engine checked the margins of a stock. */
  looked(instrument: number): void {
    for (const event of this.open.values()) {
      if (event.instrument !== instrument) continue;
      const level = this.levelOf(event);
      if (level === 'safe') this.warned.delete(event.position);
      if (level === 'near' && !this.warned.has(event.position))
        throw new AuditFailed('warning', `position ${event.position} was not warned`, 'warned');
    }
  }

  private levelOf({ instrument, direction, leverage, lots, entryValue, margin, loan }: PositionEvent): MarginLevel {
    if (direction === 1 && leverage === 1) return 'safe';
    const value = this.worth(instrument, lots);
    const equity = direction === 1 ? value - BigInt(loan) : BigInt(entryValue + margin) - value;
    const maintenance = divCeil(value * BigInt(this.rulesOf(instrument).maintenancePpm), million);
    if (equity <= maintenance) return 'due';
    if (equity * 4n <= maintenance * 5n) return 'near';
    return equity * 7n <= maintenance * 10n ? 'calm' : 'safe';
  }
}
