import type { Instrument } from '../catalogue/instruments.ts';
import { dayMs } from '../core/limits.ts';
import type { DefineLevels } from './declare.ts';

/** Days whose volume counts for a level: those before today, in UTC. */
export const volumeDays = 30;
/** Those days and today. */
const buckets = volumeDays + 1;
/** One day of one account counts at most this much, in minor units of USDT, so that a sum of days stays exact. */
export const mostPerDay = Math.floor(Number.MAX_SAFE_INTEGER / 32);
/** How long a level is bought for. */
export const termDays = 30;
export const termMs = termDays * dayMs;

export const plusStates = ['none', 'waits', 'holds'] as const;

/** What an account has beside the level that its volume brings. */
export interface Member {
  /** Slot of the account. */
  readonly owner: number;
  /** 0: none. Times in milliseconds; it holds before `boughtUntil`. */
  boughtLevel: number;
  boughtFrom: number;
  boughtUntil: number;
  /** What was paid for the time from `boughtFrom`, the last purchase, to `boughtUntil`, in minor units of `boughtAsset`. */
  boughtFor: number;
  boughtAsset: number;
  /** A level that operators have given, because it is held elsewhere. */
  grantedLevel: number;
  grantedUntil: number;
  plus: (typeof plusStates)[number];
  /** While PLUS waits: what is frozen for it, and where. */
  plusFrozen: number;
  plusWallet: number;
  plusAsset: number;
}

const noMember = (owner: number): Member => ({
  ...{ owner, boughtLevel: 0, boughtFrom: 0, boughtUntil: 0, boughtFor: 0, boughtAsset: 0, grantedLevel: 0, grantedUntil: 0 },
  ...{ plus: 'none', plusFrozen: 0, plusWallet: 0, plusAsset: 0 },
});

/** Whether nothing of it is left. */
export const isOver = ({ boughtLevel, grantedLevel, plus }: Member): boolean => boughtLevel === 0 && grantedLevel === 0 && plus === 'none';

/** The levels of a venue, what accounts have traded a day, and what they have bought. Without levels nothing is counted. */
export class Membership {
  /** Undefined until they are defined. */
  rules: DefineLevels | undefined = undefined;
  version = 0;
  /** The UTC day of the last command that asked, counted from 1970, and when it ends. */
  today = 0;
  private dayEnds = 0;
  /** By slot of an account: its place in the arrays below; 0: it has none. */
  private places = new Int32Array(64);
  private used = 1;
  private owners = new Int32Array(64);
  /** By place: the last day with a trade, the level that was told last, and the volume of the days up to it, in a ring of days. */
  private last = new Int32Array(64);
  private told = new Uint8Array(64);
  private volumes = new Float64Array(64 * buckets);
  /** By place: the level in use, until when that is known. It follows from the rest. */
  private level = new Uint8Array(64);
  private knownUntil = new Float64Array(64);
  private readonly members = new Map<number, Member>();
  /** Markets that value other money in USDT, by the asset's place, as they were found among so many instruments. */
  readonly pricedIn = { instruments: 0, byAsset: new Map<number, Instrument | undefined>() };

  define(rules: DefineLevels, version: number): void {
    this.rules = rules;
    this.version = version;
    this.knownUntil.fill(0);
  }

  /** The fee class of an account (its slot) whose own class is `base`: the highest that it has. Changes nothing. */
  classOf(owner: number, base: number, time: number): number {
    const at = owner < this.places.length ? this.places[owner]! : 0;
    if (at === 0) return base;
    if (time >= this.knownUntil[at]!) this.know(at, time);
    return Math.max(base, this.level[at]!);
  }

  private know(at: number, time: number): void {
    this.pass(time);
    let level = this.levelOf(this.sum(at, this.today));
    let until = this.dayEnds;
    const member = this.members.get(this.owners[at]!);
    if (member !== undefined) {
      if (member.boughtUntil > time) {
        level = Math.max(level, member.boughtLevel);
        until = Math.min(until, member.boughtUntil);
      }
      if (member.grantedUntil > time) {
        level = Math.max(level, member.grantedLevel);
        until = Math.min(until, member.grantedUntil);
      }
      if (member.plus === 'holds') level = Math.max(level, this.rules?.plusLevel ?? 0);
    }
    this.level[at] = level;
    this.knownUntil[at] = until;
  }

  /** The day of a time is today. */
  pass(time: number): void {
    if (time < this.dayEnds) return;
    this.today = Math.floor(time / dayMs);
    this.dayEnds = (this.today + 1) * dayMs;
  }

