import type { InstrumentFacts, SettlementFacts } from './facts.ts';
import { type SettlementRule, settlementRules } from './rules.ts';
import type { Sheet } from './sheet.ts';

/** The figures of a document, by name. */
export type Figures = Record<string, unknown>;

/** Named fields as they are. */
export const pick = <T extends object, K extends keyof T>(of: T, ...names: readonly K[]) =>
  Object.fromEntries(names.map((name) => [name, of[name]])) as Pick<T, K>;
/** Named amounts as decimal digits: JSON has no integers beyond 2⁵³. */
export const digits = <T extends object, K extends keyof T>(of: T, ...names: readonly K[]) =>
  Object.fromEntries(names.map((name) => [name, String(of[name])])) as Record<K, string>;

/** What is known of an event: of one that names an instrument, its definition too. */
export type FactsOf<E> = E extends { instrument: number } ? SettlementFacts & { instrument: InstrumentFacts } : SettlementFacts;

/** How a figure is written: `money` in the asset that the document names with `assetCode` and `assetScale`. */
export type FigureForm = 'money' | 'plain' | 'time';

/** How a screen shows a document of which it knows nothing else. `words` has the sentences `receipt.kind`, `receipt.in_…`, `receipt.line_…`, `receipt.rule_…`. */
export interface ReceiptView {
  /** The namespace of the room's words. */
  readonly words: string;
  /** The figure at the top: money that moved, signed for the customer. */
  readonly headline: string;
  /** The figures that the arithmetic begins with, in reading order. */
  readonly inputs: Readonly<Record<string, FigureForm>>;
  /** How the results of the arithmetic are written, by rule. Of a rule that is not here it is a word, or says whether something holds. */
  readonly lines: Readonly<Record<string, FigureForm>>;
}

/** The receipt of one kind of event. The event's declaration names it; the hot lane's are in `settlement.ts`. */
export interface ReceiptDeclaration {
  /** What the document states. Undefined when a fact is missing or nothing is settled yet. */
  figures(event: never, facts: SettlementFacts): Figures | undefined;
  /** Recomputes the figures from each other. */
  work(sheet: never): void;
  readonly rules: Readonly<Record<string, string>>;
  readonly view: ReceiptView | undefined;
}

interface Options<E, Rule extends string> {
  figures(event: E, facts: FactsOf<E>): Figures | undefined;
  work(sheet: Sheet<Rule>): void;
  /** By name, with their versions. A rule's version changes when its arithmetic does. */
  rules?: Readonly<Record<Rule, string>>;
  view?: ReceiptView;
}

export function receipt<E, Rule extends string = SettlementRule>({ rules, view, ...options }: Options<E, Rule>): ReceiptDeclaration {
  return { ...options, rules: rules ?? settlementRules, view } as ReceiptDeclaration;
}
