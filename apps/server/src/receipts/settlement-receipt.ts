import type { EngineEvent } from '@bourse/engine';
import { type SettlementFacts, type SettlementKind, settlementKinds, settlementReceipt } from '@bourse/engine/receipts';
import { InstrumentKind, Venue } from '@bourse/protocol/enums';
import { Refusal } from '@bourse/protocol/errors';
import type { Handler } from '../calls/handlers.ts';
import { idNumber, instrumentOf, nearlyLiveMs, type TradingPorts } from '../calls/trading.ts';
import type { ContractRules, StockRules } from '../market/port.ts';
import type { Queryable } from '../platform/database.ts';
import { liquidationOf, rulesAt, settlementAt, stepOf } from '../positions/settlement-rows.ts';
import { type Happened, happeningsWhere } from '../projections/happenings.ts';
import { assetOf } from '../wallets/balances.ts';
import { evidenceOfSettlement } from './evidence.ts';
import { chainOf, factsOf } from './fill-receipt.ts';

/** The inputs of a receipt in addition to the event, as they were when the event happened, and the events among them. */
async function receiptFacts(
  ports: TradingPorts,
  venue: Venue,
  { event, mark }: Happened<SettlementKind>,
): Promise<{ facts: SettlementFacts; restsOn: readonly EngineEvent[] }> {
  const db: Queryable = ports.database;
  const instrument = 'instrument' in event ? instrumentOf(ports, event) : undefined;
  const base = {
    venue,
    instrument: instrument && factsOf(instrument),
    stock: instrument?.kind === InstrumentKind.stock,
    asset: 'asset' in event ? assetOf(ports, event.asset) : undefined,
  };
  const resting = (facts: SettlementFacts, ...on: readonly (EngineEvent | undefined)[]) => ({
    facts,
    restsOn: on.filter((one) => one !== undefined),
  });
  switch (event.kind) {
    case 'fundingPayment': {
      const [told] = await happeningsWhere(db, venue, ['fundingRound'], 'instrument = $3 AND key = $4 LIMIT 1', [
        event.instrument,
        event.round,
      ]);
      const contract = await rulesAt<ContractRules>(db, venue, event.instrument, 'defineContract', told?.event.seq ?? event.seq);
      return resting({ ...base, contract, round: told?.event, mark: told?.mark }, told?.event, told?.mark);
    }
    case 'liquidation': {
      if (base.stock)
        return resting({ ...base, stockTerms: await rulesAt<StockRules>(db, venue, event.instrument, 'defineStock', event.seq) });
      return resting(
        { ...base, contract: await rulesAt<ContractRules>(db, venue, event.instrument, 'defineContract', event.seq), mark },
        mark,
      );
    }
    case 'deleverage': {
      const liquidation = await liquidationOf(db, venue, event);
      return resting({ ...base, liquidation }, liquidation);
    }
    case 'positionFill': {
      if (event.role !== 'liquidation') return resting(base);
      const liquidation = await stepOf(db, venue, event);
      return resting({ ...base, liquidation }, liquidation);
    }
    default:
      return resting(base);
  }
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
    const { facts, restsOn } = await receiptFacts(ports, venue, found);
    const receipt = settlementReceipt(found.event, facts);
    if (!receipt) throw new Refusal('notFound');
    const [chain, evidence] = await Promise.all([
      chainOf(ports, venue, found.event.seq),
      evidenceOfSettlement(ports.database, venue, [found.event, ...restsOn]),
    ]);
    return { document: receipt.text, hash: receipt.hash, chain, evidence };
  };
}
