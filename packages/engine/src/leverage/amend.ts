import { isCount } from '../base/exact.ts';
import { checkBandAround, checkLots, checkNotional } from '../book/checks.ts';
import { Lev, levelWidth } from '../book/levels.ts';
import { emitDepth, isMarketType } from '../book/order-record.ts';
import { Ord, OrdI, orderWidth } from '../book/orders.ts';
import { closes, upperCircuitBit, wholeBit } from '../book/terms.ts';
import type { Instrument } from '../catalogue/instruments.ts';
import type { AmendOrder } from '../commands.ts';
import type { State } from '../core/state.ts';
import { lotsWords } from '../core/words.ts';
import { badOrder, orderResult, refuse } from '../outcomes.ts';
import { feePpmOf, Reason, statusOf, typeOf } from '../record/decode.ts';
import { feeReserve } from './checks.ts';
import { enterOrder } from './enter.ts';
import { entryOf } from './entry.ts';
import { reservePerLot } from './margin.ts';
import { emitOrder, releaseReserve } from './order-life.ts';
import { countOrder, uncountOrder } from './order-sums.ts';
import { Pos, positionWidth } from './positions.ts';
import { productFor } from './product.ts';
import { openingValue, orderReserve, setFee } from './reserve.ts';

/**
 * Amends an order as in spot. A change that only reduces the quantity keeps the order's place and is allowed wherever cancelling is; any other change is a
 * new arrival under the old id. A stop on the whole position has no quantity of its own: set the position's stops instead.
 */
export function amendLeveraged(s: State, ins: Instrument, slot: number, command: Omit<AmendOrder, 'account'>) {
  const { f, i } = s.orders.store;
  const at = slot * orderWidth;
  const terms = i[at * 2 + OrdI.terms]!;
  const flags = i[at * 2 + OrdI.flags]!;
  if (!isCount(command.lots)) return refuse('quantityInvalid');
  if (!isCount(command.priceTicks)) return refuse('priceInvalid');
  if (command.lots === 0 && command.priceTicks === 0) return badOrder('nothingToChange');
  if ((terms & upperCircuitBit) !== 0) return badOrder('upperCircuitPrice');
  if ((terms & wholeBit) !== 0) return badOrder('wholePositionStops');
  if (isMarketType(typeOf(flags)) && command.priceTicks !== 0) return badOrder('marketHasNoPrice');
  const filled = f[at + Ord.filled]!;
  const lots = command.lots === 0 ? f[at + Ord.lots]! : command.lots;
  const price = command.priceTicks === 0 ? f[at + Ord.price]! : command.priceTicks;
  if (lots <= filled) return refuse('amendTooSmall', { filled: lotsWords(ins, filled) });
  const unfit = closes(terms) ? checkOpenLots(s, ins, slot, lots - filled) : checkLots(ins, lots);
  if (unfit !== undefined) return unfit;
  const waits = !ins.book.isResting(slot);
  if (price === f[at + Ord.price]! && lots <= f[at + Ord.lots]!) return reduce(s, ins, slot, lots, waits);
  const refusal = productFor(s, ins).checkAmend(s, ins, slot, waits);
  if (refusal !== undefined) return refusal;
  return waits ? changeWaiting(s, ins, slot, lots, price) : reenter(s, ins, slot, lots, price);
}

function checkOpenLots(s: State, ins: Instrument, slot: number, lots: number) {
  const { position } = entryOf(s, ins, slot);
  const open = s.positions.store.f[position * positionWidth + Pos.lots]!;
  return lots > open ? refuse('closeTooLarge', { open: lotsWords(ins, open) }) : undefined;
}

function reduce(s: State, ins: Instrument, slot: number, lots: number, waits: boolean) {
  const { f, i } = s.orders.store;
  const at = slot * orderWidth;
  const opening = !closes(i[at * 2 + OrdI.terms]!);
  const refusal = opening ? checkNotional(ins, lots * f[at + Ord.price]! * ins.unit, 0) : undefined;
  if (refusal !== undefined) return refusal;
  const less = f[at + Ord.lots]! - lots;
  setTerms(s, ins, slot, lots, f[at + Ord.price]!, feePpmOf(i[at * 2 + OrdI.flags]!));
  if (!waits && less > 0) {
    const level = i[at * 2 + OrdI.place]!;
    s.levels.store.f[level * levelWidth + Lev.lots]! -= less;
    emitDepth(s, ins, level);
  }
  return amended(s, ins, slot);
}

