/** One value per name, delivered at the next flush. Books, tapes and forming candles share it. */
export class Slots<Value> {
  private readonly values = new Map<string, Value>();
  private readonly listeners = new Map<string, Set<() => void>>();
  private readonly moved = new Set<string>();
  private scheduled = false;
  private readonly later: (run: () => void) => void;
  constructor(later: (run: () => void) => void) {
    this.later = later;
  }
  get = (name: string): Value | undefined => this.values.get(name);
  set(name: string, value: Value | undefined): void {
    if (value === undefined) this.values.delete(name);
    else this.values.set(name, value);
    this.moved.add(name);
    if (this.scheduled) return;
    this.scheduled = true;
    this.later(() => {
      this.scheduled = false;
      const names = [...this.moved];
      this.moved.clear();
      for (const moved of names) for (const listener of this.listeners.get(moved) ?? []) listener();
    });
  }
  subscribe(name: string, listener: () => void): () => void {
    const known = this.listeners.get(name) ?? new Set();
    this.listeners.set(name, known);
    known.add(listener);
    return () => {
      known.delete(listener);
      if (known.size === 0) this.listeners.delete(name);
    };
  }
  clear(): void {
    for (const name of [...this.values.keys()]) this.set(name, undefined);
  }
}
