import { OrderSide, OrderStatus } from '@bourse/protocol/enums';
import { flows } from '@bourse/protocol/flows';
import { Lev, LevI, levelWidth } from '../book/levels.ts';
import { Ord, OrdI, orderWidth } from '../book/orders.ts';
import { closes, termsDirection, termsLeverage, termsMode } from '../book/terms.ts';
import type { Instrument } from '../catalogue/instruments.ts';
import type { Forced } from '../contract/insurance.ts';
import { mayClose } from '../contract/safe.ts';
import { closeLots, openLots, type TradeSide } from '../contract/settle.ts';
import type { State } from '../core/state.ts';
import { feePpmOf, Reason } from '../record/decode.ts';
import { Record } from '../record/event-log.ts';
import { Stop } from '../spot/match.ts';
import { cancelOpen, emitDepth, emitOrder, finish, reservedUnits, setStatus } from '../spot/order-life.ts';
import { settleStockTrade } from '../stock/settle.ts';
import { endPosition } from './end-position.ts';
import { noteFilled } from './order-sums.ts';
import { Pos, positionWidth } from './positions.ts';
import { reservedPerLot } from './reserve.ts';
import { attachStops } from './stops.ts';

const orderRelease = flows.contractOrderRelease.code;

/** The incoming order of one run through the book. */
export interface ContractTaker {
  slot: number;
  side: OrderSide;
  feePpm: number;
  role: TradeSide['role'];
  forced?: Forced | undefined;
  reverses?: boolean | undefined;
}

/**
 * As the spot match: up to `lots` from the opposite side, best price first, oldest first, no worse than `limit`, stopping at the account's own order. Both
 * sides settle against their positions. A resting closing order gives at most what is open of its position and is cancelled where a fill would leave a
 * shortfall (`marginShort`); a position that ends takes its other closing orders with it. So a maker that is not used up is gone from the head of its
 * queue all the same, and the head is read again for each fill.
 */
export function matchContract(s: State, ins: Instrument, taker: ContractTaker, limit: number, lots: number): void {
  const buying = taker.side === OrderSide.buy;
  const side = buying ? ins.book.asks : ins.book.bids;
  const levels = s.levels.store;
  const orders = s.orders.store;
  const owner = orders.i[taker.slot * orderWidth * 2 + OrdI.owner]!;
  let remaining = lots;
  let quoteSum = 0;
  let fills = 0;
  let stop: Stop = Stop.filled;
  let touched = 0;
  while (remaining > 0) {
    const level = side.best;
    if (touched !== 0 && touched !== level) {
      emitDepth(s, ins, touched);
      touched = 0;
    }
    if (level === 0) {
      stop = Stop.exhausted;
      break;
    }
    const price = levels.f[level * levelWidth + Lev.price]!;
    if (buying ? price > limit : price < limit) {
      stop = Stop.price;
      break;
    }
    const maker = levels.i[level * levelWidth * 2 + LevI.head]!;
    const at = maker * orderWidth;
    if (orders.i[at * 2 + OrdI.owner] === owner) {
      stop = Stop.ownOrder;
      break;
    }
    if (fills === s.limits.fillsPerOrder) {
      stop = Stop.fills;
      break;
    }
    const offered = offeredLots(s, ins, maker);
    if (offered === 0) {
      cancelOpen(s, ins, maker, Reason.marginShort);
      continue;
    }
    const take = Math.min(offered, remaining);
    touched = level;
    trade(s, ins, taker, maker, price, take);
    fills += 1;
    remaining -= take;
    quoteSum += take * price * ins.unit;
  }
  if (touched !== 0) emitDepth(s, ins, touched);
  s.sweep.lots = lots - remaining;
  s.sweep.quote = quoteSum;
  s.sweep.stop = stop;
}

/** What a resting order can give at its price now: all that is open, or for a closing one at most its position, and nothing where that would leave a shortfall. */
export function offeredLots(s: State, ins: Instrument, maker: number): number {
  const { f, i } = s.orders.store;
  const at = maker * orderWidth;
  const terms = i[at * 2 + OrdI.terms]!;
  const open = f[at + Ord.lots]! - f[at + Ord.filled]!;
  if (!closes(terms)) return open;
  const position = s.positions.find(i[at * 2 + OrdI.owner]!, ins.slot, termsDirection(terms));
  if (position === 0 || !mayClose(s, ins, position, f[at + Ord.price]!)) return 0;
  return Math.min(open, s.positions.store.f[position * positionWidth + Pos.lots]!);
}

function trade(s: State, ins: Instrument, taker: ContractTaker, maker: number, priceTicks: number, lots: number): void {
  const at = maker * orderWidth * 2;
  const { i } = s.orders.store;
  const makerOwner = i[at + OrdI.owner]!;
  const makerTerms = i[at + OrdI.terms]!;
  if (ins.stock === undefined) settleTrade(s, ins, taker, maker, priceTicks, lots);
  else settleStockTrade(s, ins, taker.slot, maker, priceTicks, lots);
  advance(s, ins, maker, lots, lots * priceTicks * ins.unit);
  if (closes(makerTerms)) {
    const position = s.positions.find(makerOwner, ins.slot, termsDirection(makerTerms));
    if (s.positions.store.f[position * positionWidth + Pos.lots] === 0) endPosition(s, ins, position);
  }
}

