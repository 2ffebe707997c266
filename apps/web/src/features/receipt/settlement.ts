import {
  canonicalJson,
  type FigureForm,
  type ReceiptStep,
  type ReceiptView,
  recompute,
  type SettlementKind,
  settlementKinds,
  type settlementRules,
  viewOf,
} from '@bourse/engine/receipts';
import type { Verdicts } from './steps.ts';
import { type Units, unitsOf } from './units.ts';

export type Facts = Readonly<Record<string, unknown>>;
export type Line = {
  name: ReceiptStep['name'];
  /** The left side in display units; undefined where the line compares in words instead of computing. */
  left: string | undefined;
  result: Figure;
  stated: Figure;
  agrees: boolean;
};
/** The line's result and its formatted value. */
export type Figure = { as: 'money' | 'price' | 'quantity' | 'percent' | 'plain' | 'word'; text: string } | { as: 'holds'; holds: boolean };
/** A settlement recomputed in this browser, line by line, and whether each line produces the stated figure. */
export type Settled = {
  kind: SettlementKind;
  /** How to show it, of a kind that this app has no code for. */
  view: ReceiptView | undefined;
  facts: Facts;
  agrees: boolean;
  verdicts: Verdicts;
  hash: string;
  statedHash: string;
  rules: readonly ReceiptStep['name'][];
  lines: readonly Line[];
};

/** Recomputes a settlement document; undefined for anything else. */
export function readSettlement(document: string): (Facts & { kind: SettlementKind }) | undefined {
  try {
    const read: unknown = JSON.parse(document);
    if (typeof read !== 'object' || read === null || Array.isArray(read)) return undefined;
    const kind = settlementKinds.find((known) => known === (read as Facts)['kind']);
    return kind && { ...(read as Facts), kind };
  } catch {
    return undefined;
  }
}

export function recomputeSettlement(document: string, statedHash: string): Settled | undefined {
  const facts = readSettlement(document);
  if (!facts) return undefined;
  const again = recompute(document);
  const named = facts['rules'];
  const rules = typeof named === 'object' && named !== null ? (named as Record<string, unknown>) : {};
  const used = [...new Set(again.steps.map(({ name }) => name))];
  const canonical = canonicalJson(JSON.parse(document)) === document;
  const rule = used.length === Object.keys(rules).length && again.steps.every((step) => rules[step.name] === step.rule);
  const arithmetic = again.steps.length > 0 && again.steps.every(({ agrees }) => agrees);
  const hash = again.hash === statedHash && canonical;
  // If no other check explains the failure, a figure could not be read.
  const inputs = again.steps.length > 0 && (again.agrees || !(rule && arithmetic && canonical));
  const units = unitsOf(facts);
  const view = viewOf(facts.kind);
  return {
    kind: facts.kind,
    view,
    facts,
    agrees: again.agrees && hash,
    verdicts: { inputs, rule, arithmetic, hash },
    hash: again.hash,
    statedHash,
    rules: used,
    lines: again.steps.filter((step) => Object.keys(step.inputs).length > 0 || !step.agrees).map((step) => lineOf(step, units, view)),
  };
}

type Shape = {
  as: Exclude<Figure, { as: 'holds' }>['as'] | 'holds';
  left?: (inputs: Readonly<Record<string, string>>, units: Units) => string;
};
const ratio = (units: Units, text: string | undefined) => `${units.ratePpm(text ?? '0')}%`;
const e8 = (units: Units, text: string | undefined) => `${units.rateE8(text ?? '0')}%`;

