import { divExact, unitsOf } from '@bourse/money';
import type { AssetInfo, Catalogue, InstrumentInfo } from '../port.ts';
import { type Declared, instrumentsProblems, shipped } from './declared.ts';
import type { Ladder } from './ladder.ts';
import type { Listing } from './listing.ts';
import type { EarnDeclared, LevelsDeclared, LoanDeclared } from './schema.ts';

export { allListings, sessionsOf } from './declared.ts';

export type SourceOf = (listing: Listing) => InstrumentInfo['source'];

const decimalsOf = (text: string) => (text.includes('.') ? text.length - text.indexOf('.') - 1 : 0);

/** Prices up to this many times the reference must give a notional that is an exact integer. */
const safe = BigInt(Number.MAX_SAFE_INTEGER);

function instrumentOf(listing: Listing, base: AssetInfo, quote: AssetInfo, source: InstrumentInfo['source']): InstrumentInfo {
  const priceScale = decimalsOf(listing.tick);
  const quantityScale = decimalsOf(listing.lot);
  const tickUnits = unitsOf(listing.tick, priceScale);
  const lotUnits = unitsOf(listing.lot, quantityScale);
  // A lot must be a whole number of the base's minor units. Otherwise this throws.
  unitsOf(listing.lot, base.scale);
  // tick × lot must be a whole number of the quote's minor units. Otherwise this throws.
  const product = tickUnits * lotUnits * 10n ** BigInt(quote.scale);
  const perTickLot = divExact(product, 10n ** BigInt(priceScale + quantityScale));
  const maxLots = divExact(unitsOf(listing.maxQuantity, quantityScale), lotUnits);
  if (perTickLot < 1n || maxLots * perTickLot > safe) throw new RangeError('tick and lot leave the exact range');
  const inTicks = (price: string) => Number(divExact(unitsOf(price, priceScale), tickUnits));
  const ladder: Ladder | null = listing.ladder?.map(([upTo, step]) => ({ upTo: inTicks(upTo), step: inTicks(step) })) ?? null;
  const units = (text: string) => Number(unitsOf(text, quote.scale));
  const { contract, timed, stock, swap } = listing;
  // A replayed market is open whenever its recording has data, whatever day it is here.
  const replayed = source.feed === 'replay';
  return {
    id: listing.id,
    symbol: listing.symbol,
    name: listing.name,
    kind: listing.kind,
    base,
    quote,
    plate: listing.plate,
    board: listing.board,
    tick: listing.tick,
    lot: listing.lot,
    priceScale,
    tickUnits,
    quantityScale,
    lotUnits,
    quoteUnitsPerTickLot: Number(perTickLot),
    minLots: 1,
    maxLots: Number(maxLots),
    minNotional: unitsOf(listing.minNotional, quote.scale),
    bandBps: listing.bandBps,
    jumpBps: listing.jumpBps,
    quotedLevel: listing.quotedLevel,
    leverage: listing.leverage,
    takerFeePpm: listing.takerFeePpm,
    makerFeePpm: listing.makerFeePpm,
    session: replayed ? null : listing.session,
    tradable: listing.tradable,
    contract: contract && {
      ...contract,
      tiers: contract.tiers.map(([upTo, maxLeverage, maintenancePpm]) => ({ maxNotional: units(upTo), maxLeverage, maintenancePpm })),
    },
    timed: timed && {
      asset: quote.id,
      offers: timed.offers,
      minStake: units(timed.minStake),
      maxStake: units(timed.maxStake),
      exposureLimit: units(timed.exposureLimit),
    },
    swap: swap && { ...swap, minValue: units(swap.minValue), maxValue: units(swap.maxValue) },
    stock: stock && { ...stock, calendar: replayed ? 0 : stock.calendar },
    source,
    hours: replayed ? null : listing.hours,
    ladder,
    simulated: listing.simulated,
  };
}

function earnOf({ min, max, capacity, ...rest }: EarnDeclared, { id: asset, scale }: AssetInfo): Catalogue['earn'][number] {
  const units = (text: string) => Number(unitsOf(text, scale));
  return { ...rest, asset, minPrincipal: units(min), maxPrincipal: units(max), capacity: units(capacity) };
}

