import type { Command, Outcome, SequencedCommand } from '@bourse/engine';
import type { Proof } from './customers.ts';
import { dayMs, payoutRules, railRules, rails, usdt } from './stage.ts';

export interface Asked {
  readonly payout: number;
  readonly account: number;
  readonly rail: number;
  readonly asset: number;
  readonly amount: number;
  readonly fee: number;
  /** Undefined: nobody can value it. */
  readonly value: number | undefined;
  readonly at: number;
  readonly digest: string;
  readonly reviewed: boolean;
  passed: boolean;
  released: boolean;
}

/** Remembers every payout in the plainest way, and asks again what the engine decided about each. */
export class PayoutAudit {
  readonly payouts = new Map<number, Asked>();
  private readonly targets: { account: number; rail: number; digest: string; at: number }[] = [];
  private readonly levels = new Map<number, number>();
  private readonly held = new Map<number, number>();
  private readonly paid = new Set<number>();
  private readonly proofs: ReadonlyMap<string, Proof>;
  private readonly problem: (what: string) => void;

  constructor(proofs: ReadonlyMap<string, Proof>, problem: (what: string) => void) {
    this.proofs = proofs;
    this.problem = problem;
  }

  /** How many people a command takes. */
  needed(body: Command): number {
    switch (body.kind) {
      case 'creditDeposit': {
        const rule = railRules(rails.find(({ rail }) => rail === body.rail)!);
        if (body.source === 1 && body.amount <= rule.autoInMax) return 0;
        return this.persons(rule.asset === usdt ? Number(body.amount) : undefined);
      }
      case 'passPayout':
      case 'refusePayout':
        return this.persons(this.payouts.get(body.payout)?.value);
      case 'reverseDeposit':
      case 'resolvePayout':
      case 'defineRail':
      case 'defineOperator':
        return 2;
      default:
        return 0;
    }
  }

  /** `command` was carried out. */
  hear(command: Command, { time }: SequencedCommand, outcome: Outcome): void {
    switch (command.kind) {
      case 'setLevel':
        this.levels.set(command.account, command.level);
        return;
      case 'holdAccount':
        this.held.set(command.account, Math.max(this.held.get(command.account) ?? 0, time + payoutRules.credentialWaitMs));
        return;
      case 'addDestination':
        this.targets.push({ ...command, at: time });
        return;
      case 'requestPayout':
        if (outcome.ok && outcome.result.kind === 'payout') this.ask(command, time, outcome.result);
        return;
      case 'cancelPayout':
      case 'refusePayout':
      case 'failPayout':
      case 'resolvePayout':
        this.payouts.get(command.payout)!.released = true;
        return;
      case 'passPayout':
        this.payouts.get(command.payout)!.passed = true;
        return;
      case 'finishPayout':
        this.paid.add(this.payouts.get(command.payout)!.account);
    }
  }

  private persons(value: number | undefined): number {
    return value === undefined || value > payoutRules.secondAbove ? 2 : 1;
  }

  private ask(
    { account, rail, destination, amount, evidence }: Extract<Command, { kind: 'requestPayout' }>,
    time: number,
    { payout, fee, flags }: { payout: number; fee: number; flags: number },
  ): void {
    const proof = this.proofs.get(evidence);
    if (proof?.account !== account || proof.rail !== rail || proof.destination !== destination || proof.amount !== amount)
      this.problem(`payout ${payout} was asked for without the factor of its owner`);
    const target = this.targets[destination - 1];
    if (target?.account !== account || target.rail !== rail || time < target.at + payoutRules.destinationWaitMs)
      this.problem(`payout ${payout} goes to a destination that may not be paid yet`);
    if (time < (this.held.get(account) ?? 0)) this.problem(`payout ${payout} was asked for while payouts waited`);
    const { asset } = rails.find((one) => one.rail === rail)!;
    const value = asset === usdt ? amount : undefined;
    const mine = [...this.payouts.values()].filter((one) => one.account === account && !one.released);
    const day = mine.filter(({ at }) => at > time - dayMs).reduce((sum, one) => sum + (one.value ?? 0), value ?? 0);
    const limit = payoutRules.levelLimits[this.levels.get(account) ?? 0]!;
    if (day > limit) this.problem(`payout ${payout} makes ${day} of ${limit} in 24 hours`);
    const reviewed =
      value === undefined ||
      value > payoutRules.reviewAbove ||
      !this.paid.has(account) ||
      time < (target?.at ?? 0) + payoutRules.youngMs ||
      mine.filter(({ at }) => at > time - payoutRules.burstMs).length + 1 >= payoutRules.burstCount;
    if (reviewed && flags === 0) this.problem(`nobody looks at payout ${payout}`);
    this.payouts.set(payout, {
      ...{ payout, account, rail, asset, amount, fee, value, at: time, digest: target?.digest ?? '' },
      ...{ reviewed: flags !== 0 || reviewed, passed: false, released: false },
    });
  }
}
