import { type BatchItem, system } from '@bourse/engine';
import { PositionAction, type Venue } from '@bourse/protocol/enums';
import type { Catalogue } from '../market/port.ts';
import type { Venues } from '../sequencer/port.ts';
import { isRisky, productOf } from './products.ts';

/** Open orders of an account that would open a risk when they fill, and its loans that wait for a decision. */
export interface Openings {
  /** Cancels those orders and loans. Orders that close or protect a position stay, and so do orders for shares paid in full. */
  cancel(venue: Venue, account: number): Promise<void>;
}

const maxInBatch = 64;

export const createOpenings = (venues: Venues, catalogue: Catalogue): Openings => ({
  async cancel(venue, account) {
    const port = venues[venue];
    const { value } = await port.read((engine) => ({
      orders: engine.openOrders(account).flatMap(({ order, instrument: id }) => {
        const [terms, instrument] = [engine.orderTerms(order), catalogue.instrumentById(id)];
        return terms?.action === PositionAction.open && instrument && isRisky(productOf(instrument, terms)) ? [order] : [];
      }),
      loans: engine.loans(account).flatMap(({ loan, openedAt }) => (openedAt === 0 ? [loan] : [])),
    }));
    const { orders, loans } = value;
    for (let at = 0; at < orders.length; at += maxInBatch) {
      const items = orders.slice(at, at + maxInBatch).map((order): BatchItem => ({ kind: 'cancelOrder', order }));
      await port.submit({ account, command: { kind: 'orderBatch', account, items }, actor: system });
    }
    for (const loan of loans) await port.submit({ account, command: { kind: 'cancelLoan', account, loan }, actor: system });
  },
});
