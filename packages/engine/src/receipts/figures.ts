import { divCeil, divFloor } from '@bourse/money';
import { MarginMode, PositionAction, PositionDirection, TimedStatus } from '@bourse/protocol/enums';
import type {
  AccountState,
  CorporateActionEvent,
  DeleverageEvent,
  FundingPaymentEvent,
  HoldingChargeEvent,
  LiquidationEvent,
  MarkEvent,
  PositionFillEvent,
  TimedEvent,
} from '../events.ts';
import type { FactsOf, Figures } from './declare.ts';
import type { InstrumentFacts, SettlementFacts } from './facts.ts';

/** What is known of a settlement in an instrument. */
type Known = FactsOf<{ instrument: number }>;

const directionWord = (direction: PositionDirection) => (direction === PositionDirection.long ? 'long' : 'short');
const modeWord = (mode: MarginMode) => (mode === MarginMode.full ? 'full' : 'segmented');
const amount = (value: number | bigint) => value.toString();
const quote = ({ quoteCode, quoteScale }: InstrumentFacts): Figures => ({ assetCode: quoteCode, assetScale: quoteScale });
const traded = (instrument: InstrumentFacts): Figures => ({
  ...quote(instrument),
  baseCode: instrument.baseCode,
  baseScale: instrument.baseScale,
  lotUnits: instrument.lotUnits.toString(),
  quoteUnitsPerTickLot: String(instrument.quoteUnitsPerTickLot),
});

export function fillFigures(e: PositionFillEvent, { instrument, stock, liquidation: of }: Known): Figures | undefined {
  const forced = e.role === 'liquidation' && stock !== true;
  if (forced && of === undefined) return undefined;
  const opens = e.action === PositionAction.open;
  const entry = BigInt(e.entryValue) + (opens ? BigInt(e.value) : -BigInt(e.closedEntry));
  const margin = BigInt(e.margin) + (opens ? BigInt(e.marginMoved) : -BigInt(e.marginMoved));
  return {
    ...traded(instrument),
    product: stock === true ? 'stock' : 'contract',
    settlement: e.settlement,
    fill: e.fill,
    order: e.order,
    position: e.position,
    direction: directionWord(e.direction),
    action: opens ? 'open' : 'close',
    role: e.role,
    mode: modeWord(e.mode),
    leverage: e.leverage,
    priceTicks: e.priceTicks,
    lots: e.lots,
    value: amount(e.value),
    openLots: e.openLots,
    entryValue: amount(e.entryValue),
    margin: amount(e.margin),
    closedEntry: amount(e.closedEntry),
    profit: amount(e.profit),
    marginMoved: amount(e.marginMoved),
    feePpm: e.feePpm,
    fee: amount(e.fee),
    insured: amount(e.insured),
    ...(e.covered === undefined ? {} : { covered: amount(e.covered) }),
    paidOut: amount(opens ? 0 : BigInt(e.marginMoved) + BigInt(e.profit) + BigInt(e.insured) - BigInt(e.fee)),
    lotsAfter: opens ? e.openLots + e.lots : e.openLots - e.lots,
    entryAfter: amount(entry),
    marginAfter: amount(margin),
    ...(forced ? { bankruptcyTicks: of!.bankruptcyTicks } : {}),
  };
}

export function fundingFigures(e: FundingPaymentEvent, { instrument, round, mark: used, contract }: Known): Figures | undefined {
  if (round === undefined) return undefined;
  const { premiumSumE8, samples, interestE8, capE8, due } = round;
  return {
    ...traded(instrument),
    round: e.round,
    due,
    position: e.position,
    direction: directionWord(e.direction),
    lots: e.lots,
    markTicks: e.markTicks,
    premiumSumE8,
    samples,
    premiumE8: samples === 0 ? '0' : amount(divFloor(BigInt(premiumSumE8), BigInt(samples))),
    interestE8,
    capE8,
    rateE8: e.rateE8,
    owed: amount(e.owed),
    amount: amount(e.amount),
    short: e.owed !== e.amount,
    ...markPart(used, contract),
  };
}

/** The mark price with its inputs, when both are known. */
function markPart(used: MarkEvent | undefined, contract: SettlementFacts['contract']): Figures {
  if (used === undefined || contract === undefined) return {};
  const { markTicks, indexTicks, basisTicks, lastTicks, tickTime, source } = used;
  return { mark: { markTicks, indexTicks, basisTicks, lastTicks, markBandBps: contract.markBandBps, tickTime, source } };
}

