import {
  type EngineEvent,
  type EventDeclaration,
  eventByKind,
  type FundingPaymentEvent,
  firstCustomer,
  type PositionFillEvent,
  type Shape,
} from '@bourse/engine';

export type KindOfEvent = EngineEvent['kind'];
export type EventNamed<K extends KindOfEvent> = Extract<EngineEvent, { kind: K }>;

type Keeping = Pick<EventDeclaration, 'keep' | 'key' | 'owner' | 'settledWhen' | 'usesMark'>;

/** Two packed events are settlements of customers. The house has a side in most fills, and nobody asks for its own. */
const ofCustomers: Keeping = {
  ...({ keep: 'none', key: undefined, owner: 'account', usesMark: false } as const),
  settledWhen: ({ account }: PositionFillEvent | FundingPaymentEvent) => account >= firstCustomer,
};

const packed = ['positionFill', 'fundingPayment'] as const;
const keepings: ReadonlyMap<string, Keeping> = new Map([...eventByKind, ...packed.map((kind): [string, Keeping] => [kind, ofCustomers])]);

/** Kinds that `happening` or `latest` may hold. */
export const keptKinds = [...keepings].flatMap(([kind, { keep, settledWhen }]) =>
  keep !== 'none' || settledWhen ? (kind as KindOfEvent) : [],
);

/** Whether `happening` holds an event: each one of its kind, or only settlements. */
export function happens(event: EngineEvent): boolean {
  const keeping = keepings.get(event.kind);
  return keeping !== undefined && (keeping.keep === 'each' || keeping.settledWhen?.(event as never) === true);
}

/** Whether `latest` holds an event until a newer one of its kind and key comes. */
export const isLatest = ({ kind }: EngineEvent): boolean => keepings.get(kind)?.keep === 'latest';

/** The instrument whose mark price an event used. */
export const markedInstrument = (event: EngineEvent): number | undefined =>
  keepings.get(event.kind)?.usesMark === true ? (event as { instrument?: number }).instrument : undefined;

/** The account whose history an event belongs to; 0 for nobody's. */
export const ownerOf = (event: EngineEvent): number => fieldOf(event, keepings.get(event.kind)?.owner);

/** What an event is about; 0 when its declaration names no key. */
export const keyOf = (event: EngineEvent): number => fieldOf(event, keepings.get(event.kind)?.key);

const fieldOf = (event: EngineEvent, name: string | undefined): number =>
  name === undefined ? 0 : (event as unknown as Record<string, number>)[name]!;

/** An event as JSON. JSON has no bigint, so an amount becomes a string of digits; packed events of these tables have none. */
export const eventText = (event: EngineEvent): string => JSON.stringify(event, eventByKind.has(event.kind) ? digits : undefined);
const digits = (_name: string, value: unknown) => (typeof value === 'bigint' ? value.toString() : value);

/** The event of a stored row, its amounts as bigint again. */
export function eventOf<K extends KindOfEvent>(stored: { kind: K }): EventNamed<K> {
  const declaration = eventByKind.get(stored.kind);
  return (declaration ? withAmounts({ type: 'struct', fields: declaration.fields }, stored) : stored) as EventNamed<K>;
}

function withAmounts(shape: Shape | undefined, value: unknown): unknown {
  if (shape?.type === 'units') return BigInt(value as string);
  if (shape?.type === 'list') return (value as readonly unknown[]).map((item) => withAmounts(shape.of.shape, item));
  if (shape?.type === 'command') {
    const declaration = shape.of.find(({ kind }) => kind === (value as { kind: string }).kind);
    return { ...(value as object), ...(withAmounts(declaration && { type: 'struct', fields: declaration.fields }, value) as object) };
  }
  if (shape?.type !== 'struct') return value;
  return Object.fromEntries(Object.entries(value as object).map(([name, one]) => [name, withAmounts(shape.fields[name]?.shape, one)]));
}
