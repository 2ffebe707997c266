import type { FillEvent, FundingRoundEvent, LiquidationEvent, MarkEvent } from '@bourse/engine';
import {
  fillReceipt,
  type InstrumentFacts,
  parseTold,
  type SettlementEvent,
  type SettlementFacts,
  settlementKinds,
  settlementReceipt,
  type ToldEvent,
  type ToldFill,
} from '@bourse/engine/receipts';
import { type Fields, isFields } from './shape.ts';

/**
 * Facts of an instrument's definition, which a document states and no event does: its names, the digits of its figures, its lot, its rules. They are taken from the document. So
 * the log proves the event's own integers, and these only as far as the arithmetic ties them to those integers.
 */
export const unproven = [
  ...(['symbol', 'baseCode', 'baseScale', 'quoteCode', 'quoteScale', 'assetCode', 'assetScale', 'feeCode'] as const),
  ...(['lotUnits', 'quoteUnitsPerTickLot', 'markBandBps', 'tiers', 'maintenancePpm'] as const),
] as const;

export type Rebuilt = { state: 'text'; text: string } | { state: 'missing' };
const missing: Rebuilt = { state: 'missing' };

/** Events that a proof showed, each with the number of the command that it was shown in. */
export type Shown = readonly { seq: number; event: ToldEvent }[];

/** Those that are events at all and name the command that they were shown in. */
export const readShown = (commands: readonly { seq: number; events: readonly string[] }[]): Shown =>
  commands.flatMap(({ seq, events }) =>
    events.flatMap((text) => {
      const event = parseTold(text);
      return event !== undefined && event.seq === seq ? [{ seq, event }] : [];
    }),
  );

/** The receipt's document as the shown events make it, with the definition of the instrument that the document itself states. May throw for a document of nonsense. */
export function rebuild(stated: Fields, shown: Shown): Rebuilt {
  const own = shown.find(
    ({ event }) => event.kind === stated['kind'] && event.seq === stated['seq'] && event.index === stated['index'] && isSide(event, stated),
  );
  if (own === undefined) return missing;
  const venue = String(stated['venue']);
  if (own.event.kind === 'fill') {
    const fill = own.event as ToldFill;
    const side = fill.role === 'taker' ? fill.taker : fill.maker;
    const buys = (fill.role === 'taker') === (fill.takerSide === 0);
    const instrument = instrumentOf(stated, side.feeAsset, buys);
    if (fill.instrument !== stated['instrument']) return missing;
    return { state: 'text', text: fillReceipt(venue, fill as unknown as FillEvent, fill.role, instrument).text };
  }
  const event = own.event as SettlementEvent;
  if (!settlementKinds.includes(event.kind)) return missing;
  if ('instrument' in event && event.instrument !== stated['instrument']) return missing;
  const facts = factsOf(event, stated, before(shown, event), shown);
  const receipt = facts && settlementReceipt(event, facts);
  return receipt ? { state: 'text', text: receipt.text } : missing;
}

const isSide = (event: ToldEvent, stated: Fields): boolean => event.kind !== 'fill' || (event as ToldFill).role === stated['role'];

/** A fee is taken in what the side received: the number of that asset stands for the base of a buy, and for the quote of a sale. */
function instrumentOf(stated: Fields, feeAsset = 0, buys = true): InstrumentFacts {
  const quoteCode = stated['quoteCode'] ?? stated['assetCode'];
  return {
    instrument: Number(stated['instrument']),
    symbol: text(stated['symbol']),
    baseAsset: buys ? feeAsset : -1,
    baseCode: text(stated['baseCode']),
    baseScale: Number(stated['baseScale'] ?? 0),
    quoteAsset: buys ? -1 : feeAsset,
    quoteCode: text(quoteCode),
    quoteScale: Number(stated['quoteScale'] ?? stated['assetScale'] ?? 0),
    lotUnits: BigInt(String(stated['lotUnits'] ?? 0)),
    quoteUnitsPerTickLot: Number(stated['quoteUnitsPerTickLot'] ?? 0),
  };
}

/** A name that is no text would become one here and so hide. Some documents have no such name. */
function text(value: unknown = ''): string {
  if (typeof value !== 'string') throw new TypeError('a name is a text');
  return value;
}

/** What an event rests on happened before it. */
const before = (shown: Shown, event: SettlementEvent): Shown =>
  shown.filter(({ event: other }) => other.seq < event.seq || (other.seq === event.seq && other.index < event.index));

/** The facts of a settlement's receipt. Undefined where an event that it rests on is not among those shown. */
function factsOf(event: SettlementEvent, stated: Fields, earlier: Shown, all: Shown): SettlementFacts | undefined {
  const of = <E extends ToldEvent>(kind: string, holds: (one: E) => boolean, among = earlier): E | undefined =>
    among.map((one) => one.event as E).findLast((one) => one.kind === kind && holds(one));
  const base: SettlementFacts = {
    venue: String(stated['venue']),
    instrument: 'instrument' in event ? instrumentOf(stated) : undefined,
    stock: stated['product'] === 'stock' || stated['maintenancePpm'] !== undefined,
    asset: 'asset' in event ? { code: text(stated['assetCode']), scale: Number(stated['assetScale']) } : undefined,
  };
  const part = stated['mark'];
  const marked = (instrument: number): Pick<SettlementFacts, 'mark' | 'contract'> | undefined => {
    if (!isFields(part)) return { contract: contractOf(stated, 0) };
    const mark = of<MarkEvent>('mark', (one) => one.instrument === instrument && one.markTicks === part['markTicks']);
    return mark && { mark, contract: contractOf(stated, Number(part['markBandBps'])) };
  };
  switch (event.kind) {
    case 'mark':
      return { ...base, contract: contractOf(stated, Number(stated['markBandBps'])) };
    case 'fundingPayment': {
      const round = of<FundingRoundEvent>('fundingRound', (one) => one.round === event.round && one.instrument === event.instrument);
      const mark = marked(event.instrument);
      return round && mark && { ...base, ...mark, round };
    }
    case 'liquidation': {
      if (base.stock) return { ...base, stockTerms: { maintenancePpm: Number(stated['maintenancePpm']) } };
      const mark = marked(event.instrument);
      return mark && { ...base, ...mark };
    }
    case 'deleverage': {
      const liquidation = of<LiquidationEvent>('liquidation', (one) => one.seq === event.seq && one.liquidation === event.liquidation, all);
      return liquidation && { ...base, liquidation };
    }
    case 'positionFill': {
      if (event.role !== 'liquidation' || base.stock) return base;
      // A step is recorded after its fills.
      const liquidation = of<LiquidationEvent>(
        'liquidation',
        (one) => one.seq === event.seq && one.index > event.index && one.position === event.position,
        all,
      );
      return liquidation && { ...base, liquidation };
    }
    default:
      return base;
  }
}

function contractOf(stated: Fields, markBandBps: number): NonNullable<SettlementFacts['contract']> {
  const tiers = Array.isArray(stated['tiers']) ? (stated['tiers'] as Fields[]) : [];
  return {
    markBandBps,
    tiers: tiers.map((tier) => ({
      maxNotional: Number(tier['maxNotional']),
      maxLeverage: 0,
      maintenancePpm: Number(tier['maintenancePpm']),
    })),
  };
}
