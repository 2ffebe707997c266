import { type EngineEvent, type FillEvent, firstCustomer, House, type LedgerEvent, type OrderEvent, type Transfer } from '@bourse/engine';
import type { AppliedCommand, ProjectionBatch } from './projection.ts';

/** The rows one batch turns into; the latest state wins where a row is written more than once. */
export interface ProjectedRows {
  orders: OrderEvent[];
  fills: FillEvent[];
  lines: LedgerEvent[];
  transfers: { applied: AppliedCommand; transfer: Transfer }[];
  balances: LedgerEvent[];
  daily: LedgerEvent[];
  answers: AppliedCommand[];
}

export const dayMs = 86_400_000;

export function rowsOf(batch: ProjectionBatch): ProjectedRows {
  const orders = new Map<number, OrderEvent>();
  const balances = new Map<string, LedgerEvent>();
  const daily = new Map<string, LedgerEvent>();
  const rows: ProjectedRows = { orders: [], fills: [], lines: [], transfers: [], balances: [], daily: [], answers: [] };
  for (const event of batch.events) {
    if (event.kind === 'order') {
      if (isShownOrder(event)) orders.set(event.order, event);
    } else if (event.kind === 'fill') rows.fills.push(event);
    else if (event.kind === 'ledger') {
      const place = `${event.account}/${event.wallet}/${event.asset}`;
      balances.set(place, event);
      daily.set(`${place}/${Math.floor(event.time / dayMs)}`, event);
      if (isStatementLine(event)) rows.lines.push(event);
    }
  }
  for (const applied of batch.commands) {
    if (applied.identity) rows.answers.push(applied);
    if (applied.command.kind === 'transfer' && applied.outcome.ok) rows.transfers.push({ applied, transfer: applied.command });
  }
  rows.orders = [...orders.values()];
  rows.balances = [...balances.values()];
  rows.daily = [...daily.values()];
  return rows;
}

/** The maker's quotes are most of all orders and nobody's history: only those that traded are kept. */
export const isShownOrder = (order: OrderEvent) => order.account !== House.marketMaker || order.filledLots > 0;

/** Customers see every line. The house's freezes and releases cancel out and are left away; its own totals still add up. */
export const isStatementLine = (line: LedgerEvent) => line.account >= firstCustomer || line.availableDelta + line.frozenDelta !== 0n;

export const isProjected = (event: EngineEvent): boolean => event.kind === 'order' || event.kind === 'fill' || event.kind === 'ledger';