/** How to format each line: its result, and its left side in display units. */
const shapes: { readonly [Name in keyof typeof settlementRules]?: Shape } = {
  value: { as: 'money', left: (i, u) => `${u.quantity(i['lots']!)} × ${u.price(i['priceTicks']!)}` },
  marginLocked: { as: 'money', left: (i, u) => `${u.quantity(i['lots']!)} × ${u.price(i['priceTicks']!)} ÷ ${i['leverage']}` },
  openingFee: { as: 'money', left: (i, u) => `${u.money(i['value']!)} × ${ratio(u, i['feePpm'])}` },
  closedEntry: { as: 'money', left: (i, u) => `${u.money(i['entryValue']!)} × ${u.quantity(i['lots']!)} ÷ ${u.quantity(i['openLots']!)}` },
  profit: {
    as: 'money',
    left: (i, u) =>
      i['direction'] === 'long'
        ? `${u.money(i['value']!)} − ${u.money(i['closedEntry']!)}`
        : `${u.money(i['closedEntry']!)} − ${u.money(i['value']!)}`,
  },
  marginReleased: { as: 'money', left: (i, u) => `${u.money(i['margin']!)} × ${u.quantity(i['lots']!)} ÷ ${u.quantity(i['openLots']!)}` },
  forcedRelease: {
    as: 'money',
    left: (i, u) => [i['share'], i['released'], i['margin']].flatMap((part) => (part === undefined ? [] : [u.money(part)])).join(' ≤ '),
  },
  stockReleased: {
    as: 'money',
    left: (i, u) =>
      i['repaid'] === undefined
        ? `${u.money(i['margin']!)} × ${u.quantity(i['lots']!)} ÷ ${u.quantity(i['openLots']!)}`
        : `${u.money(i['closedEntry']!)} − ${u.money(i['repaid'])}`,
  },
  accountAdds: { as: 'holds', left: (i, u) => `${u.money(i['covered']!)} ≤ ${u.money(i['missing']!)}` },
  closingFee: { as: 'holds', left: (i, u) => `${u.money(i['fee']!)} ≤ ${u.money(i['value']!)} × ${ratio(u, i['feePpm'])}` },
  insured: { as: 'holds', left: (i, u) => u.money(i['insured']!) },
  paidOut: {
    as: 'money',
    left: (i, u) => `${u.money(i['released']!)} + ${u.money(i['profit']!)} + ${u.money(i['insured']!)} − ${u.money(i['fee']!)}`,
  },
  lotsAfter: { as: 'quantity' },
  entryAfter: { as: 'money' },
  marginAfter: { as: 'money' },
  mark: { as: 'price' },
  premium: { as: 'percent', left: (i, u) => `${e8(u, i['premiumSumE8'])} ÷ ${i['samples']}` },
  fundingRate: { as: 'percent', left: (i, u) => `${e8(u, i['premiumE8'])} + ${e8(u, i['interestE8'])}` },
  fundingOwed: {
    as: 'money',
    left: (i, u) => `${u.quantity(i['lots']!)} × ${u.price(i['markTicks']!)} × ${e8(u, i['rateE8'])}`,
  },
  fundingMoved: { as: 'holds', left: (i, u) => `${u.money(i['amount']!)} / ${u.money(i['owed']!)}` },
  maintenance: { as: 'money' },
  valueMaintenance: { as: 'money' },
  equity: { as: 'money', left: (i, u) => `${u.money(i['margin']!)} + ${u.money(i['profit']!)}` },
  accountMaintenance: { as: 'money', left: (i, u) => `${u.money(i['own']!)} + ${u.money(i['othersMaintenance']!)}` },
  accountEquity: {
    as: 'money',
    left: (i, u) =>
      `${u.money(i['available']!)} + ${u.money(i['frozen']!)} − ${u.money(i['apart']!)} + ${u.money(i['profit']!)} + ${u.money(i['othersProfit']!)}`,
  },
  due: { as: 'holds', left: (i, u) => `${u.money(i['equity']!)} ≤ ${u.money(i['maintenance']!)}` },
  bankruptcy: { as: 'price' },
  stepLots: { as: 'quantity' },
  closedInAll: {
    as: 'holds',
    left: (i, u) => `${u.quantity(i['filledLots']!)} + ${u.quantity(i['deleveragedLots']!)} ≤ ${u.quantity(i['lots']!)}`,
  },
  rank: { as: 'holds', left: (i) => `1 ≤ ${i['rank']} ≤ ${i['ranked']}` },
  atBankruptcy: { as: 'price', left: (i, u) => u.price(i['bankruptcyTicks']!) },
  payout: { as: 'money', left: (i, u) => `${u.money(i['stake']!)} × ${ratio(u, i['payoutPpm'])}` },
  startTick: { as: 'holds' },
  endTick: { as: 'holds' },
  outcome: { as: 'word' },
  returned: {
    as: 'money',
    left: (i, u) =>
      i['status'] === 'won' ? `${u.money(i['stake']!)} + ${u.money(i['payout']!)}` : i['status'] === 'lost' ? '0' : u.money(i['stake']!),
  },
  charge: { as: 'money', left: (i, u) => `${u.money(i['value']!)} × ${ratio(u, i['ratePpm'])}` },
  chargeMoved: { as: 'holds', left: (i, u) => `${u.money(i['amount']!)} / ${u.money(i['owed']!)}` },
  splitLots: { as: 'quantity', left: (i, u) => `${u.quantity(i['lotsBefore']!)} × ${i['numerator']} ÷ ${i['denominator']}` },
  fraction: { as: 'money', left: (i, u) => `${i['rest']} × ${u.price(i['closeTicks']!)} ÷ ${i['numerator']}` },
  dividend: {
    as: 'money',
    left: (i, u) =>
      `${i['direction'] === 'long' ? '' : '−'}${i['shares']} × ${u.money(i['amount']!)}${i['denominator'] === '1' ? '' : ` ÷ ${i['denominator']}`}`,
  },
};