/** Gives an untriggered order new terms. Only its reserve changes; it keeps waiting. */
function changeWaiting(s: State, ins: Instrument, slot: number, lots: number, price: number) {
  const { f } = s.orders.store;
  const at = slot * orderWidth;
  const product = productFor(s, ins);
  const entry = entryOf(s, ins, slot);
  const trigger = f[at + Ord.trigger]!;
  const opening = !closes(s.orders.store.i[at * 2 + OrdI.terms]!);
  const feePpm = feeToday(s, ins, entry, opening);
  const worth = lots * price * ins.unit;
  const refusal =
    (entry.market ? undefined : trigger === 0 ? product.checkNextDay(ins, price) : checkBandAround(ins, price, trigger)) ??
    checkNotional(ins, opening ? worth : ins.rules.minNotional, lots * Math.max(trigger, price) * ins.unit * 2);
  if (refusal !== undefined) return refusal;
  if (opening) {
    const counted = openingValue(s, ins, slot);
    const before = orderReserve(s, ins, slot);
    const perLot = reservePerLot(price, ins.unit, entry.leverage, feePpm);
    const short = product.checkWaitingAmend(s, ins, { ...entry, counted, feePpm }, worth, lots * perLot, before);
    if (short !== undefined) return short;
  }
  setTerms(s, ins, slot, lots, price, feePpm);
  return amended(s, ins, slot);
}

/** Gives an order that keeps its place new lots, a new price and the fee rate that it reserves, and updates the sums and its reserve. */
function setTerms(s: State, ins: Instrument, slot: number, lots: number, price: number, feePpm: number): void {
  const { f, i } = s.orders.store;
  const at = slot * orderWidth;
  const before = orderReserve(s, ins, slot);
  const product = productFor(s, ins);
  const rests = ins.book.isResting(slot);
  if (rests) product.releaseLent(s, ins, slot);
  uncountOrder(s, slot);
  f[at + Ord.lots] = lots;
  f[at + Ord.price] = price;
  setFee(s, slot, feePpm);
  countOrder(s, slot);
  const after = orderReserve(s, ins, slot);
  const balance = i[at * 2 + OrdI.reserve]!;
  if (rests) product.freezeLent(s, ins, slot);
  if (after > before) s.ledger.freeze(balance, after - before, product.freezeFlow, f[at]!, 0);
  else if (after < before) s.ledger.release(balance, before - after, product.releaseFlow, f[at]!, 0);
  if (after !== before) s.products.fullMargin.balanceChanged(s, i[at * 2 + OrdI.owner]!);
}

function amended(s: State, ins: Instrument, slot: number) {
  const { f, i } = s.orders.store;
  const at = slot * orderWidth;
  emitOrder(s, ins, slot, Reason.amended, orderReserve(s, ins, slot));
  return orderResult(f[at]!, statusOf(i[at * 2 + OrdI.flags]!), f[at + Ord.filled]!, f[at + Ord.filledQuote]!);
}

function reenter(s: State, ins: Instrument, slot: number, lots: number, price: number) {
  const { f, i } = s.orders.store;
  const at = slot * orderWidth;
  const open = f[at + Ord.lots]! - f[at + Ord.filled]!;
  const opening = !closes(i[at * 2 + OrdI.terms]!);
  const product = productFor(s, ins);
  const entry = entryOf(s, ins, slot);
  const feePpm = feeToday(s, ins, entry, opening);
  const verdict = product.judge(s, ins, {
    ...entry,
    feePpm,
    priceTicks: price,
    lots: lots - f[at + Ord.filled]!,
    frozen: orderReserve(s, ins, slot),
    counted: opening ? openingValue(s, ins, slot) : 0,
    lent: product.lentFor(s, ins, slot, open),
  });
  if (verdict.refusal !== undefined) return verdict.refusal;
  releaseReserve(s, ins, slot);
  uncountOrder(s, slot);
  const level = i[at * 2 + OrdI.place]!;
  ins.book.detach(slot, open);
  emitDepth(s, ins, level);
  f[at + Ord.lots] = lots;
  f[at + Ord.price] = price;
  setFee(s, slot, feePpm);
  const status = enterOrder(s, ins, slot, verdict.limit, true, Reason.amended);
  const fresh = s.orders.store.f;
  return orderResult(fresh[at]!, status, fresh[at + Ord.filled]!, fresh[at + Ord.filledQuote]!);
}

/** A new arrival pays the fee of its day, not of the day that the order was first sent. */
const feeToday = (s: State, ins: Instrument, { owner, feePpm }: { owner: number; feePpm: number }, opening: boolean): number =>
  opening && s.limits.corrections >= 1 ? feeReserve(s, ins, owner) : feePpm;
