import { type LeftOver, WorkList } from '../base/work-list.ts';
import type { DefineEarn } from './declare.ts';

/** Owed interest is kept as units × parts per million × days. So much of it is one unit. */
export const yearPpmDays = 365n * 1_000_000n;

/** Money of one customer in one product. */
export interface Holding {
  readonly id: number;
  /** Slot of the account. */
  readonly owner: number;
  readonly product: number;
  readonly asset: number;
  readonly version: number;
  /** 0: flexible. */
  readonly days: number;
  readonly yearlyPpm: number;
  readonly earlyPpm: number;
  readonly deposited: number;
  readonly openedAt: number;
  readonly firstDay: number;
  principal: number;
  renew: boolean;
  paid: number;
  /** Of a flexible holding: what is owed for the days before those that `index` stands for. */
  carried: bigint;
  index: number;
}

export interface Product {
  rules: DefineEarn;
  version: number;
  /** Of all holdings. */
  principal: number;
  /** Frozen in the house's yield account. */
  reserved: number;
  /** The rest is of flexible products. The UTC day it stands at, the rates of this day and the next, and the sum of the rates of all days before. */
  day: number;
  todayPpm: number;
  nextPpm: number;
  index: number;
  /** Principal that earns today, and principal that earns from tomorrow. */
  earning: number;
  fresh: number;
  /** For all days before this one, of all holdings. */
  owed: bigint;
}

/** Everything that the venue keeps about money that earns. */
export class Earn {
  nextHolding = 1;
  readonly products = new Map<number, Product>();
  private readonly holdings = new Map<number, Holding>();
  private readonly byOwner = new Map<number, Set<Holding>>();
  /** Flexible products whose holders hear that the rate falls to 0, each with the holding from which on they have not been told. */
  readonly telling = new Map<number, number>();
  private readonly work: WorkList;

  constructor(leftOver: LeftOver) {
    this.work = new WorkList(leftOver);
  }

  tell(product: number, from = 1): void {
    if (this.telling.has(product) && from === 1) return;
    this.telling.set(product, from);
    this.work.add(product);
  }

  told(product: number): void {
    this.telling.delete(product);
    this.work.delete(product);
  }

  get(id: number): Holding | undefined {
    return this.holdings.get(id);
  }

  /** By id. */
  of(owner: number): Holding[] {
    return [...(this.byOwner.get(owner) ?? [])].sort((a, b) => a.id - b.id);
  }

  countOf(owner: number): number {
    return this.byOwner.get(owner)?.size ?? 0;
  }

  /** Whether its owner has no older one of the same product. */
  isFirst({ owner, product, id }: Holding): boolean {
    for (const other of this.byOwner.get(owner) ?? []) if (other.product === product && other.id < id) return false;
    return true;
  }

  /** By id. */
  all(): Holding[] {
    return [...this.holdings.values()].sort((a, b) => a.id - b.id);
  }

  add(holding: Holding): void {
    this.holdings.set(holding.id, holding);
    const own = this.byOwner.get(holding.owner);
    if (own === undefined) this.byOwner.set(holding.owner, new Set([holding]));
    else own.add(holding);
  }

  remove(holding: Holding): void {
    this.holdings.delete(holding.id);
    const own = this.byOwner.get(holding.owner);
    own?.delete(holding);
    if (own?.size === 0) this.byOwner.delete(holding.owner);
  }
}

const ceilUnits = (owed: bigint): number => Number((owed + yearPpmDays - 1n) / yearPpmDays);

/** All interest of a fixed term. */
export const termReserve = ({ principal, yearlyPpm, days }: Pick<Holding, 'principal' | 'yearlyPpm' | 'days'>): number =>
  ceilUnits(BigInt(principal) * BigInt(yearlyPpm * days));

/** What a flexible product sets aside: all that is owed, and the interest of today and of tomorrow. */
export const flexibleReserve = ({ owed, earning, fresh, todayPpm, nextPpm }: Product): number =>
  ceilUnits(owed + BigInt(earning) * BigInt(todayPpm) + (BigInt(earning) + BigInt(fresh)) * BigInt(nextPpm));

/** What has been earned since `index`. A holding of today begins with the index of tomorrow. */
export const owedTo = ({ carried, principal, index }: Holding, product: Product): bigint =>
  carried + BigInt(principal) * BigInt(Math.max(0, product.index - index));
