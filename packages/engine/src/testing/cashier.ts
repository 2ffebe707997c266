import { Wallet } from '@bourse/protocol/enums';
import type { ApprovedCommand, Command, DefinePayoutRules, DefineRail, PayoutEvent, RequestPayout } from '../commands.ts';
import { House } from '../core/accounts.ts';
import { operator, system } from '../core/actor.ts';
import { defaultLimits, type Limits } from '../core/limits.ts';
import { type State, smallReserve } from '../core/state.ts';
import { restoreEngine } from '../engine.ts';
import type { Outcome } from '../events.ts';
import { approvedCommands } from '../gate/declare.ts';
import { payoutDigest } from '../payments/digest.ts';
import type { PayoutState } from '../payments/states.ts';
import { readSnapshot } from '../snapshot/snapshot.ts';
import { TestVenue } from './venue.ts';

export const begin = 1_700_000_000_000;
export const hour = 3_600_000;
export const day = 24 * hour;
export const ana = 100_000;
export const bob = 100_001;
export const cleo = 100_002;
export const usdt = 2;
/** 8 decimals, priced at 50,000 USDT. */
export const btc = 1;
/** 3 decimals, never priced. */
export const gem = 3;
/** One USDT in minor units. */
export const whole = 1_000_000;
export const rails = { usdt: 1, btc: 2, gem: 3, held: 4 } as const;

/** 32 bytes that stand for something: a digest of a test. */
export const digest = (name: number | string) => `${String(name).padStart(41, '0').slice(0, 42).padEnd(42, 'x')}A`;

export const rules: DefinePayoutRules = {
  kind: 'definePayoutRules',
  levelLimits: [0, 2000 * whole, 20_000 * whole],
  factorsPpm: [1_000_000, 1_500_000, 3_000_000],
  destinationWaitMs: day,
  credentialWaitMs: day,
  reviewAbove: 1000 * whole,
  secondAbove: 10_000 * whole,
  youngMs: 72 * hour,
  burstCount: 3,
  burstMs: hour,
};

const rail = (number: number, asset: number, change: Partial<DefineRail> = {}): DefineRail => ({
  ...{ kind: 'defineRail', rail: number, asset, channel: 1, minIn: 100n, autoInMax: 10n ** 12n, holdMs: 0, minOut: 1000n },
  ...{ feeFixed: 0, feePpm: 0, hourlyUnreviewed: 5000 * whole, open: 3, ...change },
});

/** The usual way from waiting to each state. */
const sent = ['passPayout', 'sendPayout'] as const;
const ways = {
  waiting: [],
  approved: ['passPayout'],
  sending: sent,
  errored: [...sent, 'doubtPayout'],
  completed: [...sent, 'finishPayout'],
  notPassed: ['refusePayout'],
  cancelled: ['cancelPayout'],
  notSent: [...sent, 'failPayout'],
  returned: [...sent, 'finishPayout', 'returnPayout'],
} as const satisfies Record<PayoutState, readonly string[]>;
type Way = (typeof ways)[PayoutState][number];

/** Two who appoint operators, and those who decide together what one person may not. */
const administrators = [1, 2] as const;
const deciders = [3, 4, 5] as const;
const decides = ['money', 'house', 'compliance', 'rules'] as const;
const approved = new Set(approvedCommands.map(({ kind }) => kind));
const isApproved = (command: Command): command is ApprovedCommand => approved.has(command.kind);

/** Bodies of one and of two persons that are refused when they are carried out. */
const refusedBodies: readonly ApprovedCommand[] = [
  { kind: 'setLevel', account: 999_999, level: 1, evidence: digest('x') },
  { kind: 'reverseDeposit', deposit: 2 ** 40, amount: 1n, evidence: digest('x') },
];

/** A venue with three customers of level 1, rails for USDT, BTC, a coin that has no price, and a provider whose money is held for a week. */
export class Cashier extends TestVenue {
  private deposits = 0;

