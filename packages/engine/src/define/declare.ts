import type { Permission } from '@bourse/protocol';
import type { ErrorName } from '@bourse/protocol/errors';
import type { EventBase } from '../event-base.ts';
import type { ReceiptDeclaration } from '../receipts/declare.ts';
import type { ByteReader, ByteWriter } from './bytes.ts';
import { type Field, type Fields, leaves, type Meaning, type ValuesOf } from './field.ts';
import { account } from './names.ts';

/** Who may send a command. A customer's command acts on one account: the customer's own, or one of the house's when the system sends it. */
export type Sender = 'customer' | 'operator' | 'system' | 'feed';

/**
 * How a command that changes what somebody has is made known once notice is in force. `terms`: it is announced, and a change for the worse waits.
 * `account`: the same, and only its customer is told. `switch`: an emergency switch acts at once and says why.
 */
export type Announced = 'terms' | 'account' | 'switch';

/**
 * A command that several operators decide together: it is carried out inside a proposal. `always`; on a venue that is `sealed`; or `byRule`, where the room
 * says for each command how many different people it needs (`persons`), the proposer among them. The others need two. `power` is what each of them holds.
 */
export interface Approval {
  readonly power: Permission;
  readonly when: 'always' | 'sealed' | 'byRule';
}

/** Of a command whose field `body` is another command: what that one needs, this one needs. */
export type AnyApproval = Approval | 'asBody';

/** The modes of a venue in which a command is carried out. Otherwise: `readOnly` or `venueCancelOnly`. */
export type Allowed = 'always' | 'unlessReadOnly' | 'whenTrading';

/** What an account that may only close may still send. Undefined: nothing of the kind. */
export type Closing = true | ((command: never) => boolean) | undefined;

export interface CommandDeclaration<
  F extends Fields = Fields,
  B extends Sender = Sender,
  R extends readonly ErrorName[] = readonly ErrorName[],
  A extends AnyApproval | undefined = AnyApproval | undefined,
> {
  /** Its name; `declare` fills it in from the key. */
  readonly kind: string;
  /** The first byte of its body in the journal. Never reused. */
  readonly number: number;
  readonly by: B;
  readonly allowed: Allowed;
  /** Of a customer's command: whether, or when, an account that may only close may still send it. */
  readonly closing: Closing;
  /** All of them, a customer's account first. */
  readonly fields: F;
  /** Refusals of its own, exactly those: the compiler compares them with what its handler returns. */
  readonly refuses: R;
  /** Orders are checked by their handlers, which compare fields with each other and refuse by names of their own. */
  readonly checksItself: boolean;
  /** Undefined: it changes nobody's terms. */
  readonly announced: Announced | undefined;
  /** Undefined: its sender decides alone, and any operator may be its sender. */
  readonly approval: A;
  /** Hot commands have a shorter form of their own. */
  readonly packed: PackedBody | undefined;
}

/** A command's body in fewer bytes than its fields would take. */
export interface PackedBody {
  write(w: ByteWriter, command: never): void;
  read(r: ByteReader): Record<string, unknown>;
}

interface CommandOptions<F extends Fields, B extends Sender, R extends readonly ErrorName[], A extends AnyApproval | undefined> {
  by: B;
  allowed?: Allowed;
  closing?: true | ((command: ValuesOf<NoInfer<F>>) => boolean);
  fields?: F;
  refuses?: R;
  checksItself?: boolean;
  announced?: Announced;
  approval?: A;
  packed?: PackedBody;
}

/** A command without fields infers the widest type: it has none. */
type Given<F extends Fields> = string extends keyof F ? Record<never, never> : F;
type WithAccount<F extends Fields, B extends Sender> = B extends 'customer' ? { account: Field<number> } & Given<F> : Given<F>;

/** A command that lists no refusals infers the widest type too. */
type Listed<R extends readonly ErrorName[]> = number extends R['length'] ? readonly [] : R;

/** Declares a command. Throws when a field does not say what it means. */
export function command<
  B extends Sender,
  const F extends Fields = Record<never, never>,
  const R extends readonly ErrorName[] = readonly [],
  const A extends AnyApproval | undefined = undefined,
>(
  number: number,
  { by, allowed = 'always', closing, fields, refuses, checksItself = false, announced, approval, packed }: CommandOptions<F, B, R, A>,
): CommandDeclaration<WithAccount<F, B>, B, Listed<R>, A> {
  const all = (by === 'customer' ? { account, ...fields } : { ...fields }) as WithAccount<F, B>;
  return {
    kind: '',
    number,
    by,
    allowed,
    closing,
    fields: all,
    refuses: (refuses ?? []) as unknown as Listed<R>,
    checksItself,
    announced,
    approval: approval as A,
    packed,
  };
}

