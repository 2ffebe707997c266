import { OrderSide, OrderStatus, PositionAction, TimeInForce } from '@bourse/protocol/enums';
import type { EngineEvent, OrderEvent, OrderReason } from '../events.ts';
import { AuditFailed } from './audit.ts';

/** Reasons that may not end a protective stop: the book was empty, or held only orders it cannot trade with. */
const notBecause: readonly OrderReason[] = ['triggerRejected', 'marketExhausted', 'bandReached', 'selfTrade', 'immediateRemainder'];

/**
 * Checks, from events alone, where the venue keeps protective stops: a stop that has fired ends only by trading completely, with its position, or because
 * somebody cancelled it. Missing counterparties never end it. Reports what became of the stops that were held.
 */
export class Protection {
  private readonly actions = new Map<number, PositionAction>();
  private readonly held = new Set<number>();

  hear(events: readonly EngineEvent[], tell: (fate: string) => void): void {
    for (const event of events) if (event.kind === 'orderTerms') this.actions.set(event.order, event.action);
    for (const event of events) {
      if (event.kind !== 'order' || !this.protects(event)) continue;
      if (notBecause.includes(event.reason)) throw new AuditFailed(`protection ${event.order}`, event.reason, 'kept');
      if (event.status <= OrderStatus.partlyFilled) {
        if (event.status !== OrderStatus.untriggered) this.held.add(event.order);
        if (event.status === OrderStatus.partlyFilled) tell('part of a protection held');
      } else if (this.held.has(event.order)) tell(`protection held, then ${event.reason}`);
    }
  }

  private protects({ order, triggerTicks, priceTicks, tif, side }: OrderEvent): boolean {
    if (triggerTicks === 0 || priceTicks !== 0 || tif === TimeInForce.fok) return false;
    const action = this.actions.get(order);
    return action === undefined ? side === OrderSide.sell : action === PositionAction.close;
  }
}
