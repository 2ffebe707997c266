import type { BalanceView, Command, PositionView } from '@bourse/engine';
import { OrderPriceType, PositionAction, PositionDirection, TimeInForce, Wallet } from '@bourse/protocol/enums';
import { lotBaseUnits } from '../catalogue/catalogue.ts';
import { onLadder } from '../catalogue/ladder.ts';
import type { Best } from '../house/books.ts';
import { placing } from '../house/changes.ts';
import type { InstrumentInfo } from '../port.ts';

/** What a participant has, as the engine says. */
export interface Holdings {
  balances: readonly BalanceView[];
  positions: readonly PositionView[];
}

/** What chance decided about one trade, before anything was looked at. */
export interface Wish {
  /** Below one half: it buys. */
  side: number;
  /** In the instrument's quote, whole units. */
  value: number;
}

/** The wallet that trades of a kind are paid from. */
export const walletOf = ({ kind }: Pick<InstrumentInfo, 'kind'>): Wallet =>
  kind === 1 ? Wallet.coin : kind === 2 ? Wallet.contract : Wallet.stock;

/** How far beyond the best price an order goes: enough to meet a quote that just moved, too little to be drawn away by a lonely order. */
const tolerance = 0.000_5;
/** A participant holds at most so many of its usual trades of one instrument. */
const mostHeld = 10;

export const available = (balances: readonly BalanceView[], wallet: Wallet, asset: number): bigint =>
  balances.find((one) => one.wallet === wallet && one.asset === asset)?.available ?? 0n;

/**
 * An order that takes what stands at the best price, at once or not at all. Who holds nothing buys, who holds much sells; otherwise the coin decides.
 * Undefined: the participant cannot trade here now.
 */
export function orderOf(
  account: number,
  instrument: InstrumentInfo,
  best: Best,
  wish: Wish,
  { balances, positions }: Holdings,
): Command | undefined {
  const price = (best.bid + best.ask) / 2;
  const perLot = (price * instrument.quoteUnitsPerTickLot) / 10 ** instrument.quote.scale;
  const lots = Math.max(leastLots(instrument, best), Math.min(instrument.maxLots, Math.round(wish.value / perLot)));
  const held = heldLots(instrument, balances, positions);
  const most = mostHeld * lots;
  const shorts = instrument.kind === 2;
  const buys = held > most ? false : held < (shorts ? -most : lots) ? true : wish.side < 0.5;
  const limit = buys ? onLadder(instrument, best.ask * (1 + tolerance), 'down') : onLadder(instrument, best.bid * (1 - tolerance), 'up');
  const priceTicks = buys ? Math.max(best.ask, limit) : Math.min(best.bid, limit);
  if (buys && held >= 0) {
    const money = Number(available(balances, walletOf(instrument), instrument.quote.id)) / 10 ** instrument.quote.scale;
    if (money < 1.01 * lots * perLot) return undefined;
  }
  const side = buys ? 0 : 1;
  if (instrument.kind === 1)
    return {
      ...{ kind: 'placeOrder', account, instrument: instrument.id, side, type: OrderPriceType.limit, tif: TimeInForce.ioc, priceTicks },
      ...{ triggerTicks: 0, lots, quoteAmount: 0, postOnly: false },
    };
  const closes = buys ? held < 0 : held > 0;
  const quote = { side, priceTicks, lots: closes ? Math.min(lots, Math.abs(held)) : lots } as const;
  return placing(instrument, { ...quote, action: closes ? PositionAction.close : PositionAction.open }, { account, tif: TimeInForce.ioc });
}

function leastLots(instrument: InstrumentInfo, { bid }: Best): number {
  return Math.max(instrument.minLots, Math.ceil((1.1 * Number(instrument.minNotional)) / (instrument.quoteUnitsPerTickLot * bid)));
}

/** Lots held; below zero: sold short. */
function heldLots(instrument: InstrumentInfo, balances: readonly BalanceView[], positions: readonly PositionView[]): number {
  if (instrument.kind === 1) return Number(available(balances, Wallet.coin, instrument.base.id) / lotBaseUnits(instrument));
  return positions
    .filter((one) => one.instrument === instrument.id)
    .reduce((sum, { direction, lots }) => sum + (direction === PositionDirection.long ? lots : -lots), 0);
}
