import type { State } from '../core/state.ts';
import type { CommandOf } from '../define/declare.ts';
import { closedBy } from '../define/dispatch.ts';
import type { Outcome } from '../events.ts';
import { badField, done, refuse } from '../outcomes.ts';
import { place } from '../spot/place.ts';
import { amend } from './amend.ts';
import { cancel } from './cancel.ts';
import { type BatchItem, orders } from './declare.ts';

/** Runs items in sequence. Each has its own outcome, and a refusal does not stop the next item. */
export function batch(s: State, owner: number, { items }: CommandOf<typeof orders, 'orderBatch'>) {
  if (!Array.isArray(items) || items.length === 0) return badField('items', 'empty');
  if (items.length > s.limits.batchItems) return refuse('batchTooLarge', { limit: s.limits.batchItems });
  return { ok: true, result: { kind: 'batch', items: items.map((item) => applyItem(s, owner, item)) } } as const;
}

function applyItem(s: State, owner: number, item: BatchItem): Outcome {
  const declaration = orders.commands[item?.kind];
  const closed = declaration && closedBy(s, declaration.allowed);
  if (closed !== undefined) return closed;
  switch (item?.kind) {
    case 'placeOrder':
      return place(s, owner, item);
    case 'amendOrder':
      return amend(s, owner, item);
    case 'cancelOrder':
      return cancel(s, owner, item);
    default:
      return badField('kind', 'unknown');
  }
}

export function cancelAllAfter(s: State, _owner: number, { account, timeoutMs }: CommandOf<typeof orders, 'cancelAllAfter'>) {
  if (timeoutMs > s.limits.cancelAfterMs) return badField('timeoutMs', { problem: 'between', min: 0, max: s.limits.cancelAfterMs });
  const { number } = orders.timers.cancelAllAfter;
  if (timeoutMs === 0) s.timers.clear(number, account);
  else s.timers.set(number, account, s.time + timeoutMs);
  return done;
}
