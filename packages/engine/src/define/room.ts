import type { Permission } from '@bourse/protocol';
import type { State } from '../core/state.ts';
import type { Outcome } from '../events.ts';
import type { CommandOf, RoomDeclaration } from './declare.ts';
import type { Section } from './section.ts';

type Body = { readonly kind: string };

/** What a command does with another one that it carries. */
export interface Bodies {
  /** The power that operators need for a command; undefined: none in particular. */
  power(command: Body): Permission | undefined;
  /** How many different people it needs now; 0: it comes without a proposal. */
  persons(s: State, command: Body): number;
  /** Carries out a command that was approved, with its own checks. It was decided, so nobody asks who sent it. */
  carryOut(s: State, command: Body): Outcome;
}

/** Carries a command out. A customer's account is known to trade; its slot is `owner`. */
type Arguments<D extends RoomDeclaration, K extends keyof D['commands']> = D['commands'][K] extends { by: 'customer' }
  ? [s: State, owner: number, command: CommandOf<D, K>]
  : [s: State, command: CommandOf<D, K>, bodies: Bodies];

type Handlers<D extends RoomDeclaration> = { readonly [K in keyof D['commands']]: (...given: Arguments<D, K>) => Outcome };

/** Refusals that the dispatcher gives for every command before its handler is asked. */
export type CommonRefusal =
  | ('badRequest' | 'forbidden' | 'accountUnknown' | 'readOnly' | 'venueCancelOnly')
  | ('operatorUnknown' | 'powerMissing' | 'approvalNeeded');

type ErrorOf<R> = R extends { ok: false; error: infer E } ? E : never;
type DeclaredOf<C> = C extends { refuses: readonly (infer E)[] } ? E : never;

/** Exactly the declared refusals: one too many or too few does not compile, and the message names it. */
type Exact<D extends RoomDeclaration, H> = {
  [K in keyof D['commands']]: K extends keyof H
    ? H[K] extends (...given: never[]) => infer Result
      ? [Exclude<ErrorOf<Result>, DeclaredOf<D['commands'][K]> | CommonRefusal>] extends [never]
        ? [Exclude<DeclaredOf<D['commands'][K]>, ErrorOf<Result>>] extends [never]
          ? unknown
          : { declaredButNeverGiven: Exclude<DeclaredOf<D['commands'][K]>, ErrorOf<Result>> }
        : { givenButNotDeclared: Exclude<ErrorOf<Result>, DeclaredOf<D['commands'][K]> | CommonRefusal> }
      : never
    : never;
};

type TimerHandlers<D extends RoomDeclaration> = { readonly [K in keyof D['timers']]: (s: State, id: number, due: number) => void };

/** How many different people a command needs whose approval is `byRule`: 0, it comes without a proposal; 1, its proposer is enough. */
type Persons<D extends RoomDeclaration> = {
  readonly [K in keyof D['commands'] as D['commands'][K] extends { approval: { when: 'byRule' } } ? K : never]: (
    s: State,
    command: CommandOf<D, K>,
  ) => number;
};

export interface Room {
  readonly declaration: RoomDeclaration;
  readonly commands: Readonly<Record<string, (...given: never[]) => Outcome>>;
  readonly timers: Readonly<Record<string, (s: State, id: number, due: number) => void>>;
  readonly sections: readonly Section[];
  readonly persons: Readonly<Record<string, (s: State, command: never) => number>>;
  /** Checks the room's invariants and adds what it holds frozen to `reserved`, by balance. */
  readonly check: ((s: State, reserved: Map<number, bigint>) => void) | undefined;
}

/** Joins a room's declarations with the code that carries them out. */
export function room<D extends RoomDeclaration, H extends Handlers<D>>(
  declaration: D,
  parts: {
    commands: H & Exact<D, H>;
    timers: TimerHandlers<D>;
    sections?: readonly Section[];
    persons?: Persons<D>;
    check?: Room['check'];
  },
): Room {
  return { sections: [], persons: {}, check: undefined, ...parts, declaration } as unknown as Room;
}
