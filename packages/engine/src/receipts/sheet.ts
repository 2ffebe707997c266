import type { SettlementRule } from './rules.ts';

/** One line of the arithmetic, in a form that a customer can follow. */
export interface ReceiptStep {
  name: string;
  rule: string;
  inputs: Record<string, string>;
  arithmetic: string;
  result: string;
  stated: string;
  agrees: boolean;
}

export interface Recomputed {
  agrees: boolean;
  steps: ReceiptStep[];
  hash: string;
}

/** The document cannot be read: a field is missing or has the wrong type. */
export class Unreadable extends Error {}

/** Works through a receipt's document: reads its fields strictly and keeps the lines of the arithmetic. */
export class Sheet<Rule extends string = SettlementRule> {
  readonly steps: ReceiptStep[] = [];
  private readonly facts: Readonly<Record<string, unknown>>;
  private readonly rules: Readonly<Record<Rule, string>>;

  constructor(facts: Readonly<Record<string, unknown>>, rules: Readonly<Record<Rule, string>>) {
    this.facts = facts;
    this.rules = rules;
  }

  /** A whole number, stated as a safe integer or as decimal digits. */
  int(name: string): bigint {
    const value = this.facts[name];
    if (typeof value === 'number' && Number.isSafeInteger(value)) return BigInt(value);
    if (typeof value === 'string' && /^-?(0|[1-9][0-9]{0,39})$/.test(value) && value !== '-0') return BigInt(value);
    throw new Unreadable(name);
  }

  /** A whole number that is not negative. */
  count(name: string): bigint {
    const value = this.int(name);
    if (value < 0n) throw new Unreadable(name);
    return value;
  }

  positive(name: string): bigint {
    const value = this.int(name);
    if (value <= 0n) throw new Unreadable(name);
    return value;
  }

  has(name: string): boolean {
    return this.facts[name] !== undefined;
  }

  /** One of a few allowed words. */
  word<T extends string>(name: string, ...allowed: readonly T[]): T {
    const value = this.facts[name];
    const found = allowed.find((word) => word === value);
    if (found === undefined) throw new Unreadable(name);
    return found;
  }

  flag(name: string): boolean {
    const value = this.facts[name];
    if (typeof value !== 'boolean') throw new Unreadable(name);
    return value;
  }

  part(name: string): Sheet<Rule> {
    const value = this.facts[name];
    if (typeof value !== 'object' || value === null) throw new Unreadable(name);
    return new Sheet(value as Record<string, unknown>, this.rules);
  }

  parts(name: string): Sheet<Rule>[] {
    const value = this.facts[name];
    if (!Array.isArray(value) || value.length > 64) throw new Unreadable(name);
    return value.map((_, at) => new Sheet(value as unknown as Record<string, unknown>, this.rules).part(String(at)));
  }

  /** Checks a figure that the document states under `stated`. Returns the computed figure. */
  figure(name: Rule, stated: string, inputs: Record<string, bigint | string>, arithmetic: string, result: bigint): bigint {
    const said = this.int(stated);
    this.line(name, inputs, `${arithmetic} = ${result}`, `${result}`, `${said}`);
    return result;
  }

  /** Checks a condition that must hold. */
  holds(name: Rule, inputs: Record<string, bigint | string>, arithmetic: string, result: boolean): void {
    this.line(name, inputs, arithmetic, String(result), 'true');
  }

  line(name: Rule, inputs: Record<string, bigint | string>, arithmetic: string, result: string, stated: string): void {
    const shown = Object.fromEntries(Object.entries(inputs).map(([key, value]) => [key, String(value)]));
    this.steps.push({ name, rule: this.rules[name], inputs: shown, arithmetic, result, stated, agrees: result === stated });
  }

  /** Whether the document names exactly the rules that were used, in their current versions. */
  namesItsRules(): boolean {
    const named = this.facts['rules'];
    if (typeof named !== 'object' || named === null) return false;
    const used = new Map(this.steps.map(({ name, rule }) => [name as string, rule]));
    const entries = Object.entries(named);
    return entries.length === used.size && entries.every(([name, rule]) => used.get(name) === rule);
  }
}

export const least = (a: bigint, b: bigint) => (a < b ? a : b);
export const most = (a: bigint, b: bigint) => (a > b ? a : b);
