import type { Command, Outcome } from '@bourse/engine';
import { Wallet } from '@bourse/protocol/enums';
import type { Wishes } from '../customer.ts';
import type { Random } from '../random.ts';
import { digestOf, rails, usdt, whole } from './stage.ts';

/** What a second factor was used for. */
export interface Proof {
  readonly account: number;
  readonly rail: number;
  readonly destination: number;
  readonly amount: number;
}

/** A customer who asks for no payout, and moves money between wallets now and then. */
export class Holder implements Wishes {
  readonly paceMs: number;
  private readonly account: number;

  /** `among`: how many customers there are, so that a crowd does not send more than a few. */
  constructor(account: number, among: number) {
    this.account = account;
    this.paceMs = among * 100;
  }

  next(random: Random): Command {
    const [from, to] = random.chance(0.6) ? [Wallet.coin, Wallet.contract] : [Wallet.contract, Wallet.coin];
    return { kind: 'transfer', account: this.account, from, to, asset: usdt, amount: BigInt(random.between(10, 1_500) * whole) };
  }

  hear(): void {}
}

/** A customer who keeps destinations, asks for payouts, takes some back, and moves money out of reach of a reversal. */
export class Payee implements Wishes {
  readonly paceMs = 2_500;
  private readonly account: number;
  private readonly proofs: Map<string, Proof>;
  private readonly destinations: { destination: number; rail: number }[] = [];
  private readonly payouts: number[] = [];
  private readonly heard = new Set<string>();
  private made = 0;

  /** `proofs` gets each use of this customer's second factor. */
  constructor(account: number, proofs: Map<string, Proof>) {
    this.account = account;
    this.proofs = proofs;
  }

  next(random: Random): Command {
    const { account, destinations, payouts } = this;
    const what = random.fraction();
    if (destinations.length < 2 || what < 0.06) {
      const { rail } = random.pick(rails);
      return { kind: 'addDestination', account, rail, digest: digestOf('destination', account, rail, random.between(1, 4)) };
    }
    if (what < 0.08) return { kind: 'dropDestination', account, destination: random.pick(destinations).destination };
    if (what < 0.22 && payouts.length > 0) return { kind: 'cancelPayout', account, payout: random.pick(payouts.slice(-3)) };
    if (what < 0.36) {
      const [from, to] = random.chance(0.6) ? [Wallet.coin, Wallet.contract] : [Wallet.contract, Wallet.coin];
      return { kind: 'transfer', account, from, to, asset: usdt, amount: BigInt(random.between(10, 1_500) * whole) };
    }
    const named = random.chance(0.04) ? { destination: random.between(1, 12), rail: random.pick(rails).rail } : random.pick(destinations);
    return this.request(named, random.pick([random.between(5, 250), random.between(5, 250), random.between(250, 1_600), 6_000]) * whole);
  }

  hear(command: Command, outcome: Outcome): void {
    if (command.kind === 'dropDestination' && outcome.ok) {
      const at = this.destinations.findIndex(({ destination }) => destination === command.destination);
      if (at >= 0) this.destinations.splice(at, 1);
    }
    if (!outcome.ok) return;
    const { result } = outcome;
    if (command.kind === 'addDestination' && result.kind === 'destination' && this.isNew(`destination ${result.destination}`))
      this.destinations.push({ destination: result.destination, rail: command.rail });
    if (result.kind === 'payout' && this.isNew(`payout ${result.payout}`)) this.payouts.push(result.payout);
  }

  private isNew(what: string): boolean {
    const { size } = this.heard;
    return this.heard.add(what).size > size;
  }

  private request({ destination, rail }: { destination: number; rail: number }, amount: number): Command {
    const { account } = this;
    this.made += 1;
    const evidence = digestOf('factor', account, this.made);
    this.proofs.set(evidence, { account, rail, destination, amount });
    return { kind: 'requestPayout', account, rail, destination, amount, flags: 0, factor: 'totp', evidence };
  }
}
