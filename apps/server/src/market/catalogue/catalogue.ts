import { divExact, unitsOf } from '@bourse/money';
import type { AssetInfo, Catalogue, InstrumentInfo } from '../port.ts';
import { moneyAssets, underlyings } from './assets.ts';
import { contractListings } from './contracts.ts';
import type { Listing } from './listing.ts';
import { contractRules, timedRules } from './risk.ts';
import { spotListings } from './spot.ts';
import { stockRules } from './stock-terms.ts';
import { stockListings } from './stocks.ts';

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
  if (perTickLot < 1n || maxLots * perTickLot > safe) throw new RangeError(`${listing.symbol}: tick and lot leave the exact range`);
  // A replayed market is open whenever its recording has data, whatever day it is here.
  const session = source.feed === 'replay' ? null : listing.session;
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
    leverage: listing.leverage,
    takerFeePpm: listing.takerFeePpm,
    makerFeePpm: listing.makerFeePpm,
    session,
    tradable: listing.tradable,
    contract: listing.contract ? contractRules(listing.contract, quote) : null,
    timed: listing.timed ? timedRules(listing.timed, quote) : null,
    stock: listing.stock ? stockRules(listing.stock, session) : null,
    source,
  };
}

export const allListings: readonly Listing[] = [...spotListings, ...contractListings, ...stockListings];

/** The start set. Building it checks it: an unknown asset, a repeated id or an inexact tick stops the start. */
export function createCatalogue(
  sourceOf: SourceOf = () => ({ feed: 'simulated', name: 'simulated' }),
  listings: readonly Listing[] = allListings,
): Catalogue {
  const shares = stockListings.map((listing): AssetInfo => ({ id: listing.id, code: listing.base, name: listing.name, kind: 4, scale: 0 }));
  const assets = [...moneyAssets, ...shares];
  const byAssetId = new Map<number, AssetInfo>();
  const byCode = new Map<string, AssetInfo>();
  const resolvable = new Map<string, AssetInfo>();
  for (const one of [...assets, ...underlyings]) {
    if (byAssetId.has(one.id) || resolvable.has(one.code)) throw new RangeError(`asset ${one.code} is listed twice`);
    byAssetId.set(one.id, one);
    resolvable.set(one.code, one);
  }
  for (const one of assets) byCode.set(one.code, one);
  const known = (code: string) => {
    const found = resolvable.get(code);
    if (!found) throw new RangeError(`asset ${code} is not listed`);
    return found;
  };
  const byId = new Map<number, InstrumentInfo>();
  const bySymbol = new Map<string, InstrumentInfo>();
  for (const listing of listings) {
    const instrument = instrumentOf(listing, known(listing.base), known(listing.quote), sourceOf(listing));
    if (byId.has(instrument.id) || bySymbol.has(instrument.symbol)) throw new RangeError(`${instrument.symbol} is listed twice`);
    byId.set(instrument.id, instrument);
    bySymbol.set(instrument.symbol.toUpperCase(), instrument);
  }
  return {
    assets,
    instruments: [...byId.values()],
    assetById: (id) => byAssetId.get(id),
    assetByCode: (code) => byCode.get(code.toUpperCase()),
    instrumentById: (id) => byId.get(id),
    instrumentBySymbol: (symbol) => bySymbol.get(symbol.toUpperCase()),
  };
}

/** Base minor units of one lot, as the engine counts them. */
export const lotBaseUnits = (instrument: InstrumentInfo): bigint =>
  instrument.lotUnits * 10n ** BigInt(instrument.base.scale - instrument.quantityScale);

const underlyingOf = new Map(allListings.map((listing) => [listing.id, listing.underlying]));
export const underlyingCode = (instrument: number): string => underlyingOf.get(instrument) ?? '';
