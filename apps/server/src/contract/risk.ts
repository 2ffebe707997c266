import type { TimedBookView } from '@bourse/engine';
import { formatUnits } from '@bourse/money';
import type { CallOutput } from '@bourse/protocol';
import { InstrumentKind, type Venue } from '@bourse/protocol/enums';
import { amountText, lotsText, percentOfPpm, priceText, quoteText } from '../calls/figures.ts';
import type { Handler } from '../calls/handlers.ts';
import { instrumentBySymbol, type TradingPorts } from '../calls/trading.ts';
import type { InstrumentInfo } from '../market/port.ts';
import { productIs } from '../positions/live-positions.ts';
import { rateText, valueAt } from '../positions/position-view.ts';
import { timedAsset } from '../timed/handlers.ts';
import { type HouseResults, houseResults } from '../timed/timed-rows.ts';
import { secondsOf } from '../timed/timed-view.ts';
import { recentRisk } from './risk-rows.ts';

type Risk = CallOutput<'GET pay/order-contract/risk'>;

/** The sums over all timed contracts ever decided are shared by all readers and computed at most this often. */
const resultsForMs = 10_000;

export function contractRisk(ports: TradingPorts): Handler<'GET pay/order-contract/risk'> {
  const results = new Map<string, { until: number; value: Promise<HouseResults> }>();
  const resultsOf = (venue: Venue, instrument: number): Promise<HouseResults> => {
    const key = `${venue}/${instrument}`;
    const known = results.get(key);
    const now = ports.clock.now();
    if (known && now < known.until && known.until - now <= resultsForMs) return known.value;
    const value = houseResults(ports.database, venue, instrument);
    value.catch(() => results.delete(key));
    results.set(key, { until: now + resultsForMs, value });
    return value;
  };

  return async ({ symbol, venue: asked }, { session }) => {
    const instrument = productIs(instrumentBySymbol(ports, symbol), InstrumentKind.contract);
    const venue = asked ?? session?.venue ?? 'real';
    const [{ value: live }, recent, results] = await Promise.all([
      ports.venues[venue].read((engine) => ({
        contract: engine.contract(instrument.id),
        timed: engine.timedBook(instrument.id),
        reference: engine.instrument(instrument.id),
        time: engine.time,
      })),
      recentRisk(ports.database, venue, instrument.id),
      resultsOf(venue, instrument.id),
    ]);
    const { contract, reference } = live;
    const price = (ticks = 0) => (ticks === 0 ? null : priceText(instrument, ticks));
    const openLots = contract?.openLots ?? 0;
    return {
      symbol: instrument.symbol,
      venue,
      asset: instrument.quote.code,
      markPrice: price(contract?.markTicks),
      indexPrice: price(contract?.indexTicks),
      lastPrice: price(contract?.lastTicks),
      basis: contract ? signedPrice(instrument, contract.basisTicks) : null,
      source: reference?.source ?? instrument.source.name,
      time: reference?.referenceTime || live.time,
      openInterest: lotsText(instrument, openLots),
      openInterestValue: formatUnits(valueAt(instrument, openLots, contract?.markTicks ?? 0), instrument.quote.scale),
      longPositions: contract?.longPositions ?? 0,
      shortPositions: contract?.shortPositions ?? 0,
      insurance: amountText(instrument.quote, contract?.insurance ?? 0n),
      fundingRate: rateText(contract?.fundingRateE8 ?? 0),
      nextFunding: contract?.nextFunding || null,
      fundingIntervalMs: instrument.contract?.fundingIntervalMs ?? 0,
      funding: recent.rounds.map((round) => ({
        round: String(round.round),
        time: round.due,
        rate: rateText(round.rateE8),
        markPrice: priceText(instrument, round.markTicks),
        void: round.void,
        paid: quoteText(instrument, round.paid),
        received: quoteText(instrument, round.received),
      })),
      liquidations: recent.liquidations.map((one) => ({
        time: one.time,
        direction: one.direction,
        price: priceText(instrument, one.markTicks),
        quantity: lotsText(instrument, one.lots),
        filled: lotsText(instrument, one.filledLots),
        insured: quoteText(instrument, one.insured),
        deleveraged: lotsText(instrument, one.deleveragedLots),
      })),
      deleveragings: recent.deleveragings.map((one) => ({
        time: one.time,
        direction: one.direction,
        price: priceText(instrument, one.priceTicks),
        quantity: lotsText(instrument, one.lots),
      })),
      timed: timedFigures(ports, instrument, live.timed, results),
    };
  };
}

const signedPrice = (instrument: InstrumentInfo, ticks: number) => formatUnits(BigInt(ticks) * instrument.tickUnits, instrument.priceScale);

/** The house is the other side of every timed contract, so its winnings are public. */
function timedFigures(
  ports: TradingPorts,
  instrument: InstrumentInfo,
  book: TimedBookView | undefined,
  { staked, paidOut, houseResult, ...counts }: HouseResults,
): Risk['timed'] {
  const asset = timedAsset(ports, instrument);
  if (!asset || !book) return null;
  const amount = (units: number) => amountText(asset, BigInt(units));
  return {
    offered: book.offers.length > 0,
    asset: asset.code,
    minStake: amount(book.minStake),
    maxStake: amount(book.maxStake),
    exposureLimit: amount(book.exposureLimit),
    owedUp: amount(book.owedUp),
    owedDown: amount(book.owedDown),
    offers: book.offers.map(({ durationMs, payoutPpm }) => ({ durationS: secondsOf(durationMs), payoutRate: percentOfPpm(payoutPpm) })),
    ...counts,
    staked: amountText(asset, staked),
    paidOut: amountText(asset, paidOut),
    houseResult: amountText(asset, houseResult),
  };
}
