import { isId } from '../base/exact.ts';
import type { Actor } from '../core/actor.ts';
import type { State } from '../core/state.ts';
import type { Outcome } from '../events.ts';
import { badField, refuse } from '../outcomes.ts';
import { restrictedBy } from '../standing/restrict.ts';
import { type Allowed, BadDefinition, type CommandDeclaration, type Sender } from './declare.ts';
import { checkFields, type FieldEntries } from './field.ts';
import type { Room } from './room.ts';

type Handler = (s: State, ...given: unknown[]) => Outcome;
/** A refusal that comes before the handler of a command whose fields are right. */
export type Guard = (s: State, declaration: CommandDeclaration, command: { readonly kind: string }) => Outcome | undefined;
type TimerHandler = (s: State, id: number, due: number) => void;

interface Bound {
  readonly declaration: CommandDeclaration;
  readonly entries: FieldEntries;
  readonly handler: Handler;
}

/** Who may send what is declared for a sender. The system sends for the house, and at start for operators; it never brings a feed's prices. */
const senders: Readonly<Record<Sender, readonly Sender[]>> = {
  customer: ['customer', 'system'],
  operator: ['operator', 'system'],
  system: ['system'],
  feed: ['feed'],
};

/** Sends each command to the room that declared it, and each timer to the one that set it. */
export class Dispatcher {
  private readonly commands = new Map<string, Bound>();
  private readonly timers: (TimerHandler | undefined)[] = [];
  private readonly guard: Guard;

  /** Throws when a declaration has no code to carry it out, or code has no declaration. */
  constructor(rooms: readonly Room[], guard: Guard) {
    this.guard = guard;
    for (const { declaration, commands, timers } of rooms) {
      const { name } = declaration;
      sameNames(`commands of ${name}`, declaration.commands, commands);
      sameNames(`timers of ${name}`, declaration.timers, timers);
      for (const one of Object.values<CommandDeclaration>(declaration.commands)) {
        const handler = commands[one.kind] as unknown as Handler;
        this.commands.set(one.kind, { declaration: one, entries: Object.entries(one.fields), handler });
      }
      for (const [kind, { number }] of Object.entries(declaration.timers)) this.timers[number] = timers[kind];
    }
  }

  fire(s: State, kind: number, id: number, due: number): void {
    this.timers[kind]!(s, id, due);
  }

  apply(s: State, actor: Actor, command: { readonly kind: string }): Outcome {
    const bound = this.commands.get(command.kind);
    if (bound === undefined) return badField('kind', 'unknown');
    const { declaration, entries, handler } = bound;
    if (!senders[declaration.by].includes(actor.by)) return refuse('forbidden');
    const values = command as unknown as Record<string, unknown>;
    let owner = 0;
    if (declaration.by === 'customer') {
      const account = values['account'];
      if (actor.by === 'customer' && actor.id !== account) return refuse('forbidden');
      owner = isId(account) ? s.accounts.trading(account) : 0;
      if (owner === 0) return refuse('accountUnknown');
      const restricted = restrictedBy(s, actor, declaration, command);
      if (restricted !== undefined) return restricted;
    }
    const closed = closedBy(s, declaration.allowed);
    if (closed !== undefined) return closed;
    if (!declaration.checksItself) {
      const wrong = checkFields(entries, values);
      if (wrong?.refusal !== undefined) return refuse(wrong.refusal);
      if (wrong !== undefined) return badField(wrong.field, wrong.problem);
    }
    const guarded = declaration.announced === undefined ? undefined : this.guard(s, declaration, command);
    if (guarded !== undefined) return guarded;
    return declaration.by === 'customer' ? handler(s, owner, command) : handler(s, command);
  }
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
