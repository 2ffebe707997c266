import { system } from '@bourse/engine';
import { InstrumentKind } from '@bourse/protocol/enums';
import { Refusal } from '@bourse/protocol/errors';
import { resultAs, resultOf } from '../calls/answers.ts';
import type { Handler, SignedInContext } from '../calls/handlers.ts';
import { idNumber, instrumentBySymbol, instrumentOf, submit, type TradingPorts, venueOf } from '../calls/trading.ts';
import { instrumentsOf } from '../positions/live-positions.ts';
import type { Applied } from '../sequencer/port.ts';

export const changed = (applied: Applied, context: SignedInContext) => ({
  commandId: context.commandId,
  seq: String(applied.seq),
  orderIds: resultAs(applied, 'cancelled').orders.map(String),
  repeated: applied.repeated,
});

export function cancelOrder(ports: TradingPorts): Handler<'GET pay/order-coin/revoke/{id}'> {
  return async (input, context) => {
    const order = idNumber(input.id);
    if (order === undefined) throw new Refusal('orderUnknown');
    return changed(await submit(ports, context, { kind: 'cancelOrder', account: context.session.account, order }), context);
  };
}

/** Max. number of order ids that one command cancels. */
const maxInBatch = 64;

/** Cancels every spot order, or those of one instrument. Orders of contracts and stocks stay, because they may be a position's only protection. */
export function cancelAllOrders(ports: TradingPorts): Handler<'POST pay/order-coin/cancel-all'> {
  return async ({ symbol }, context) => {
    const { account } = context.session;
    const cancelAll = async (instrument: number) =>
      changed(await submit(ports, context, { kind: 'cancelAllOrders', account, instrument }), context);
    if (symbol !== undefined) return cancelAll(instrumentBySymbol(ports, symbol).id);
    const before = await venueOf(ports, context).outcomeOf(account, context.commandId);
    if (before?.outcome.ok && before.outcome.result.kind === 'batch') return cancelledOnes([{ ...before, repeated: true }], context);
    // With nothing to cancel, the command is still sent and has its place in the journal.
    const nothing = () => cancelAll(instrumentsOf(ports.market.catalogue, InstrumentKind.coin)[0] ?? 0);
    if (before) return cancelAll(0).catch((error) => (isReused(error) ? nothing() : Promise.reject(error)));
    const { value: open } = await venueOf(ports, context).read((engine) => engine.openOrders(account));
    const spot = open.filter((order) => instrumentOf(ports, order).kind === InstrumentKind.coin);
    if (spot.length === open.length) return cancelAll(0);
    if (spot.length === 0) return nothing();
    const applied: Applied[] = [];
    for (let at = 0; at === 0 || at < spot.length; at += maxInBatch) {
      const items = spot.slice(at, at + maxInBatch).map(({ order }) => ({ kind: 'cancelOrder' as const, order }));
      const command = { kind: 'orderBatch' as const, account, items };
      applied.push(
        at === 0 ? await submit(ports, context, command) : await venueOf(ports, context).submit({ account, command, actor: system }),
      );
    }
    return cancelledOnes(applied, context);
  };
}

const isReused = (error: unknown) => error instanceof Refusal && error.refusal === 'commandIdReused';

/** Merges the results of several batches of cancellations. */
function cancelledOnes(applied: readonly Applied[], { commandId }: SignedInContext) {
  const outcomes = applied.flatMap((one) => resultAs(one, 'batch').items);
  const orderIds = outcomes.flatMap((one) => (one.ok && one.result.kind === 'cancelled' ? one.result.orders.map(String) : []));
  return { commandId, seq: String(applied.at(-1)?.seq ?? 0), orderIds, repeated: applied[0]?.repeated ?? false };
}

export function cancelAllAfter(ports: TradingPorts): Handler<'POST pay/order-coin/cancel-all-after'> {
  return async ({ timeoutMs }, context) => {
    const applied = await submit(ports, context, { kind: 'cancelAllAfter', account: context.session.account, timeoutMs });
    resultOf(applied);
    return { commandId: context.commandId, seq: String(applied.seq), dueAt: timeoutMs === 0 ? null : applied.time + timeoutMs };
  };
}
