import type { MarginMode, PositionAction, PositionDirection } from '@bourse/protocol/enums';
import { termsDirection, termsLeverage, termsMode, upperCircuitBit, waitsBit, wholeBit } from '../book/terms.ts';
import type { FundingPaymentEvent, MarkEvent, OrderTermsEvent, PositionEvent, PositionFillEvent, PositionReason } from '../events.ts';
import { directionOf, leverageOf, modeOf } from '../leverage/positions.ts';
import type { Head } from './decode.ts';
import { FundingPaymentRecord, MarkRecord, PositionFillRecord, PositionRecord, TermsRecord } from './layouts.ts';

/** Records of positions and of the orders that make them, back to events. */

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

export function decodeTerms(n: Float64Array, at: number, { seq, index, time }: Head): OrderTermsEvent {
  const terms = n[at + TermsRecord.terms]!;
  return {
    seq,
    index,
    time,
    kind: 'orderTerms',
    order: n[at + TermsRecord.order]!,
    direction: termsDirection(terms),
    action: (((terms >> 3) & 1) + 1) as PositionAction,
    mode: termsMode(terms),
    leverage: termsLeverage(terms),
    position: n[at + TermsRecord.position]!,
    takeProfitTicks: n[at + TermsRecord.takeProfitTicks]!,
    stopLossTicks: n[at + TermsRecord.stopLossTicks]!,
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
    instrument: n[at + MarkRecord.instrument]!,
    markTicks: n[at + MarkRecord.markTicks]!,
    indexTicks: n[at + MarkRecord.indexTicks]!,
    basisTicks: n[at + MarkRecord.basisTicks]!,
    lastTicks: n[at + MarkRecord.lastTicks]!,
    tickTime: n[at + MarkRecord.tickTime]!,
    source: sources[n[at + MarkRecord.source]!] ?? '',
  };
}

export function decodePosition(n: Float64Array, at: number, { seq, index, time }: Head): PositionEvent {
  const flags = n[at + PositionRecord.flags]!;
  return {
    seq,
    index,
    time,
    kind: 'position',
    position: n[at + PositionRecord.position]!,
    account: n[at + PositionRecord.account]!,
    instrument: n[at + PositionRecord.instrument]!,
    direction: directionOf(flags),
    mode: modeOf(flags),
    leverage: leverageOf(flags),
    lots: n[at + PositionRecord.lots]!,
    entryValue: n[at + PositionRecord.entryValue]!,
    margin: n[at + PositionRecord.margin]!,
    loan: n[at + PositionRecord.loan]!,
    realised: n[at + PositionRecord.realised]!,
    fees: n[at + PositionRecord.fees]!,
    funding: n[at + PositionRecord.funding]!,
    closedLots: n[at + PositionRecord.closedLots]!,
    exitValue: n[at + PositionRecord.exitValue]!,
    closedEntry: n[at + PositionRecord.closedEntry]!,
    takeProfitTicks: n[at + PositionRecord.takeProfitTicks]!,
    stopLossTicks: n[at + PositionRecord.stopLossTicks]!,
    liquidationTicks: n[at + PositionRecord.liquidationTicks]!,
    openedAt: n[at + PositionRecord.openedAt]!,
    reason: positionReasons[n[at + PositionRecord.reason]!]!,
  };
}

export function decodePositionFill(n: Float64Array, at: number, { seq, index, time }: Head): PositionFillEvent {
  const covered = n[at + PositionFillRecord.covered]!;
  return {
    seq,
    index,
    time,
    kind: 'positionFill',
    settlement: n[at + PositionFillRecord.settlement]!,
    fill: n[at + PositionFillRecord.fill]!,
    order: n[at + PositionFillRecord.order]!,
    account: n[at + PositionFillRecord.account]!,
    position: n[at + PositionFillRecord.position]!,
    instrument: n[at + PositionFillRecord.instrument]!,
    direction: n[at + PositionFillRecord.direction]! as PositionDirection,
    action: n[at + PositionFillRecord.action]! as PositionAction,
    role: roles[n[at + PositionFillRecord.role]!]!,
    mode: n[at + PositionFillRecord.mode]! as MarginMode,
    leverage: n[at + PositionFillRecord.leverage]!,
    priceTicks: n[at + PositionFillRecord.priceTicks]!,
    lots: n[at + PositionFillRecord.lots]!,
    value: n[at + PositionFillRecord.value]!,
    openLots: n[at + PositionFillRecord.openLots]!,
    entryValue: n[at + PositionFillRecord.entryValue]!,
    margin: n[at + PositionFillRecord.margin]!,
    closedEntry: n[at + PositionFillRecord.closedEntry]!,
    profit: n[at + PositionFillRecord.profit]!,
    marginMoved: n[at + PositionFillRecord.marginMoved]!,
    feePpm: n[at + PositionFillRecord.feePpm]!,
    fee: n[at + PositionFillRecord.fee]!,
    insured: n[at + PositionFillRecord.insured]!,
    ...(covered < 0 ? {} : { covered }),
  };
}

export function decodeFundingPayment(n: Float64Array, at: number, { seq, index, time }: Head): FundingPaymentEvent {
  return {
    seq,
    index,
    time,
    kind: 'fundingPayment',
    round: n[at + FundingPaymentRecord.round]!,
    position: n[at + FundingPaymentRecord.position]!,
    account: n[at + FundingPaymentRecord.account]!,
    instrument: n[at + FundingPaymentRecord.instrument]!,
    direction: n[at + FundingPaymentRecord.direction]! as PositionDirection,
    lots: n[at + FundingPaymentRecord.lots]!,
    markTicks: n[at + FundingPaymentRecord.markTicks]!,
    rateE8: n[at + FundingPaymentRecord.rateE8]!,
    owed: n[at + FundingPaymentRecord.owed]!,
    amount: n[at + FundingPaymentRecord.amount]!,
  };
}