  constructor(limits: Partial<Limits> = {}) {
    super({ ...defaultLimits, noticeMs: 0, railNoticeMs: 0, ...limits }, begin);
    this.must({ kind: 'defineAsset', asset: btc, code: 'BTC', scale: 8, assetKind: 3 });
    this.must({ kind: 'defineAsset', asset: usdt, code: 'USDT', scale: 6, assetKind: 2 });
    this.must({ kind: 'defineAsset', asset: gem, code: 'GEM', scale: 3, assetKind: 3 });
    this.must({
      ...{
        kind: 'defineInstrument',
        instrument: 1,
        symbol: 'BTC/USDT',
        instrumentKind: 1,
        baseAsset: btc,
        quoteAsset: usdt,
        lotUnits: 1000n,
      },
      ...{ quoteUnitsPerTickLot: 1, minLots: 1, maxLots: 1_000_000, minNotional: 1, bandBps: 1000, takerFeePpm: [0], makerFeePpm: [0] },
      ...{ keepsProtection: false, status: 1 },
    });
    // 500,000 ticks of one minor unit for 1,000 minor units of BTC.
    this.must({ kind: 'feedTicks', source: 'index', items: [{ instrument: 1, priceTicks: 500_000, time: this.time }] });
    // The system's own: a venue's first three operators.
    for (const one of administrators) super.apply({ kind: 'defineOperator', operator: one, powers: ['people'] });
    super.apply({ kind: 'defineOperator', operator: deciders[0], powers: decides });
    for (const one of deciders.slice(1)) this.must({ kind: 'defineOperator', operator: one, powers: decides });
    for (const account of [ana, bob, cleo]) {
      this.must({ kind: 'openAccount', account, feeClass: 0 });
      this.must({ kind: 'setLevel', account, level: 1, evidence: digest('level') });
    }
    this.must(rules);
    this.rail(rails.usdt, usdt);
    this.rail(rails.btc, btc, { feeFixed: 1000, feePpm: 500 });
    this.rail(rails.gem, gem);
    this.rail(rails.held, usdt, { channel: 6, holdMs: 7 * day });
  }

  /** A command that needs approval gets it from as many people as it needs; the answer is then its own. */
  override apply(command: Command): Outcome {
    const needed = isApproved(command) ? this.engine.approvalOf(command).persons : 0;
    if (!isApproved(command) || needed === 0) return super.apply(command);
    const [first, ...others] = command.kind === 'defineOperator' ? administrators : deciders;
    let outcome = this.send({ kind: 'propose', body: command, proof: '', reason: 'test' }, operator(first)).outcome;
    for (const other of others) {
      if (!outcome.ok || outcome.result.kind !== 'proposal' || outcome.result.state !== 'waits') break;
      const { proposal, digest: seen } = outcome.result;
      outcome = this.send({ kind: 'approve', proposal, digest: seen, proof: '' }, operator(other)).outcome;
    }
    if (!outcome.ok || outcome.result.kind !== 'proposal') return outcome;
    const { state, refused } = outcome.result;
    if (state === 'waits') throw new Error(`${command.kind} waits for more than ${needed} people`);
    return refused === '' ? { ok: true, result: { kind: 'done' } } : { ok: false, error: refused };
  }

  rail(number: number, asset: number, change: Partial<DefineRail> = {}): void {
    this.must(rail(number, asset, change));
  }

  /** Credits money; answers the deposit's number. */
  pay(account: number, number: number, amount: bigint, fee = 0n): number {
    this.deposits = this.engine.payments().nextDeposit();
    this.must({
      ...{ kind: 'creditDeposit', account, rail: number, deposit: this.deposits, amount, fee, source: 1, evidence: digest(this.deposits) },
    });
    return this.deposits;
  }

  /** Adds a destination and waits until it is old. */
  knows(account: number, number: number): number {
    const destination = this.adds(account, number);
    this.wait(73 * hour);
    return destination;
  }

  adds(account: number, number: number, to: number | string = account): number {
    const outcome = this.apply({ kind: 'addDestination', account, rail: number, digest: digest(to) });
    if (!outcome.ok || outcome.result.kind !== 'destination') throw new Error(`no destination: ${JSON.stringify(outcome)}`);
    return outcome.result.destination;
  }

  ask(account: number, number: number, destination: number, amount: number, change: Partial<RequestPayout> = {}): Outcome {
    const request = { rail: number, destination, amount, flags: 0, factor: 'passkey', evidence: digest('factor'), ...change } as const;
    return this.apply({ kind: 'requestPayout', account, ...request });
  }

  /** Asks, and answers the payout's number. */
  asked(account: number, number: number, destination: number, amount: number, flags = 0): number {
    const outcome = this.ask(account, number, destination, amount, { flags });
    if (!outcome.ok || outcome.result.kind !== 'payout') throw new Error(`no payout: ${JSON.stringify(outcome)}`);
    return outcome.result.payout;
  }

