import { OrderSide } from '@bourse/protocol/enums';
import { flows } from '@bourse/protocol/flows';
import { isCount } from '../base/exact.ts';
import { checkBandAround, checkFresh, checkLots, checkNotional } from '../book/checks.ts';
import { Lev, levelWidth } from '../book/levels.ts';
import { emitDepth, isMarketType, writeOrder } from '../book/order-record.ts';
import { Ord, OrdI, orderWidth } from '../book/orders.ts';
import type { Instrument } from '../catalogue/instruments.ts';
import type { AmendOrder } from '../commands.ts';
import type { State } from '../core/state.ts';
import { lotsWords } from '../core/words.ts';
import { badOrder, orderResult, refuse } from '../outcomes.ts';
import { byValueOf, postOnlyOf, Reason, sideOf, statusOf, tifOf, typeOf } from '../record/decode.ts';
import { checkFunds, checkOpen } from './check.ts';
import { enter } from './enter.ts';
import { checkEntry } from './entry.ts';
import { reservedUnits } from './order-life.ts';

const amendFreeze = flows.spotAmendFreeze.code;
const amendRelease = flows.spotAmendRelease.code;

/**
 * Amends an order. A change that only reduces the quantity is a partial cancellation: the order keeps its place in the queue, and the change is allowed
 * wherever cancelling is. Any other change is a new arrival under the old id: it passes all checks of a new order, goes to the end of its queue and may
 * trade at once.
 */
export function amendSpot(s: State, ins: Instrument, slot: number, command: Omit<AmendOrder, 'account'>) {
  const { f, i } = s.orders.store;
  const at = slot * orderWidth;
  const flags = i[at * 2 + OrdI.flags]!;
  if (!isCount(command.lots)) return refuse('quantityInvalid');
  if (!isCount(command.priceTicks)) return refuse('priceInvalid');
  if (command.lots === 0 && command.priceTicks === 0) return badOrder('nothingToChange');
  if (isMarketType(typeOf(flags)) && command.priceTicks !== 0) return badOrder('marketHasNoPrice');
  if (byValueOf(flags)) return badOrder('byValueNoQuantity');
  const lots = command.lots === 0 ? f[at + Ord.lots]! : command.lots;
  const price = command.priceTicks === 0 ? f[at + Ord.price]! : command.priceTicks;
  if (lots <= f[at + Ord.filled]!) return refuse('amendTooSmall', { filled: lotsWords(ins, f[at + Ord.filled]!) });
  const unfit = checkLots(ins, lots);
  if (unfit !== undefined) return unfit;
  const waits = !ins.book.isResting(slot);
  if (price === f[at + Ord.price]! && lots <= f[at + Ord.lots]!) return reduce(s, ins, slot, lots, waits);
  const refusal = checkOpen(s, ins) ?? checkFresh(s, ins);
  if (refusal !== undefined) return refusal;
  return waits ? changeWaiting(s, ins, slot, lots, price) : reenter(s, ins, slot, lots, price);
}

function reduce(s: State, ins: Instrument, slot: number, lots: number, waits: boolean) {
  const { f, i } = s.orders.store;
  const at = slot * orderWidth;
  const perLot = isMarketType(typeOf(i[at * 2 + OrdI.flags]!)) ? f[at + Ord.trigger]! : f[at + Ord.price]!;
  const refusal = checkNotional(ins, lots * perLot * ins.unit, 0);
  if (refusal !== undefined) return refusal;
  const before = reservedUnits(s, ins, slot);
  const less = f[at + Ord.lots]! - lots;
  f[at + Ord.lots] = lots;
  const after = reservedUnits(s, ins, slot);
  if (before > after) s.ledger.release(i[at * 2 + OrdI.reserve]!, before - after, amendRelease, f[at]!, 0);
  if (!waits && less > 0) {
    const level = i[at * 2 + OrdI.place]!;
    s.levels.store.f[level * levelWidth + Lev.lots]! -= less;
    emitDepth(s, ins, level);
  }
  writeOrder(s, ins, slot, Reason.amended, after);
  return orderResult(f[at]!, statusOf(i[at * 2 + OrdI.flags]!), f[at + Ord.filled]!, f[at + Ord.filledQuote]!);
}

/** Gives an untriggered order new terms. Only its reserve changes; it keeps waiting. */
function changeWaiting(s: State, ins: Instrument, slot: number, lots: number, price: number) {
  const { f, i } = s.orders.store;
  const at = slot * orderWidth;
  const side = sideOf(i[at * 2 + OrdI.flags]!);
  const market = isMarketType(typeOf(i[at * 2 + OrdI.flags]!));
  const balance = i[at * 2 + OrdI.reserve]!;
  const trigger = f[at + Ord.trigger]!;
  const worth = lots * (market ? trigger : price) * ins.unit;
  const needed = side === OrderSide.buy ? lots * price * ins.unit : (lots - f[at + Ord.filled]!) * ins.lotUnits;
  const before = reservedUnits(s, ins, slot);
  const refusal =
    (market ? undefined : checkBandAround(ins, price, trigger)) ??
    checkNotional(ins, worth, lots * Math.max(trigger, price) * ins.unit) ??
    checkFunds(s, ins, side, balance, needed - before);
  if (refusal !== undefined) return refusal;
  f[at + Ord.lots] = lots;
  f[at + Ord.price] = price;
  if (needed > before) s.ledger.freeze(balance, needed - before, amendFreeze, f[at]!, 0);
  else if (needed < before) s.ledger.release(balance, before - needed, amendRelease, f[at]!, 0);
  writeOrder(s, ins, slot, Reason.amended, needed);
  return orderResult(f[at]!, statusOf(i[at * 2 + OrdI.flags]!), f[at + Ord.filled]!, f[at + Ord.filledQuote]!);
}

function reenter(s: State, ins: Instrument, slot: number, lots: number, price: number) {
  const { f, i } = s.orders.store;
  const at = slot * orderWidth;
  const flags = i[at * 2 + OrdI.flags]!;
  const open = f[at + Ord.lots]! - f[at + Ord.filled]!;
  const frozen = reservedUnits(s, ins, slot);
  const refusal = checkEntry(s, ins, {
    owner: i[at * 2 + OrdI.owner]!,
    side: sideOf(flags),
    market: false,
    tif: tifOf(flags),
    postOnly: postOnlyOf(flags),
    priceTicks: price,
    lots: lots - f[at + Ord.filled]!,
    quoteAmount: 0,
    filledQuote: f[at + Ord.filledQuote]!,
    balance: i[at * 2 + OrdI.reserve]!,
    frozen,
  });
  if (refusal !== undefined) return refusal;
  s.ledger.release(i[at * 2 + OrdI.reserve]!, frozen, amendRelease, f[at]!, 0);
  const level = i[at * 2 + OrdI.place]!;
  ins.book.detach(slot, open);
  emitDepth(s, ins, level);
  f[at + Ord.lots] = lots;
  f[at + Ord.price] = price;
  const status = enter(s, ins, slot, true, Reason.amended);
  return orderResult(f[at]!, status, f[at + Ord.filled]!, f[at + Ord.filledQuote]!);
}
