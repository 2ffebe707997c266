import type { Venue as VenueName } from '@bourse/protocol/enums';
import { expect } from 'vitest';
import type { Engine } from '../api.ts';
import { decodeCommands, encodeCommands } from '../codec/commands.ts';
import type { ApprovedCommand, Command, SequencedCommand } from '../commands.ts';
import { House } from '../core/accounts.ts';
import { type Actor, operator, system } from '../core/actor.ts';
import { defaultLimits, type Limits, listLimits } from '../core/limits.ts';
import { createEngine, restoreEngine } from '../engine.ts';
import type { EngineEvent, Outcome, ProposalEvent } from '../events.ts';

export const begin = 1_700_000_000_000;
export const hour = 3_600_000;
export const day = 24 * hour;
export const ana = 100_000;

/** Two who appoint, and those who decide about the house's money and about rules. */
export const [ada, bea, cem, dan, eva, fay] = [1, 2, 3, 4, 5, 6] as const;

/** What an operator signed, as its hash. */
export const proof = (n: number): string => `${'A'.repeat(42 - String(n).length)}${n}A`;

/** A venue with operators, its journal and its clock. After each command every invariant must hold, and a refusal must leave the state as it was. */
export class GateVenue {
  engine: Engine;
  now = begin;
  readonly told: EngineEvent[] = [];
  readonly journal: SequencedCommand[] = [];
  private readonly venue: VenueName;

  constructor({ venue = 'real', limits = {} }: { venue?: VenueName; limits?: Partial<Limits> } = {}) {
    this.venue = venue;
    this.engine = createEngine({ venue });
    this.must({ kind: 'setRules', version: 1, limits: listLimits({ ...defaultLimits, ...limits }) });
    this.must({ kind: 'defineAsset', asset: 1, code: 'COIN', scale: 0, assetKind: 3 });
    this.must({ kind: 'defineAsset', asset: 2, code: 'USDT', scale: 2, assetKind: 2 });
    this.must({ kind: 'openAccount', account: ana, feeClass: 0 });
    this.must({ kind: 'openAccount', account: House.marketMaker, feeClass: 0 });
  }

  /** The usual people. The first three are the system's, the others are appointed by the first two. */
  appoint(): this {
    for (const who of [ada, bea]) this.must({ kind: 'defineOperator', operator: who, powers: ['people'] });
    this.must({ kind: 'defineOperator', operator: cem, powers: ['see', 'money', 'house'] });
    this.together([ada, bea], { kind: 'defineOperator', operator: dan, powers: ['see', 'money', 'house'] });
    for (const who of [eva, fay]) this.together([ada, bea], { kind: 'defineOperator', operator: who, powers: ['see', 'rules'] });
    return this;
  }
  seal(): this {
    this.must({ kind: 'sealVenue' });
    return this;
  }

  send(command: Command, by: Actor | number = system): Outcome {
    const { engine } = this;
    const seq = engine.seq + 1;
    const commandId = new Uint8Array(16);
    new DataView(commandId.buffer).setUint32(12, seq);
    const sequenced = { seq, time: this.now, commandId, actor: typeof by === 'number' ? operator(by) : by, command };
    this.journal.push(sequenced);
    const outcome = engine.apply(sequenced);
    this.told.push(...engine.takeEvents());
    engine.checkInvariants();
    return outcome;
  }
  must(command: Command, by?: Actor | number): Outcome {
    const outcome = this.send(command, by);
    expect(outcome, command.kind).toMatchObject({ ok: true });
    return outcome;
  }
  propose(body: ApprovedCommand, by: Actor | number = cem): Outcome {
    return this.send({ kind: 'propose', body, proof: proof(typeof by === 'number' ? by : 0), reason: 'it is needed' }, by);
  }
  /** As the operator sees it: its own digest, unless another one is given. */
  approve(proposal: number, by: Actor | number = dan, digest = this.engine.proposal(proposal)?.digest ?? 'A'.repeat(43)): Outcome {
    return this.send({ kind: 'approve', proposal, digest, proof: proof(typeof by === 'number' ? by : 0) }, by);
  }
  retract(proposal: number, by: Actor | number): Outcome {
    return this.send({ kind: 'retract', proposal, reason: 'a mistake' }, by);
  }
  /** Proposed by the first, approved by the others. Answers what became of it. */
  together([first, ...others]: readonly number[], body: ApprovedCommand): Outcome {
    let outcome = this.propose(body, first);
    for (const other of others) outcome = this.approve(numberOf(outcome), other);
    expect(outcome, body.kind).toMatchObject({ ok: true, result: { kind: 'proposal', state: 'applied' } });
    return outcome;
  }
  pass(ms: number): void {
    this.now += ms;
    this.must({ kind: 'advanceTime' });
  }

  get proposals(): ProposalEvent[] {
    return this.told.filter((event) => event.kind === 'proposal');
  }
  get last(): ProposalEvent {
    return this.proposals.at(-1)!;
  }
  /** Goes on with an engine restored from a snapshot. */
  restart(): void {
    const restored = restoreEngine(this.engine.snapshot());
    expect(restored.stateHash()).toBe(this.engine.stateHash());
    expect(restored.nextTimer()).toBe(this.engine.nextTimer());
    this.engine = restored;
    restored.checkInvariants();
  }
  /** The state after a fresh engine has read the journal's bytes. */
  replayedHash(): string {
    const engine = createEngine({ venue: this.venue });
    for (const command of decodeCommands(encodeCommands(this.journal))) {
      engine.apply(command);
      engine.discardEvents();
    }
    return engine.stateHash();
  }
}

export const numberOf = (outcome: Outcome): number => (outcome.ok && outcome.result.kind === 'proposal' ? outcome.result.proposal : 0);
