import { type CommandOf, command, declare, timer } from '../define/declare.ts';
import { count, type Field, list } from '../define/field.ts';
import { anyInstrument } from '../define/names.ts';
import { newOrderRefusals, orderRefusals } from '../define/refusals.ts';
import { amend, type BatchItem, cancel, place } from './fields.ts';
import { packedAmend, packedBatchItem, packedPlace } from './packed.ts';

const batchItem: Field<BatchItem> = {
  shape: { type: 'struct', fields: place },
  meaning: undefined,
  ...packedBatchItem,
  check: () => undefined,
};

/** Orders for coins, and the customer's own ways to take orders back. */
export const orders = declare('orders', {
  commands: {
    placeOrder: command(9, {
      by: 'customer',
      allowed: 'whenTrading',
      fields: place,
      checksItself: true,
      packed: packedPlace,
      refuses: [...orderRefusals, ...newOrderRefusals, 'insufficientBalance'],
    }),
    /** A smaller quantity alone keeps the order's priority; any other change loses it. At least one of the two is not 0. */
    amendOrder: command(10, {
      by: 'customer',
      allowed: 'whenTrading',
      fields: amend,
      checksItself: true,
      packed: packedAmend,
      refuses: [
        ...orderRefusals,
        'amendTooSmall',
        'closeTooLarge',
        'dayTradeNeeded',
        'instrumentHalted',
        'insufficientBalance',
        'lendingExhausted',
        'leverageTooHigh',
        'marginInsufficient',
        'notionalBeyondTiers',
        'orderFinished',
        'orderUnknown',
        'priceBeyondMargin',
        'priceOutsideDayLimits',
        'sessionClosed',
      ],
    }),
    cancelOrder: command(11, {
      by: 'customer',
      allowed: 'unlessReadOnly',
      closing: true,
      fields: cancel,
      refuses: ['orderFinished', 'orderUnknown'],
    }),
    /** `instrument` 0 means every instrument. */
    cancelAllOrders: command(12, {
      by: 'customer',
      allowed: 'unlessReadOnly',
      closing: true,
      fields: { instrument: anyInstrument },
      refuses: ['instrumentUnknown'],
    }),
    /** Dead-man's switch: cancels all orders when it is not renewed within `timeoutMs`; 0 disarms it. */
    cancelAllAfter: command(13, { by: 'customer', allowed: 'unlessReadOnly', closing: true, fields: { timeoutMs: count('time') } }),
    /** Orders, amendments and cancellations of one account in sequence, each with its own outcome. */
    orderBatch: command(14, {
      by: 'customer',
      closing: ({ items }) => Array.isArray(items) && items.every((item) => item?.kind === 'cancelOrder'),
      fields: { items: list(batchItem) },
      checksItself: true,
      refuses: ['batchTooLarge'],
    }),
  },
  timers: { cancelAllAfter: timer(1) },
});
export type { BatchItem } from './fields.ts';
export type PlaceOrder = CommandOf<typeof orders, 'placeOrder'>;
export type AmendOrder = CommandOf<typeof orders, 'amendOrder'>;
