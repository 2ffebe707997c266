import type { BalanceDirection, OrderPriceType, OrderSide, OrderStatus, TimeInForce, Wallet } from '@bourse/protocol/enums';
import { toBig } from '../base/exact.ts';
import type { EngineEvent, FillEvent, LedgerEvent, OrderEvent, OrderReason } from '../events.ts';
import { decodeMark, decodeOrderTerms, decodePosition, decodePositionFill } from './decode-leverage.ts';
import { decodeFundingPayment } from './decode-margin.ts';
import { type ColdEvent, Record, recordLength } from './event-log.ts';

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

/** Records as events. `sources` names the feeds by their number, `announced` the sources and references of corporate actions. Objects are written out field by field: spreading would cost ten times as much. */
export function decodeEvents(n: Float64Array, length: number, cold: readonly ColdEvent[], sources: readonly string[]): EngineEvent[] {
  const events: EngineEvent[] = [];
  let seq = 0;
  let time = 0;
  let index = 0;
  for (let at = 0; at < length; ) {
    const kind = n[at]!;
    if (kind === Record.command) {
      seq = n[at + 1]!;
      time = n[at + 2]!;
      index = 0;
    } else events.push(decodeOne(kind, n, at, seq, index++, time, cold, sources));
    at += recordLength[kind]!;
  }
  return events;
}

function decodeOne(
  kind: number,
  n: Float64Array,
  at: number,
  seq: number,
  index: number,
  time: number,
  cold: readonly ColdEvent[],
  sources: readonly string[],
): EngineEvent {
  switch (kind) {
    case Record.order:
      return decodeOrder(n, at, seq, index, time);
    case Record.fill:
      return decodeFill(n, at, seq, index, time);
    case Record.ledger:
      return decodeLedger(n, at, seq, index, time);
    case Record.depth:
      return {
        seq,
        index,
        time,
        kind: 'depth',
        instrument: n[at + 1]!,
        side: n[at + 2]! as OrderSide,
        priceTicks: n[at + 3]!,
        lots: n[at + 4]!,
        orders: n[at + 5]!,
      };
    case Record.reference:
      return {
        seq,
        index,
        time,
        kind: 'reference',
        instrument: n[at + 1]!,
        priceTicks: n[at + 2]!,
        tickTime: n[at + 3]!,
        source: sources[n[at + 4]!] ?? '',
      };
    case Record.orderTerms:
      return decodeOrderTerms(n, at, { seq, index, time });
    case Record.mark:
      return decodeMark(n, at, { seq, index, time }, sources);
    case Record.position:
      return decodePosition(n, at, { seq, index, time });
    case Record.positionFill:
      return decodePositionFill(n, at, { seq, index, time });
    case Record.fundingPayment:
      return decodeFundingPayment(n, at, { seq, index, time });
    default: {
      const { declaration, body } = cold[n[at + 1]!]!;
      return { seq, index, time, kind: declaration.kind, ...body } as EngineEvent;
    }
  }
}

function decodeOrder(n: Float64Array, at: number, seq: number, index: number, time: number): OrderEvent {
  const flags = n[at + 4]!;
  return {
    seq,
    index,
    time,
    kind: 'order',
    order: n[at + 1]!,
    account: n[at + 2]!,
    instrument: n[at + 3]!,
    side: sideOf(flags),
    type: typeOf(flags),
    tif: tifOf(flags),
    postOnly: postOnlyOf(flags),
    priceTicks: n[at + 5]!,
    triggerTicks: n[at + 6]!,
    lots: n[at + 7]!,
    quoteAmount: n[at + 8]!,
    filledLots: n[at + 9]!,
    filledQuote: n[at + 10]!,
    reserved: BigInt(n[at + 11]!),
    reservedAsset: n[at + 12]!,
    status: statusOf(flags),
    reason: reasons[flags >> Flag.reason]!,
    placedAt: n[at + 13]!,
  };
}

function decodeFill(n: Float64Array, at: number, seq: number, index: number, time: number): FillEvent {
  return {
    seq,
    index,
    time,
    kind: 'fill',
    fill: n[at + 1]!,
    instrument: n[at + 2]!,
    priceTicks: n[at + 3]!,
    lots: n[at + 4]!,
    baseUnits: BigInt(n[at + 5]!),
    quoteUnits: n[at + 6]!,
    takerSide: n[at + 7]! as OrderSide,
    taker: { order: n[at + 8]!, account: n[at + 9]!, feePpm: n[at + 10]!, feeUnits: n[at + 11]!, feeAsset: n[at + 12]! },
    maker: { order: n[at + 13]!, account: n[at + 14]!, feePpm: n[at + 15]!, feeUnits: n[at + 16]!, feeAsset: n[at + 17]! },
  };
}

function decodeLedger(n: Float64Array, at: number, seq: number, index: number, time: number): LedgerEvent {
  const label = n[at + 3]!;
  return {
    seq,
    index,
    time,
    kind: 'ledger',
    posting: n[at + 1]!,
    account: n[at + 2]!,
    wallet: ((label >> 3) & 7) as Wallet,
    asset: n[at + 4]!,
    direction: (label & 7) as BalanceDirection,
    availableDelta: toBig(n[at + 5]!, n[at + 6]!),
    frozenDelta: toBig(n[at + 7]!, n[at + 8]!),
    availableAfter: toBig(n[at + 9]!, n[at + 10]!),
    frozenAfter: toBig(n[at + 11]!, n[at + 12]!),
    flow: label >> 6,
    order: n[at + 13]!,
    fill: n[at + 14]!,
  };
}
