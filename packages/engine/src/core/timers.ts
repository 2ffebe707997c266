const idSpan = 2 ** 44;

/**
 * Deadlines in a heap, soonest first; equal deadlines by kind, then id. There is one timer per (kind, id), and that order is total, so
 * the order of firing does not depend on how the heap came about.
 */
export class TimerHeap {
  private readonly dues: number[] = [];
  private readonly keys: number[] = [];
  private readonly places = new Map<number, number>();

  get size(): number {
    return this.keys.length;
  }

  /** Infinity when nothing is scheduled. */
  soonest(): number {
    return this.dues[0] ?? Number.POSITIVE_INFINITY;
  }

  due(kind: number, id: number): number | undefined {
    const at = this.places.get(kind * idSpan + id);
    return at === undefined ? undefined : this.dues[at];
  }

  /** Schedules, or moves what was scheduled. */
  set(kind: number, id: number, due: number): void {
    const key = kind * idSpan + id;
    this.settle(due, key, this.places.get(key) ?? this.keys.length);
  }

  clear(kind: number, id: number): void {
    const key = kind * idSpan + id;
    const at = this.places.get(key);
    if (at !== undefined) this.removeAt(at, key);
  }

  /** Takes the soonest timer off. Only when `size` > 0. */
  take(): { kind: number; id: number; due: number } {
    const key = this.keys[0]!;
    const due = this.dues[0]!;
    this.removeAt(0, key);
    return { kind: Math.floor(key / idSpan), id: key % idSpan, due };
  }

  /** Every timer in firing order. */
  sorted(): { kind: number; id: number; due: number }[] {
    return this.keys
      .map((key, at) => ({ kind: Math.floor(key / idSpan), id: key % idSpan, due: this.dues[at]! }))
      .sort((a, b) => a.due - b.due || a.kind - b.kind || a.id - b.id);
  }

  private removeAt(at: number, key: number): void {
    const lastKey = this.keys.pop()!;
    const lastDue = this.dues.pop()!;
    this.places.delete(key);
    if (lastKey !== key) this.settle(lastDue, lastKey, at);
  }

  private settle(due: number, key: number, start: number): void {
    let at = start;
    while (at > 0) {
      const parent = (at - 1) >> 1;
      if (!before(due, key, this.dues[parent]!, this.keys[parent]!)) break;
      this.put(this.dues[parent]!, this.keys[parent]!, at);
      at = parent;
    }
    for (;;) {
      let child = at * 2 + 1;
      if (child >= this.keys.length) break;
      if (child + 1 < this.keys.length && before(this.dues[child + 1]!, this.keys[child + 1]!, this.dues[child]!, this.keys[child]!))
        child += 1;
      if (!before(this.dues[child]!, this.keys[child]!, due, key)) break;
      this.put(this.dues[child]!, this.keys[child]!, at);
      at = child;
    }
    this.put(due, key, at);
  }

  private put(due: number, key: number, at: number): void {
    this.dues[at] = due;
    this.keys[at] = key;
    this.places.set(key, at);
  }
}

const before = (dueA: number, keyA: number, dueB: number, keyB: number) => (dueA !== dueB ? dueA < dueB : keyA < keyB);
