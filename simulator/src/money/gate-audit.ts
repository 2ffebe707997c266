import type { Command, Outcome, SequencedCommand } from '@bourse/engine';
import { dayMs } from './stage.ts';

interface Watched {
  readonly body: Command;
  readonly until: number;
  /** Who approved it, and at which sequence. */
  readonly approved: Map<number, number>;
  over: boolean;
}

const powers: Partial<Record<Command['kind'], string>> = {
  ...{ defineOperator: 'people', setLevel: 'compliance', holdAccount: 'compliance', defineRail: 'rules', stopRail: 'rules' },
  ...{ creditDeposit: 'money', reverseDeposit: 'money', passPayout: 'money', refusePayout: 'money', resolvePayout: 'money' },
};

/** Counts for itself who approved what, from commands and answers alone, and compares with what was carried out. */
export class GateAudit {
  private readonly operators = new Map<number, { powers: string; since: number }>();
  private readonly proposals = new Map<number, Watched>();
  private readonly needed: (body: Command) => number;
  private readonly problem: (what: string) => void;

  /** `needed`: how many people a body takes, counted by somebody else than the engine. */
  constructor(needed: (body: Command) => number, problem: (what: string) => void) {
    this.needed = needed;
    this.problem = problem;
  }

  /** The command that was carried out, bare or out of a proposal; undefined when nothing was. */
  carried({ command, actor, seq, time }: SequencedCommand, outcome: Outcome): Command | undefined {
    if (!outcome.ok) return undefined;
    if (command.kind !== 'propose' && command.kind !== 'approve') {
      if (command.kind === 'retract') this.proposals.get(command.proposal)!.over = true;
      // A venue without operators is set up by the system.
      const persons = this.operators.size < 3 ? 0 : this.needed(command);
      if (persons > 0) this.problem(`${command.kind} at ${seq} needed ${persons} people and came bare`);
      this.define(command, seq);
      return command;
    }
    if (outcome.result.kind !== 'proposal') return undefined;
    const { proposal, state } = outcome.result;
    const person = actor.by === 'operator' ? actor.id : 0;
    const one: Watched | undefined =
      command.kind === 'propose'
        ? { body: command.body, until: time + dayMs, approved: new Map(), over: false }
        : this.proposals.get(proposal);
    if (one === undefined || one.over || one.until <= time) {
      this.problem(`proposal ${proposal} was over and was approved at ${seq}`);
      return undefined;
    }
    this.proposals.set(proposal, one);
    if (this.counting(one).includes(person)) this.problem(`operator ${person} approved proposal ${proposal} twice`);
    one.approved.set(person, seq);
    const counting = this.counting(one);
    if (!counting.includes(person)) this.problem(`operator ${person} had no power over proposal ${proposal}`);
    if (state === 'waits') return undefined;
    one.over = true;
    const persons = this.needed(one.body);
    if (counting.length < persons)
      this.problem(`${one.body.kind} of proposal ${proposal} was decided at ${seq} by ${counting.length} of ${persons} people`);
    if (state !== 'applied') return undefined;
    this.define(one.body, seq);
    return one.body;
  }

  private define(command: Command, seq: number): void {
    if (command.kind !== 'defineOperator') return;
    const held = [...command.powers].sort().join();
    if (this.operators.get(command.operator)?.powers !== held) this.operators.set(command.operator, { powers: held, since: seq });
  }

  /** Those who approved it and still are what they were then. */
  private counting({ body, approved }: Watched): number[] {
    const power = powers[body.kind] ?? 'none';
    return [...approved].flatMap(([person, at]) => {
      const one = this.operators.get(person);
      const concerned = body.kind === 'defineOperator' && body.operator === person;
      if (one === undefined || concerned) return [];
      return one.powers.split(',').includes(power) && at > one.since ? [person] : [];
    });
  }
}
