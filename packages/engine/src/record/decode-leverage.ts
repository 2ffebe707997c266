import type { MarginMode, PositionAction, PositionDirection } from '@bourse/protocol/enums';
import { termsDirection, termsLeverage, termsMode, upperCircuitBit, waitsBit, wholeBit } from '../book/terms.ts';
import type { MarkEvent, OrderTermsEvent, PositionEvent, PositionFillEvent, PositionReason } from '../events.ts';
import { directionOf, leverageOf, modeOf } from '../leverage/positions.ts';

/** Records of positions and of the orders that make them, back to events. `Head` is what every event begins with. */
export interface Head {
  seq: number;
  index: number;
  time: number;
}

/** Numbered for the raw log and for nothing that is stored. */
export const positionReasons: readonly PositionReason[] = [
  'opened',
  'increased',
  'reduced',
  'closed',
  'reversed',
  'marginAdded',
  'marginTaken',
  'funding',
  'liquidated',
  'deleveraged',
  'profitSettled',
  'stopsChanged',
  'charged',
  'dividend',
  'split',
];
export const roles: readonly PositionFillEvent['role'][] = ['taker', 'maker', 'liquidation', 'deleverage'];

/** order, terms, position, take-profit, stop-loss */
export function decodeOrderTerms(n: Float64Array, at: number, { seq, index, time }: Head): OrderTermsEvent {
  return termsEvent(n[at + 1]!, n[at + 2]!, n[at + 3]!, n[at + 4]!, n[at + 5]!, { seq, index, time });
}

export function termsEvent(
  order: number,
  terms: number,
  position: number,
  takeProfitTicks: number,
  stopLossTicks: number,
  { seq, index, time }: Head,
): OrderTermsEvent {
  return {
    seq,
    index,
    time,
    kind: 'orderTerms',
    order,
    direction: termsDirection(terms),
    action: (((terms >> 3) & 1) + 1) as PositionAction,
    mode: termsMode(terms),
    leverage: termsLeverage(terms),
    position,
    takeProfitTicks,
    stopLossTicks,
    whole: (terms & wholeBit) !== 0,
    upperCircuit: (terms & upperCircuitBit) !== 0,
    waits: (terms & waitsBit) !== 0,
  };
}

export function decodeMark(n: Float64Array, at: number, { seq, index, time }: Head, sources: readonly string[]): MarkEvent {
  return {
    seq,
    index,
    time,
    kind: 'mark',
    instrument: n[at + 1]!,
    markTicks: n[at + 2]!,
    indexTicks: n[at + 3]!,
    basisTicks: n[at + 4]!,
    lastTicks: n[at + 5]!,
    tickTime: n[at + 6]!,
    source: sources[n[at + 7]!] ?? '',
  };
}

export function decodePosition(n: Float64Array, at: number, { seq, index, time }: Head): PositionEvent {
  const flags = n[at + 4]!;
  return {
    seq,
    index,
    time,
    kind: 'position',
    position: n[at + 1]!,
    account: n[at + 2]!,
    instrument: n[at + 3]!,
    direction: directionOf(flags),
    mode: modeOf(flags),
    leverage: leverageOf(flags),
    lots: n[at + 5]!,
    entryValue: n[at + 6]!,
    margin: n[at + 7]!,
    loan: n[at + 8]!,
    realised: n[at + 9]!,
    fees: n[at + 10]!,
    funding: n[at + 11]!,
    closedLots: n[at + 12]!,
    exitValue: n[at + 13]!,
    closedEntry: n[at + 14]!,
    takeProfitTicks: n[at + 15]!,
    stopLossTicks: n[at + 16]!,
    liquidationTicks: n[at + 17]!,
    openedAt: n[at + 18]!,
    reason: positionReasons[n[at + 19]!]!,
  };
}

export function decodePositionFill(n: Float64Array, at: number, { seq, index, time }: Head): PositionFillEvent {
  return {
    seq,
    index,
    time,
    kind: 'positionFill',
    settlement: n[at + 1]!,
    fill: n[at + 2]!,
    order: n[at + 3]!,
    account: n[at + 4]!,
    position: n[at + 5]!,
    instrument: n[at + 6]!,
    direction: n[at + 7]! as PositionDirection,
    action: n[at + 8]! as PositionAction,
    role: roles[n[at + 9]!]!,
    mode: n[at + 10]! as MarginMode,
    leverage: n[at + 11]!,
    priceTicks: n[at + 12]!,
    lots: n[at + 13]!,
    value: n[at + 14]!,
    openLots: n[at + 15]!,
    entryValue: n[at + 16]!,
    margin: n[at + 17]!,
    closedEntry: n[at + 18]!,
    profit: n[at + 19]!,
    marginMoved: n[at + 20]!,
    feePpm: n[at + 21]!,
    fee: n[at + 22]!,
    insured: n[at + 23]!,
    ...(n[at + 24]! < 0 ? {} : { covered: n[at + 24]! }),
  };
}
