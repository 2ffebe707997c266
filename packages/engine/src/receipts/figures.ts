import { divCeil, divFloor } from '@bourse/money';
import { MarginMode, PositionAction, PositionDirection, TimedStatus } from '@bourse/protocol/enums';
import type {
  CorporateActionEvent,
  DeleverageEvent,
  FundingPaymentEvent,
  HoldingChargeEvent,
  LiquidationEvent,
  MarkEvent,
  PositionFillEvent,
  TimedEvent,
} from '../events.ts';
import { digits, type FactsOf, type Figures, pick } from './declare.ts';
import type { InstrumentFacts, SettlementFacts } from './facts.ts';

/** What is known of a settlement in an instrument. */
type Known = FactsOf<{ instrument: number }>;

const directed = ({ direction }: { direction: PositionDirection }) => ({
  direction: direction === PositionDirection.long ? 'long' : 'short',
});
const modeWord = (mode: MarginMode) => (mode === MarginMode.full ? 'full' : 'segmented');
const quote = ({ quoteCode, quoteScale }: InstrumentFacts): Figures => ({ assetCode: quoteCode, assetScale: quoteScale });
const traded = (instrument: InstrumentFacts): Figures => ({
  ...quote(instrument),
  ...pick(instrument, 'baseCode', 'baseScale'),
  ...digits(instrument, 'lotUnits', 'quoteUnitsPerTickLot'),
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
    ...pick(e, 'settlement', 'fill', 'order', 'position', 'role', 'leverage', 'priceTicks', 'lots', 'openLots', 'feePpm'),
    ...directed(e),
    action: opens ? 'open' : 'close',
    mode: modeWord(e.mode),
    ...digits(e, 'value', 'entryValue', 'margin', 'closedEntry', 'profit', 'marginMoved', 'fee', 'insured'),
    ...(e.covered === undefined ? {} : digits(e, 'covered')),
    paidOut: String(opens ? 0 : BigInt(e.marginMoved) + BigInt(e.profit) + BigInt(e.insured) - BigInt(e.fee)),
    lotsAfter: opens ? e.openLots + e.lots : e.openLots - e.lots,
    entryAfter: String(entry),
    marginAfter: String(margin),
    ...(forced ? { bankruptcyTicks: of!.bankruptcyTicks } : {}),
  };
}

export function fundingFigures(e: FundingPaymentEvent, facts: Known): Figures | undefined {
  const { instrument, round } = facts;
  if (round === undefined) return undefined;
  const { premiumSumE8, samples } = round;
  return {
    ...traded(instrument),
    ...pick(e, 'round', 'position', 'lots', 'markTicks', 'rateE8'),
    ...directed(e),
    ...pick(round, 'due', 'premiumSumE8', 'samples', 'interestE8', 'capE8'),
    premiumE8: samples === 0 ? '0' : String(divFloor(BigInt(premiumSumE8), BigInt(samples))),
    ...digits(e, 'owed', 'amount'),
    short: e.owed !== e.amount,
    ...markPart(facts),
  };
}

export const markFigures = (e: MarkEvent, { contract }: Known): Figures | undefined =>
  contract && {
    ...pick(e, 'markTicks', 'indexTicks', 'basisTicks', 'lastTicks', 'tickTime', 'source'),
    markBandBps: contract.markBandBps,
  };

/** The mark price with its inputs, when both are known. */
const markPart = ({ mark, contract, markBandBps = contract?.markBandBps }: SettlementFacts): Figures =>
  mark && markBandBps !== undefined ? { mark: markFigures(mark, { contract: { tiers: [], markBandBps } } as unknown as Known) } : {};

export function liquidationFigures(e: LiquidationEvent, facts: Known): Figures | undefined {
  const { instrument, contract, stockTerms } = facts;
  if (contract === undefined && stockTerms === undefined) return undefined;
  return {
    ...traded(instrument),
    ...pick(e, 'liquidation', 'position', 'markTicks', 'bankruptcyTicks', 'lots', 'openLots', 'filledLots', 'deleveragedLots'),
    ...directed(e),
    mode: modeWord(e.mode),
    ...digits(e, 'entryValue', 'margin', 'equity', 'maintenance', 'filledValue', 'fee', 'insured'),
    ...(contract === undefined
      ? pick(stockTerms!, 'maintenancePpm')
      : { tiers: contract.tiers.map((tier) => ({ ...digits(tier, 'maxNotional'), ...pick(tier, 'maintenancePpm') })) }),
    ...(e.accountState && digits(e.accountState, 'available', 'frozen', 'apart', 'othersProfit', 'othersMaintenance')),
    ...markPart(facts),
  };
}

export function deleverageFigures(e: DeleverageEvent, { instrument, liquidation: of }: Known): Figures | undefined {
  if (of === undefined) return undefined;
  return {
    ...traded(instrument),
    ...pick(e, 'liquidation', 'position', 'priceTicks', 'lots', 'rank', 'ranked'),
    ...directed(e),
    value: String(BigInt(e.lots) * BigInt(e.priceTicks) * BigInt(instrument.quoteUnitsPerTickLot)),
    bankruptcyTicks: of.bankruptcyTicks,
  };
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
    ...pick(
      e,
      'timed',
      'payoutPpm',
      'placedAt',
      'durationMs',
      'startTicks',
      'startTickTime',
      'endTicks',
      'endTickTime',
      'source',
      'voidReason',
    ),
    ...directed(e),
    status,
    ...digits(e, 'stake', 'payout'),
    returned: String(returned),
  };
}

export const corporateFigures = (e: CorporateActionEvent, { instrument }: Known): Figures => ({
  ...traded(instrument),
  ...pick(e, 'reference', 'action', 'numerator', 'denominator', 'position', 'lotsBefore', 'lotsAfter', 'closeTicks', 'source'),
  ...directed(e),
  ...digits(e, 'amount', 'cash'),
});

export function chargeFigures(e: HoldingChargeEvent, { instrument }: Known): Figures {
  const owed = divCeil(BigInt(e.value) * BigInt(e.ratePpm), 1_000_000n);
  return {
    ...quote(instrument),
    ...pick(e, 'position', 'session', 'ratePpm'),
    ...digits(e, 'value', 'amount'),
    owed: String(owed),
    short: owed !== BigInt(e.amount),
  };
}
