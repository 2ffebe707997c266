import type { FeedTick } from './feeds/port.ts';

/** Why a tick was refused. Refusals are counted by reason and shown with the sources. */
export type Refused = 'malformed' | 'future' | 'outOfOrder' | 'jump';

/** One old share became `numerator ÷ denominator` new ones. */
export interface SplitRatio {
  numerator: number;
  denominator: number;
}

/** A price that is too far from the last one to be believed yet. */
export interface HeldPrice {
  price: number;
  /** The last price that was believed, in today's shares. */
  against: number;
  since: number;
  /** Prints of their own that agree on it. */
  prints: number;
}

export interface GuardRules {
  /** A price further than this from the last one waits, in basis points. */
  jumpBps: number;
  /** Splits that took effect after `from` and not after `to`. The last price is restated by them before anything is compared with it. */
  splits?(from: number, to: number): readonly SplitRatio[];
}

const futureMs = 2_000;
/** A jump is believed once this many prints of their own agree on it, the last at least `agreeingMs` after the first. */
const agreeingPrints = 3;
const agreeingMs = 5_000;

/**
 * Decides which of a source's ticks are believed, before anybody sees them: board, candles, engines. One guard per instrument. A price is compared with
 * the last one however old that is, because a source that was silent for a weekend may begin with a stale print. While a jump waits, the last price
 * stays and grows stale, so nothing opens, fires or is liquidated by it.
 */
export class TickGuard {
  private readonly rules: GuardRules;
  private last = 0;
  private lastTime = 0;
  /** Splits up to this time are in `last`. */
  private restatedTo = 0;
  private waiting: (HeldPrice & { row: number | undefined }) | undefined;

  constructor(rules: GuardRules) {
    this.rules = rules;
  }

  /** The jump that waits for further prints or for an operator. */
  get held(): HeldPrice | undefined {
    return this.waiting;
  }

  /** The last price known from before this start. */
  remember(price: number, time: number) {
    if (this.lastTime > 0) return;
    this.last = price;
    this.restatedTo = time;
  }

  /** Undefined when the tick may pass. */
  check(tick: FeedTick, now: number): Refused | undefined {
    const { bid, ask, last, lots, time } = tick;
    const wellFormed =
      Number.isSafeInteger(bid) &&
      Number.isSafeInteger(ask) &&
      Number.isSafeInteger(last) &&
      Number.isSafeInteger(lots) &&
      Number.isSafeInteger(time) &&
      bid > 0 &&
      ask >= bid &&
      last > 0 &&
      lots >= 0 &&
      time > 0;
    if (!wellFormed) return 'malformed';
    if (time > now + futureMs) return 'future';
    if (time < this.lastTime) return 'outOfOrder';
    this.restate(time);
    if (this.last > 0 && this.isJump(this.last, last) && !this.agreed(tick)) return 'jump';
    this.believe(last, time);
    return undefined;
  }

  /** An operator has looked the waiting price up elsewhere. False when another price waits by now, or none. */
  confirm(price: number): boolean {
    if (this.waiting?.price !== price) return false;
    this.believe(price, this.lastTime);
    return true;
  }

  /** An operator has found the waiting price wrong: it is no witness of itself any more. False when another price waits by now, or none. */
  discard(price: number): boolean {
    if (this.waiting?.price !== price) return false;
    this.waiting = undefined;
    return true;
  }

  private believe(price: number, time: number) {
    this.last = price;
    this.lastTime = time;
    this.waiting = undefined;
  }

  private isJump(from: number, to: number): boolean {
    return Math.abs(to - from) * 10_000 > from * this.rules.jumpBps;
  }

  private restate(time: number) {
    if (time <= this.restatedTo) return;
    for (const { numerator, denominator } of this.rules.splits?.(this.restatedTo, time) ?? []) {
      if (this.last > 0) this.last = Math.max(1, Math.floor((this.last * denominator) / numerator));
      this.waiting = undefined;
    }
    this.restatedTo = time;
  }

  /** Whether enough prints agree on the new level. A print that is only repeated, and the other prices of its bar, are no second witness. */
  private agreed({ last, time, row }: FeedTick): boolean {
    const before = this.waiting;
    if (!before || this.isJump(before.price, last)) {
      this.waiting = { price: last, against: this.last, since: time, prints: 1, row };
      return false;
    }
    const prints = row !== undefined && row === before.row ? before.prints : before.prints + 1;
    this.waiting = { ...before, price: last, prints, row };
    return prints >= agreeingPrints && time - before.since >= agreeingMs;
  }
}