/** What customers may say, and what only others may: prices come from feeds, capital and rules from operators and the system. */
const speaks: Record<Sender, readonly Meaning[]> = {
  customer: ['subject', 'choice', 'ownPrice', 'ownQuantity', 'time'],
  operator: ['subject', 'choice', 'rule', 'capital', 'evidenced', 'evidence', 'time'],
  system: ['subject', 'choice', 'rule', 'evidenced', 'evidence', 'time'],
  feed: ['subject', 'feedPrice', 'evidence', 'time'],
};

export interface EventDeclaration<F extends Fields = Fields> {
  readonly kind: string;
  /** Stored in snapshots of the log and in histories. Never reused. */
  readonly number: number;
  readonly fields: F;
  /** Histories keep `each` event, or the `latest` by key; `none` is told to listeners only. */
  readonly keep: 'each' | 'latest' | 'none';
  /** The field that names what the event is about; of `latest`, whose newest event is kept. */
  readonly key: string | undefined;
  /** The field that names the account whose history it belongs to. */
  readonly owner: string | undefined;
  /** Whether an event is a settlement. Histories keep each settlement, whatever `keep` says. */
  readonly settledWhen: ((event: never) => boolean) | undefined;
  /** Anyone recomputes the settlement from it. */
  readonly receipt: ReceiptDeclaration | undefined;
  /** What its owner is told, if anything. */
  readonly notice: ((event: never, read: Readable) => Notice | undefined) | undefined;
  /** Histories keep the mark price that its `instrument` had. */
  readonly usesMark: boolean;
}

/** Fields that hold one number: histories have a column for a key and for an owner. */
type NumberOf<F extends Fields> = { [Name in keyof F]: F[Name] extends Field<number> ? Name : never }[keyof F] & string;

/** A message to a customer: `packages/words` has the sentence of its kind, which asks for these values. */
export interface Notice {
  readonly kind: string;
  readonly params: Readonly<Record<string, string>>;
}

/** Figures as people read them. Lots, prices and quote amounts are those of the event's instrument. */
export interface Readable {
  /** '' for an event without an instrument. */
  readonly symbol: string;
  readonly quoteCode: string;
  lots(lots: number): string;
  price(ticks: number): string;
  quote(units: number): string;
  code(asset: number): string;
  amount(asset: number, units: number | bigint): string;
  percent(ppm: number): string;
  /** The order by which a liquidation went through the book; 0 if none did. */
  readonly order: number;
}

interface EventOptions<F extends Fields, R extends ReceiptDeclaration | undefined, N extends Notice> {
  fields: F;
  keep: EventDeclaration['keep'];
  key?: NumberOf<F>;
  owner?: NumberOf<F>;
  receipt?: R;
  /** Of an event with a receipt: when it settles something. Always, when nothing is said. */
  settledWhen?(event: ValuesOf<F>): boolean;
  notice?(event: ValuesOf<F>, read: Readable): N | undefined;
  usesMark?: 'instrument' extends keyof F ? boolean : never;
}

/** A declaration that remembers its receipt and the kinds of its notices. */
interface Exactly<F extends Fields, R, N> extends Omit<EventDeclaration<F>, 'receipt' | 'notice'> {
  readonly receipt: R;
  readonly notice: ((event: never, read: Readable) => N | undefined) | undefined;
}

export const event = <const F extends Fields, const R extends ReceiptDeclaration | undefined = undefined, const N extends Notice = never>(
  number: number,
  { receipt, ...options }: EventOptions<F, R, N>,
): Exactly<F, NoInfer<R>, NoInfer<N>> => ({
  kind: '',
  number,
  key: undefined,
  owner: undefined,
  settledWhen: receipt && (() => true),
  receipt: receipt as R,
  notice: undefined,
  usesMark: false,
  ...options,
});

/** A kind of deadline. Of those due at one instant the lower number fires first. */
export interface TimerDeclaration {
  readonly kind: string;
  readonly number: number;
}
export const timer = (number: number): TimerDeclaration => ({ kind: '', number });

type Named<T> = Readonly<Record<string, T>>;

export interface RoomDeclaration<
  C extends Named<CommandDeclaration> = Named<CommandDeclaration>,
  E extends Named<EventDeclaration> = Named<EventDeclaration>,
  T extends Named<TimerDeclaration> = Named<TimerDeclaration>,
> {
  readonly name: string;
  readonly commands: C;
  readonly events: E;
  readonly timers: T;
}

/** A definition that cannot stand; the message names it. */
export class BadDefinition extends Error {
  constructor(what: string) {
    super(`bad definition: ${what}`);
    this.name = 'BadDefinition';
  }
}

type None = Record<never, never>;

/** The commands, events and timers of one room. Each is named by its key. */
export function declare<
  const C extends Named<CommandDeclaration> = None,
  const E extends Named<EventDeclaration> = None,
  const T extends Named<TimerDeclaration> = None,
