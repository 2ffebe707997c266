import type { Wallet } from '@bourse/protocol/enums';
import { type LeftOver, WorkList } from '../base/work-list.ts';
import type { RebateLine } from './declare.ts';

export interface Link {
  readonly account: number;
  readonly inviter: number;
  readonly inviterPpm: number;
  readonly friendPpm: number;
}

/** Fees of a day: of one receiver, wallet and asset, by friend. */
export interface StoredLine extends RebateLine {
  account: number;
  wallet: Wallet;
  asset: number;
}
type Lines = Map<number, RebateLine>;
type Day = Map<number, Map<number, Lines>>;

/** Asset and wallet in one number. */
const potOf = (asset: number, wallet: Wallet) => asset * 8 + wallet;
export const assetOfPot = (pot: number) => Math.floor(pot / 8);
export const walletOfPot = (pot: number) => (pot % 8) as Wallet;

/** A day whose rebates are being paid: receivers by number, each with what is left of theirs. */
export interface Closing {
  day: number;
  accounts: Float64Array;
  next: number;
  dues: Day;
}

const ascending = (a: number, b: number) => a - b;
/** The keys of a map, ascending: numbers alone are sorted many times faster than an array with a comparison. */
const ordered = (map: ReadonlyMap<number, unknown>) => Float64Array.from(map.keys()).sort();

/** Who invited whom, and what is owed of fees: exactly, in millionths of a minor unit. */
export class Invitations {
  readonly links = new Map<number, Link>();
  nextRebate = 1;
  private open: Day = new Map();
  closing: Closing | undefined;
  /** What is below a minor unit, by receiver and pot. */
  private readonly carried = new Map<number, Map<number, number>>();
  /** All that is owed, by pot. */
  readonly owed = new Map<number, bigint>();
  private readonly work: WorkList;
  /** The friends of the receiver and pot that are being paid, in order: sorted once, however many payouts they take. */
  private queue: { account: number; pot: number; friends: Float64Array; next: number } | undefined;

  constructor(leftOver: LeftOver) {
    this.work = new WorkList(leftOver);
  }

  /** Notes the fee of an account (its number): what inviter and friend will get of it. Without an inviter nothing. */
  earn(account: number, wallet: Wallet, asset: number, fee: number | bigint): void {
    const link = this.links.size === 0 ? undefined : this.links.get(account);
    if (link === undefined) return;
    const fees = BigInt(fee);
    for (const [receiver, partPpm] of [
      [link.inviter, link.inviterPpm],
      [account, link.friendPpm],
    ] as const)
      if (partPpm > 0) this.add({ account: receiver, wallet, asset, friend: account, fees, partPpm });
  }

  add({ account, wallet, asset, ...line }: StoredLine): void {
    const pot = potOf(asset, wallet);
    addLine(this.open, account, pot, line);
    this.owe(pot, line.fees * BigInt(line.partPpm));
  }

  owe(pot: number, millionths: bigint): void {
    this.owed.set(pot, (this.owed.get(pot) ?? 0n) + millionths);
  }

  /** Minor units of a pot that the house must not spend otherwise. */
  reserved(asset: number, wallet: Wallet): bigint {
    const owed = this.owed.get(potOf(asset, wallet)) ?? 0n;
    return (owed + 999_999n) / 1_000_000n;
  }

  carriedOf(account: number, pot: number): number {
    return this.carried.get(account)?.get(pot) ?? 0;
  }

  carry(account: number, pot: number, millionths: number): void {
    const known = this.carried.get(account) ?? new Map<number, number>();
    if (millionths > 0) known.set(pot, millionths);
    else known.delete(pot);
    if (known.size > 0) this.carried.set(account, known);
    else this.carried.delete(account);
  }

  /** The day is over: its fees are paid from now on, and new ones belong to the next day. */
  close(day: number): void {
    if (this.open.size === 0) return;
    this.begin({ day, accounts: ordered(this.open), next: 0, dues: this.open });
    this.open = new Map();
  }

  private begin(closing: Closing): void {
    this.closing = closing;
    this.work.add(1);
  }

