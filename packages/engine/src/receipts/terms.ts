import type { EngineEvent } from '../events.ts';
import type { SettlementFacts } from './facts.ts';

/**
 * What a document takes from definitions, as the log states it inside the text of an event: names, digits, lot and rules that were in force when the event
 * happened. No definition can be shown in place of the one that the engine used, because the text of the event itself says what it was.
 */
export type StatedTerms = Readonly<Record<string, unknown>>;

/** What definitions give to a document; a part that the event does not need may be missing. */
export type DefinedFacts = Pick<SettlementFacts, 'instrument' | 'stock' | 'contract' | 'stockTerms' | 'asset'>;

/** The terms of an event. A funding round has none: its payments have a document, and each states its own. */
export function statedTerms(event: EngineEvent, { instrument, stock, contract, stockTerms, asset }: DefinedFacts): StatedTerms | undefined {
  if (event.kind === 'fundingRound') return undefined;
  const terms: Record<string, unknown> = {};
  if ('instrument' in event && instrument) {
    Object.assign(terms, instrument, { lotUnits: instrument.lotUnits.toString() });
    if (stock) terms['stock'] = true;
  }
  if ('asset' in event && asset) Object.assign(terms, { assetCode: asset.code, assetScale: asset.scale });
  if (event.kind === 'mark' && contract) terms['markBandBps'] = contract.markBandBps;
  if (event.kind === 'liquidation' && stockTerms) terms['maintenancePpm'] = stockTerms.maintenancePpm;
  if (event.kind === 'liquidation' && contract && !stockTerms)
    terms['tiers'] = contract.tiers.map(({ maxNotional, maintenancePpm }) => ({ maxNotional: String(maxNotional), maintenancePpm }));
  return terms;
}
