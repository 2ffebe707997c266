import { PositionDirection } from '@bourse/protocol/enums';
import type { Asset } from '../catalogue/assets.ts';
import type { Instrument } from '../catalogue/instruments.ts';
import { staleAfterMs } from '../core/limits.ts';
import type { State } from '../core/state.ts';
import { maxEntryValue } from '../leverage/margin.ts';
import { emitPosition } from '../leverage/position-event.ts';
import { Pos, PosI, positionInts, positionWidth } from '../leverage/positions.ts';
import { refuse } from '../outcomes.ts';
import { isCash } from './holding.ts';
import { addLots } from './lots.ts';

/**
 * Shares that reach a trading account other than by a trade join its cash position at the current reference price. Every share of the account therefore
 * belongs to a position, and its profit and loss count from that price.
 */

/** The stock that trades an asset's shares. */
const stockOf = (s: State, asset: Asset) => s.instruments.list.find((ins) => ins.stock !== undefined && ins.base === asset);

/** Whether a corporate action is changing these shares. None may come in from outside until it ends. */
export const isChangingShare = (s: State, asset: Asset) => stockOf(s, asset)?.stock?.action !== undefined;

/** Why shares cannot be delivered to an account now; undefined when they can. */
export function checkDelivery(s: State, asset: Asset, owner: number, amount: bigint) {
  const ins = stockOf(s, asset);
  if (ins === undefined) return refuse('instrumentUnknown');
  if (ins.triggerPrice === 0) return refuse('priceStale', { symbol: ins.rules.symbol, seconds: staleAfterMs / 1000 });
  const units = BigInt(ins.lotUnits);
  if (amount % units !== 0n) return refuse('amountInvalid');
  const known = s.positions.find(owner, ins.slot, PositionDirection.long);
  if (known !== 0 && !isCash(s.positions.store.i[known * positionInts + PosI.flags]!)) return refuse('leverageDiffers', { leverage: 1 });
  const held = known === 0 ? 0 : s.positions.store.f[known * positionWidth + Pos.entryValue]!;
  const value = (amount / units) * BigInt(ins.triggerPrice) * BigInt(ins.unit);
  return value + BigInt(held) > BigInt(maxEntryValue) ? refuse('amountInvalid') : undefined;
}

/** Adds checked and already posted shares to the account's position. */
export function addDelivery(s: State, asset: Asset, owner: number, amount: bigint): void {
  const ins = stockOf(s, asset)!;
  join(s, ins, owner, Number(amount / BigInt(ins.lotUnits)));
}

function join(s: State, ins: Instrument, owner: number, lots: number): void {
  const value = lots * ins.triggerPrice * ins.unit;
  const known = s.positions.find(owner, ins.slot, PositionDirection.long);
  const position = addLots(s, ins, owner, PositionDirection.long, 1, lots, value, value, 0);
  emitPosition(s, ins, position, known === 0 ? 'opened' : 'increased');
}
