import { InstrumentStatus, OrderPriceType, OrderSide, OrderStatus, TimeInForce, Wallet } from '@bourse/protocol/enums';
import type { ErrorName } from '@bourse/protocol/errors';
import type { AmendOrder, PlaceOrder } from '../commands.ts';
import { House } from '../core/accounts.ts';
import type { OrderReason, Outcome } from '../events.ts';
import {
  highOfBand,
  isMarket,
  isWaiting,
  lowOfBand,
  maxLots,
  newOrder,
  type OracleInstrument,
  type OracleOrder,
  protects,
  reservedFor,
  rises,
  safe,
  unitOf,
} from './books.ts';
import { badLots, badWorth, count, inBand, malformed, min, VenueState } from './venue-state.ts';

const refused = (error: ErrorName): Outcome => ({ ok: false, error });

/** Spot trading as the rules describe it. Every question is answered by going through all orders. */
export class Trading extends VenueState {
  private nextOrder = 1;
  private nextFill = 1;
  private arrivals = 0;

  place(account: number, order: Omit<PlaceOrder, 'account'>): Outcome {
    const ins = this.instruments.get(order.instrument);
    if (ins === undefined) return refused('instrumentUnknown');
    const problem = this.notTrading(ins) ?? malformed(order) ?? (this.fresh(ins) ? undefined : 'priceStale');
    if (problem !== undefined) return refused(problem);
    return isWaiting(order.type) ? this.placeWaiting(account, ins, order) : this.placeNow(account, ins, order);
  }

  private placeNow(account: number, ins: OracleInstrument, order: Omit<PlaceOrder, 'account'>): Outcome {
    const candidate = newOrder(0, account, order, this.time, 0n);
    const rests = order.type === OrderPriceType.limit && order.tif === TimeInForce.gtc;
    const problem =
      (order.quoteAmount > 0 ? undefined : badLots(ins, order.lots)) ??
      (rests ? this.noRoom(account, ins, false) : undefined) ??
      this.mayNotEnter(ins, candidate, 0n);
    if (problem !== undefined) return refused(problem);
    candidate.id = this.nextOrder++;
    this.enter(ins, candidate, 'placed');
    return result(candidate);
  }

  private placeWaiting(account: number, ins: OracleInstrument, order: Omit<PlaceOrder, 'account'>): Outcome {
    if (ins.backlog) return refused('overloaded');
    const { rules } = ins;
    const trigger = BigInt(order.triggerTicks);
    if (rises(order.side, order.type) ? trigger <= ins.reference : trigger >= ins.reference) return refused('triggerWrongSide');
    const market = isMarket(order.type);
    const buysLots = order.side === OrderSide.buy && order.quoteAmount === 0;
    const candidate = newOrder(0, account, order, this.time, market && buysLots ? highOfBand(trigger, rules) : 0n);
    candidate.status = OrderStatus.untriggered;
    const lots = BigInt(order.lots);
    const price = market ? candidate.reservePrice : BigInt(order.priceTicks);
    const worth = order.quoteAmount > 0 ? BigInt(order.quoteAmount) : lots * (market ? trigger : price) * unitOf(rules);
    const dearest = order.quoteAmount > 0 ? BigInt(order.quoteAmount) : lots * (price > trigger ? price : trigger) * unitOf(rules);
    const problem =
      (order.quoteAmount > 0 ? undefined : badLots(ins, order.lots)) ??
      this.noRoom(account, ins, true) ??
      (market || inBand(ins, price, trigger) ? undefined : 'priceOutsideBand') ??
      badWorth(ins, worth, dearest) ??
      this.poor(ins, candidate, reservedFor(candidate, rules));
    if (problem !== undefined) return refused(problem);
    candidate.id = this.nextOrder++;
    this.freeze(ins, candidate, reservedFor(candidate, rules));
    this.open.set(candidate.id, candidate);
    this.tell(ins, candidate, 'placed');
    return result(candidate);
  }

