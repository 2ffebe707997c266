import type { Permission } from '@bourse/protocol';
import { Wallet } from '@bourse/protocol/enums';
import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex, concatBytes } from '@noble/hashes/utils.js';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { base64url } from '../base/base64url.ts';
import { bodyBytes } from '../codec/commands.ts';
import type { ApprovedCommand, Command } from '../commands.ts';
import { House } from '../core/accounts.ts';
import { type Actor, operator, system } from '../core/actor.ts';
import { restoreEngine } from '../engine.ts';
import type { Outcome, ProposalEvent } from '../events.ts';
import { ana, day, GateVenue, hour, proof } from '../testing/gate-venue.ts';

/**
 * Random operators, proposals, approvals, changes of powers, restarts and times. An auditor who knows only the commands and their answers counts for itself
 * who approved what, and compares with what the engine did.
 */
const people = [1, 2, 3, 4, 5, 6, 7];
const who = fc.constantFrom(...people);
const sender = fc.oneof(
  { weight: 12, arbitrary: who.map(operator) },
  { weight: 1, arbitrary: fc.constantFrom(system, operator(0), operator(99)) },
);
const powers = fc.constantFrom<readonly Permission[]>(
  ['people'],
  ['house'],
  ['house', 'money'],
  ['rules'],
  [],
  ['people', 'house'],
  ['see', 'see'],
);
const deciding = fc.constantFrom<readonly Permission[]>(['house', 'rules'], ['house', 'money'], ['house'], ['rules'], []);
const body: fc.Arbitrary<ApprovedCommand> = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.record({
      ...{ kind: fc.constant('fundHouse' as const), number: fc.integer({ min: 1, max: 9 }), account: fc.constant(House.insurance) },
      ...{ wallet: fc.constant(Wallet.contract), asset: fc.constantFrom(2, 77), amount: fc.constantFrom(1n, 1000n) },
    }),
  },
  { weight: 3, arbitrary: fc.record({ kind: fc.constant('defineOperator' as const), operator: who, powers }) },
  {
    weight: 1,
    arbitrary: fc.record({
      ...{
        kind: fc.constant('announceChange' as const),
        origin: fc.constant('operator' as const),
        reason: fc.constant('x'),
        from: fc.constant(0),
      },
      body: fc.record({ kind: fc.constant('setTradingMode' as const), mode: fc.constantFrom('normal' as const, 'cancelOnly' as const) }),
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({ kind: fc.constant('setFeeClass' as const), account: fc.constant(ana), feeClass: fc.nat(3) }),
  },
);
type Step =
  | { do: 'propose'; body: ApprovedCommand; by: Actor }
  | { do: 'bare'; body: ApprovedCommand; by: Actor }
  | { do: 'approve'; at: number; digest: 'right' | 'other' | 'none'; by: Actor }
  | { do: 'retract'; at: number; by: Actor }
  /** Two who appoint change another's powers in one go. */
  | { do: 'appoint'; who: number; powers: readonly Permission[] }
  | { do: 'wait'; ms: number }
  | { do: 'restart' | 'seal' | 'repeat' };
const step: fc.Arbitrary<Step> = fc.oneof(
  { weight: 8, arbitrary: fc.record({ do: fc.constant('propose' as const), body, by: sender }) },
  {
    weight: 20,
    arbitrary: fc.record({
      ...{ do: fc.constant('approve' as const), at: fc.nat(5), by: sender },
      digest: fc.constantFrom('right' as const, 'right' as const, 'right' as const, 'right' as const, 'other' as const, 'none' as const),
    }),
  },
  { weight: 3, arbitrary: fc.record({ do: fc.constant('appoint' as const), who: fc.constantFrom(3, 4, 5), powers: deciding }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('bare' as const), body, by: sender }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('retract' as const), at: fc.nat(5), by: sender }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('wait' as const), ms: fc.constantFrom(1, hour, 9 * hour, day) }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constantFrom('restart' as const, 'seal' as const, 'repeat' as const) }) },
);

const decides: Partial<Record<Command['kind'], Permission>> = {
  ...{ fundHouse: 'house', defineOperator: 'people', setTradingMode: 'rules', setFeeClass: 'money', sealVenue: 'rules' },
};
const bodyOf = (command: ApprovedCommand): ApprovedCommand => (command.kind === 'announceChange' ? command.body : command);

interface Watched {
  body: ApprovedCommand;
  bytes: string;
  digest: string;
  until: number;
  /** Who approved it, and at which sequence. */
  approved: Map<number, number>;
  over: boolean;
}

class Auditor {
  readonly venue = new GateVenue();
  readonly seen = new Map<string, number>();
  private readonly operators = new Map<number, { powers: readonly string[]; since: number }>();
  private readonly proposals = new Map<number, Watched>();
  private sealed = false;