  /** Takes the next lines to pay off the day: of one receiver and pot, at most so many, by friend. */
  take(most: number): { account: number; pot: number; lines: RebateLine[] } | undefined {
    const { closing } = this;
    if (closing === undefined) return undefined;
    const account = closing.accounts[closing.next]!;
    const pots = closing.dues.get(account)!;
    const pot = Math.min(...pots.keys());
    const lines = pots.get(pot)!;
    if (this.queue?.account !== account || this.queue.pot !== pot) this.queue = { account, pot, friends: ordered(lines), next: 0 };
    const { friends, next } = this.queue;
    this.queue.next += most;
    const taken = Array.from(friends.subarray(next, next + most), (friend) => lines.get(friend)!);
    for (const { friend } of taken) lines.delete(friend);
    if (lines.size === 0) {
      pots.delete(pot);
      this.queue = undefined;
    }
    if (pots.size === 0) {
      closing.dues.delete(account);
      closing.next += 1;
    }
    if (closing.next === closing.accounts.length) {
      this.closing = undefined;
      this.work.delete(1);
    }
    return { account, pot, lines: taken };
  }

  /** Lines that could not be paid wait for the next day. */
  putBack(account: number, pot: number, lines: readonly RebateLine[]): void {
    for (const line of lines) addLine(this.open, account, pot, line);
  }

  /** What one account, or everybody, will be paid: of the day that is open, or of the one that is being paid. In the order of numbers. */
  lines(which: 'open' | 'closing', only?: number): StoredLine[] {
    const day = which === 'open' ? this.open : (this.closing?.dues ?? new Map<number, Map<number, Lines>>());
    const accounts = only === undefined ? [...day.keys()].sort(ascending) : [only];
    return accounts.flatMap((account) =>
      [...(day.get(account) ?? [])]
        .sort(([a], [b]) => a - b)
        .flatMap(([pot, lines]) =>
          [...lines.values()]
            .sort((a, b) => a.friend - b.friend)
            .map((line) => ({ account, wallet: walletOfPot(pot), asset: assetOfPot(pot), ...line })),
        ),
    );
  }

  /** So many of an account's lines from a place on, those of the day that is being paid first, and how many there are. */
  page(account: number, from: number, size: number): { lines: StoredLine[]; count: number } {
    const page: StoredLine[] = [];
    let count = 0;
    for (const [pot, lines] of this.potsOf(account)) {
      const [first, end] = [Math.max(0, from - count), Math.min(lines.size, from + size - count)];
      count += lines.size;
      // Only what the page shows is put in order.
      if (first >= end) continue;
      for (const friend of ordered(lines).subarray(first, end))
        page.push({ account, wallet: walletOfPot(pot), asset: assetOfPot(pot), ...lines.get(friend)! });
    }
    return { lines: page, count };
  }

  /** What an account will be paid of all its lines, by asset, in millionths of a minor unit. */
  sums(account: number): Map<number, bigint> {
    const sums = new Map<number, bigint>();
    for (const [pot, lines] of this.potsOf(account)) {
      let sum = sums.get(assetOfPot(pot)) ?? 0n;
      for (const { fees, partPpm } of lines.values()) sum += fees * BigInt(partPpm);
      sums.set(assetOfPot(pot), sum);
    }
    return sums;
  }

  private potsOf(account: number): [number, Lines][] {
    return [this.closing?.dues, this.open].flatMap((day) => [...(day?.get(account) ?? [])].sort(([a], [b]) => a - b));
  }

  rests(): { account: number; wallet: Wallet; asset: number; millionths: number }[] {
    return [...this.carried]
      .sort(([a], [b]) => a - b)
      .flatMap(([account, pots]) =>
        [...pots]
          .sort(([a], [b]) => a - b)
          .map(([pot, millionths]) => ({ account, wallet: walletOfPot(pot), asset: assetOfPot(pot), millionths })),
      );
  }

  loadRest({ account, wallet, asset, millionths }: ReturnType<Invitations['rests']>[number]): void {
    const pot = potOf(asset, wallet);
    this.carry(account, pot, millionths);
    this.owe(pot, BigInt(millionths));
  }

  /** Puts a day back that a snapshot found under way. */
  loadClosing(day: number, lines: readonly StoredLine[]): void {
    if (lines.length === 0) return;
    const dues: Day = new Map();
    for (const { account, wallet, asset, ...line } of lines) {
      const pot = potOf(asset, wallet);
      addLine(dues, account, pot, line);
      this.owe(pot, line.fees * BigInt(line.partPpm));
    }
    this.begin({ day, accounts: ordered(dues), next: 0, dues });
  }
}

function addLine(day: Day, account: number, pot: number, { friend, fees, partPpm }: RebateLine): void {
  const pots: Map<number, Lines> = day.get(account) ?? new Map();
  const lines: Lines = pots.get(pot) ?? new Map();
  const known = lines.get(friend);
  if (known !== undefined) {
    known.fees += fees;
    return;
  }
  day.set(account, pots);
  pots.set(pot, lines);
  lines.set(friend, { friend, fees, partPpm });
}
