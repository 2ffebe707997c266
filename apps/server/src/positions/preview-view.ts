import type { PositionPreview } from '@bourse/engine';
import { formatUnits } from '@bourse/money';
import type { Preview } from '@bourse/protocol';
import { refusalOf, spoken } from '../calls/answers.ts';
import { averageText, lotsText, priceText, quoteText } from '../calls/figures.ts';
import { withOpening } from '../calls/market-closed.ts';
import type { TradingPorts } from '../calls/trading.ts';
import type { InstrumentInfo } from '../market/port.ts';
import type { Offer } from './funds.ts';
import { type LiveFigures, rateText, valueAt } from './position-view.ts';

/** The costs and results of an order, in the customer's terms. */
export function previewView(
  ports: TradingPorts,
  { preview, offer }: { preview: PositionPreview; offer: Offer | undefined },
  lots: number,
  instrument: InstrumentInfo,
  funding: LiveFigures['funding'],
  language: string,
): Preview {
  const refusal = preview.refusal && withOpening(ports.market.catalogue, preview.refusal, ports.clock.now());
  return {
    refusal: refusal && !refusal.ok ? spoken(refusalOf(refusal), language) : null,
    price: priceText(instrument, preview.atTicks),
    value: formatUnits(valueAt(instrument, lots, preview.atTicks), instrument.quote.scale),
    margin: quoteText(instrument, preview.margin),
    fee: quoteText(instrument, preview.fee),
    cost: quoteText(instrument, preview.margin + preview.fee),
    resultingQuantity: lotsText(instrument, preview.resultingLots),
    resultingPrice: averageText(instrument, preview.resultingLots, preview.resultingEntryValue),
    resultingMargin: quoteText(instrument, preview.resultingMargin),
    liquidationPrice: preview.liquidationTicks === 0 ? null : priceText(instrument, preview.liquidationTicks),
    free: quoteText(instrument, Math.max(0, preview.free)),
    fundingRate: funding ? rateText(funding.fundingRateE8) : null,
    nextFunding: funding?.nextFunding || null,
    asset: instrument.quote.code,
    funds: offer?.view ?? null,
    fundsCost: offer?.cost ?? null,
    payers: offer?.payers ?? [],
  };
}
