import { OrderSide, Wallet } from '@bourse/protocol/enums';
import { flows } from '@bourse/protocol/flows';
import { ceilShare } from '../base/exact.ts';
import { Ord, OrdI, orderWidth } from '../book/orders.ts';
import type { Instrument } from '../catalogue/instruments.ts';
import { House } from '../core/accounts.ts';
import type { State } from '../core/state.ts';
import { countTrade, feeClassOf } from '../membership/class.ts';
import { FillRecord } from '../record/layouts.ts';

const buyPay = flows.spotBuyPay.code;
const buyReceive = flows.spotBuyReceive.code;
const sellDeliver = flows.spotSellDeliver.code;
const sellReceive = flows.spotSellReceive.code;
const takerFeeFlow = flows.spotTakerFee.code;
const makerFeeFlow = flows.spotMakerFee.code;
const feeIncome = flows.spotFeeIncome.code;

/** The incoming order of one match, with the data that all its fills need. */
export interface Taker {
  slot: number;
  order: number;
  account: number;
  side: OrderSide;
  feePpm: number;
  /** The balance it pays from (available) and the balance it receives into. */
  pays: number;
  receives: number;
}

/**
 * Settles one trade. The incoming order pays from its available balance and the resting one from its reserve. Each receives the full amount and pays its
 * fee, rounded up, out of it. This is one posting of at most eight lines that sums to zero in each asset.
 */
export function settleFill(s: State, ins: Instrument, taker: Taker, maker: number, priceTicks: number, lots: number, quote: number): void {
  const { f, i } = s.orders.store;
  const at = maker * orderWidth;
  const ledger = s.ledger;
  const buying = taker.side === OrderSide.buy;
  const base = lots * ins.lotUnits;
  const makerOwner = i[at * 2 + OrdI.owner]!;
  const makerOrder = f[at + Ord.id]!;
  const makerPays = i[at * 2 + OrdI.reserve]!;
  const makerAsset = buying ? ins.quote : ins.base;
  const takerAsset = buying ? ins.base : ins.quote;
  const makerReceives = ledger.obtain(makerOwner, Wallet.coin, makerAsset.index, makerAsset.asset);
  const makerPpm = ins.makerPpm(feeClassOf(s, makerOwner));
  const takerGets = buying ? base : quote;
  const makerGets = buying ? quote : base;
  const takerFee = ceilShare(takerGets, taker.feePpm);
  const makerFee = ceilShare(makerGets, makerPpm);
  const fill = s.nextFill++;
  countTrade(s, ins, s.orders.store.i[taker.slot * orderWidth * 2 + OrdI.owner]!, makerOwner, quote);

  const to = s.log.open(FillRecord.code);
  const n = s.log.numbers;
  n[to + FillRecord.fill] = fill;
  n[to + FillRecord.instrument] = ins.id;
  n[to + FillRecord.priceTicks] = priceTicks;
  n[to + FillRecord.lots] = lots;
  n[to + FillRecord.baseUnits] = base;
  n[to + FillRecord.quoteUnits] = quote;
  n[to + FillRecord.takerSide] = taker.side;
  n[to + FillRecord.takerOrder] = taker.order;
  n[to + FillRecord.takerAccount] = taker.account;
  n[to + FillRecord.takerPpm] = taker.feePpm;
  n[to + FillRecord.takerFee] = takerFee;
  n[to + FillRecord.takerAsset] = takerAsset.asset;
  n[to + FillRecord.makerOrder] = makerOrder;
  n[to + FillRecord.makerAccount] = s.accounts.id(makerOwner);
  n[to + FillRecord.makerPpm] = makerPpm;
  n[to + FillRecord.makerFee] = makerFee;
  n[to + FillRecord.makerAsset] = makerAsset.asset;
  ledger.posting += 1;
  ledger.debit(taker.pays, makerGets, buying ? buyPay : sellDeliver, taker.order, fill);
  ledger.spend(makerPays, takerGets, buying ? sellDeliver : buyPay, makerOrder, fill);
  ledger.credit(taker.receives, takerGets, buying ? buyReceive : sellReceive, taker.order, fill);
  ledger.credit(makerReceives, makerGets, buying ? sellReceive : buyReceive, makerOrder, fill);
  if (takerFee > 0) {
    ledger.debit(taker.receives, takerFee, takerFeeFlow, taker.order, fill);
    ledger.credit(buying ? feeBase(s, ins) : feeQuote(s, ins), takerFee, feeIncome, taker.order, fill);
    s.invitations.earn(taker.account, Wallet.coin, takerAsset.asset, takerFee);
  }
  if (makerFee > 0) {
    ledger.debit(makerReceives, makerFee, makerFeeFlow, makerOrder, fill);
    ledger.credit(buying ? feeQuote(s, ins) : feeBase(s, ins), makerFee, feeIncome, makerOrder, fill);
    s.invitations.earn(s.accounts.id(makerOwner), Wallet.coin, makerAsset.asset, makerFee);
  }
}

function feeBase(s: State, ins: Instrument): number {
  if (ins.feeBase === 0) ins.feeBase = s.ledger.obtain(s.accounts.slot(House.fees), Wallet.coin, ins.base.index, ins.base.asset);
  return ins.feeBase;
}

function feeQuote(s: State, ins: Instrument): number {
  if (ins.feeQuote === 0) ins.feeQuote = s.ledger.obtain(s.accounts.slot(House.fees), Wallet.coin, ins.quote.index, ins.quote.asset);
  return ins.feeQuote;
}