  amend(account: number, command: Omit<AmendOrder, 'account'>): Outcome {
    if (this.mode === 'readOnly') return refused('readOnly');
    const order = this.own(account, command.order);
    if (typeof order === 'string') return refused(order);
    const ins = this.instruments.get(order.instrument)!;
    if (!count(command.lots)) return refused('quantityInvalid');
    if (!count(command.priceTicks)) return refused('priceInvalid');
    if (command.lots === 0 && command.priceTicks === 0) return refused('orderTypeInvalid');
    if ((isMarket(order.type) && command.priceTicks !== 0) || order.value > 0n) return refused('orderTypeInvalid');
    const lots = command.lots === 0 ? order.lots : BigInt(command.lots);
    const price = command.priceTicks === 0 ? order.price : BigInt(command.priceTicks);
    if (lots <= order.filled) return refused('amendTooSmall');
    const unfit = badLots(ins, Number(lots));
    if (unfit !== undefined) return refused(unfit);
    const changed = { ...order, lots, price };
    const waits = order.held || order.status === OrderStatus.untriggered;
    if (price === order.price && lots <= order.lots) {
      const worth = lots * (isMarket(order.type) ? order.trigger : price) * unitOf(ins.rules);
      if (worth < BigInt(ins.rules.minNotional)) return refused('notionalTooSmall');
      this.freeze(ins, order, reservedFor(changed, ins.rules) - reservedFor(order, ins.rules));
      order.lots = lots;
      this.tell(ins, order, 'amended');
      return result(order);
    }
    const closed = this.notTrading(ins) ?? (this.fresh(ins) ? undefined : 'priceStale');
    if (closed !== undefined) return refused(closed);
    const before = reservedFor(order, ins.rules);
    if (waits) {
      const market = isMarket(order.type);
      const paid = market ? order.reservePrice : price;
      const worth = lots * (market ? order.trigger : price) * unitOf(ins.rules);
      const dearest = lots * (paid > order.trigger ? paid : order.trigger) * unitOf(ins.rules);
      const problem =
        (market || inBand(ins, price, order.trigger) ? undefined : 'priceOutsideBand') ??
        badWorth(ins, worth, dearest) ??
        this.poor(ins, order, reservedFor(changed, ins.rules) - before);
      if (problem !== undefined) return refused(problem);
      this.freeze(ins, order, reservedFor(changed, ins.rules) - before);
      order.lots = lots;
      order.price = price;
      this.tell(ins, order, 'amended');
      return result(order);
    }
    const problem = this.mayNotEnter(ins, changed, before);
    if (problem !== undefined) return refused(problem);
    this.freeze(ins, order, -before);
    this.open.delete(order.id);
    order.lots = lots;
    order.price = price;
    this.enter(ins, order, 'amended');
    return result(order);
  }

  cancel(account: number, id: number): Outcome {
    if (this.mode === 'readOnly') return refused('readOnly');
    const order = this.own(account, id);
    if (typeof order === 'string') return refused(order);
    this.drop(order, 'cancelledByCustomer');
    return { ok: true, result: { kind: 'cancelled', orders: [id] } };
  }

  cancelAll(account: number, instrument: number, reason: OrderReason): number[] {
    const mine = [...this.open.values()].filter(
      (order) => order.account === account && (instrument === 0 || order.instrument === instrument),
    );
    mine.sort((a, b) => a.id - b.id);
    for (const order of mine) this.drop(order, reason);
    return mine.map(({ id }) => id);
  }

  /** Cancels the orders of an account whose dead man's switch ran out. Waiting and held sells stay where the venue keeps protective stops. */
  cancelUnattended(account: number): void {
    const mine = [...this.open.values()].filter((order) => order.account === account).sort((a, b) => a.id - b.id);
    for (const order of mine) {
      const { keepsProtection } = this.instruments.get(order.instrument)!.rules;
      const waits = order.held || order.status === OrderStatus.untriggered;
      if (keepsProtection !== true || !waits || order.side !== OrderSide.sell) this.drop(order, 'cancelledByDeadMansSwitch');
    }
  }