  start(): void {
    this.send({ kind: 'defineOperator', operator: 1, powers: ['people'] }, system);
    this.send({ kind: 'defineOperator', operator: 2, powers: ['people'] }, system);
    this.send({ kind: 'defineOperator', operator: 3, powers: ['house', 'money'] }, system);
    for (const [at, held] of [
      [4, ['house', 'rules']],
      [5, ['house', 'rules', 'money']],
      [6, ['people']],
    ] as const) {
      this.send({ kind: 'propose', body: { kind: 'defineOperator', operator: at, powers: held }, proof: '', reason: 'x' }, operator(1));
      const [number, { digest }] = [...this.proposals].at(-1)!;
      this.send({ kind: 'approve', proposal: number, digest, proof: '' }, operator(2));
    }
  }

  take(one: Step): void {
    const last = this.venue.journal.at(-1)!;
    switch (one.do) {
      case 'appoint': {
        const appointed = { kind: 'defineOperator', operator: one.who, powers: one.powers } as const;
        this.send({ kind: 'propose', body: appointed, proof: '', reason: 'x' }, operator(1));
        const [proposal, digest] = this.pick(0);
        this.send({ kind: 'approve', proposal, digest: digest ?? `${'B'.repeat(42)}A`, proof: '' }, operator(2));
        return;
      }
      case 'wait':
        this.venue.now += one.ms;
        return;
      case 'restart':
        this.venue.restart();
        return;
      case 'seal':
        this.send({ kind: 'sealVenue' }, system);
        return;
      case 'repeat':
        this.send(last.command, last.actor, last.commandId);
        return;
      case 'bare':
        this.send(one.body, one.by);
        return;
      case 'propose':
        this.send({ kind: 'propose', body: one.body, proof: proof(5), reason: 'x' }, one.by);
        return;
      case 'retract':
        this.send({ kind: 'retract', proposal: this.pick(one.at)[0], reason: 'x' }, one.by);
        return;
      case 'approve': {
        const [proposal, right] = this.pick(one.at);
        const other = [...this.proposals.values()].find(({ digest }) => digest !== right)?.digest;
        const digest = { right, other, none: undefined }[one.digest] ?? `${'B'.repeat(42)}A`;
        this.send({ kind: 'approve', proposal, digest, proof: '' }, one.by);
      }
    }
  }

  /** One of those that wait, mostly, and sometimes one that is over or never was. */
  private pick(at: number): [proposal: number, digest: string | undefined] {
    const list = [...this.proposals];
    const open = list.filter(([, { over }]) => !over);
    const [proposal, watched] = (at < 4 ? open[open.length - 1 - at] : list[at]) ?? [99, undefined];
    return [proposal, watched?.digest];
  }

  private send(command: Command, actor: Actor, commandId?: Uint8Array): void {
    const { venue } = this;
    const before = venue.engine.snapshot();
    const from = venue.told.length;
    const capital = this.capital();
    const outcome = venue.send(command, actor, commandId);
    const events = venue.told.slice(from);
    const { seq } = venue.engine;
    const name = outcome.ok ? (outcome.result.kind === 'proposal' ? outcome.result.state : command.kind) : outcome.error;
    this.seen.set(name, (this.seen.get(name) ?? 0) + 1);
    if (!outcome.ok) this.nothingChanged(before);
    for (const [number, watched] of this.proposals) if (!watched.over && watched.until <= venue.now) this.expire(number);
    const told = events.filter((event) => event.kind === 'proposal' && event.state !== 'expired') as ProposalEvent[];
    expect(told.length).toBe(outcome.ok && outcome.result.kind === 'proposal' ? 1 : 0);
    if (command.kind === 'propose' && outcome.ok) this.hearProposal(command.body, actor, told[0]!);
    if (command.kind === 'approve' && outcome.ok) this.hearApproval(command, actor);
    if (told[0] !== undefined) this.hearEnd(told[0], outcome);
    const carried = told[0]?.state === 'applied' ? told[0].body : outcome.ok ? command : undefined;
    if (this.capital() !== capital) {
      expect(carried?.kind).toBe('fundHouse');
      if (command.kind === 'fundHouse') expect(this.sealed, 'bare money on a sealed venue').toBe(false);
    }
    for (const event of events) {
      if (event.kind !== 'operator') continue;
      expect(carried).toMatchObject({ kind: 'defineOperator', operator: event.operator });
      if (command.kind === 'defineOperator') expect([actor.by, this.sealed, this.operators.size < 3]).toEqual(['system', false, true]);
      this.operators.set(event.operator, { powers: event.powers, since: seq });
    }
    if (events.some(({ kind }) => kind === 'venueSealed')) this.sealed = true;
  }

  private hearProposal(given: ApprovedCommand, actor: Actor, event: ProposalEvent): void {
    const { commandId } = this.venue.journal.at(-1)!;
    const bytes = bodyBytes(given);
    // The digest, made by other code: texts have their length before them, counts below 128 are one byte.
    const text = (value: string) => [value.length, ...[...value].map((letter) => letter.charCodeAt(0))];
    const proposer = actor.by === 'operator' ? actor.id : 0;
    const head = Uint8Array.from([...text('bourse proposal 1'), ...text('real'), ...commandId, proposer]);
    expect(event).toMatchObject({ digest: base64url(sha256(concatBytes(head, bytes))), proposer, body: given });
    expect(event.proposal).toBe(this.proposals.size + 1);
    const approved = new Map(proposer === 0 ? [] : [[proposer, this.venue.engine.seq]]);
    this.proposals.set(event.proposal, {
      ...{ body: given, bytes: bytesToHex(bytes), digest: event.digest, until: this.venue.now + day, approved, over: false },
    });
    if (proposer !== 0) this.mayDecide(proposer, given);
  }

