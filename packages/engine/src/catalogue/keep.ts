import { count, flag, list, struct } from '../define/field.ts';
import { section } from '../define/section.ts';
import { catalogue } from './declare.ts';
import { Instrument } from './instruments.ts';

const { defineAsset, defineInstrument } = catalogue.commands;

/** Assets and instruments in the order of their definition, which gives them their places; and the live facts of each instrument. */
export const catalogueSection = section(
  2,
  'catalogue',
  {
    assets: list(struct(defineAsset.fields)),
    instruments: list(
      struct({
        rules: struct(defineInstrument.fields),
        reference: count(),
        referenceTime: count(),
        source: count(),
        high: count(),
        low: count(),
        backlog: flag(),
        /** Of held orders: the one looked at last, and the looks still to come. */
        lookedTo: count(),
        looksDue: count(),
      }),
    ),
  },
  {
    save: (s) => ({
      assets: s.assets.list,
      instruments: s.instruments.list.map((ins) => ({
        rules: ins.rules,
        reference: ins.reference,
        referenceTime: ins.referenceTime,
        source: ins.source,
        high: ins.highSinceWake,
        low: ins.lowSinceWake,
        backlog: ins.backlog,
        lookedTo: ins.book.held.lookedTo,
        looksDue: ins.book.held.due,
      })),
    }),
    load(s, { assets, instruments }) {
      for (const asset of assets) s.assets.add(asset);
      for (const { rules, reference, referenceTime, source, high, low, backlog, lookedTo, looksDue } of instruments) {
        const base = s.assets.get(rules.baseAsset)!;
        const quote = s.assets.get(rules.quoteAsset)!;
        const ins = new Instrument(s.instruments.list.length + 1, { kind: 'defineInstrument', ...rules }, base, quote, s.levels, s.orders);
        ins.setReference(reference, referenceTime, source);
        ins.highSinceWake = high;
        ins.lowSinceWake = low;
        ins.backlog = backlog;
        if (backlog) s.backlogs += 1;
        ins.book.held.lookedTo = lookedTo;
        ins.book.held.due = looksDue;
        if (looksDue > 0) s.heldReviews.add(ins.slot);
        s.instruments.add(ins);
      }
    },
  },
);