function loanOf(
  { symbol: _, min, max, decideAbove, capacity, ...rest }: LoanDeclared,
  { id: instrument, quote }: InstrumentInfo,
): Catalogue['loans'][number] {
  const units = (text: string) => Number(unitsOf(text, quote.scale));
  const amounts = { minLoan: units(min), maxLoan: units(max), decideAbove: units(decideAbove), capacity: units(capacity) };
  return { ...rest, instrument, ...amounts };
}

/** Volumes are in USDT, prices in the asset. */
function levelsOf({ list, plusLevel, plusPrice }: LevelsDeclared, asset: AssetInfo, usdt: AssetInfo): NonNullable<Catalogue['levels']> {
  const units = (text: string, { scale }: AssetInfo) => Number(unitsOf(text, scale));
  const volumes = list.map(({ volume }) => units(volume, usdt));
  const prices = list.map(({ price }) => units(price, asset));
  return { code: asset.code, rules: { asset: asset.id, volumes, prices, plusLevel, plusPrice: units(plusPrice, asset) } };
}

/** The instruments of a file. Building them checks them: an unknown asset or an inexact tick stops the start. */
export function createCatalogue(
  sourceOf: SourceOf = () => ({ feed: 'simulated', name: 'simulated' }),
  listings?: readonly Listing[],
  declared: Declared = shipped,
): Catalogue {
  const { assets, underlyings, calendars, walks, house, earn, loans, levels, rates, indices, announcements, why } = declared;
  const byAssetId = new Map([...assets, ...underlyings].map((one) => [one.id, one]));
  const byCode = new Map(assets.map((one) => [one.code, one]));
  const resolvable = new Map([...assets, ...underlyings].map((one) => [one.code, one]));
  const byId = new Map<number, InstrumentInfo>();
  const bySymbol = new Map<string, InstrumentInfo>();
  const problems: string[] = [];
  for (const listing of listings ?? declared.listings) {
    const say = (text: string) => problems.push(`instrument ${listing.id} (${listing.symbol}): ${text}`);
    const [base, quote] = [listing.base, listing.quote].map((code) => {
      const found = resolvable.get(code);
      if (!found) say(`there is no asset ${code}; add it to "assets"`);
      return found;
    });
    if (!base || !quote) continue;
    try {
      const instrument = instrumentOf(listing, base, quote, sourceOf(listing));
      byId.set(instrument.id, instrument);
      bySymbol.set(instrument.symbol.toUpperCase(), instrument);
    } catch (error) {
      say(
        `${error instanceof Error ? error.message : String(error)}; tick × lot must be a whole number of the quote's smallest unit, and the lot, the ladder's steps and maxQuantity whole numbers of theirs`,
      );
    }
  }
  if (problems.length > 0) throw instrumentsProblems(declared.file, problems);
  return {
    assets,
    calendars,
    walks,
    house,
    earn: earn.map((one) => earnOf(one, byCode.get(one.asset)!)),
    loans: loans.flatMap((one) => {
      const market = bySymbol.get(one.symbol.toUpperCase());
      return market ? [loanOf(one, market)] : [];
    }),
    levels: levels && byCode.has('USDT') ? levelsOf(levels, byCode.get(levels.asset)!, byCode.get('USDT')!) : undefined,
    rates,
    indices,
    announcements,
    recordings: new Map(
      (listings ?? declared.listings).flatMap(({ id, recording }) => (recording === null ? [] : [[id, recording] as const])),
    ),
    instruments: [...byId.values()],
    filed: [...byId.values()].map((one) => ({ ...one })),
    why,
    assetById: (id) => byAssetId.get(id),
    assetByCode: (code) => byCode.get(code.toUpperCase()),
    instrumentById: (id) => byId.get(id),
    instrumentBySymbol: (symbol) => bySymbol.get(symbol.toUpperCase()),
  };
}

/** Base minor units of one lot, as the engine counts them. */
export const lotBaseUnits = (instrument: InstrumentInfo): bigint =>
  instrument.lotUnits * 10n ** BigInt(instrument.base.scale - instrument.quantityScale);
