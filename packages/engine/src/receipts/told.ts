import { firstCustomer } from '../core/accounts.ts';
import { eventByKind } from '../declared.ts';
import type { Shape } from '../define/field.ts';
import type { EngineEvent, FillEvent, FillSide, FundingRoundEvent } from '../events.ts';
import { canonicalJson } from './canonical.ts';
import { type SettlementEvent, settlementKinds } from './settlement.ts';
import type { StatedTerms } from './terms.ts';

/** An event that a receipt rests on, as one side may know it. No account is named. `terms`: absent where the log did not state them yet. */
export type ToldEvent = (ToldFill | SettlementEvent | FundingRoundEvent) & { readonly terms?: StatedTerms };
/** One side of a trade; the other side is left out. */
export type ToldFill = Omit<FillEvent, 'taker' | 'maker'> & ({ role: 'taker'; taker: FillSide } | { role: 'maker'; maker: FillSide });

/** Kinds of events whose text stands in the transparency log. A funding round has no receipt of its own; the payments' receipts rest on it. */
export const toldKinds: ReadonlySet<string> = new Set<string>(['fill', 'fundingRound', ...settlementKinds]);

/** The texts of an event: of a trade one for each side, of any other kind one. None for an event of the house's own. `terms`: of logs that state them. */
export function toldTexts(event: EngineEvent, terms?: StatedTerms): readonly string[] {
  if (!toldKinds.has(event.kind)) return [];
  if (event.kind === 'fill') return (['taker', 'maker'] as const).map((role) => toldFill(event, role, terms));
  const { account, ...rest } = event as EngineEvent & { account?: number };
  return account !== undefined && account < firstCustomer ? [] : [textOf(withTerms(rest, terms))];
}

/** The text of one side of a trade. */
export function toldFill({ taker, maker, ...fill }: FillEvent, role: 'taker' | 'maker', terms?: StatedTerms): string {
  const { account: _, ...side } = role === 'taker' ? taker : maker;
  return textOf(withTerms({ ...fill, role, [role]: side }, terms));
}

const withTerms = (facts: object, terms: StatedTerms | undefined): object => (terms === undefined ? facts : { ...facts, terms });

const textOf = (facts: object): string => canonicalJson(withDigits(facts));

/** Amounts as decimal digits: JSON has no integers beyond 2⁵³. */
const withDigits = (value: unknown): unknown => {
  if (typeof value === 'bigint') return value.toString();
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) return value.map(withDigits);
  return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, withDigits(one)]));
};

/** The event of a text, its amounts as bigint again and its account 0. Undefined for a text that is no such event in canonical form. */
export function parseTold(text: string): ToldEvent | undefined {
  try {
    const facts = JSON.parse(text) as Record<string, unknown> & { kind: string };
    if (canonicalJson(facts) !== text || !toldKinds.has(facts.kind)) return undefined;
    if (facts.kind === 'fill') return { ...facts, baseUnits: BigInt(facts['baseUnits'] as string) } as unknown as ToldFill;
    const declaration = eventByKind.get(facts.kind);
    const event = declaration ? (withAmounts({ type: 'struct', fields: declaration.fields }, facts) as object) : facts;
    return { ...event, account: 0 } as unknown as ToldEvent;
  } catch {
    return undefined;
  }
}

/** A value of a declared shape as it was before JSON: amounts are bigint. */
export function withAmounts(shape: Shape | undefined, value: unknown): unknown {
  if (value === undefined) return undefined;
  if (shape?.type === 'units') return BigInt(value as string);
  if (shape?.type === 'list') return (value as readonly unknown[]).map((item) => withAmounts(shape.of.shape, item));
  if (shape?.type === 'command') {
    const declaration = shape.of.find(({ kind }) => kind === (value as { kind: string }).kind);
    return { ...(value as object), ...(withAmounts(declaration && { type: 'struct', fields: declaration.fields }, value) as object) };
  }
  if (shape?.type !== 'struct') return value;
  return Object.fromEntries(Object.entries(value as object).map(([name, one]) => [name, withAmounts(shape.fields[name]?.shape, one)]));
}
