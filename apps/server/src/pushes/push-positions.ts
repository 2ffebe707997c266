import type { OrderEvent } from '@bourse/engine';
import { InstrumentKind } from '@bourse/protocol/enums';
import { liveView } from '../positions/live-positions.ts';
import { positionOrderView } from '../positions/position-order-view.ts';
import { termsByOrders } from '../positions/position-rows.ts';
import { positionView } from '../positions/position-view.ts';
import { settlementView } from '../positions/settlement-view.ts';
import type { Terms } from '../projections/position-tables.ts';
import type { Heard, PushParts } from './pushes.ts';

/** Terms of an order that no recent event repeated are read from the histories. The histories may take this long to hold the order. */
const historiesWithinMs = 5_000;

/**
 * Fills, orders and positions of contracts and stocks, in the shape of the calls' answers. An open position is valued at the current mark price; a
 * closed one shows its final figures.
 */
export async function pushPositions({ port, hub, market, database }: PushParts, heard: Heard, seq: number): Promise<void> {
  const { venue } = port;
  const { catalogue } = market;
  for (const event of heard.positionFills) {
    const instrument = catalogue.instrumentById(event.instrument);
    if (instrument)
      hub.toAccount(venue, event.account, { c: 'fill', asOf: seq, v: settlementView({ event, direction: event.direction }, instrument) });
  }
  for (const event of heard.settlements) {
    const instrument = catalogue.instrumentById(event.instrument);
    const direction = 'direction' in event ? event.direction : heard.positions.get(event.position)?.direction;
    if (instrument && direction)
      hub.toAccount(venue, event.account, { c: 'fill', asOf: seq, v: settlementView({ event, direction }, instrument) });
  }
  const { seq: asOf, value: live } = await port.read((engine) => ({
    terms: new Map([...heard.positionOrders.keys()].map((order) => [order, engine.orderTerms(order)])),
    positions: [...heard.positions.keys()].flatMap((id) => {
      const view = engine.position(id);
      if (!view) return [];
      const contract = catalogue.instrumentById(view.instrument)?.kind === InstrumentKind.contract;
      return [{ view, funding: contract ? engine.contract(view.instrument) : undefined }];
    }),
  }));
  const known = (order: number): Terms | undefined => heard.terms.get(order) ?? live.terms.get(order);
  const missing = [...heard.positionOrders.keys()].filter((order) => !known(order));
  if (missing.length > 0) await port.waitProjected(seq, historiesWithinMs);
  const stored = await termsByOrders(database, venue, missing);
  // An opening order is pushed before its position exists. Its fill then names the position.
  const filled = new Map(heard.positionFills.map(({ order, position }) => [order, position]));
  const push = (order: OrderEvent) => {
    const [instrument, terms] = [catalogue.instrumentById(order.instrument), known(order.order) ?? stored.get(order.order)];
    if (!instrument || !terms) return;
    const position = terms.position || filled.get(order.order) || 0;
    hub.toAccount(venue, order.account, { c: 'order', asOf: seq, v: positionOrderView(order, { ...terms, position }, instrument) });
  };
  for (const order of heard.positionOrders.values()) push(order);
  const open = new Map(live.positions.map((one) => [one.view.position, one]));
  for (const event of heard.positions.values()) {
    const instrument = catalogue.instrumentById(event.instrument);
    if (!instrument) continue;
    const one = open.get(event.position);
    hub.toAccount(venue, event.account, {
      c: 'position',
      asOf: one ? asOf : seq,
      v: one ? liveView(one, instrument, event) : positionView(event, instrument, undefined),
    });
  }
}