>(name: string, { commands, events, timers }: { commands?: C; events?: E; timers?: T }): RoomDeclaration<C, E, T> {
  for (const [kind, { fields, by, announced, approval }] of Object.entries(commands ?? {})) {
    checkMeanings(kind, fields, by);
    if (approval !== undefined) checkApproval(kind, fields, by, approval);
    if (announced === 'terms') checkDirections(kind, fields);
  }
  for (const [kind, { fields, keep, key, owner, receipt, settledWhen, notice }] of Object.entries(events ?? {})) {
    const taken = Object.keys(fields).find((field) => ['kind', 'seq', 'index', 'time'].includes(field));
    if (taken !== undefined) throw new BadDefinition(`event ${kind} has a field ${taken}, which every event has already`);
    if (keep === 'latest' && key === undefined) throw new BadDefinition(`event ${kind} is kept by its latest and has no key`);
    if (keep !== 'none' && key === undefined && owner === undefined) throw new BadDefinition(`event ${kind} has neither key nor owner`);
    if (settledWhen && !receipt) throw new BadDefinition(`event ${kind} says when it settles and has no receipt`);
    if (notice && owner === undefined) throw new BadDefinition(`event ${kind} has a notice and no owner to tell`);
    if (notice && keep !== 'each' && !receipt) throw new BadDefinition(`event ${kind} has a notice, and histories do not keep each`);
  }
  return { name, commands: named(commands), events: named(events), timers: named(timers) };
}

const named = <P extends Named<object>>(part: P | undefined): P =>
  Object.fromEntries(Object.entries(part ?? {}).map(([kind, one]) => [kind, { ...one, kind }])) as P;

function checkMeanings(kind: string, fields: Fields, by: Sender): void {
  for (const [name, { meaning }] of leaves(fields)) {
    if (meaning === undefined) throw new BadDefinition(`field ${name} of command ${kind} has no meaning`);
    if (!speaks[by].includes(meaning)) throw new BadDefinition(`field ${name} of command ${kind}: a ${by} may not send a ${meaning}`);
  }
  const meanings = new Set([...leaves(fields)].map(([, { meaning }]) => meaning));
  if (meanings.has('evidenced') && !meanings.has('evidence')) throw new BadDefinition(`command ${kind} moves money without evidence`);
}

/** Nobody approves what customers and feeds send. */
function checkApproval(kind: string, fields: Fields, by: Sender, approval: AnyApproval): void {
  if (by === 'customer' || by === 'feed') throw new BadDefinition(`command ${kind} of a ${by} cannot be approved`);
  if (approval === 'asBody' && fields['body']?.shape.type !== 'command')
    throw new BadDefinition(`command ${kind} is approved as its body and has none`);
}

/** Each rule that changes with notice says once which way is worse. */
function checkDirections(kind: string, fields: Fields): void {
  for (const [name, field] of Object.entries(fields))
    if (field.worse === undefined && [...leaves({ [name]: field })].some(([, { meaning }]) => meaning === 'rule'))
      throw new BadDefinition(`field ${name} of command ${kind} does not say when a change of it is for the worse`);
}

type Flat<T> = { [Name in keyof T]: T[Name] };

/** A command of a room as it travels. */
export type CommandOf<D extends RoomDeclaration, K extends keyof D['commands'] = keyof D['commands']> = K extends keyof D['commands'] &
  string
  ? Flat<{ kind: K } & ValuesOf<D['commands'][K]['fields']>>
  : never;

/** An event of a room as readers get it. */
export type EventOf<D extends RoomDeclaration, K extends keyof D['events'] = keyof D['events']> = K extends keyof D['events'] & string
  ? Flat<EventBase & { kind: K } & ValuesOf<D['events'][K]['fields']>>
  : never;

/** The events of a room that have a receipt. */
export type SettlementOf<D extends RoomDeclaration> = {
  [K in keyof D['events'] & string]: D['events'][K] extends { readonly receipt: ReceiptDeclaration } ? EventOf<D, K> : never;
}[keyof D['events'] & string];

/** The notices of a room's events. */
export type NoticeOf<D extends RoomDeclaration> = {
  [K in keyof D['events'] & string]: NonNullable<D['events'][K]['notice']> extends (...given: never[]) => infer N ? NonNullable<N> : never;
}[keyof D['events'] & string];

/** What an event says, without its place. */
export type EventBody<E extends EventDeclaration> = ValuesOf<E['fields']>;

/** Every refusal that a command can be answered with: its own, and those of the checks that come before its handler. */
export function refusalsOf({ by, allowed, fields, refuses, announced, approval }: CommandDeclaration): ReadonlySet<ErrorName> {
  const common: ErrorName[] = ['badRequest', 'forbidden'];
  if (by === 'customer') common.push('accountUnknown', 'accountRestricted');
  if (by === 'operator') common.push('operatorUnknown');
  if (by === 'operator' && approval !== undefined) common.push('powerMissing');
  if (approval !== undefined) common.push('approvalNeeded');
  if (announced !== undefined) common.push('changeUnannounced');
  if (allowed !== 'always') common.push('readOnly');
  if (allowed === 'whenTrading') common.push('venueCancelOnly');
  for (const [, { refusal }] of leaves(fields)) if (refusal !== undefined) common.push(refusal);
  return new Set([...common, ...refuses]);
}