function settleTrade(s: State, ins: Instrument, taker: ContractTaker, maker: number, priceTicks: number, lots: number): void {
  const fill = s.nextFill++;
  const { f, i } = s.orders.store;
  const taken = taker.slot * orderWidth;
  const at = maker * orderWidth;
  const quote = lots * priceTicks * ins.unit;
  const makerOwner = i[at * 2 + OrdI.owner]!;
  const makerPpm = Math.min(ins.makerPpm(s.accounts.feeClass(makerOwner)), feeCap(i[at * 2 + OrdI.terms]!, i[at * 2 + OrdI.flags]!));
  const makerSide: TradeSide = { owner: makerOwner, order: f[at]!, fill, feePpm: makerPpm, role: 'maker' };
  const takerSide: TradeSide = {
    owner: i[taken * 2 + OrdI.owner]!,
    order: f[taken]!,
    fill,
    feePpm: taker.feePpm,
    role: taker.role,
    forced: taker.forced,
    reverses: taker.reverses,
  };
  const to = openFill(s, ins, taker.side, priceTicks, lots, quote, takerSide, makerSide);
  ins.contract!.lastTicks = priceTicks;

  const takerFee = settleSide(s, ins, taker.slot, takerSide, priceTicks, lots);
  const makerTerms = i[at * 2 + OrdI.terms]!;
  if (!closes(makerTerms)) {
    s.ledger.release(i[at * 2 + OrdI.reserve]!, lots * reservedPerLot(s, ins, maker), orderRelease, makerSide.order, fill);
    noteFilled(s, maker, lots);
  }
  const makerFee = settleSide(s, ins, maker, makerSide, priceTicks, lots);
  s.log.numbers[to + 11] = takerFee;
  s.log.numbers[to + 16] = makerFee;
}

/** The resting order after a fill. Its store is read afresh: stops that a fill attached may have made it grow. */
function advance(s: State, ins: Instrument, maker: number, lots: number, quote: number): void {
  const { f, i } = s.orders.store;
  const at = maker * orderWidth;
  f[at + Ord.filled]! += lots;
  f[at + Ord.filledQuote]! += quote;
  if (f[at + Ord.filled] === f[at + Ord.lots]) {
    ins.book.detach(maker, lots);
    finish(s, ins, maker, OrderStatus.filled, Reason.filled, true);
  } else {
    s.levels.store.f[i[at * 2 + OrdI.place]! * levelWidth + Lev.lots]! -= lots;
    setStatus(s, maker, OrderStatus.partlyFilled);
    emitOrder(s, ins, maker, Reason.filled, reservedUnits(s, ins, maker));
  }
}

/** The rate an opening order reserved at bounds what it pays, whatever its account's rate has become; closing ones pay out of what they release. */
const feeCap = (terms: number, flags: number) => (closes(terms) ? Number.POSITIVE_INFINITY : feePpmOf(flags));

function settleSide(s: State, ins: Instrument, order: number, side: TradeSide, priceTicks: number, lots: number): number {
  const at = order * orderWidth * 2;
  const terms = s.orders.store.i[at + OrdI.terms]!;
  const direction = termsDirection(terms);
  if (closes(terms)) return closeLots(s, ins, s.positions.find(side.owner, ins.slot, direction), side, priceTicks, lots).fee;
  const { slot, fee } = openLots(s, ins, side, direction, termsMode(terms), termsLeverage(terms), priceTicks, lots);
  if (s.attached.size > 0) attachStops(s, ins, slot, side.order);
  return fee;
}

/** Writes the fill; both fees follow when they are known. */
export function openFill(
  s: State,
  ins: Instrument,
  takerSide: OrderSide,
  priceTicks: number,
  lots: number,
  quote: number,
  taker: TradeSide,
  maker: TradeSide,
): number {
  const to = s.log.open(Record.fill, 18);
  const n = s.log.numbers;
  n[to + 1] = taker.fill;
  n[to + 2] = ins.id;
  n[to + 3] = priceTicks;
  n[to + 4] = lots;
  n[to + 5] = lots * ins.lotUnits;
  n[to + 6] = quote;
  n[to + 7] = takerSide;
  n[to + 8] = taker.order;
  n[to + 9] = s.accounts.id(taker.owner);
  n[to + 10] = taker.feePpm;
  n[to + 12] = ins.quote.asset;
  n[to + 13] = maker.order;
  n[to + 14] = s.accounts.id(maker.owner);
  n[to + 15] = maker.feePpm;
  n[to + 17] = ins.quote.asset;
  return to;
}
