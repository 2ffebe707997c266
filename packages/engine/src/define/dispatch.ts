import type { Permission } from '@bourse/protocol';
import { isId } from '../base/exact.ts';
import type { Actor } from '../core/actor.ts';
import type { State } from '../core/state.ts';
import type { Outcome } from '../events.ts';
import { badField, refuse } from '../outcomes.ts';
import { type Allowed, BadDefinition, type CommandDeclaration, type Sender } from './declare.ts';
import { checkFields, type FieldEntries } from './field.ts';
import type { Bodies, Room } from './room.ts';

type Handler = (s: State, ...given: unknown[]) => Outcome;
/** A refusal that comes before the handler of a command whose fields are right. */
export type Guard = (s: State, declaration: CommandDeclaration, command: Body) => Outcome | undefined;
type TimerHandler = (s: State, id: number, due: number) => void;
type Body = { readonly kind: string };

interface Bound {
  readonly declaration: CommandDeclaration;
  readonly entries: FieldEntries;
  readonly handler: Handler;
  readonly persons: ((s: State, command: never) => number) | undefined;
}

/** How many people decide together where no rule says another number. */
const fourEyes = 2;

/** Who may send what is declared for a sender. The system sends for the house, and at start for operators; it never brings a feed's prices. */
const senders: Readonly<Record<Sender, readonly Sender[]>> = {
  customer: ['customer', 'system'],
  operator: ['operator', 'system'],
  system: ['system'],
  feed: ['feed'],
};

/** Sends each command to the room that declared it, and each timer to the one that set it. */
export class Dispatcher implements Bodies {
  private readonly commands = new Map<string, Bound>();
  private readonly timers: (TimerHandler | undefined)[] = [];
  private readonly guard: Guard;
  private readonly prepare: (s: State, command: Body) => void;

  /**
   * `prepare` runs before a command that another one carries, as the engine prepares each that comes by itself. Throws when a declaration has no code to carry
   * it out, or code has no declaration.
   */
  constructor(rooms: readonly Room[], guard: Guard, prepare: (s: State, command: Body) => void = () => {}) {
    this.guard = guard;
    this.prepare = prepare;
    for (const { declaration, commands, timers, persons } of rooms) {
      const { name } = declaration;
      sameNames(`commands of ${name}`, declaration.commands, commands);
      sameNames(`timers of ${name}`, declaration.timers, timers);
      const all = Object.values<CommandDeclaration>(declaration.commands);
      const byRule = all.filter(({ approval }) => typeof approval === 'object' && approval.when === 'byRule');
      sameNames(`rules of approval of ${name}`, Object.fromEntries(byRule.map(({ kind }) => [kind, true])), persons ?? {});
      for (const one of all) {
        const handler = commands[one.kind] as unknown as Handler;
        this.commands.set(one.kind, { declaration: one, entries: Object.entries(one.fields), handler, persons: persons?.[one.kind] });
      }
      for (const [kind, { number }] of Object.entries(declaration.timers)) this.timers[number] = timers[kind];
    }
  }

  fire(s: State, kind: number, id: number, due: number): void {
    this.timers[kind]!(s, id, due);
  }

  apply(s: State, actor: Actor, command: Body): Outcome {
    const bound = this.commands.get(command.kind);
    if (bound === undefined) return badField('kind', 'unknown');
    const { declaration, handler } = bound;
    if (!senders[declaration.by].includes(actor.by)) return refuse('forbidden');
    let owner = 0;
    if (declaration.by === 'customer') {
      const { account } = command as { readonly account?: unknown };
      if (actor.by === 'customer' && actor.id !== account) return refuse('forbidden');
      owner = isId(account) ? s.accounts.trading(account) : 0;
      if (owner === 0) return refuse('accountUnknown');
    }
    const wrong = wrongIn(s, bound, command) ?? this.undecided(s, actor, declaration, command) ?? this.guarded(s, declaration, command);
    if (wrong !== undefined) return wrong;
    return declaration.by === 'customer' ? handler(s, owner, command) : handler(s, command, this);
  }

  power(command: Body): Permission | undefined {
    const { approval } = this.decided(command).declaration;
    return typeof approval === 'object' ? approval.power : undefined;
  }

  persons(s: State, command: Body): number {
    const { declaration, persons, body } = this.decided(command);
    const { approval } = declaration;
    if (typeof approval !== 'object') return 0;
    if (persons !== undefined) return persons(s, body as never);
    return (approval.when === 'always' ? s.gate.begun : s.gate.sealed) ? fourEyes : 0;
  }

  carryOut(s: State, command: Body): Outcome {
    const bound = this.commands.get(command.kind)!;
    const wrong = wrongIn(s, bound, command) ?? this.guarded(s, bound.declaration, command);
    if (wrong !== undefined) return wrong;
    this.prepare(s, command);
    return bound.handler(s, command, this);
  }

  /** The refusal of an operator who may not send a command, and of one that comes without the proposal that it needs, whoever sends it. */
  private undecided(s: State, actor: Actor, { by, approval }: CommandDeclaration, command: Body): Outcome | undefined {
    if (by === 'operator' && actor.by === 'operator' && s.gate.begun) {
      if (!s.gate.isOperator(actor.id)) return refuse('operatorUnknown');
      const power = this.power(command);
      if (!s.gate.may(actor.id, power)) return refuse('powerMissing', { permission: power ?? '' });
    }
    return approval !== undefined && this.persons(s, command) > 0 ? refuse('approvalNeeded') : undefined;
  }

  private guarded(s: State, declaration: CommandDeclaration, command: Body): Outcome | undefined {
    return declaration.announced === undefined ? undefined : this.guard(s, declaration, command);
  }

  /** What is decided about: the command, or the one that it carries and is approved as. */
  private decided(command: Body): Bound & { readonly body: Body } {
    const bound = this.commands.get(command.kind)!;
    return bound.declaration.approval === 'asBody' ? this.decided((command as { body: Body } & Body).body) : { ...bound, body: command };
  }
}

/** The refusal of a command that the venue's mode does not allow, or whose fields are not what they can be. */
function wrongIn(s: State, { declaration, entries }: Bound, command: Body): Outcome | undefined {
  const closed = closedBy(s, declaration.allowed);
  if (closed !== undefined || declaration.checksItself) return closed;
  const wrong = checkFields(entries, command as unknown as Record<string, unknown>);
  if (wrong?.refusal !== undefined) return refuse(wrong.refusal);
  return wrong && badField(wrong.field, wrong.problem);
}

/** The refusal of a command that the venue's mode does not allow. */
export function closedBy(s: State, allowed: Allowed) {
  if (s.mode === 'normal' || allowed === 'always') return undefined;
  if (s.mode === 'readOnly') return refuse('readOnly');
  return allowed === 'whenTrading' ? refuse('venueCancelOnly') : undefined;
}

function sameNames(what: string, declared: object, carriedOut: object): void {
  for (const kind of Object.keys(declared)) if (!(kind in carriedOut)) throw new BadDefinition(`${what}: nothing carries out ${kind}`);
  for (const kind of Object.keys(carriedOut)) if (!(kind in declared)) throw new BadDefinition(`${what}: ${kind} is not declared`);
}
