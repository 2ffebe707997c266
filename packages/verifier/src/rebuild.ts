import type { FillEvent, FundingRoundEvent, LiquidationEvent, MarkEvent } from '@bourse/engine';
import {
  fillReceipt,
  type InstrumentFacts,
  parseTold,
  type SettlementEvent,
  type SettlementFacts,
  type StatedTerms,
  settlementKinds,
  settlementReceipt,
  type ToldEvent,
  type ToldFill,
} from '@bourse/engine/receipts';
import { type Fields, isFields } from './shape.ts';

/**
 * Figures of a document that come from definitions: names, digits, lot, rules. An event states them as its terms, and then all of them are proven. The first logs did not state
 * them; of an event from there they are taken from the document, and proven only as far as the arithmetic ties them to the event's own integers.
 */
export const definedFigures: readonly string[] = [
  ...['symbol', 'product', 'baseCode', 'baseScale', 'quoteCode', 'quoteScale', 'assetCode', 'assetScale', 'feeCode'],
  ...['lotUnits', 'quoteUnitsPerTickLot', 'markBandBps', 'tiers', 'maintenancePpm'],
];

/** `unproven`: figures that no shown event states, so that they are what the document says. */
export type Rebuilt = { state: 'text'; text: string; unproven: readonly string[] } | { state: 'missing' };
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

/** The receipt's document as the shown events make it. May throw for a document of nonsense. */
export function rebuild(stated: Fields, shown: Shown): Rebuilt {
  const own = shown.find(
    ({ event }) => event.kind === stated['kind'] && event.seq === stated['seq'] && event.index === stated['index'] && isSide(event, stated),
  )?.event;
  if (own === undefined) return missing;
  const unproven = own.terms === undefined ? definedFigures.filter((name) => Object.hasOwn(stated, name)) : [];
  const venue = String(stated['venue']);
  if (own.kind === 'fill') {
    const fill = own as ToldFill & { terms?: StatedTerms };
    if (fill.instrument !== stated['instrument']) return missing;
    const instrument = fill.terms === undefined ? withFeeAsset(instrumentOf(stated), fill) : instrumentOf(fill.terms);
    return { state: 'text', text: fillReceipt(venue, fill as unknown as FillEvent, fill.role, instrument).text, unproven };
  }
  const event = own as SettlementEvent;
  if (!settlementKinds.includes(event.kind)) return missing;
  if ('instrument' in event && event.instrument !== stated['instrument']) return missing;
  const facts = factsOf(event, own.terms ?? stated, stated, before(shown, event), shown);
  const receipt = facts && settlementReceipt(event, facts);
  if (!receipt) return missing;
  const bandIsStated = facts.mark === undefined || (facts.mark as ToldEvent).terms !== undefined;
  return { state: 'text', text: receipt.text, unproven: bandIsStated ? unproven : [...unproven, 'markBandBps'] };
}

const isSide = (event: ToldEvent, stated: Fields): boolean => event.kind !== 'fill' || (event as ToldFill).role === stated['role'];

/** An instrument as terms state it, or a document in their place. */
function instrumentOf(from: Fields): InstrumentFacts {
  return {
    instrument: Number(from['instrument']),
    symbol: text(from['symbol']),
    baseAsset: Number(from['baseAsset'] ?? -1),
    baseCode: text(from['baseCode']),
    baseScale: Number(from['baseScale'] ?? 0),
    quoteAsset: Number(from['quoteAsset'] ?? -1),
    quoteCode: text(from['quoteCode'] ?? from['assetCode']),
    quoteScale: Number(from['quoteScale'] ?? from['assetScale'] ?? 0),
    lotUnits: BigInt(String(from['lotUnits'] ?? 0)),
    quoteUnitsPerTickLot: Number(from['quoteUnitsPerTickLot'] ?? 0),
  };
}

/** A fee is taken in what the side received. Where nothing says which assets an instrument has, that of the fee stands for the base of a buy, and for the quote of a sale. */
function withFeeAsset(instrument: InstrumentFacts, fill: ToldFill): InstrumentFacts {
  const { feeAsset } = fill.role === 'taker' ? fill.taker : fill.maker;
  const buys = (fill.role === 'taker') === (fill.takerSide === 0);
  return { ...instrument, baseAsset: buys ? feeAsset : -1, quoteAsset: buys ? -1 : feeAsset };
}

/** A name that is no text would become one here and so hide. Some documents have no such name. */
function text(value: unknown = ''): string {
  if (typeof value !== 'string') throw new TypeError('a name is a text');
  return value;
}

/** What an event rests on happened before it. */
const before = (shown: Shown, event: SettlementEvent): Shown =>
  shown.filter(({ event: other }) => other.seq < event.seq || (other.seq === event.seq && other.index < event.index));

/** The facts of a settlement's receipt. `from`: its terms, or the document in their place. Undefined where an event that it rests on is not among those shown. */
function factsOf(event: SettlementEvent, from: Fields, stated: Fields, earlier: Shown, all: Shown): SettlementFacts | undefined {
  const of = <E extends ToldEvent>(kind: string, holds: (one: E) => boolean, among = earlier): E | undefined =>
    among.map((one) => one.event as E).findLast((one) => one.kind === kind && holds(one));
  const base: SettlementFacts = {
    venue: String(stated['venue']),
    instrument: 'instrument' in event ? instrumentOf(from) : undefined,
    stock: from['stock'] === true || from['product'] === 'stock' || from['maintenancePpm'] !== undefined,
    asset: 'asset' in event ? { code: text(from['assetCode']), scale: Number(from['assetScale']) } : undefined,
  };
  const part = stated['mark'];
  const marked = (instrument: number): Pick<SettlementFacts, 'mark' | 'markBandBps'> | undefined => {
    if (!isFields(part)) return {};
    const mark = of<MarkEvent & { terms?: StatedTerms }>(
      'mark',
      (one) => one.instrument === instrument && one.markTicks === part['markTicks'],
    );
    return mark && { mark, markBandBps: Number((mark.terms ?? part)['markBandBps']) };
  };
  switch (event.kind) {
    case 'mark':
      return { ...base, contract: contractOf(from) };
    case 'fundingPayment': {
      const round = of<FundingRoundEvent>('fundingRound', (one) => one.round === event.round && one.instrument === event.instrument);
      const mark = marked(event.instrument);
      return round && mark && { ...base, ...mark, round };
    }
    case 'liquidation': {
      if (base.stock) return { ...base, stockTerms: { maintenancePpm: Number(from['maintenancePpm']) } };
      const mark = marked(event.instrument);
      return mark && { ...base, ...mark, contract: contractOf(from) };
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

function contractOf(from: Fields): NonNullable<SettlementFacts['contract']> {
  const tiers = Array.isArray(from['tiers']) ? (from['tiers'] as Fields[]) : [];
  return {
    markBandBps: Number(from['markBandBps'] ?? 0),
    tiers: tiers.map((tier) => ({
      maxNotional: Number(tier['maxNotional']),
      maxLeverage: 0,
      maintenancePpm: Number(tier['maintenancePpm']),
    })),
  };
}
