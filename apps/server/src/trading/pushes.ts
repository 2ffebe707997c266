import { type EngineEvent, type FillEvent, firstCustomer, type LedgerEvent, type OrderEvent } from '@bourse/engine';
import type { Venue } from '@bourse/protocol/enums';
import type { Catalogue } from '../market/port.ts';
import type { DurableBatch, EnginePort } from '../sequencer/port.ts';
import type { Hub, PrivatePush } from '../sockets/port.ts';
import { amountText } from './figures.ts';
import { fillView, orderView } from './order-view.ts';

type ListeningHub = Pick<Hub, 'toAccount' | 'listens'>;

/**
 * Tells people's open sockets what happened to their orders, trades and wallets, once it is durable and never before. Within a batch only
 * the last state of an order and of a balance is said.
 */
export function startPushes(port: EnginePort, hub: ListeningHub, catalogue: Catalogue): () => void {
  return port.onDurable((batch) => pushBatch(port.venue, batch, hub, catalogue));
}

export function pushBatch(venue: Venue, { events }: DurableBatch, hub: ListeningHub, catalogue: Catalogue): void {
  const listening = new Map<number, boolean>();
  const wanted = (account: number): boolean => {
    if (account < firstCustomer) return false;
    let known = listening.get(account);
    if (known === undefined) {
      known = hub.listens?.(venue, account) ?? true;
      listening.set(account, known);
    }
    return known;
  };
  const orders = new Map<number, OrderEvent>();
  const balances = new Map<number, Map<string, LedgerEvent>>();
  const fills: FillEvent[] = [];
  for (const event of events) gather(event, wanted, orders, balances, fills);
  for (const fill of fills) pushFill(venue, fill, wanted, hub, catalogue);
  for (const order of orders.values()) {
    const instrument = catalogue.instrumentById(order.instrument);
    if (instrument) hub.toAccount(venue, order.account, { c: 'order', v: orderView(order, instrument) });
  }
  for (const [account, lines] of balances) hub.toAccount(venue, account, walletPush([...lines.values()], catalogue));
}

function gather(
  event: EngineEvent,
  wanted: (account: number) => boolean,
  orders: Map<number, OrderEvent>,
  balances: Map<number, Map<string, LedgerEvent>>,
  fills: FillEvent[],
): void {
  if (event.kind === 'order') {
    if (wanted(event.account)) orders.set(event.order, event);
  } else if (event.kind === 'fill') {
    if (wanted(event.taker.account) || wanted(event.maker.account)) fills.push(event);
  } else if (event.kind === 'ledger' && wanted(event.account)) {
    const lines = balances.get(event.account) ?? new Map<string, LedgerEvent>();
    lines.set(`${event.wallet}/${event.asset}`, event);
    balances.set(event.account, lines);
  }
}

function pushFill(venue: Venue, fill: FillEvent, wanted: (account: number) => boolean, hub: ListeningHub, catalogue: Catalogue): void {
  const instrument = catalogue.instrumentById(fill.instrument);
  if (!instrument) return;
  for (const role of ['taker', 'maker'] as const) {
    const { account } = fill[role];
    if (wanted(account)) hub.toAccount(venue, account, { c: 'fill', v: fillView(fill, role, instrument, venue) });
  }
}

function walletPush(lines: readonly LedgerEvent[], catalogue: Catalogue): PrivatePush {
  return {
    c: 'wallet',
    v: lines.flatMap(({ wallet, asset: id, availableAfter, frozenAfter }) => {
      const asset = catalogue.assetById(id);
      return asset
        ? [{ wallet, asset: asset.code, available: amountText(asset, availableAfter), frozen: amountText(asset, frozenAfter) }]
        : [];
    }),
  };
}
