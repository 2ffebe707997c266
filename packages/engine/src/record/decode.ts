import type { BalanceDirection, OrderPriceType, OrderSide, OrderStatus, TimeInForce, Wallet } from '@bourse/protocol/enums';
import { toBig } from '../base/exact.ts';
import type { EventBase } from '../event-base.ts';
import type { DepthEvent, FillEvent, LedgerEvent, OrderEvent, OrderReason, ReferenceEvent } from '../events.ts';
import { DepthRecord, FillRecord, LedgerRecord, OrderRecord, ReferenceRecord } from './layouts.ts';

/** Records of the spot products back to events, written out field by field: spreading would cost ten times as much. `Head` is what every event begins with. */
export type Head = EventBase;

/** Numbered for the raw log and for nothing that is stored. */
export const reasons: readonly OrderReason[] = [
  'placed',
  'triggered',
  'filled',
  'amended',
  'cancelledByCustomer',
  'cancelledByDeadMansSwitch',
  'selfTrade',
  'immediateRemainder',
  'marketExhausted',
  'bandReached',
  'instrumentClosed',
  'triggerRejected',
  'positionClosed',
  'marginShort',
  'liquidation',
  'reversal',
  'sessionClosed',
  'corporateAction',
];
export const Reason = {
  placed: 0,
  triggered: 1,
  filled: 2,
  amended: 3,
  cancelledByCustomer: 4,
  cancelledByDeadMansSwitch: 5,
  selfTrade: 6,
  immediateRemainder: 7,
  marketExhausted: 8,
  bandReached: 9,
  instrumentClosed: 10,
  triggerRejected: 11,
  positionClosed: 12,
  marginShort: 13,
  liquidation: 14,
  reversal: 15,
  sessionClosed: 16,
  corporateAction: 17,
} as const;

/** How an order's small fields share one integer: side, type, time in force, post-only, by-value, status; an event adds the reason. */
export const Flag = { side: 0, type: 1, tif: 4, postOnly: 6, byValue: 7, status: 8, reason: 11, feePpm: 11 } as const;
/** The small fields without what stands above them: in an event the reason, in a margined order's record the fee rate it reserves at. */
export const smallFlags = (1 << Flag.reason) - 1;
export const feePpmOf = (flags: number) => flags >>> Flag.feePpm;
export const sideOf = (flags: number) => (flags & 1) as OrderSide;
export const typeOf = (flags: number) => ((flags >> Flag.type) & 7) as OrderPriceType;
export const tifOf = (flags: number) => ((flags >> Flag.tif) & 3) as TimeInForce;
export const postOnlyOf = (flags: number) => ((flags >> Flag.postOnly) & 1) === 1;
export const byValueOf = (flags: number) => ((flags >> Flag.byValue) & 1) === 1;
export const statusOf = (flags: number) => ((flags >> Flag.status) & 7) as OrderStatus;
/** Of an event's flags. */
export const reasonOf = (flags: number) => reasons[flags >> Flag.reason]!;

export function decodeOrder(n: Float64Array, at: number, { seq, index, time }: Head): OrderEvent {
  const flags = n[at + OrderRecord.flags]!;
  return {
    seq,
    index,
    time,
    kind: 'order',
    order: n[at + OrderRecord.order]!,
    account: n[at + OrderRecord.account]!,
    instrument: n[at + OrderRecord.instrument]!,
    side: sideOf(flags),
    type: typeOf(flags),
    tif: tifOf(flags),
    postOnly: postOnlyOf(flags),
    priceTicks: n[at + OrderRecord.priceTicks]!,
    triggerTicks: n[at + OrderRecord.triggerTicks]!,
    lots: n[at + OrderRecord.lots]!,
    quoteAmount: n[at + OrderRecord.quoteAmount]!,
    filledLots: n[at + OrderRecord.filledLots]!,
    filledQuote: n[at + OrderRecord.filledQuote]!,
    reserved: BigInt(n[at + OrderRecord.reserved]!),
    reservedAsset: n[at + OrderRecord.reservedAsset]!,
    status: statusOf(flags),
    reason: reasonOf(flags),
    placedAt: n[at + OrderRecord.placedAt]!,
  };
}

export function decodeFill(n: Float64Array, at: number, { seq, index, time }: Head): FillEvent {
  return {
    seq,
    index,
    time,
    kind: 'fill',
    fill: n[at + FillRecord.fill]!,
    instrument: n[at + FillRecord.instrument]!,
    priceTicks: n[at + FillRecord.priceTicks]!,
    lots: n[at + FillRecord.lots]!,
    baseUnits: BigInt(n[at + FillRecord.baseUnits]!),
    quoteUnits: n[at + FillRecord.quoteUnits]!,
    takerSide: n[at + FillRecord.takerSide]! as OrderSide,
    taker: {
      order: n[at + FillRecord.takerOrder]!,
      account: n[at + FillRecord.takerAccount]!,
      feePpm: n[at + FillRecord.takerPpm]!,
      feeUnits: n[at + FillRecord.takerFee]!,
      feeAsset: n[at + FillRecord.takerAsset]!,
    },
    maker: {
      order: n[at + FillRecord.makerOrder]!,
      account: n[at + FillRecord.makerAccount]!,
      feePpm: n[at + FillRecord.makerPpm]!,
      feeUnits: n[at + FillRecord.makerFee]!,
      feeAsset: n[at + FillRecord.makerAsset]!,
    },
  };
}

export function decodeLedger(n: Float64Array, at: number, { seq, index, time }: Head): LedgerEvent {
  const label = n[at + LedgerRecord.label]!;
  return {
    seq,
    index,
    time,
    kind: 'ledger',
    posting: n[at + LedgerRecord.posting]!,
    account: n[at + LedgerRecord.account]!,
    wallet: ((label >> 3) & 7) as Wallet,
    asset: n[at + LedgerRecord.asset]!,
    direction: (label & 7) as BalanceDirection,
    availableDelta: toBig(n[at + LedgerRecord.available]!, n[at + LedgerRecord.availableLow]!),
    frozenDelta: toBig(n[at + LedgerRecord.frozen]!, n[at + LedgerRecord.frozenLow]!),
    availableAfter: toBig(n[at + LedgerRecord.availableAfter]!, n[at + LedgerRecord.availableAfterLow]!),
    frozenAfter: toBig(n[at + LedgerRecord.frozenAfter]!, n[at + LedgerRecord.frozenAfterLow]!),
    flow: label >> 6,
    order: n[at + LedgerRecord.order]!,
    fill: n[at + LedgerRecord.fill]!,
  };
}

export function decodeDepth(n: Float64Array, at: number, { seq, index, time }: Head): DepthEvent {
  return {
    seq,
    index,
    time,
    kind: 'depth',
    instrument: n[at + DepthRecord.instrument]!,
    side: n[at + DepthRecord.side]! as OrderSide,
    priceTicks: n[at + DepthRecord.priceTicks]!,
    lots: n[at + DepthRecord.lots]!,
    orders: n[at + DepthRecord.orders]!,
  };
}

export function decodeReference(n: Float64Array, at: number, { seq, index, time }: Head, sources: readonly string[]): ReferenceEvent {
  return {
    seq,
    index,
    time,
    kind: 'reference',
    instrument: n[at + ReferenceRecord.instrument]!,
    priceTicks: n[at + ReferenceRecord.priceTicks]!,
    tickTime: n[at + ReferenceRecord.tickTime]!,
    source: sources[n[at + ReferenceRecord.source]!] ?? '',
  };
}
