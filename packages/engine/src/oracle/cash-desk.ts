import type { Command, CreditDeposit, DefinePayoutRules, DefineRail, RequestPayout } from '../commands.ts';
import { firstCustomer, House } from '../core/accounts.ts';
import { Vault } from './vault.ts';

const dayMs = 86_400_000;
const coin = 1;

interface Paid {
  payout: number;
  account: number;
  rail: number;
  asset: number;
  amount: bigint;
  fee: bigint;
  value: bigint | undefined;
  flags: Set<string>;
  at: number;
  state: string;
  /** Attempt and evidence of the latest step of the machine. */
  step: string;
}
interface Credited {
  deposit: number;
  account: number;
  asset: number;
  amount: bigint;
  fee: bigint;
  taken: bigint;
  lost: bigint;
}
interface Target {
  destination: number;
  account: number;
  rail: number;
  digest: string;
  at: number;
}

/** Steps as words: `state command > state`. */
const steps = new Set([
  ...[
    'waiting passPayout > approved',
    'waiting refusePayout > notPassed',
    'waiting cancelPayout > cancelled',
    'approved cancelPayout > cancelled',
  ],
  ...[
    'approved sendPayout > sending',
    'sending doubtPayout > errored',
    'sending finishPayout > completed',
    'errored finishPayout > completed',
  ],
  ...[
    'sending failPayout > notSent',
    'errored failPayout > notSent',
    'errored resolvePayout > notSent',
    'errored resolvePayoutSent > completed',
  ],
  'completed returnPayout > returned',
]);
const ends: Record<string, string> = {
  ...{ sendPayout: 'sending', doubtPayout: 'errored', finishPayout: 'completed', failPayout: 'notSent' },
};
const back = ['cancelled', 'notPassed', 'notSent'];

/** A second, slow cash desk for tests: lists, and every question answered by going through all of them. It knows no limits of memory. */
export class CashDesk {
  readonly vault = new Vault();
  readonly payouts: Paid[] = [];
  readonly deposits: Credited[] = [];
  rules: DefinePayoutRules | undefined;
  /** In minor units of USDT for 1,000 minor units of the coin. */
  readonly prices = new Map<number, bigint>();
  readonly levels = new Map<number, number>();
  readonly classes = new Map<number, number>();
  readonly modes = new Map<number, string>();
  readonly holds = new Map<number, number>();
  private readonly rails = new Map<number, DefineRail>();
  readonly targets: Target[] = [];
  private dropped = 0;
  private readonly usdt: number;

  constructor(usdt: number) {
    this.usdt = usdt;
  }

