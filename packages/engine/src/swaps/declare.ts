import { Wallet } from '@bourse/protocol/enums';
import { type CommandOf, command, declare, type EventOf, event } from '../define/declare.ts';
import { choice, count, id, inAsset, refusing, serial, struct, text, units, type ValuesOf, worse } from '../define/field.ts';
import { asset, instrument, wallet } from '../define/names.ts';
import { swapReceipt } from './receipt.ts';

/** One side's price: ticks × unit ÷ lot is the value of a minor unit, in minor units of the money. Of the money itself all three are 1 and there is no instrument. */
const leg = { instrument: count(), ticks: count(), tickTime: count(), unit: count(), lot: units(), code: text(), scale: count() };
export type Leg = ValuesOf<typeof leg>;

/** Flash exchange: one asset for another with the house, at the index prices of the moment less a spread. */
export const swaps = declare('swaps', {
  commands: {
    /** On what terms the base of a coin market is exchanged, for its quote and for every other base of the same quote. A `maxValue` of 0 ends it. */
    defineSwap: command(70, {
      by: 'system',
      announced: 'terms',
      approval: { power: 'rules', when: 'sealed' },
      fields: {
        instrument,
        spreadPpm: worse('higher', count('rule', { max: 100_000 })),
        deskFeePpm: worse('higher', count('rule', { max: 100_000 })),
        minValue: worse('higher', inAsset('instrument', count('rule', { min: 1 }))),
        maxValue: worse('lower', inAsset('instrument', count('rule'))),
      },
      refuses: ['instrumentUnknown'],
    }),
    /** Gives `amount` and gets what the prices of this moment make of it, all or nothing and not less than `minReceive`. */
    swap: command(71, {
      by: 'customer',
      allowed: 'whenTrading',
      fields: {
        wallet,
        from: asset,
        to: asset,
        amount: refusing('amountInvalid', units('ownQuantity')),
        minReceive: units('ownPrice'),
        /** When the quote was made that the customer saw. */
        quotedAt: count('time'),
      },
      refuses: [
        ...(['assetUnknown', 'transferNotAllowed', 'amountInvalid', 'swapNotOffered', 'instrumentHalted', 'instrumentClosed'] as const),
        ...(['priceStale', 'notionalTooSmall', 'notionalTooLarge', 'insufficientBalance', 'quoteExpired', 'quoteMoved'] as const),
        'deskExhausted',
      ],
    }),
  },
  events: {
    /** A swap, with everything that its receipt is computed from. */
    swap: event(56, {
      keep: 'latest',
      key: 'swap',
      owner: 'account',
      fields: {
        swap: serial(),
        account: id(),
        wallet: choice(Wallet),
        from: id(),
        /** The asset that the customer got. */
        asset: id(),
        amount: units(),
        /** Before the fee. */
        gross: units(),
        fee: units(),
        minReceive: units(),
        spreadPpm: count(),
        feePpm: count(),
        paid: struct(leg),
        got: struct(leg),
      },
      receipt: swapReceipt,
    }),
  },
});
export type DefineSwap = CommandOf<typeof swaps, 'defineSwap'>;
export type Swap = CommandOf<typeof swaps, 'swap'>;
export type SwapEvent = EventOf<typeof swaps, 'swap'>;
