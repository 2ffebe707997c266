/**
 * Live rows by symbol. Incoming ticks wait for the next flush (10 Hz, once a frame). A flush notifies only rows whose own symbol changed.
 */
import { decimalSign } from '@bourse/money';
import type { RowMessage } from '@bourse/protocol/socket';

export type Tick = Omit<RowMessage, 'c' | 'seq' | 'prev'> & {
  /** When it arrived, by this device's clock. */
  at: number;
};

/** The specification's default row: all zero, st 1. */
export const emptyTick = (symbol: string): Tick => ({
  p: symbol,
  a: '0',
  b: '0',
  pe: '0',
  peA: '0',
  t: 0,
  st: 1,
  h: '0',
  l: '0',
  v: '0',
  q: '0',
  f: 'simulated',
  at: 0,
});

/** The change of a row's price; null before its first price. */
export const changeOf = (row: Pick<Tick, 'pe' | 'peA'>): string | null => (decimalSign(row.pe) > 0 ? row.peA : null);

export class TickStore {
  private readonly ticks = new Map<string, Tick>();
  private readonly waiting = new Map<string, Tick>();
  private readonly listeners = new Map<string, Set<() => void>>();
  private scheduled = false;
  private readonly later: (run: () => void) => void;

  /** `later` runs its argument at the next flush. */
  constructor(later: (run: () => void) => void) {
    this.later = later;
  }

  get = (symbol: string): Tick | undefined => this.ticks.get(symbol);
  all = (): Tick[] => [...this.ticks.values()];

  subscribe(symbol: string, listener: () => void): () => void {
    const known = this.listeners.get(symbol) ?? new Set();
    this.listeners.set(symbol, known);
    known.add(listener);
    return () => {
      known.delete(listener);
      if (known.size === 0) this.listeners.delete(symbol);
    };
  }

  push(tick: Tick): void {
    this.waiting.set(tick.p, tick);
    if (this.scheduled) return;
    this.scheduled = true;
    this.later(() => this.flush());
  }

  /** Stores a row that came with a list, unless something newer is known. */
  seed(tick: Tick): void {
    const known = this.ticks.get(tick.p);
    if (known && known.t >= tick.t) return;
    this.push(tick);
  }

  flush(): void {
    this.scheduled = false;
    const moved = [...this.waiting.keys()];
    for (const [symbol, tick] of this.waiting) this.ticks.set(symbol, tick);
    this.waiting.clear();
    for (const symbol of moved) for (const listener of this.listeners.get(symbol) ?? []) listener();
  }

  clear(): void {
    const symbols = [...this.ticks.keys()];
    this.ticks.clear();
    this.waiting.clear();
    for (const symbol of symbols) for (const listener of this.listeners.get(symbol) ?? []) listener();
  }
}