  private hearApproval({ proposal, digest }: Extract<Command, { kind: 'approve' }>, actor: Actor): void {
    const watched = this.proposals.get(proposal)!;
    expect(watched.over, 'a proposal that is over was approved').toBe(false);
    expect(digest).toBe(watched.digest);
    expect(actor.by).toBe('operator');
    expect(this.counting(watched).includes(actor.id), 'one person approved twice').toBe(false);
    this.mayDecide(actor.id, watched.body);
    watched.approved.set(actor.id, this.venue.engine.seq);
  }

  private mayDecide(number: number, given: ApprovedCommand): void {
    expect(this.operators.get(number)?.powers).toContain(decides[bodyOf(given).kind]);
    if (given.kind === 'defineOperator') expect(given.operator).not.toBe(number);
  }

  /** Those who approved it and still are what they were then. */
  private counting({ body: given, approved }: Watched): number[] {
    const power = decides[bodyOf(given).kind]!;
    return [...approved].flatMap(([number, at]) => {
      const one = this.operators.get(number);
      return one?.powers.includes(power) && at > one.since ? [number] : [];
    });
  }

  private needed(given: ApprovedCommand): number {
    if (given.kind === 'defineOperator') return 2;
    if (given.kind === 'fundHouse') return this.sealed ? 2 : 1;
    if (given.kind === 'setFeeClass') return 1;
    return this.opens ? 2 : 1;
  }
  private opens = false;

  private hearEnd(event: ProposalEvent, outcome: Outcome): void {
    const watched = this.proposals.get(event.proposal)!;
    expect(watched.over, 'a proposal ended twice').toBe(false);
    expect(bytesToHex(bodyBytes(event.body))).toBe(watched.bytes);
    expect(event.digest).toBe(watched.digest);
    expect(outcome).toMatchObject({ result: { state: event.state, refused: event.error } });
    if (event.state === 'retracted') {
      watched.over = true;
      return;
    }
    const counting = this.counting(watched);
    expect(new Set(event.approvals.map(({ operator: number }) => number))).toEqual(new Set(counting));
    const given = bodyOf(event.body);
    // Whether it opens trading is asked of the mode as it was before.
    this.opens = this.sealed && given.kind === 'setTradingMode' && given.mode === 'normal' && this.wasCancelOnly;
    expect(counting.length >= this.needed(event.body), `${event.state} by ${counting} of ${this.needed(event.body)}`).toBe(
      event.state !== 'waits',
    );
    if (event.state !== 'waits') watched.over = true;
    if (event.state === 'applied' && given.kind === 'setTradingMode') this.wasCancelOnly = given.mode === 'cancelOnly';
    if (event.state === 'refused')
      expect(this.venue.told.filter(({ seq }) => seq === event.seq).every(({ kind }) => kind === 'proposal')).toBe(true);
  }
  private wasCancelOnly = false;

  private expire(number: number): void {
    const event = this.venue.proposals.findLast(({ proposal }) => proposal === number);
    expect(event?.state).toBe('expired');
    this.proposals.get(number)!.over = true;
  }

  /** The same engine after a command that does nothing has the same state. */
  private nothingChanged(before: Uint8Array): void {
    const { seq, time, commandId } = this.venue.journal.at(-1)!;
    const other = restoreEngine(before);
    other.apply({ seq, time, commandId, actor: system, command: { kind: 'advanceTime' } });
    expect(this.venue.engine.stateHash()).toBe(other.stateHash());
  }

  private capital(): bigint {
    return this.venue.engine.balances(House.insurance)[0]?.available ?? 0n;
  }
}

test('nothing is decided but by enough different people who have the power and saw exactly that text', () => {
  const seen = new Map<string, number>();
  fc.assert(
    fc.property(fc.array(step, { minLength: 60, maxLength: 60, size: 'max' }), (steps) => {
      const auditor = new Auditor();
      auditor.start();
      for (const one of steps) auditor.take(one);
      expect(auditor.venue.replayedHash()).toBe(auditor.venue.engine.stateHash());
      for (const [name, times] of auditor.seen) seen.set(name, (seen.get(name) ?? 0) + times);
    }),
    { numRuns: 60, seed: 33 },
  );
  for (const name of [
    'applied',
    'waits',
    'refused',
    'retracted',
    'approvalNeeded',
    'operatorUnknown',
    'powerMissing',
    'samePerson',
    'digestDiffers',
    'proposalOver',
  ])
    expect(seen.get(name), name).toBeGreaterThan(5);
}, 120_000);
