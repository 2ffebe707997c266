import {
  type Actor,
  type ApprovedCommand,
  type Command,
  type EngineReader,
  operator,
  type PayoutFacts,
  payoutDigest,
} from '@bourse/engine';
import type { Wishes } from '../customer.ts';
import type { Random } from '../random.ts';
import { dayMs, deciders, digestOf, powersOf, railRules, rails } from './stage.ts';
import type { Due, Store } from './store.ts';
import type { Vault } from './vault.ts';

type Proposal = ReturnType<EngineReader['proposals']>[number];

/** What the console shows to every operator, as of a moment ago. */
export interface Desk {
  readonly proposals: readonly Proposal[];
  readonly payouts: readonly PayoutFacts[];
  /** What the chain took back after it was credited, with what the account still has of it. */
  readonly lost: readonly { due: Due; left: bigint }[];
  /** Payments that people credit. */
  readonly large: readonly Due[];
  readonly operators: readonly { operator: number; powers: readonly string[] }[];
  readonly closedRails: readonly number[];
  /** Customers whom nobody has identified. */
  readonly unknown: readonly number[];
}

export interface Office {
  desk(): Desk;
  readonly store: Store;
  readonly vault: Vault;
  /** Customers whom people look after. */
  readonly accounts: readonly number[];
  /** Only what is left to do: nothing that disturbs. */
  readonly calm: boolean;
}

const proof = digestOf('signed by a key');
const propose = (body: ApprovedCommand): Command => ({ kind: 'propose', body, proof, reason: 'a case' });

/** One session of one operator: the same person may sit at two desks, and tries to be two. */
abstract class Session implements Wishes {
  readonly paceMs = 4_000;
  readonly actor: Actor;
  protected readonly self: number;
  protected readonly office: Office;

  constructor(self: number, office: Office) {
    this.self = self;
    this.actor = operator(self);
    this.office = office;
  }

  abstract next(random: Random): Command | undefined;
  hear(): void {}

  /** Approves one of these, mostly one that somebody else began. */
  protected decide(random: Random, among: readonly Proposal[]): Command | undefined {
    const ripe =
      this.office.calm || random.chance(0.85)
        ? among.filter(({ approvals }) => !approvals.some((one) => one.operator === this.self))
        : among;
    if (ripe.length === 0) return undefined;
    const { proposal, digest } = random.pick(ripe);
    const seen = !this.office.calm && random.chance(0.03) ? digestOf('another text') : digest;
    return { kind: 'approve', proposal, digest: seen, proof };
  }
}

/** Appoints. Powers change all the time, so that approvals become void. */
export class Administrator extends Session {
  next(random: Random): Command | undefined {
    const { proposals, operators } = this.office.desk();
    const own = proposals.filter(({ body }) => body.kind === 'defineOperator');
    const approval = this.decide(random, own);
    if (approval !== undefined) return approval;
    const who = random.pick(deciders);
    const known = operators.find((one) => one.operator === who);
    const works = known !== undefined && known.powers.length > 0;
    if (own.length > 0 || (this.office.calm && works) || random.chance(0.4)) return undefined;
    const powers = !works ? powersOf.usual : random.chance(0.15) ? [] : known.powers.length > 3 ? powersOf.usual : powersOf.more;
    return propose({ kind: 'defineOperator', operator: who, powers });
  }
}

/** Decides about money. Looks at the facts again before each approval, as the console makes everybody do. */
export class Decider extends Session {
  next(random: Random): Command | undefined {
    const { proposals } = this.office.desk();
    const decidable = proposals.filter(({ body }) => body.kind !== 'defineOperator');
    const wrong = decidable.find(({ body }) => !this.isTrue(body));
    if (wrong !== undefined) return { kind: 'retract', proposal: wrong.proposal, reason: 'it is no longer so' };
    if (!this.office.calm && random.chance(0.12)) return this.disturbance(random, decidable);
    const approval = random.chance(0.6) ? this.decide(random, decidable) : undefined;
    return approval ?? this.duty(random, decidable);
  }

