import type { EngineEvent, MarkEvent } from '@bourse/engine';
import { type DefinedFacts, type SettlementFacts, type SettlementKind, settlementKinds, settlementReceipt } from '@bourse/engine/receipts';
import { InstrumentKind, Venue } from '@bourse/protocol/enums';
import { Refusal } from '@bourse/protocol/errors';
import type { Handler } from '../calls/handlers.ts';
import { idNumber, instrumentOf, nearlyLiveMs, type TradingPorts } from '../calls/trading.ts';
import type { ContractRules, StockRules } from '../market/port.ts';
import type { Queryable } from '../platform/database.ts';
import { liquidationOf, rulesAt, settlementAt, stepOf } from '../positions/settlement-rows.ts';
import { type Happened, happeningsWhere } from '../projections/happenings.ts';
import { assetOf } from '../wallets/balances.ts';
import { evidenceOfSettlement, type Shown } from './evidence.ts';
import { chainOf, factsAt } from './fill-receipt.ts';

/** A receipt's inputs in addition to its event, as they were when each event happened, and the events that it rests on. */
interface Inputs {
  facts: SettlementFacts;
  restsOn: readonly Shown[];
}

async function inputsOf(ports: TradingPorts, venue: Venue, { event, mark }: Happened<SettlementKind>): Promise<Inputs> {
  const db: Queryable = ports.database;
  const base = { venue, ...(await definedAt(ports, venue, event)) };
  /** The mark price that was used, with the band that was in force when it was made. */
  const withMark = async (used: MarkEvent | undefined): Promise<Inputs> => {
    if (used === undefined) return { facts: base, restsOn: [] };
    const defined = await definedAt(ports, venue, used);
    return { facts: { ...base, mark: used, markBandBps: defined.contract?.markBandBps }, restsOn: [{ event: used, defined }] };
  };
  const resting = async (of: EngineEvent | undefined): Promise<Shown[]> =>
    of ? [{ event: of, defined: await definedAt(ports, venue, of) }] : [];
  switch (event.kind) {
    case 'fundingPayment': {
      const [told] = await happeningsWhere(db, venue, ['fundingRound'], 'instrument = $3 AND key = $4 LIMIT 1', [
        event.instrument,
        event.round,
      ]);
      const { facts, restsOn } = await withMark(told?.mark);
      return { facts: { ...facts, round: told?.event }, restsOn: [...(await resting(told?.event)), ...restsOn] };
    }
    case 'liquidation':
      return base.stock ? { facts: base, restsOn: [] } : withMark(mark);
    case 'deleverage': {
      const liquidation = await liquidationOf(db, venue, event);
      return { facts: { ...base, liquidation }, restsOn: await resting(liquidation) };
    }
    case 'positionFill': {
      if (event.role !== 'liquidation') return { facts: base, restsOn: [] };
      const liquidation = await stepOf(db, venue, event);
      return { facts: { ...base, liquidation }, restsOn: await resting(liquidation) };
    }
    default:
      return { facts: base, restsOn: [] };
  }
}

/** The definitions that an event rests on, as they were in force at its place. */
async function definedAt(ports: TradingPorts, venue: Venue, event: EngineEvent): Promise<DefinedFacts> {
  const asset = 'asset' in event ? assetOf(ports, event.asset) : undefined;
  if (!('instrument' in event)) return { asset };
  const stock = instrumentOf(ports, event).kind === InstrumentKind.stock;
  const rules = <Rules>(definition: 'defineContract' | 'defineStock') =>
    rulesAt<Rules>(ports.database, venue, event.instrument, definition, event);
  const needsRules = event.kind === 'liquidation' || event.kind === 'mark';
  const [instrument, contract, stockTerms] = await Promise.all([
    factsAt(ports, venue, event),
    needsRules && !stock ? rules<ContractRules>('defineContract') : undefined,
    needsRules && stock ? rules<StockRules>('defineStock') : undefined,
  ]);
  return { instrument, stock, contract, stockTerms, asset };
}

/** A request that comes a moment before the histories hold the settlement waits for them, once. */
async function stored(ports: TradingPorts, venue: Venue, kind: SettlementKind, seq: number, index: number) {
  const found = await settlementAt(ports.database, venue, kind, seq, index);
  if (found) return found;
  const port = ports.venues[venue];
  await port.waitProjected((await port.read((engine) => engine.seq)).seq, nearlyLiveMs);
  return settlementAt(ports.database, venue, kind, seq, index);
}

/** The receipt of a settlement and its place in the journal, for anyone who knows its name. It names orders and positions, never accounts. */
export function settlementReceiptCall(ports: TradingPorts): Handler<'GET pay/receipt/settlement'> {
  return async ({ kind: named, seq: text, index, venue: asked }, { session }) => {
    const kind = settlementKinds.find((known) => known === named);
    const venue = asked ?? session?.venue ?? Venue.real;
    const seq = idNumber(text);
    const found = kind === undefined || seq === undefined ? undefined : await stored(ports, venue, kind, seq, index);
    if (!found) throw new Refusal('notFound');
    const { facts, restsOn } = await inputsOf(ports, venue, found);
    const receipt = settlementReceipt(found.event, facts);
    if (!receipt) throw new Refusal('notFound');
    const [chain, evidence] = await Promise.all([
      chainOf(ports, venue, found.event.seq),
      evidenceOfSettlement(ports.database, venue, [{ event: found.event, defined: facts }, ...restsOn]),
    ]);
    return { document: receipt.text, hash: receipt.hash, chain, evidence };
  };
}