  /** What a command is answered: 'ok' or the refusal. */
  apply(c: Command, now: number, seen: string): string {
    switch (c.kind) {
      case 'defineRail':
        this.rails.set(c.rail, c);
        return 'ok';
      case 'stopRail': {
        const rail = this.rails.get(c.rail)!;
        this.rails.set(c.rail, { ...rail, open: rail.open & (c.stopIn ? 2 : 3) & (c.stopOut ? 1 : 3) });
        return 'ok';
      }
      case 'setLevel':
        this.levels.set(c.account, c.level);
        return 'ok';
      case 'setFeeClass':
        this.classes.set(c.account, c.feeClass);
        return 'ok';
      case 'holdAccount': {
        if (c.mode !== 'keep') this.modes.set(c.account, c.mode);
        const until = this.holds.get(c.account) ?? 0;
        if (c.payouts === 'until') this.holds.set(c.account, c.payoutsUntil);
        if (c.payouts === 'afterCredential') this.holds.set(c.account, Math.max(until, now + this.rules!.credentialWaitMs));
        return 'ok';
      }
      case 'creditDeposit':
        return this.credit(c, now);
      case 'reverseDeposit': {
        const one = this.deposits.find(({ deposit }) => deposit === c.deposit);
        if (one === undefined) return 'depositUnknown';
        if (c.amount < 1n || c.amount > one.amount - one.taken - one.lost) return 'amountInvalid';
        const most = [c.amount, this.vault.available(one.account, coin, one.asset), one.amount - one.fee - one.taken];
        const taken = most.sort((a, b) => (a < b ? -1 : 1))[0]!;
        if (this.vault.available(House.fees, coin, one.asset) < c.amount - taken) return 'insufficientBalance';
        this.move(one.account, House.external, one.asset, taken);
        this.move(House.fees, House.external, one.asset, c.amount - taken);
        one.taken += taken;
        one.lost += c.amount - taken;
        return 'ok';
      }
      case 'bookNetworkCost':
        if (c.amount < 1n) return 'amountInvalid';
        if (this.vault.available(House.fees, coin, c.asset) < c.amount) return 'insufficientBalance';
        this.move(House.fees, House.external, c.asset, c.amount);
        return 'ok';
      case 'addDestination': {
        if (this.restricted(c.account, true)) return 'accountRestricted';
        if (((this.rails.get(c.rail)?.open ?? 0) & 2) === 0) return 'railOff';
        const mine = this.targets.filter(({ account }) => account === c.account);
        if (mine.some(({ rail, digest }) => rail === c.rail && digest === c.digest)) return 'destinationExists';
        if (mine.length >= 50) return 'destinationsTooMany';
        this.targets.push({
          destination: this.targets.length + this.dropped + 1,
          account: c.account,
          rail: c.rail,
          digest: c.digest,
          at: now,
        });
        return 'ok';
      }
      case 'dropDestination': {
        if (this.restricted(c.account, true)) return 'accountRestricted';
        const at = this.targets.findIndex(({ destination, account }) => destination === c.destination && account === c.account);
        if (at < 0) return 'destinationUnknown';
        this.targets.splice(at, 1);
        this.dropped += 1;
        return 'ok';
      }
      case 'requestPayout':
        return this.request(c, now);
      case 'cancelPayout': {
        if (this.restricted(c.account, true)) return 'accountRestricted';
        const one = this.payouts.find(({ payout, account }) => payout === c.payout && account === c.account);
        if (one === undefined) return 'payoutUnknown';
        return this.step(one, 'cancelPayout') ? 'ok' : 'payoutTooLate';
      }
      case 'passPayout':
      case 'refusePayout':
      case 'resolvePayout': {
        const one = this.payouts.find(({ payout }) => payout === c.payout);
        if (one === undefined) return 'payoutUnknown';
        const name = c.kind === 'resolvePayout' && c.sent ? 'resolvePayoutSent' : c.kind;
        if (this.nextOf(one, name) === undefined) return 'payoutState';
        if (c.digest !== seen) return 'payoutDiffers';
        one.step = `${one.step.split(' ')[0]} ${c.evidence}`;
        this.step(one, name);
        return 'ok';
      }
      case 'sendPayout':
      case 'doubtPayout':
      case 'finishPayout':
      case 'failPayout': {
        const one = this.payouts.find(({ payout }) => payout === c.payout);
        if (one === undefined) return 'payoutUnknown';
        const step = `${c.attempt} ${c.evidence}`;
        if (one.state === ends[c.kind] && one.step === step) return 'ok';
        if (c.kind !== 'sendPayout' && one.step.split(' ')[0] !== String(c.attempt)) return 'payoutState';
        if (this.nextOf(one, c.kind) === undefined) return 'payoutState';
        one.step = step;
        this.step(one, c.kind);
        return 'ok';
      }
      case 'returnPayout': {
        const one = this.payouts.find(({ payout }) => payout === c.payout);
        if (one === undefined) return 'payoutUnknown';
        if (one.state !== 'completed') return 'payoutState';
        if (BigInt(c.amount) > one.amount - one.fee) return 'amountInvalid';
        one.state = 'returned';
        this.move(House.external, one.account, one.asset, BigInt(c.amount));
        return 'ok';
      }
      case 'transfer': {
        if (this.restricted(c.account, c.to === coin)) return 'accountRestricted';
        if (this.vault.available(c.account, c.from, c.asset) < c.amount) return 'insufficientBalance';
        this.vault.change(c.account, c.from, c.asset, -c.amount, 0n);
        this.vault.change(c.account, c.to, c.asset, c.amount, 0n);
        return 'ok';
      }
      default:
        throw new Error(`the cash desk knows no ${c.kind}`);
    }
  }

  /** What an account asked for in the day before `now`, less what never left. */
  lastDay(account: number, now: number): bigint {
    const counted = this.payouts.filter((one) => one.account === account && one.at > now - dayMs && !back.includes(one.state));
    return counted.reduce((sum, { value }) => sum + (value ?? 0n), 0n);
  }

  limit(account: number): bigint {
    const { levelLimits, factorsPpm } = this.rules!;
    const factor = factorsPpm[this.classes.get(account) ?? 0] ?? factorsPpm.at(-1)!;
    return (BigInt(levelLimits[this.levels.get(account) ?? 0]!) * BigInt(factor)) / 1_000_000n;
  }

  private credit(c: CreditDeposit, now: number): string {
    if (c.account < firstCustomer || !this.levels.has(c.account)) return 'accountUnknown';
    const rail = this.rails.get(c.rail);
    if (rail === undefined) return 'badRequest';
    if (this.deposits.some(({ deposit }) => deposit === c.deposit)) return 'depositBooked';
    if ((rail.open & 1) === 0) return 'railOff';
    if (c.amount < 1n || c.fee >= c.amount) return 'amountInvalid';
    if (c.source !== 4 && c.amount < rail.minIn) return 'depositTooSmall';
    this.deposits.push({ deposit: c.deposit, account: c.account, asset: rail.asset, amount: c.amount, fee: c.fee, taken: 0n, lost: 0n });
    this.move(House.external, c.account, rail.asset, c.amount);
    this.move(c.account, House.fees, rail.asset, c.fee);
    if (rail.holdMs > 0) this.holds.set(c.account, Math.max(this.holds.get(c.account) ?? 0, now + rail.holdMs));
    return 'ok';
  }