  private duty(random: Random, open: readonly Proposal[]): Command | undefined {
    const { payouts, lost, large, closedRails, unknown } = this.office.desk();
    const { vault } = this.office;
    const evidence = digestOf('looked at');
    const bodies: ApprovedCommand[] = [
      ...payouts
        .filter(({ state }) => state === 'waiting')
        .map((payout): ApprovedCommand => {
          const kind = random.chance(0.85) ? 'passPayout' : 'refusePayout';
          return {
            kind,
            payout: payout.payout,
            digest: payoutDigest('demo', payout),
            reason: kind === 'passPayout' ? 'none' : 'other',
            evidence,
          };
        }),
      ...unknown.map((account): ApprovedCommand => ({ kind: 'setLevel', account, level: 1 + (account % 2), evidence })),
      // Nothing was signed: it can never arrive.
      ...payouts
        .filter(({ state, payout }) => state === 'errored' && !vault.hasSigned(`demo/${payout}`))
        .map(
          (payout): ApprovedCommand => ({
            ...{
              kind: 'resolvePayout',
              payout: payout.payout,
              digest: payoutDigest('demo', payout),
              reason: 'none',
              sent: false,
              evidence,
            },
          }),
        ),
      ...lost.map(({ due, left }): ApprovedCommand => ({ kind: 'reverseDeposit', deposit: due.number, amount: left, evidence })),
      ...large.map(
        ({ number: deposit, account, rail, units: amount, id }): ApprovedCommand => ({
          ...{ kind: 'creditDeposit', account, rail: rail.rail, deposit, amount, fee: 0n, source: 1 },
          evidence: digestOf('deposit', rail.rail, id),
        }),
      ),
      ...rails.filter(({ rail }) => closedRails.includes(rail)).map(railRules),
    ];
    const fresh = bodies.filter((body) => !open.some((one) => subjectOf(one.body) === subjectOf(body)));
    return fresh.length === 0 ? undefined : propose(random.pick(fresh));
  }

  private disturbance(random: Random, open: readonly Proposal[]): Command {
    const evidence = digestOf('looked at');
    const account = random.pick(this.office.accounts);
    const { rail } = random.pick(rails);
    return random.pick<() => Command>([
      () => ({ kind: 'stopRail', rail, stopIn: random.chance(0.3), stopOut: random.chance(0.3), evidence }),
      () => propose({ kind: 'setLevel', account, level: random.between(1, 2), evidence }),
      () => ({ kind: 'holdAccount', account, mode: 'keep', payouts: 'afterCredential', payoutsUntil: 0, evidence }),
      () => ({ kind: 'approve', proposal: random.between(1, 99), digest: digestOf('guessed'), proof }),
      () => ({ kind: 'retract', proposal: open.length > 0 ? random.pick(open).proposal : 1, reason: 'a mistake' }),
      () => propose({ kind: 'reverseDeposit', deposit: random.between(1, 9), amount: BigInt(dayMs) * 1_000_000n, evidence }),
    ])();
  }

  /** Whether the case behind a proposal is still as it was. */
  private isTrue(body: ApprovedCommand): boolean {
    const { lost, payouts } = this.office.desk();
    const { store, vault } = this.office;
    if (body.kind === 'reverseDeposit') return lost.some(({ due, left }) => due.number === body.deposit && left === body.amount);
    if (body.kind === 'creditDeposit')
      return [...store.dues.values()].some((due) => due.number === body.deposit && due.state === 'people' && !due.lost);
    if (body.kind !== 'resolvePayout') return true;
    return !vault.hasSigned(`demo/${body.payout}`) && payouts.some(({ payout, state }) => payout === body.payout && state === 'errored');
  }
}

/** What a proposal is about: nobody proposes the same while it waits. */
const subjectOf = (body: ApprovedCommand): string => {
  if ('payout' in body) return `payout ${body.payout}`;
  if ('deposit' in body) return `deposit ${body.deposit}`;
  if ('rail' in body) return `rail ${body.rail}`;
  return 'account' in body ? `account ${body.account}` : body.kind;
};