  decide(kind: 'passPayout' | 'refusePayout', payout: number): Outcome {
    return this.apply({ kind, payout, digest: this.digestOf(payout), reason: 'other', evidence: digest('decided') });
  }

  resolve(payout: number, sent: boolean): Outcome {
    const decided = { payout, digest: this.digestOf(payout), reason: 'none', evidence: digest('resolved') } as const;
    return this.apply({ kind: 'resolvePayout', ...decided, sent });
  }

  step(kind: 'sendPayout' | 'doubtPayout' | 'finishPayout' | 'failPayout', payout: number, attempt = 1, evidence = digest(kind)): Outcome {
    return this.apply({ kind, payout, attempt, evidence });
  }

  digestOf(payout: number): string {
    const known = this.engine.payments().payout(payout);
    return known === undefined ? digest('none') : payoutDigest(this.engine.venue, known);
  }

  state(payout: number): PayoutState | undefined {
    return this.engine.payments().payout(payout)?.state;
  }

  /** Takes a payout that waits or is approved the usual way to a state. */
  bring(payout: number, to: PayoutState): void {
    for (const step of ways[to]) {
      if (step === 'passPayout' && this.state(payout) === 'approved') continue;
      const outcome = this.next(step, payout);
      if (!outcome.ok) throw new Error(`${step} on the way to ${to}: ${JSON.stringify(outcome)}`);
    }
  }

  private next(step: Way, payout: number): Outcome {
    if (step === 'passPayout' || step === 'refusePayout') return this.decide(step, payout);
    if (step === 'returnPayout') return this.apply({ kind: step, payout, amount: 1, evidence: digest('bank') });
    if (step === 'cancelPayout') return this.apply({ kind: step, account: this.engine.payments().payout(payout)!.account, payout });
    return this.step(step, payout);
  }

  /** Of an account's coin wallet: available and frozen. */
  coins(account: number, asset: number): readonly [bigint, bigint] {
    const found = this.engine.balances(account).find((one) => one.wallet === Wallet.coin && one.asset === asset);
    return [found?.available ?? 0n, found?.frozen ?? 0n];
  }

  house(asset: number): readonly bigint[] {
    return [House.fees, House.external].map((account) => this.coins(account, asset)[0]);
  }

  payoutEvents(payout: number): PayoutEvent[] {
    return this.events.filter((event): event is PayoutEvent => event.kind === 'payout' && event.payout === payout);
  }

  /** Lines that name a payout (flows from 2000) or a deposit (from 1000), with what they changed. */
  lines(order: number, from: 1000 | 2000): readonly (readonly [account: number, flow: number, available: bigint, frozen: bigint])[] {
    return this.events.flatMap((event) =>
      event.kind === 'ledger' && event.order === order && event.flow >= from && event.flow < from + 1000
        ? [[event.account, event.flow, event.availableDelta, event.frozenDelta] as const]
        : [],
    );
  }

  /** A copy of the state, for what only rooms ask. */
  copy(): State {
    return readSnapshot(this.engine.snapshot(), smallReserve);
  }

  /** The refusal of a command; 'accepted' otherwise. A refused one must change nothing but the clock: for another engine only time passes. */
  refused(command: Command): string {
    const twin = restoreEngine(this.engine.snapshot());
    const [before, told] = [this.journal.length, this.events.length];
    const outcome = this.apply(command);
    if (outcome.ok) return 'accepted';
    const sent = this.journal.slice(before);
    // A proposal counts, whatever becomes of it: the other engine is sent one that is refused as well.
    const proposed = this.events.slice(told).some(({ kind }) => kind === 'proposal');
    for (const one of sent) {
      const { kind } = one.command;
      const instead: Command =
        proposed && kind === 'propose' ? { ...one.command, body: refusedBodies[sent.length - 1]! } : { kind: 'advanceTime' };
      const open = twin.proposals()[0];
      if (kind === 'approve' && open) twin.apply({ ...one, command: { ...one.command, digest: open.digest } });
      else twin.apply({ ...one, command: instead, actor: instead.kind === 'propose' ? one.actor : system });
    }
    if (twin.stateHash() !== this.engine.stateHash())
      throw new Error(`${command.kind} was refused (${outcome.error}) and changed something`);
    return outcome.error;
  }
}
