import { MarginMode, OrderPriceType, PositionAction, PositionDirection, TimeInForce } from '@bourse/protocol/enums';
import { maxSafe } from '../base/exact.ts';
import { type CommandOf, command, declare, type EventOf, event } from '../define/declare.ts';
import { choice, count, flag, id, optional, refusing, serial, signed, struct, units, type ValuesOf } from '../define/field.ts';
import { anyInstrument, instrument, position, wallet } from '../define/names.ts';
import { deleverageReceipt, liquidationReceipt } from '../receipts/contract.ts';

/** What orders of contracts and stocks have in common. A long and a short of one account may be open at the same time. */
export const positionOrder = {
  instrument,
  direction: choice(PositionDirection),
  /** `close` never opens: it takes at most what is open when it trades. */
  action: choice(PositionAction),
  type: choice(OrderPriceType),
  tif: choice(TimeInForce),
  priceTicks: count('ownPrice'),
  triggerTicks: count('ownPrice'),
  /** 0 with `close`: all that is open. */
  lots: count('ownQuantity'),
  /** `open` only. It must equal the leverage of an open position. */
  leverage: count('choice'),
  postOnly: flag(),
  /** `open` only: take-profit and stop-loss of the whole position from the first fill on; 0 for none. */
  takeProfitTicks: count('ownPrice'),
  stopLossTicks: count('ownPrice'),
};

/** Money that an opening order brings along: out of another wallet, in what the instrument is quoted in. It comes into the wallet that margins the position. */
export const funds = {
  payFrom: wallet,
  payAmount: refusing('amountInvalid', units('ownQuantity')),
  /** The spot instrument that buys the money first, whole or not at all, from the coin wallet; 0: it is there. */
  payThrough: anyInstrument,
  payLots: count('ownQuantity'),
  payTicks: count('ownPrice'),
};
export type Funds = ValuesOf<typeof funds>;

export type PositionOrder = { account: number } & ValuesOf<typeof positionOrder>;

const accountState = {
  available: count(),
  frozen: count(),
  /** Of what is frozen: margins and order reserves of segmented positions. */
  apart: count(),
  /** Of the account's other full-margin positions at their mark prices. */
  othersProfit: signed(),
  othersMaintenance: count(),
};
/** A full-margin account at the instant of a step, quote units. */
export type AccountState = ValuesOf<typeof accountState>;

/** What contracts and stocks share: positions and their protection. */
export const leverage = declare('leverage', {
  commands: {
    /** Take-profit and stop-loss of a position: of the whole (lots 0; replaces, 0 removes), or further ones of a part. */
    setPositionStops: command(19, {
      by: 'customer',
      closing: true,
      fields: { position, lots: count('ownQuantity'), takeProfitTicks: count('ownPrice'), stopLossTicks: count('ownPrice') },
      refuses: [
        'bookFull',
        'cannotFillWhole',
        'closeTooLarge',
        'dayTradeNeeded',
        'instrumentCancelOnly',
        'instrumentClosed',
        'instrumentHalted',
        'insufficientBalance',
        'lendingExhausted',
        'leverageTooHigh',
        'marginInsufficient',
        'noLiquidity',
        'notionalBeyondTiers',
        'notionalTooLarge',
        'notionalTooSmall',
        'orderProductWrong',
        'overloaded',
        'positionUnknown',
        'priceBeyondMargin',
        'priceInvalid',
        'priceOutsideBand',
        'priceOutsideDayLimits',
        'priceStale',
        'quantityInvalid',
        'sessionClosed',
        'stopLossWrongSide',
        'stopsTooMany',
        'takeProfitWrongSide',
        'tooManyOpenOrders',
        'wouldTake',
      ],
    }),
  },
  events: {
    /** One step of a liquidation: what was found, and what became of it. Told of the house too: the risk page shows all. */
    liquidation: event(4, {
      keep: 'each',
      key: 'liquidation',
      owner: 'account',
      fields: {
        liquidation: serial(),
        account: id(),
        position: serial(),
        instrument: id(),
        direction: choice(PositionDirection),
        mode: choice(MarginMode),
        markTicks: count(),
        /** Of the position before this step. With the tiers they make its maintenance, equity and bankruptcy price recomputable. */
        entryValue: count(),
        margin: count(),
        /** Of the position (segmented) or of all the account's full-margin positions, quote units at the mark price. */
        equity: signed(),
        maintenance: count(),
        /** The price at which nothing of the margin would be left. */
        bankruptcyTicks: count(),
        /** Lots to be closed by this step, and how. */
        lots: count(),
        openLots: count(),
        filledLots: count(),
        filledValue: count(),
        fee: count(),
        insured: count(),
        deleveragedLots: count(),
        /** In full margin: what equity and maintenance are made of. */
        accountState: optional(struct(accountState)),
      },
      usesMark: true,
      receipt: liquidationReceipt,
      notice({ mode, position, markTicks, filledLots, deleveragedLots }, { symbol, lots, price, order }) {
        const done = filledLots + deleveragedLots;
        // A step that found no counterparty is retried at the next mark. There is nothing to tell yet.
        if (done === 0) return undefined;
        const params = { symbol, quantity: lots(done), price: price(markTicks) };
        if (mode === MarginMode.full) return { kind: 'liquidation.full', params };
        return { kind: 'liquidation.segmented', params: { ...params, no: String(order === 0 ? position : order) } };
      },
    }),
    /** The other side of an automatic deleveraging. */
    deleverage: event(5, {
      keep: 'each',
      owner: 'account',
      fields: {
        liquidation: serial(),
        position: serial(),
        account: id(),
        instrument: id(),
        direction: choice(PositionDirection),
        priceTicks: count(),
        lots: count(),
        /** Its place in the ranking by profit × leverage, from 1, and of how many. */
        rank: count(),
        ranked: count(),
      },
      receipt: deleverageReceipt,
      notice: ({ lots, priceTicks }, read) => ({
        kind: 'deleveraged',
        params: { symbol: read.symbol, quantity: read.lots(lots), price: read.price(priceTicks) },
      }),
    }),
    /** The margin ratio (maintenance ÷ equity) passed 80 %: once, until it has been below 70 %. `position` 0: the full-margin account. */
    marginWarning: event(6, {
      keep: 'each',
      owner: 'account',
      fields: { account: id(), position: serial(), instrument: id(), ratioPpm: count() },
      notice: ({ position, ratioPpm }, { symbol, percent }) => ({
        kind: 'margin.warning',
        // Without any equity the ratio has no number: it is beyond the 100 % at which liquidation begins.
        params: { ratio: percent(ratioPpm < maxSafe ? ratioPpm : 1_000_000), symbol: position === 0 ? '' : symbol },
      }),
    }),
  },
});
export type LiquidationEvent = EventOf<typeof leverage, 'liquidation'>;
export type DeleverageEvent = EventOf<typeof leverage, 'deleverage'>;
export type MarginWarningEvent = EventOf<typeof leverage, 'marginWarning'>;
export type SetPositionStops = CommandOf<typeof leverage, 'setPositionStops'>;