  private request(c: RequestPayout, now: number): string {
    if (this.restricted(c.account, true)) return 'accountRestricted';
    const rules = this.rules!;
    const rail = this.rails.get(c.rail);
    if (rail === undefined || (rail.open & 2) === 0) return 'railOff';
    if ((this.levels.get(c.account) ?? 0) === 0) return 'identityNeeded';
    if ((this.holds.get(c.account) ?? 0) > now) return 'payoutsHeld';
    const target = this.targets.find((one) => one.destination === c.destination && one.account === c.account && one.rail === c.rail);
    if (target === undefined) return 'destinationUnknown';
    if (now < target.at + rules.destinationWaitMs) return 'destinationCooling';
    const amount = BigInt(c.amount);
    const fee = BigInt(rail.feeFixed) + (amount * BigInt(rail.feePpm) + 999_999n) / 1_000_000n;
    if (amount < rail.minOut || amount <= fee) return 'payoutTooSmall';
    if (this.vault.available(c.account, coin, rail.asset) < amount) return 'insufficientBalance';
    const price = this.prices.get(rail.asset);
    const value = rail.asset === this.usdt ? amount : price === undefined ? undefined : (amount * price) / 1000n;
    if (this.lastDay(c.account, now) + (value ?? 0n) > this.limit(c.account)) return 'payoutLimit';
    const payout: Paid = {
      ...{ payout: this.payouts.length + 1, account: c.account, rail: c.rail, asset: rail.asset, amount, fee, value, at: now, step: '0 ' },
      ...{ flags: this.flags(c, rail, target, value, now), state: 'waiting' },
    };
    if (payout.flags.size === 0) payout.state = 'approved';
    this.payouts.push(payout);
    this.vault.change(c.account, coin, rail.asset, -amount, amount);
    return 'ok';
  }

  private flags(c: RequestPayout, rail: DefineRail, target: Target, value: bigint | undefined, now: number): Set<string> {
    const rules = this.rules!;
    const mine = this.payouts.filter(({ account }) => account === c.account);
    const lately = mine.filter(({ at, state }) => at > now - rules.burstMs && !back.includes(state)).length;
    const minute = (at: number) => Math.floor(at / 60_000);
    const out = this.payouts
      .filter((one) => one.rail === c.rail && one.flags.size === 0 && !back.includes(one.state) && minute(one.at) >= minute(now) - 60)
      .reduce((sum, one) => sum + one.value!, 0n);
    const why: Record<string, boolean> = {
      firstPayout: !mine.some(({ state }) => state === 'completed' || state === 'returned'),
      youngDestination: now < target.at + rules.youngMs,
      manyAtOnce: lately + 1 >= rules.burstCount,
      aboveReview: value !== undefined && value > BigInt(rules.reviewAbove),
      aboveSecond: value !== undefined && value > BigInt(rules.secondAbove),
      noPrice: value === undefined,
      railCap: value !== undefined && out + value > BigInt(rail.hourlyUnreviewed),
      restricted: (this.modes.get(c.account) ?? 'normal') !== 'normal',
      screening: c.flags === 256,
    };
    return new Set(Object.keys(why).filter((name) => why[name]));
  }

  private restricted(account: number, closes: boolean): boolean {
    const mode = this.modes.get(account) ?? 'normal';
    return mode === 'locked' || (mode === 'closeOnly' && !closes);
  }

  /** Where a command would take a payout. */
  nextOf({ state }: Pick<Paid, 'state'>, name: string): string | undefined {
    return [...steps].find((step) => step.startsWith(`${state} ${name} >`))?.split('> ')[1];
  }

  private step(one: Paid, name: string): boolean {
    const to = this.nextOf(one, name);
    if (to === undefined) return false;
    one.state = to;
    if (back.includes(to)) this.vault.change(one.account, coin, one.asset, one.amount, -one.amount);
    if (to !== 'completed') return true;
    this.vault.change(one.account, coin, one.asset, 0n, -one.amount);
    this.vault.change(House.external, coin, one.asset, one.amount - one.fee, 0n);
    this.vault.change(House.fees, coin, one.asset, one.fee, 0n);
    return true;
  }

  private move(from: number, to: number, asset: number, amount: bigint): void {
    this.vault.change(from, coin, asset, -amount, 0n);
    this.vault.change(to, coin, asset, amount, 0n);
  }
}