  /** Fires the orders whose trigger the reference price has reached, one at a time. */
  wake(ins: OracleInstrument): void {
    if (this.mode !== 'normal' || ins.status !== InstrumentStatus.trading || !this.fresh(ins)) return;
    for (;;) {
      const due = [...this.open.values()].filter(
        (order) =>
          order.instrument === ins.rules.instrument &&
          order.status === OrderStatus.untriggered &&
          (rises(order.side, order.type) ? order.trigger <= ins.high : order.trigger >= ins.low),
      );
      due.sort((a, b) => {
        const aRises = rises(a.side, a.type);
        if (aRises !== rises(b.side, b.type)) return aRises ? -1 : 1;
        if (a.trigger !== b.trigger) return a.trigger < b.trigger === aRises ? -1 : 1;
        return a.id - b.id;
      });
      const order = due[0];
      if (order === undefined) break;
      if (this.woken === this.limits.wakesPerCommand) {
        ins.backlog = true;
        return;
      }
      this.woken += 1;
      if (protects(order, ins.rules)) {
        this.tradeOrHold(ins, order);
        continue;
      }
      this.freeze(ins, order, -reservedFor(order, ins.rules));
      this.open.delete(order.id);
      const rests = !isMarket(order.type) && order.tif === TimeInForce.gtc;
      const resting = this.side(ins, OrderSide.buy).length + this.side(ins, OrderSide.sell).length;
      order.status = OrderStatus.open;
      if ((rests && resting >= this.limits.ordersPerBook) || this.mayNotEnter(ins, order, 0n) !== undefined) {
        this.end(ins, order, OrderStatus.rejected, 'triggerRejected');
      } else this.enter(ins, order, 'triggered');
    }
    ins.high = ins.reference;
    ins.low = ins.reference;
    ins.backlog = false;
  }

  /** Each held stop, by id, trades what it can or keeps waiting. */
  reviewHeld(ins: OracleInstrument): void {
    ins.reviewDue = false;
    if (this.mode !== 'normal' || ins.status !== InstrumentStatus.trading || !this.fresh(ins)) return;
    for (const order of this.heldOf(ins)) this.tradeOrHold(ins, order);
  }

  private heldOf(ins: OracleInstrument): OracleOrder[] {
    const held = [...this.open.values()].filter((order) => order.held && order.instrument === ins.rules.instrument);
    return held.sort((a, b) => a.id - b.id);
  }

  private tradeOrHold(ins: OracleInstrument, order: OracleOrder): void {
    const best = this.side(ins, OrderSide.buy)[0]?.price ?? 0n;
    const dearest = best > ins.reference ? best : ins.reference;
    const exact = (order.lots - order.filled) * dearest * unitOf(ins.rules) <= safe;
    if (exact && this.reach(ins, order, lowOfBand(ins.reference, ins.rules)).lots > 0n) {
      this.freeze(ins, order, -reservedFor(order, ins.rules));
      this.open.delete(order.id);
      order.held = false;
      this.enter(ins, order, 'triggered');
    } else if (!order.held) {
      order.held = true;
      order.status = OrderStatus.open;
      this.tell(ins, order, 'triggered');
    }
  }

  /** Trades an order, then rests, cancels or ends it. The order is in no queue and has nothing frozen. */
  private enter(ins: OracleInstrument, order: OracleOrder, first: OrderReason): void {
    const buying = order.side === OrderSide.buy;
    const market = isMarket(order.type);
    const limit = market ? (buying ? highOfBand(ins.reference, ins.rules) : lowOfBand(ins.reference, ins.rules)) : order.price;
    const rests = !market && order.tif === TimeInForce.gtc;
    const filledBefore = order.filled;
    order.status = order.filled > 0n ? OrderStatus.partlyFilled : OrderStatus.open;
    const best = this.side(ins, buying ? OrderSide.sell : OrderSide.buy)[0];
    const crosses = best !== undefined && (buying ? best.price <= limit : best.price >= limit);
    if (crosses || !rests) this.tell(ins, order, first, 0n);
    const stop = this.take(ins, order, limit);
    if (stop === 'done') this.end(ins, order, OrderStatus.filled, 'filled');
    else if (market && protects(order, ins.rules)) {
      order.held = true;
      order.status = OrderStatus.partlyFilled;
      this.freeze(ins, order, reservedFor(order, ins.rules));
      this.open.set(order.id, order);
      this.tell(ins, order, 'filled');
    } else if (stop === 'own') this.end(ins, order, OrderStatus.cancelled, 'selfTrade');
    else if (market) this.end(ins, order, OrderStatus.cancelled, stop === 'price' ? 'bandReached' : 'marketExhausted');
    else if (!rests || stop === 'fills') this.end(ins, order, OrderStatus.cancelled, 'immediateRemainder');
    else this.rest(ins, order, order.filled > filledBefore, first);
  }

  private rest(ins: OracleInstrument, order: OracleOrder, traded: boolean, first: OrderReason): void {
    if (traded) order.status = OrderStatus.partlyFilled;
    order.arrival = ++this.arrivals;
    if (this.heldOf(ins).length > 0) ins.reviewDue = true;
    this.freeze(ins, order, reservedFor(order, ins.rules));
    this.open.set(order.id, order);
    this.tell(ins, order, traded ? 'filled' : first);
  }

