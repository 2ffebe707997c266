import { catalogue } from './catalogue/declare.ts';
import { changes } from './changes/declare.ts';
import { contract } from './contract/declare.ts';
import { core } from './core/declare.ts';
import type {
  CommandDeclaration,
  CommandOf,
  EventDeclaration,
  EventOf,
  NoticeOf,
  RoomDeclaration,
  SettlementOf,
  TimerDeclaration,
} from './define/declare.ts';
import { byNumber } from './define/numbers.ts';
import { devices } from './devices/declare.ts';
import { earn } from './earn/declare.ts';
import { gate, operators } from './gate/declare.ts';
import { invitations } from './invitations/declare.ts';
import { leverage } from './leverage/declare.ts';
import { loans } from './loans/declare.ts';
import { membership } from './membership/declare.ts';
import { orders } from './orders/declare.ts';
import { payments } from './payments/declare.ts';
import { standing } from './standing/declare.ts';
import { stock } from './stock/declare.ts';
import { swaps } from './swaps/declare.ts';
import { timed } from './timed/declare.ts';
import { treasury } from './treasury/declare.ts';

/** Every room's declarations. A room is added here and, with the code that carries it out, in `rooms.ts`. */
export const declared = [
  core,
  catalogue,
  treasury,
  orders,
  leverage,
  contract,
  stock,
  timed,
  devices,
  changes,
  payments,
  standing,
  operators,
  gate,
  swaps,
  earn,
  invitations,
  loans,
  membership,
] as const;

type Declared = (typeof declared)[number];
type CommandsOf<D> = D extends RoomDeclaration ? CommandOf<D> : never;
type EventsOf<D> = D extends RoomDeclaration ? EventOf<D> : never;
type SettlementsOf<D> = D extends RoomDeclaration ? SettlementOf<D> : never;
type NoticesOf<D> = D extends RoomDeclaration ? NoticeOf<D> : never;
export type DeclaredCommand = CommandsOf<Declared>;
export type DeclaredEvent = EventsOf<Declared>;
export type DeclaredSettlement = SettlementsOf<Declared>;
/** Every notice that an event causes, with its values. */
export type DeclaredNotice = NoticesOf<Declared>;

const all = <T>(part: (room: RoomDeclaration) => Readonly<Record<string, T>>): readonly T[] =>
  declared.flatMap((room) => Object.values(part(room as unknown as RoomDeclaration)));

export const commands: readonly CommandDeclaration[] = all<CommandDeclaration>((room) => room.commands);
export const events: readonly EventDeclaration[] = all<EventDeclaration>((room) => room.events);
export const timers: readonly TimerDeclaration[] = all<TimerDeclaration>((room) => room.timers);

export const commandByNumber = byNumber('command', commands);
byNumber('event', events);
byNumber('timer', timers);

export const commandByKind: ReadonlyMap<string, CommandDeclaration> = new Map(commands.map((command) => [command.kind, command]));
export const eventByKind: ReadonlyMap<string, EventDeclaration> = new Map(events.map((event) => [event.kind, event]));
