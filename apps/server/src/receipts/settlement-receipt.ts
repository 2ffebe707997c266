import { type SettlementFacts, type SettlementKind, settlementKinds, settlementReceipt } from '@bourse/engine/receipts';
import { InstrumentKind, Venue } from '@bourse/protocol/enums';
import { Refusal } from '@bourse/protocol/errors';
import type { Handler } from '../calls/handlers.ts';
import { idNumber, instrumentOf, nearlyLiveMs, type TradingPorts } from '../calls/trading.ts';
import type { ContractRules, StockRules } from '../market/port.ts';
import type { Queryable } from '../platform/database.ts';
import { liquidationOf, rulesAt, settlementAt, stepOf } from '../positions/settlement-rows.ts';
import { fundingRounds, type Happened } from '../projections/happenings.ts';
import { assetOf } from '../wallets/balances.ts';
import { chainOf, factsOf } from './fill-receipt.ts';

/** The inputs of a receipt in addition to the event, as they were when the event happened. */
async function receiptFacts(ports: TradingPorts, venue: Venue, { event, mark }: Happened<SettlementKind>): Promise<SettlementFacts> {
  const db: Queryable = ports.database;
  const instrument = 'instrument' in event ? instrumentOf(ports, event) : undefined;
  const base = {
    venue,
    instrument: instrument && factsOf(instrument),
    stock: instrument?.kind === InstrumentKind.stock,
    asset: 'asset' in event ? assetOf(ports, event.asset) : undefined,
  };
  switch (event.kind) {
    case 'fundingPayment': {
      const [round] = await fundingRounds(db, venue, event.instrument, { round: event.round, limit: 1 });
      const contract = await rulesAt<ContractRules>(db, venue, event.instrument, 'defineContract', round?.event.seq ?? event.seq);
      return { ...base, contract, round: round?.event, mark: round?.mark };
    }
    case 'liquidation':
      if (base.stock) return { ...base, stockTerms: await rulesAt<StockRules>(db, venue, event.instrument, 'defineStock', event.seq) };
      return { ...base, contract: await rulesAt<ContractRules>(db, venue, event.instrument, 'defineContract', event.seq), mark };
    case 'deleverage':
      return { ...base, liquidation: await liquidationOf(db, venue, event) };
    case 'positionFill':
      return event.role === 'liquidation' ? { ...base, liquidation: await stepOf(db, venue, event) } : base;
    default:
      return base;
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
    const receipt = settlementReceipt(found.event, await receiptFacts(ports, venue, found));
    if (!receipt) throw new Refusal('notFound');
    return { document: receipt.text, hash: receipt.hash, chain: await chainOf(ports, venue, found.event.seq) };
  };
}