  private take(ins: OracleInstrument, order: OracleOrder, limit: bigint): 'done' | 'empty' | 'price' | 'own' | 'fills' {
    const buying = order.side === OrderSide.buy;
    const boundByValue = order.value > 0n;
    let wanted = boundByValue ? maxLots(ins.rules) : order.lots - order.filled;
    let money = order.value;
    let fills = 0;
    for (;;) {
      if (wanted === 0n) return boundByValue ? 'empty' : 'done';
      const maker = this.side(ins, buying ? OrderSide.sell : OrderSide.buy)[0];
      if (maker === undefined) return 'empty';
      if (buying ? maker.price > limit : maker.price < limit) return 'price';
      if (maker.account === order.account) return 'own';
      if (fills === this.limits.fillsPerOrder) return 'fills';
      const unit = maker.price * unitOf(ins.rules);
      let lots = min(wanted, maker.lots - maker.filled);
      if (boundByValue) lots = min(lots, money / unit);
      if (lots === 0n) return 'done';
      this.trade(ins, order, maker, lots);
      fills += 1;
      wanted -= lots;
      money -= lots * unit;
    }
  }

  private trade(ins: OracleInstrument, taker: OracleOrder, maker: OracleOrder, lots: bigint): void {
    const { rules } = ins;
    const base = lots * rules.lotUnits;
    const quote = lots * maker.price * unitOf(rules);
    const [buyer, seller] = taker.side === OrderSide.buy ? [taker, maker] : [maker, taker];
    const feeOf = (order: OracleOrder, amount: bigint) => {
      const rates = order === taker ? rules.takerFeePpm : rules.makerFeePpm;
      const own = this.feeClasses.get(order.account) ?? 0;
      const ppm = rates[Math.min(this.levels.classOf(order.account, own, this.time), rates.length - 1)]!;
      return (amount * BigInt(ppm) + 999_999n) / 1_000_000n;
    };
    this.levels.traded(taker.account, maker.account, quote, rules.quoteAsset, this.time);
    const buyerFee = feeOf(buyer, base);
    const sellerFee = feeOf(seller, quote);
    const pay = (order: OracleOrder, asset: number, amount: bigint) =>
      order === taker
        ? this.vault.change(order.account, Wallet.coin, asset, -amount, 0n)
        : this.vault.change(order.account, Wallet.coin, asset, 0n, -amount);
    pay(buyer, rules.quoteAsset, quote);
    pay(seller, rules.baseAsset, base);
    this.vault.change(buyer.account, Wallet.coin, rules.baseAsset, base - buyerFee, 0n);
    this.vault.change(seller.account, Wallet.coin, rules.quoteAsset, quote - sellerFee, 0n);
    this.vault.change(House.fees, Wallet.coin, rules.baseAsset, buyerFee, 0n);
    this.vault.change(House.fees, Wallet.coin, rules.quoteAsset, sellerFee, 0n);
    for (const order of [taker, maker]) {
      order.filled += lots;
      order.filledQuote += quote;
    }
    const party = (order: OracleOrder) => ({ order: order.id, account: order.account, fee: order === buyer ? buyerFee : sellerFee });
    this.meanings.push({
      fill: this.nextFill++,
      price: maker.price,
      lots,
      base,
      quote,
      takerSide: taker.side,
      taker: party(taker),
      maker: party(maker),
    });
    if (maker.filled === maker.lots) {
      this.open.delete(maker.id);
      this.end(ins, maker, OrderStatus.filled, 'filled');
    } else {
      maker.status = OrderStatus.partlyFilled;
      this.tell(ins, maker, 'filled');
    }
  }

  private drop(order: OracleOrder, reason: OrderReason): void {
    const ins = this.instruments.get(order.instrument)!;
    this.freeze(ins, order, -reservedFor(order, ins.rules));
    this.open.delete(order.id);
    this.end(ins, order, OrderStatus.cancelled, reason);
  }
}

const result = (order: OracleOrder): Outcome => ({
  ok: true,
  result: {
    kind: 'order',
    order: order.id,
    status: order.status,
    filledLots: Number(order.filled),
    filledQuote: Number(order.filledQuote),
  },
});
