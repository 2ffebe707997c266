import { PositionAction, Wallet } from '@bourse/protocol/enums';
import { ceilShare } from '../base/exact.ts';
import type { Instrument } from '../catalogue/instruments.ts';
import type { State } from '../core/state.ts';
import type { Refused } from '../events.ts';
import type { Funds } from '../leverage/declare.ts';
import { feeClassOf } from '../membership/class.ts';
import { badField, refuse } from '../outcomes.ts';
import { buyWhole, checkWholePurchase } from '../spot/place.ts';
import { carryOut, checkMove, type Move, supposing } from './transfer.ts';

/** A purchase of the money that moves. */
interface Purchase {
  ins: Instrument;
  lots: number;
  priceTicks: number;
}
export interface ReadyFunds {
  move: Move;
  purchase: Purchase | undefined;
}

/**
 * Makes every check of an order that brings money along: those of the purchase of that money, if it is to be bought, those of the transfer, and those of
 * the order as if the money had come. Changes nothing; so a refusal of any of them leaves the money where it is.
 */
export function readyFunded<R extends object>(
  s: State,
  owner: number,
  given: Funds & { instrument: number; action: PositionAction },
  to: Wallet,
  ready: () => R,
) {
  const ins = s.instruments.get(given.instrument);
  if (ins === undefined) return refuse('instrumentUnknown');
  if (given.action !== PositionAction.open) return badField('action', 'unknown');
  const { payFrom, payAmount, payThrough, payLots, payTicks } = given;
  if (!Object.values(Wallet).includes(payFrom)) return refuse('walletUnknown');
  if (typeof payAmount !== 'bigint') return refuse('amountInvalid');
  const through = s.instruments.get(payThrough);
  if (payThrough !== 0 && through?.base !== ins.quote) return badField('payThrough', 'unknown');
  if (through !== undefined && payFrom !== Wallet.coin) return refuse('transferNotAllowed', { asset: ins.quote.code, wallet: 'coin' });
  const purchase = through && { ins: through, lots: payLots, priceTicks: payTicks };
  const unbought = purchase && checkWholePurchase(s, purchase.ins, owner, payLots, payTicks);
  if (unbought !== undefined) return unbought;
  const move = { owner, from: payFrom, to, asset: ins.quote, amount: payAmount };
  const unmoved = checkMove(s, move, purchase ? leastBought(s, owner, purchase) : 0n);
  if (unmoved !== undefined) return unmoved;
  const order = supposing(s, move, ready);
  return 'ok' in order ? (order as Extract<R, Refused>) : { funds: { move, purchase }, order: order as Exclude<R, Refused> };
}

/** What a purchase that was just checked brings at least: each of its fills rounds its fee up. */
function leastBought(s: State, owner: number, { ins, lots }: Purchase): bigint {
  const bought = lots * ins.lotUnits;
  return BigInt(Math.max(0, bought - ceilShare(bought, ins.takerPpm(feeClassOf(s, owner))) - s.sweep.fills));
}

/** Brings the money that `readyFunded` let pass. */
export function bringFunds(s: State, { move, purchase }: ReadyFunds): void {
  if (purchase) buyWhole(s, purchase.ins, move.owner, purchase.lots, purchase.priceTicks);
  carryOut(s, move);
}
