import { PositionAction, PositionDirection } from '@bourse/protocol/enums';
import { type CommandOf, command, declare, type EventOf, event, timer } from '../define/declare.ts';
import { choice, count, flag, id, inAsset, list, serial, signed, struct, text, worse } from '../define/field.ts';
import { account, instrument } from '../define/names.ts';
import { fundedRefusals, leveragedRefusals, newOrderRefusals, orderRefusals } from '../define/refusals.ts';
import { funds, positionOrder } from '../leverage/declare.ts';
import { corporateActionReceipt, holdingChargeReceipt } from '../receipts/stock.ts';

export const corporateActions = ['split', 'dividend'] as const;

const order = {
  ...positionOrder,
  /** A day order at the day's upper limit, whatever that is; `type` limit, price 0. It expires with the session. */
  upperCircuit: flag(),
};
const placeRefusals = [
  ...orderRefusals,
  ...newOrderRefusals,
  ...leveragedRefusals,
  'dayTradeNeeded',
  'insufficientBalance',
  'lendingExhausted',
  'priceOutsideDayLimits',
  'sessionClosed',
  'shortNotAllowed',
  'upperCircuitUnavailable',
] as const;

/** Shares: their sessions, their charges and what their companies do. */
export const stock = declare('stock', {
  commands: {
    /** Sessions of an exchange, ascending and apart. Defining them again replaces those that have not begun. */
    defineCalendar: command(26, {
      by: 'system',
      approval: { power: 'rules', when: 'sealed' },
      fields: { calendar: id(), sessions: list(struct({ open: count('rule'), close: count('rule') }), { max: 4096 }) },
      refuses: ['overloaded'],
    }),
    /** Rules of an instrument of kind stock; trading in it begins with them. `calendar` 0: open whenever its status says so. */
    defineStock: command(27, {
      by: 'system',
      announced: 'terms',
      approval: { power: 'rules', when: 'sealed' },
      fields: {
        instrument,
        calendar: worse('never', count('rule')),
        /** Daily price limits either side of the last close, basis points; 0: none. */
        limitBps: worse('changed', count('rule')),
        maxLeverage: worse('lower', count('rule')),
        /** Share of the market value that the equity of a margined or short position must not fall below. */
        maintenancePpm: worse('higher', count('rule')),
        shortable: worse('lower', flag('rule')),
        /** Charged for each day a position was held over the close, of the loan and of the borrowed shares' value. */
        interestPpm: worse('higher', count('rule')),
        borrowPpm: worse('higher', count('rule')),
        /** Of the value of each trade, on both sides; rounded up. */
        stampDutyPpm: worse('higher', count('rule')),
        /** Ask for permission for the fourth round trip of a margined account within five sessions. */
        dayTradeRule: worse('higher', flag('rule')),
        /** Without `keepsProtection`: let a stop that fires into an empty book wait. Otherwise it is rejected. */
        stopsWait: worse('lower', flag('rule')),
        /** Warn margined and short positions before their liquidation, as contracts do. */
        marginWarnings: worse('lower', flag('rule')),
      },
      refuses: ['instrumentUnknown', 'overloaded'],
    }),
    /** Leverage 1 is cash. Triggers compare with the reference price. An order sent outside a session waits for the open. */
    placeStockOrder: command(28, {
      by: 'customer',
      closing: ({ action }) => action === PositionAction.close,
      checksItself: true,
      fields: order,
      refuses: placeRefusals,
    }),
    /** Opens or adds to a position with money that comes from another wallet in the same act: both happen, or neither. */
    placeFundedStockOrder: command(33, {
      by: 'customer',
      checksItself: true,
      fields: { ...order, ...funds },
      refuses: [...placeRefusals, ...fundedRefusals],
    }),
    setDayTrade: command(29, {
      by: 'operator',
      announced: 'account',
      approval: { power: 'rules', when: 'byRule' },
      fields: { account, allowed: worse('lower', flag()) },
    }),
    /**
     * Applied between sessions to every holder alike, each reference once. Split: `numerator` new shares for `denominator` old ones, fractions paid in
     * cash at the last close. Dividend: `amount` quote units for every `denominator` shares, out of `external` to holders, from short sellers to the lender.
     */
    corporateAction: command(30, {
      by: 'operator',
      approval: { power: 'rules', when: 'sealed' },
      fields: {
        instrument,
        action: choice(corporateActions),
        /** 1 for a dividend. */
        numerator: count('rule'),
        denominator: count('rule'),
        amount: inAsset('instrument', count('rule')),
        /** Where it was announced. */
        source: text('evidence'),
        reference: text('evidence'),
      },
      refuses: ['corporateActionInSession', 'instrumentUnknown', 'overloaded', 'referenceBooked'],
    }),
  },
  events: {
    /** A session opened: between these prices it trades. 0: no limit. */
    dayLimits: event(9, {
      keep: 'none',
      fields: {
        instrument: id(),
        session: count(),
        open: count(),
        close: count(),
        lowTicks: count(),
        highTicks: count(),
        previousCloseTicks: count(),
      },
    }),
    /** Interest on a loan or fee for borrowed shares, charged at a close. */
    holdingCharge: event(10, {
      keep: 'each',
      owner: 'account',
      fields: {
        position: serial(),
        account: id(),
        instrument: id(),
        session: count(),
        /** What the rate applies to. */
        value: count(),
        ratePpm: count(),
        amount: count(),
      },
      receipt: holdingChargeReceipt,
    }),
    /** What a corporate action did to one position. */
    corporateAction: event(11, {
      keep: 'each',
      owner: 'account',
      fields: {
        reference: text(undefined, { max: 256 }),
        instrument: id(),
        action: choice(corporateActions),
        numerator: count(),
        denominator: count(),
        /** Dividends: quote units for every `denominator` shares. 0 for splits. */
        amount: count(),
        position: serial(),
        account: id(),
        direction: choice(PositionDirection),
        lotsBefore: count(),
        lotsAfter: count(),
        /** Dividend, or cash for fractions, quote units. */
        cash: signed(),
        /** Splits: the price that fractions are paid at, the last one of the old shares. 0 for dividends. */
        closeTicks: count(),
        source: text(undefined, { max: 256 }),
      },
      receipt: corporateActionReceipt,
      notice({ action, cash, lotsBefore, lotsAfter }, { symbol, quoteCode: coin, lots, quote }) {
        const paid = { symbol, amount: quote(cash), coin };
        if (action === 'split') return { kind: 'stock.split', params: { ...paid, before: lots(lotsBefore), after: lots(lotsAfter) } };
        return cash === 0 ? undefined : { kind: 'stock.dividend', params: paid };
      },
    }),
  },
  timers: { sessionClose: timer(2), sessionOpen: timer(3) },
});
export type DayLimitsEvent = EventOf<typeof stock, 'dayLimits'>;
export type HoldingChargeEvent = EventOf<typeof stock, 'holdingCharge'>;
export type CorporateActionEvent = EventOf<typeof stock, 'corporateAction'>;
export type DefineStock = CommandOf<typeof stock, 'defineStock'>;
export type PlaceFundedStockOrder = CommandOf<typeof stock, 'placeFundedStockOrder'>;
export type PlaceStockOrder = CommandOf<typeof stock, 'placeStockOrder'>;
export type CorporateAction = CommandOf<typeof stock, 'corporateAction'>;
