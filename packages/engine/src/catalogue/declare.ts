import { AssetKind, InstrumentKind, InstrumentStatus } from '@bourse/protocol/enums';
import { type CommandOf, command, declare, type EventOf, event } from '../define/declare.ts';
import { choice, count, flag, id, inAsset, list, refusing, struct, text, units, worse } from '../define/field.ts';
import { asset, instrument } from '../define/names.ts';

const ppm = count('rule', { max: 1_000_000 });
const rates = list(ppm, { max: 64 });

/** Assets, instruments and the prices that feeds bring for them. */
export const catalogue = declare('catalogue', {
  commands: {
    /** An asset is defined once. The same definition again is `done`; another one is refused. */
    defineAsset: command(0, {
      by: 'system',
      approval: { power: 'rules', when: 'sealed' },
      fields: {
        asset: id(),
        code: text('evidence', { min: 1, max: 24 }),
        /** Digits of the minor unit. */
        scale: count('rule', { max: 18 }),
        assetKind: choice(AssetKind),
      },
      refuses: ['overloaded'],
    }),
    /** Creates an instrument or updates its rules. Kind, assets, lot and tick never change once defined. */
    defineInstrument: command(1, {
      by: 'system',
      announced: 'terms',
      approval: { power: 'rules', when: 'sealed' },
      fields: {
        instrument: id(),
        symbol: text('evidence', { min: 1, max: 32 }),
        instrumentKind: choice(InstrumentKind),
        baseAsset: asset,
        quoteAsset: asset,
        /** Base minor units of one lot. */
        lotUnits: worse('never', inAsset('baseAsset', units('rule'))),
        /** Quote minor units of one lot at one tick: an exact integer, so that a notional never needs rounding. */
        quoteUnitsPerTickLot: worse('never', count('rule', { min: 1 })),
        minLots: worse('higher', count('rule', { min: 1 })),
        maxLots: worse('lower', count('rule', { min: 1 })),
        /** Smallest notional of an order, in quote minor units. */
        minNotional: worse('higher', inAsset('quoteAsset', count('rule'))),
        /** Price band either side of the reference price, basis points. A narrower one refuses more orders, a wider one protects less. */
        bandBps: worse('changed', count('rule', { min: 1, max: 1_000_000 })),
        /** Fee rates of takers and makers by fee class, parts per million. */
        takerFeePpm: worse('higher', rates),
        makerFeePpm: worse('higher', rates),
        /**
         * Keep a protective stop open when the book cannot fill it; the dead-man's switch leaves such stops too. Otherwise the stop is
         * rejected, or its remainder cancelled. A protective stop is a stop or take-profit at market that closes a position or, in spot, sells.
         */
        keepsProtection: worse('lower', flag('rule')),
        status: choice(InstrumentStatus),
      },
      refuses: ['assetUnknown', 'overloaded'],
    }),
    setInstrumentStatus: command(2, {
      by: 'operator',
      announced: 'switch',
      approval: { power: 'rules', when: 'byRule' },
      fields: { instrument, status: choice(InstrumentStatus) },
      refuses: ['instrumentUnknown'],
    }),
    /** Reference prices from a named feed. They set the price band, wake triggers and refresh staleness. */
    feedTicks: command(15, {
      by: 'feed',
      fields: {
        /** `simulated`, `replay:coinbase`, … */
        source: text('evidence', { min: 1, max: 32 }),
        items: list(struct({ instrument, priceTicks: refusing('priceInvalid', count('feedPrice', { min: 1 })), time: count('time') })),
      },
      refuses: ['instrumentUnknown', 'overloaded'],
    }),
    /**
     * A feed's own word that it has told everything up to `time` and had no tick of these instruments since their last. It shows a stalled feed, which no
     * clock of the host can.
     */
    feedQuiet: command(34, {
      by: 'feed',
      fields: { source: text('evidence', { min: 1, max: 32 }), items: list(struct({ instrument, time: count('time') })) },
      refuses: ['instrumentUnknown'],
    }),
  },
  events: {
    /** `until`: the feed's own time. */
    quiet: event(12, { keep: 'none', fields: { instrument: id(), until: count() } }),
    instrumentStatus: event(2, { keep: 'none', fields: { instrument: id(), status: choice(InstrumentStatus) } }),
  },
});
export type DefineAsset = CommandOf<typeof catalogue, 'defineAsset'>;
export type DefineInstrument = CommandOf<typeof catalogue, 'defineInstrument'>;
export type SetInstrumentStatus = CommandOf<typeof catalogue, 'setInstrumentStatus'>;
export type FeedTicks = CommandOf<typeof catalogue, 'feedTicks'>;
export type FeedQuiet = CommandOf<typeof catalogue, 'feedQuiet'>;
export type QuietEvent = EventOf<typeof catalogue, 'quiet'>;
export type InstrumentStatusEvent = EventOf<typeof catalogue, 'instrumentStatus'>;
