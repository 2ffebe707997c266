import { createHash } from 'node:crypto';
import { type DefineInstrument, House } from '@bourse/engine';
import { InstrumentStatus } from '@bourse/protocol/enums';
import type { Database } from '../../platform/database.ts';
import type { EnginePort } from '../../sequencer/port.ts';
import { lotBaseUnits } from '../catalogue/catalogue.ts';
import type { Catalogue, InstrumentInfo } from '../port.ts';

const ruleOf = (instrument: InstrumentInfo): DefineInstrument => ({
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
  status: InstrumentStatus.trading,
});

const digestOf = (value: unknown) =>
  createHash('sha256')
    .update(JSON.stringify(value, (_, one: unknown) => (typeof one === 'bigint' ? `${one}` : one)))
    .digest('hex');

/**
 * Tells a venue's engine the assets and the tradable instruments, and opens the market maker's account. What it was told before, in the same words, is not
 * told again: a restart of an unchanged catalogue adds nothing to the journal.
 */
export async function defineVenue(port: EnginePort, catalogue: Catalogue, database: Database): Promise<number> {
  const rows = await database.query<{ kind: string; id: number; digest: string }>(
    'SELECT kind, id, digest FROM market_definition WHERE venue = $1',
    [port.venue],
  );
  const told = new Map(rows.map(({ kind, id, digest }) => [`${kind}:${id}`, digest]));
  const known = await port.read((engine) => ({
    instruments: new Set(catalogue.instruments.filter(({ id }) => engine.instrument(id) !== undefined).map(({ id }) => id)),
    maker: engine.hasAccount(House.marketMaker),
    empty: engine.seq === 0,
  }));
  let sent = 0;
  const tell = async (kind: string, id: number, command: Parameters<EnginePort['submit']>[0]['command']) => {
    const digest = digestOf(command);
    // The engine's own word counts: a table that survived a lost journal proves nothing.
    const present = kind === 'asset' ? !known.value.empty : known.value.instruments.has(id);
    if (present && told.get(`${kind}:${id}`) === digest) return;
    const { outcome } = await port.submit({ account: 0, command });
    if (!outcome.ok) throw new Error(`${port.venue}: ${kind} ${id} was refused: ${outcome.error} ${JSON.stringify(outcome.detail ?? {})}`);
    await database.query(
      `INSERT INTO market_definition (venue, kind, id, digest) VALUES ($1, $2, $3, $4)
       ON CONFLICT (venue, kind, id) DO UPDATE SET digest = EXCLUDED.digest`,
      [port.venue, kind, id, digest],
    );
    sent += 1;
  };
  for (const { id, code, scale, kind } of catalogue.assets)
    await tell('asset', id, { kind: 'defineAsset', asset: id, code, scale, assetKind: kind });
  for (const instrument of catalogue.instruments) if (instrument.tradable) await tell('instrument', instrument.id, ruleOf(instrument));
  if (!known.value.maker) {
    await port.submit({ account: 0, command: { kind: 'openAccount', account: House.marketMaker, feeClass: 0 } });
    sent += 1;
  }
  return sent;
}