export function liquidationFigures(e: LiquidationEvent, { instrument, contract, stockTerms, mark: used }: Known): Figures | undefined {
  if (contract === undefined && stockTerms === undefined) return undefined;
  return {
    ...traded(instrument),
    liquidation: e.liquidation,
    position: e.position,
    direction: directionWord(e.direction),
    mode: modeWord(e.mode),
    markTicks: e.markTicks,
    entryValue: amount(e.entryValue),
    margin: amount(e.margin),
    equity: amount(e.equity),
    maintenance: amount(e.maintenance),
    ...(contract === undefined
      ? { maintenancePpm: stockTerms!.maintenancePpm }
      : { tiers: contract.tiers.map(({ maxNotional, maintenancePpm }) => ({ maxNotional: amount(maxNotional), maintenancePpm })) }),
    bankruptcyTicks: e.bankruptcyTicks,
    lots: e.lots,
    openLots: e.openLots,
    filledLots: e.filledLots,
    filledValue: amount(e.filledValue),
    fee: amount(e.fee),
    insured: amount(e.insured),
    deleveragedLots: e.deleveragedLots,
    ...(e.accountState === undefined ? {} : accountFigures(e.accountState)),
    ...markPart(used, contract),
  };
}

const accountFigures = ({ available, frozen, apart, othersProfit, othersMaintenance }: AccountState): Figures => ({
  available: amount(available),
  frozen: amount(frozen),
  apart: amount(apart),
  othersProfit: amount(othersProfit),
  othersMaintenance: amount(othersMaintenance),
});

export function deleverageFigures(e: DeleverageEvent, { instrument, liquidation: of }: Known): Figures | undefined {
  if (of === undefined) return undefined;
  return {
    ...traded(instrument),
    liquidation: e.liquidation,
    position: e.position,
    direction: directionWord(e.direction),
    priceTicks: e.priceTicks,
    lots: e.lots,
    value: amount(BigInt(e.lots) * BigInt(e.priceTicks) * BigInt(instrument.quoteUnitsPerTickLot)),
    rank: e.rank,
    ranked: e.ranked,
    bankruptcyTicks: of.bankruptcyTicks,
  };
}

export function markFigures(e: MarkEvent, { contract }: Known): Figures | undefined {
  if (contract === undefined) return undefined;
  const { markTicks, indexTicks, basisTicks, lastTicks, tickTime, source } = e;
  return { markTicks, indexTicks, basisTicks, lastTicks, markBandBps: contract.markBandBps, tickTime, source };
}

const endings: Partial<Record<TimedStatus, string>> = {
  [TimedStatus.won]: 'won',
  [TimedStatus.lost]: 'lost',
  [TimedStatus.equal]: 'equal',
  [TimedStatus.void]: 'void',
};

export function timedFigures(e: TimedEvent, { asset }: SettlementFacts): Figures | undefined {
  const status = endings[e.status];
  if (status === undefined || asset === undefined) return undefined;
  const returned = status === 'won' ? BigInt(e.stake) + BigInt(e.payout) : status === 'lost' ? 0n : BigInt(e.stake);
  return {
    assetCode: asset.code,
    assetScale: asset.scale,
    timed: e.timed,
    direction: directionWord(e.direction),
    status,
    stake: amount(e.stake),
    payoutPpm: e.payoutPpm,
    payout: amount(e.payout),
    placedAt: e.placedAt,
    durationMs: e.durationMs,
    startTicks: e.startTicks,
    startTickTime: e.startTickTime,
    endTicks: e.endTicks,
    endTickTime: e.endTickTime,
    source: e.source,
    voidReason: e.voidReason,
    returned: amount(returned),
  };
}

export function corporateFigures(e: CorporateActionEvent, { instrument }: Known): Figures {
  return {
    ...traded(instrument),
    reference: e.reference,
    action: e.action,
    numerator: e.numerator,
    denominator: e.denominator,
    amount: amount(e.amount),
    position: e.position,
    direction: directionWord(e.direction),
    lotsBefore: e.lotsBefore,
    lotsAfter: e.lotsAfter,
    cash: amount(e.cash),
    closeTicks: e.closeTicks,
    source: e.source,
  };
}

export function chargeFigures(e: HoldingChargeEvent, { instrument }: Known): Figures {
  const { position, session, value, ratePpm } = e;
  const owed = divCeil(BigInt(value) * BigInt(ratePpm), 1_000_000n);
  const short = owed !== BigInt(e.amount);
  return {
    ...quote(instrument),
    position,
    session,
    value: amount(value),
    ratePpm,
    owed: amount(owed),
    amount: amount(e.amount),
    short,
  };
}