/** A result that its receipt declares; the left side is the engine's own expression, each figure in the unit of the result. */
const declaredShape = (form: FigureForm, { arithmetic }: ReceiptStep): Shape => ({
  as: form === 'money' ? 'money' : 'plain',
  left: (_, units) => eachFigure(leftSide(arithmetic), form === 'money' ? units.money : (text) => text),
});

const leftSide = (arithmetic: string) => arithmetic.split(' = ')[0] ?? '';
const eachFigure = (text: string, unit: (text: string) => string) => text.replace(/[0-9]+/g, unit);

function shapeOf(step: ReceiptStep, view: ReceiptView | undefined): Shape {
  if (view === undefined) return shapes[step.name as keyof typeof shapes] ?? { as: 'plain' };
  const form = view.lines[step.name];
  return form === undefined ? { as: 'plain' } : declaredShape(form, step);
}

function lineOf(step: ReceiptStep, units: Units, view: ReceiptView | undefined): Line {
  const shape = shapeOf(step, view);
  const figure = (text: string): Figure => {
    if (shape.as === 'holds' || text === 'true' || text === 'false') return { as: 'holds', holds: text === 'true' };
    if (!/^-?[0-9]+$/.test(text)) return { as: 'word', text };
    if (shape.as === 'money') return { as: 'money', text: units.money(text) };
    if (shape.as === 'price') return { as: 'price', text: units.price(text) };
    if (shape.as === 'quantity') return { as: 'quantity', text: units.quantity(text) };
    if (shape.as === 'percent') return { as: 'percent', text: units.rateE8(text) };
    return { as: shape.as, text };
  };
  return {
    name: step.name,
    left: leftOf(step, shape, units),
    result: figure(step.result),
    stated: figure(step.stated),
    agrees: step.agrees,
  };
}

/** Lines whose parts share one unit keep the engine's own expression, with each figure converted to that unit. */
function leftOf(step: ReceiptStep, shape: Shape, units: Units): string | undefined {
  const raw = leftSide(step.arithmetic);
  const each = (unit: (text: string) => string) => eachFigure(raw, unit);
  switch (step.name) {
    case 'entryAfter':
    case 'marginAfter':
      return each(units.money);
    case 'lotsAfter':
      return each(units.quantity);
    case 'mark':
      return /^median/.test(raw) ? raw.replace(/^median\(|\)$/g, '').replace(/[0-9]+/g, (text) => units.price(text)) : undefined;
    case 'maintenance':
    case 'valueMaintenance':
      return [...raw.matchAll(/([0-9]+) × ([0-9]+)/g)].map(([, part, ppm]) => `${units.money(part!)} × ${ratio(units, ppm)}`).join(' + ');
    case 'premium':
      return step.inputs['samples'] === '0' ? undefined : shape.left?.(step.inputs, units);
    default:
      return shape.left?.(step.inputs, units);
  }
}
