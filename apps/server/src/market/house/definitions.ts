import { type DefineInstrument, type EngineReader, House } from '@bourse/engine';
import { InstrumentStatus } from '@bourse/protocol/enums';
import type { Database } from '../../platform/database.ts';
import type { EnginePort } from '../../sequencer/port.ts';
import { lotBaseUnits } from '../catalogue/catalogue.ts';
import type { Catalogue, InstrumentInfo } from '../port.ts';
import { calendarsOf } from './calendars.ts';
import { type Definition, tell } from './tell.ts';

const ruleOf = (instrument: InstrumentInfo): Omit<DefineInstrument, 'status'> => ({
  kind: 'defineInstrument',
  instrument: instrument.id,
  symbol: instrument.symbol,
  instrumentKind: instrument.kind,
  baseAsset: instrument.base.id,
  quoteAsset: instrument.quote.id,
  lotUnits: lotBaseUnits(instrument),
  quoteUnitsPerTickLot: instrument.quoteUnitsPerTickLot,
  minLots: instrument.minLots,
  maxLots: instrument.maxLots,
  minNotional: Number(instrument.minNotional),
  bandBps: instrument.bandBps,
  takerFeePpm: instrument.takerFeePpm,
  makerFeePpm: instrument.makerFeePpm,
  keepsProtection: true,
});

/** Commands in dependency order. */
function definitionsOf(
  { assets, filed: instruments, earn, loans, levels }: Catalogue,
  engine: EngineReader,
  calendars: readonly Definition[],
): Definition[] {
  const tradable = instruments.filter((one) => one.tradable);
  // Assets that contracts refer to although nobody can hold them: gold, indices.
  const held = new Set(assets.map(({ id }) => id));
  const underlyings = [...new Set(tradable.map(({ base }) => base))].filter(({ id }) => !held.has(id));
  const list: Definition[] = [...assets, ...underlyings].map(({ id, code, scale, kind }) => ({
    kind: 'asset',
    id,
    command: { kind: 'defineAsset', asset: id, code, scale, assetKind: kind },
    known: ({ seq }) => seq > 0,
  }));
  for (const one of tradable) {
    const { id } = one;
    const words = ruleOf(one);
    // Keep the engine's status: the instrument may be halted, or closed by its session.
    const status = engine.instrument(id)?.status ?? InstrumentStatus.trading;
    list.push({ kind: 'instrument', id, command: { ...words, status }, words, known: (now) => now.instrument(id) !== undefined });
  }
  list.push(...calendars);
  for (const { id: instrument, contract, timed, stock, swap } of tradable) {
    if (contract)
      list.push({
        kind: 'contract',
        id: instrument,
        command: { kind: 'defineContract', instrument, ...contract },
        known: (now) => now.contract(instrument) !== undefined,
      });
    if (timed)
      list.push({
        kind: 'timed',
        id: instrument,
        command: { kind: 'defineTimed', instrument, ...timed },
        known: (now) => now.timedBook(instrument) !== undefined,
      });
    if (swap)
      list.push({
        kind: 'swap',
        id: instrument,
        command: { kind: 'defineSwap', instrument, ...swap },
        known: (now) => now.terms(instrument)?.swap !== undefined,
      });
    if (stock) {
      // A stock keeps its first calendar, even where its prices now come from a recording.
      const calendar = engine.stock(instrument)?.calendar ?? stock.calendar;
      list.push({
        kind: 'stock',
        id: instrument,
        command: { kind: 'defineStock', instrument, ...stock, calendar },
        known: (now) => now.stock(instrument) !== undefined,
      });
    }
  }
  for (const rules of earn)
    list.push({
      kind: 'earn',
      id: rules.product,
      command: { kind: 'defineEarn', ...rules },
      known: (now) => now.earnProducts().some((one) => one.rules.product === rules.product),
    });
  for (const rules of loans)
    list.push({
      kind: 'loan',
      id: rules.product,
      command: { kind: 'defineLoan', ...rules },
      known: (now) => now.loanProducts().some((one) => one.rules.product === rules.product),
    });
  if (levels)
    list.push({
      kind: 'levels',
      id: levels.rules.asset,
      command: { kind: 'defineLevels', ...levels.rules },
      known: (now) => now.levels() !== undefined,
    });
  return list;
}

/**
 * Sends a venue's engine the assets and tradable instruments with their rules, and opens the market maker's account. With an unchanged catalogue, a
 * restart adds nothing to the journal.
 */
export async function defineVenue(port: EnginePort, catalogue: Catalogue, database: Database, now: number): Promise<number> {
  const { value } = await port.read((engine) => ({
    definitions: definitionsOf(catalogue, engine, calendarsOf(catalogue, now)),
    maker: engine.hasAccount(House.marketMaker),
  }));
  const sent = await tell(port, database, value.definitions, catalogue.why);
  if (value.maker) return sent;
  await port.submit({ account: 0, command: { kind: 'openAccount', account: House.marketMaker, feeClass: 0 } });
  return sent + 1;
}
