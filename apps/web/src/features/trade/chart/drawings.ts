export interface Drawing {
  name: string;
  points: { timestamp: number; value: number }[];
}

/** How many changes can be undone. */
const remembered = 50;

/** The drawings of one chart with their earlier states. */
export class DrawingHistory {
  private now: readonly Drawing[];
  private readonly past: (readonly Drawing[])[] = [];

  constructor(drawings: readonly Drawing[] = []) {
    this.now = drawings;
  }

  get canUndo(): boolean {
    return this.past.length > 0;
  }

  /** Takes the drawings as they are; false when nothing has changed. */
  changed(drawings: readonly Drawing[]): boolean {
    if (JSON.stringify(drawings) === JSON.stringify(this.now)) return false;
    this.past.push(this.now);
    if (this.past.length > remembered) this.past.shift();
    this.now = drawings;
    return true;
  }

  /** The drawings before the last change; undefined when there is none. */
  undo(): readonly Drawing[] | undefined {
    const before = this.past.pop();
    if (before) this.now = before;
    return before;
  }
}
