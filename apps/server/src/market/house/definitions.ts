import { createHash } from 'node:crypto';
import { type Command, type DefineInstrument, type EngineReader, House } from '@bourse/engine';
import { InstrumentStatus } from '@bourse/protocol/enums';
import type { Database } from '../../platform/database.ts';
import type { EnginePort } from '../../sequencer/port.ts';
import { lotBaseUnits } from '../catalogue/catalogue.ts';
import type { Catalogue, InstrumentInfo } from '../port.ts';

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
});

/** Something a venue is told once, in these words. */
export interface Definition {
  kind: 'asset' | 'instrument' | 'contract' | 'timed' | 'stock' | 'calendar';
  id: number;
  command: Command;
  /** What is compared with what was told before; the command unless a part of it is the engine's own to change. */
  words?: unknown;
  /** Whether the engine shows it: a table of what was told, which survived a lost journal, proves nothing. */
  known(engine: EngineReader): boolean;
}

/** A stock with a calendar is opened by its sessions; everything else trades from the start. What stands in the engine stays: it may be halted. */
const firstStatus = ({ stock }: InstrumentInfo) => (stock && stock.calendar !== 0 ? InstrumentStatus.closed : InstrumentStatus.trading);

/** Rules in the order in which they build on each other. */
function definitionsOf({ assets, instruments, assetById }: Catalogue, engine: EngineReader): Definition[] {
  const tradable = instruments.filter((one) => one.tradable);
  // What contracts refer to although nobody can hold it: gold, indices.
  const underlyings = [...new Set(tradable.map(({ base }) => base))].filter(({ id }) => assetById(id) === undefined);
  const list: Definition[] = [...assets, ...underlyings].map(({ id, code, scale, kind }) => ({
    kind: 'asset',
    id,
    command: { kind: 'defineAsset', asset: id, code, scale, assetKind: kind },
    known: ({ seq }) => seq > 0,
  }));
  for (const one of tradable) {
    const { id } = one;
    const words = ruleOf(one);
    const status = engine.instrument(id)?.status ?? firstStatus(one);
    list.push({ kind: 'instrument', id, command: { ...words, status }, words, known: (now) => now.instrument(id) !== undefined });
  }
  for (const { id: instrument, contract, timed, stock } of tradable) {
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
    if (stock)
      list.push({
        kind: 'stock',
        id: instrument,
        command: { kind: 'defineStock', instrument, ...stock },
        known: (now) => now.stock(instrument) !== undefined,
      });
  }
  return list;
}

const digestOf = (value: unknown) =>
  createHash('sha256')
    .update(JSON.stringify(value, (_, one: unknown) => (typeof one === 'bigint' ? `${one}` : one)))
    .digest('hex');

/** Commands on their way together; a first start has about two hundred. */
const groupSize = 256;

/**
 * Tells a venue's engine what it was not told before in the same words, in order; returns how many that were. They travel in groups, so that a first start
 * waits for one write of the journal and not for each.
 */
export async function tell(port: EnginePort, database: Database, definitions: readonly Definition[]): Promise<number> {
  const rows = await database.query<{ kind: string; id: number; digest: string }>(
    'SELECT kind, id, digest FROM market_definition WHERE venue = $1',
    [port.venue],
  );
  const told = new Map(rows.map(({ kind, id, digest }) => [`${kind}:${id}`, digest]));
  const { value: due } = await port.read((engine) =>
    definitions
      .map((one) => ({ ...one, digest: digestOf(one.words ?? one.command) }))
      .filter((one) => told.get(`${one.kind}:${one.id}`) !== one.digest || !one.known(engine)),
  );
  for (let from = 0; from < due.length; from += groupSize) {
    const group = due.slice(from, from + groupSize);
    const answers = await Promise.all(group.map(({ command }) => port.submit({ account: 0, command })));
    answers.forEach(({ outcome }, index) => {
      const { kind, id } = group[index]!;
      if (!outcome.ok)
        throw new Error(`${port.venue}: ${kind} ${id} was refused: ${outcome.error} ${JSON.stringify(outcome.detail ?? {})}`);
    });
    await database.query(
      `INSERT INTO market_definition (venue, kind, id, digest) SELECT $1, * FROM unnest($2::text[], $3::int[], $4::text[])
       ON CONFLICT (venue, kind, id) DO UPDATE SET digest = EXCLUDED.digest`,
      [port.venue, group.map(({ kind }) => kind), group.map(({ id }) => id), group.map(({ digest }) => digest)],
    );
  }
  return due.length;
}

/**
 * Tells a venue's engine the assets and the tradable instruments with their products' rules, and opens the market maker's account. A restart of an
 * unchanged catalogue adds nothing to the journal.
 */
export async function defineVenue(port: EnginePort, catalogue: Catalogue, database: Database): Promise<number> {
  const { value } = await port.read((engine) => ({
    definitions: definitionsOf(catalogue, engine),
    maker: engine.hasAccount(House.marketMaker),
  }));
  const sent = await tell(port, database, value.definitions);
  if (value.maker) return sent;
  await port.submit({ account: 0, command: { kind: 'openAccount', account: House.marketMaker, feeClass: 0 } });
  return sent + 1;
}
