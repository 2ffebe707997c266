import type { MarginMode, PositionDirection } from '@bourse/protocol/enums';
import type {
  AccountStanding,
  DeleverageEvent,
  FundingEndEvent,
  FundingPaymentEvent,
  FundingRoundEvent,
  LiquidationEvent,
  MarginWarningEvent,
} from '../events.ts';
import type { Head } from './decode-leverage.ts';

/** Records of funding, warnings and liquidations, back to events. */

export function decodeFundingRound(n: Float64Array, at: number, { seq, index, time }: Head): FundingRoundEvent {
  return {
    seq,
    index,
    time,
    kind: 'fundingRound',
    round: n[at + 1]!,
    instrument: n[at + 2]!,
    due: n[at + 3]!,
    markTicks: n[at + 4]!,
    premiumSumE8: n[at + 5]!,
    samples: n[at + 6]!,
    interestE8: n[at + 7]!,
    capE8: n[at + 8]!,
    rateE8: n[at + 9]!,
    void: n[at + 10] === 1,
    paid: n[at + 11]!,
    received: n[at + 12]!,
  };
}

export const decodeFundingEnd = (n: Float64Array, at: number, { seq, index, time }: Head): FundingEndEvent => ({
  ...{ seq, index, time, kind: 'fundingEnd' as const },
  round: n[at + 1]!,
  instrument: n[at + 2]!,
  paid: n[at + 3]!,
  received: n[at + 4]!,
});

export function decodeFundingPayment(n: Float64Array, at: number, { seq, index, time }: Head): FundingPaymentEvent {
  return {
    seq,
    index,
    time,
    kind: 'fundingPayment',
    round: n[at + 1]!,
    position: n[at + 2]!,
    account: n[at + 3]!,
    instrument: n[at + 4]!,
    direction: n[at + 5]! as PositionDirection,
    lots: n[at + 6]!,
    markTicks: n[at + 7]!,
    rateE8: n[at + 8]!,
    owed: n[at + 9]!,
    amount: n[at + 10]!,
  };
}

export function decodeLiquidation(n: Float64Array, at: number, { seq, index, time }: Head): LiquidationEvent {
  return {
    seq,
    index,
    time,
    kind: 'liquidation',
    liquidation: n[at + 1]!,
    account: n[at + 2]!,
    position: n[at + 3]!,
    instrument: n[at + 4]!,
    direction: n[at + 5]! as PositionDirection,
    mode: n[at + 6]! as MarginMode,
    markTicks: n[at + 7]!,
    entryValue: n[at + 8]!,
    margin: n[at + 9]!,
    equity: n[at + 10]!,
    maintenance: n[at + 11]!,
    bankruptcyTicks: n[at + 12]!,
    lots: n[at + 13]!,
    openLots: n[at + 14]!,
    filledLots: n[at + 15]!,
    filledValue: n[at + 16]!,
    fee: n[at + 17]!,
    insured: n[at + 18]!,
    deleveragedLots: n[at + 19]!,
    ...(n[at + 20] === 0 ? {} : { standing: decodeStanding(n, at + 21) }),
  };
}

const decodeStanding = (n: Float64Array, at: number): AccountStanding => ({
  available: n[at]!,
  frozen: n[at + 1]!,
  apart: n[at + 2]!,
  othersProfit: n[at + 3]!,
  othersMaintenance: n[at + 4]!,
});

export function decodeDeleverage(n: Float64Array, at: number, { seq, index, time }: Head): DeleverageEvent {
  return {
    seq,
    index,
    time,
    kind: 'deleverage',
    liquidation: n[at + 1]!,
    position: n[at + 2]!,
    account: n[at + 3]!,
    instrument: n[at + 4]!,
    direction: n[at + 5]! as PositionDirection,
    priceTicks: n[at + 6]!,
    lots: n[at + 7]!,
    rank: n[at + 8]!,
    ranked: n[at + 9]!,
  };
}

export function decodeMarginWarning(n: Float64Array, at: number, { seq, index, time }: Head): MarginWarningEvent {
  return {
    seq,
    index,
    time,
    kind: 'marginWarning',
    account: n[at + 1]!,
    position: n[at + 2]!,
    instrument: n[at + 3]!,
    ratioPpm: n[at + 4]!,
  };
}
