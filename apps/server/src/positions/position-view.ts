import type { ContractView, PositionView } from '@bourse/engine';
import { divCeil, divFloor, formatUnits, profitPercentage } from '@bourse/money';
import type { Position } from '@bourse/protocol';
import { PositionDirection } from '@bourse/protocol/enums';
import { averageText, lotsText, percentOfPpm, priceText, quoteText } from '../calls/figures.ts';
import type { InstrumentInfo } from '../market/port.ts';
import type { PositionFacts } from '../projections/position-tables.ts';

/** Figures of an open position that only the live engine knows. */
export type LiveFigures = Pick<PositionView, 'markTicks' | 'unrealised' | 'marginRatioPpm' | 'protections'> & {
  funding: Pick<ContractView, 'fundingRateE8' | 'nextFunding'> | undefined;
};

const rateUnit = 100_000_000n;

/** Quote units of the next funding payment; positive is received. Payments are rounded up, receipts down. */
export function fundingDue(direction: PositionDirection, value: bigint, rateE8: number): bigint {
  const pays = (direction === PositionDirection.long) === rateE8 > 0;
  const size = value * BigInt(Math.abs(rateE8));
  return pays ? -divCeil(size, rateUnit) : divFloor(size, rateUnit);
}

/** Maintenance ÷ equity in percent; null where the equity is gone, for which the engine says the largest number. */
export const ratioText = (ppm: number): string | null => (ppm < Number.MAX_SAFE_INTEGER ? percentOfPpm(ppm) : null);
/** A rate in parts per hundred million as percent. */
export const rateText = (e8: number): string => formatUnits(BigInt(e8), 6);

const priceOrNull = (instrument: InstrumentInfo, ticks: number) => (ticks === 0 ? null : priceText(instrument, ticks));

export const valueAt = (instrument: InstrumentInfo, lots: number, ticks: number): bigint =>
  BigInt(lots) * BigInt(ticks) * BigInt(instrument.quoteUnitsPerTickLot);

/** The specification's ratio of two prices is the ratio of what the same lots were worth at them. Values are exact; average prices are cut. */
function percentOf(position: PositionFacts, open: bigint | number, market: bigint | number): string | null {
  if (market === 0 || market === 0n) return null;
  return profitPercentage({
    marketPrice: String(market),
    openPrice: String(open),
    isLong: position.direction === PositionDirection.long,
    leverage: String(position.leverage),
  });
}

/** `live` is absent for a closed position, whose figures are final. */
export function positionView(position: PositionFacts, instrument: InstrumentInfo, live: LiveFigures | undefined): Position {
  const closed = position.lots === 0;
  const mark = live && !closed ? live.markTicks : 0;
  const value = valueAt(instrument, position.lots, mark);
  const open = closed
    ? averageText(instrument, position.closedLots, position.closedEntry)
    : averageText(instrument, position.lots, position.entryValue);
  const closePrice = averageText(instrument, position.closedLots, position.exitValue);
  const markPrice = priceOrNull(instrument, mark);
  return {
    id: String(position.position),
    kind: instrument.kind === 3 ? 3 : 2,
    symbol: instrument.symbol,
    subscribeSymbol: instrument.symbol,
    instrumentId: instrument.id,
    direction: position.direction,
    marginMode: position.mode,
    lever: position.leverage,
    quantity: lotsText(instrument, position.lots),
    closedQuantity: lotsText(instrument, position.closedLots),
    endPrice: open ?? '0',
    entryValue: quoteText(instrument, closed ? position.closedEntry : position.entryValue),
    closePrice,
    markPrice,
    value: formatUnits(value, instrument.quote.scale),
    earnestMoney: quoteText(instrument, position.margin),
    loan: quoteText(instrument, position.loan),
    asset: instrument.quote.code,
    plAmount: quoteText(instrument, closed ? 0 : (live?.unrealised ?? 0)),
    plRatio: closed ? percentOf(position, position.closedEntry, position.exitValue) : percentOf(position, position.entryValue, value),
    realised: quoteText(instrument, position.realised),
    fees: quoteText(instrument, position.fees),
    funding: quoteText(instrument, position.funding),
    liquidationPrice: closed ? null : priceOrNull(instrument, position.liquidationTicks),
    marginRatio: closed || !live ? null : ratioText(live.marginRatioPpm),
    takeProfit: priceOrNull(instrument, position.takeProfitTicks),
    stopLoss: priceOrNull(instrument, position.stopLossTicks),
    protections: (closed ? [] : (live?.protections ?? [])).map(String),
    nextFunding: closed ? null : live?.funding?.nextFunding || null,
    fundingDue:
      closed || !live?.funding || mark === 0
        ? null
        : formatUnits(fundingDue(position.direction, value, live.funding.fundingRateE8), instrument.quote.scale),
    openedAt: position.openedAt,
    updatedAt: position.time,
    status: closed ? 2 : 1,
    reason: position.reason,
  };
}
