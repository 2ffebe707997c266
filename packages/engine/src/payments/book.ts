import type { PayoutRules, RailRules } from './declare.ts';
import { Deposits } from './deposits.ts';
import { Destinations } from './destinations.ts';
import { Payouts } from './payouts.ts';

const minuteMs = 60_000;
const hourMinutes = 60;

/** Value that went out on a rail without a review, by minute. */
interface Minute {
  readonly minute: number;
  readonly value: number;
}

export class Rail {
  rules: RailRules;
  /** Of the last hour at most, oldest first. */
  minutes: readonly Minute[] = [];

  constructor(rules: RailRules) {
    this.rules = rules;
  }

  /** What went out in the hour before `now`, by whole minutes: the first of them counts whole. */
  unreviewed(now: number): number {
    return this.live(now).reduce((sum, { value }) => sum + value, 0);
  }

  note(value: number, now: number): void {
    const minute = Math.floor(now / minuteMs);
    const live = this.live(now);
    const last = live.at(-1);
    const before = last?.minute === minute ? live.slice(0, -1) : live;
    this.minutes = [...before, { minute, value: value + (last?.minute === minute ? last.value : 0) }];
  }

  /** What was noted at a time did not leave after all. */
  takeBack(value: number, at: number): void {
    const minute = Math.floor(at / minuteMs);
    this.minutes = this.minutes.map((one) => (one.minute === minute ? { minute, value: one.value - value } : one));
  }

  private live(now: number): readonly Minute[] {
    const from = Math.floor(now / minuteMs) - hourMinutes;
    return this.minutes.filter(({ minute }) => minute >= from);
  }
}

/** What the engine knows of money from and to the world outside. */
export class Payments {
  readonly rails = new Map<number, Rail>();
  /** Undefined before the first `definePayoutRules`: nobody is paid out. */
  rules: PayoutRules | undefined;
  readonly deposits = new Deposits();
  readonly destinations = new Destinations();
  readonly payouts = new Payouts();
}