  /** The level that a volume of 30 days brings. */
  levelOf(volume: number): number {
    const volumes = this.rules?.volumes;
    if (volumes === undefined) return 0;
    let level = 0;
    while (level < volumes.length && volume >= volumes[level]!) level += 1;
    return level;
  }

  /** Adds the value of a trade to today, minor units of USDT. Answers whether it is the account's first of a day that may bring another level. */
  add(owner: number, value: number, time: number): boolean {
    this.pass(time);
    const at = this.place(owner);
    const turned = this.last[at]! < this.today && this.turn(at);
    const bucket = at * buckets + (this.today % buckets);
    this.volumes[bucket] = Math.min(mostPerDay, this.volumes[bucket]! + value);
    return turned;
  }

  /** Empties the buckets of the days that have come since. */
  private turn(at: number): boolean {
    const { today } = this;
    for (let day = Math.max(this.last[at]! + 1, today - volumeDays); day <= today; day++) this.volumes[at * buckets + (day % buckets)] = 0;
    this.last[at] = today;
    return this.levelOf(this.sum(at, today)) !== this.told[at]!;
  }

  /** Of the 30 days before `day`. */
  private sum(at: number, day: number): number {
    let sum = 0;
    const to = Math.min(day - 1, this.last[at]!);
    for (let one = Math.max(day - volumeDays, this.last[at]! - volumeDays); one <= to; one++)
      sum += this.volumes[at * buckets + (one % buckets)]!;
    return sum;
  }

  volumeBefore(owner: number, day: number): number {
    const at = this.placeOf(owner);
    return at === 0 ? 0 : this.sum(at, day);
  }

  /** Of each of `count` days, the first of them `from`. */
  volumesOf(owner: number, from: number, count: number): number[] {
    const at = this.placeOf(owner);
    const last = at === 0 ? 0 : this.last[at]!;
    return Array.from({ length: count }, (_, n) => {
      const day = from + n;
      return at !== 0 && day <= last && day >= last - volumeDays ? this.volumes[at * buckets + (day % buckets)]! : 0;
    });
  }

  toldOf(owner: number): number {
    return this.told[this.placeOf(owner)]!;
  }

  setTold(owner: number, level: number): void {
    this.told[this.placeOf(owner)] = level;
  }

  member(owner: number): Readonly<Member> | undefined {
    return this.members.get(owner);
  }

  /** Changes what an account has bought or was given. It holds at once. */
  change(owner: number, of: Partial<Omit<Member, 'owner'>>): Readonly<Member> {
    const member = Object.assign(this.members.get(owner) ?? noMember(owner), of);
    if (isOver(member)) this.members.delete(owner);
    else this.members.set(owner, member);
    this.knownUntil[this.place(owner)] = 0;
    return member;
  }

  /** In no order. */
  allMembers(): readonly Readonly<Member>[] {
    return [...this.members.values()];
  }

  /** Slots of the accounts that have traded since levels are counted, with their last day. */
  traders(): { owner: number; last: number }[] {
    return Array.from({ length: this.used - 1 }, (_, n) => ({ owner: this.owners[n + 1]!, last: this.last[n + 1]! })).filter(
      ({ last }) => last > 0,
    );
  }

  load(owner: number, last: number, told: number, days: readonly { day: number; volume: number }[]): void {
    const at = this.place(owner);
    this.last[at] = last;
    this.told[at] = told;
    for (const { day, volume } of days) this.volumes[at * buckets + (day % buckets)] = volume;
  }

  private placeOf(owner: number): number {
    return owner < this.places.length ? this.places[owner]! : 0;
  }

  private place(owner: number): number {
    const known = this.placeOf(owner);
    if (known !== 0) return known;
    if (owner >= this.places.length) this.places = longer(this.places, new Int32Array(Math.max(owner + 1, this.places.length * 2)));
    if (this.used === this.owners.length) this.grow();
    const at = this.used++;
    this.places[owner] = at;
    this.owners[at] = owner;
    return at;
  }

  private grow(): void {
    const length = this.owners.length * 2;
    this.owners = longer(this.owners, new Int32Array(length));
    this.last = longer(this.last, new Int32Array(length));
    this.told = longer(this.told, new Uint8Array(length));
    this.volumes = longer(this.volumes, new Float64Array(length * buckets));
    this.level = longer(this.level, new Uint8Array(length));
    this.knownUntil = longer(this.knownUntil, new Float64Array(length));
  }
}

function longer<A extends Int32Array | Uint8Array | Float64Array>(from: A, to: A): A {
  to.set(from as never);
  return to;
}
