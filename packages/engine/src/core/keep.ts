import { choice, count, list, signed, struct, text } from '../define/field.ts';
import { section } from '../define/section.ts';
import { core, modes } from './declare.ts';
import { keptLimits, limitNames, limitNumbers } from './limits.ts';

const counters = ['nextOrder', 'nextFill', 'nextPosition', 'nextSettlement', 'nextFundingRound', 'nextLiquidation'] as const;

/** What belongs to the whole venue. */
export const coreSection = section(
  1,
  'core',
  {
    seq: count(),
    time: count(),
    mode: choice(modes),
    rulesVersion: count(),
    limits: core.commands.setRules.fields.limits,
    /** In the order of `counters`. */
    next: list(count()),
    sources: list(text()),
    references: list(text()),
    /** Bits of the numbers under which house capital was booked. */
    funded: list(count()),
    timers: list(struct({ kind: count(), id: count(), due: signed() })),
  },
  {
    save: (s) => ({
      seq: s.seq,
      time: s.time,
      mode: s.mode,
      rulesVersion: s.rulesVersion,
      limits: keptLimits(s.limits),
      next: counters.map((name) => s[name]),
      sources: s.sources,
      references: [...s.references],
      funded: s.funded.bits(),
      timers: s.timers.sorted(),
    }),
    load(s, { seq, time, mode, rulesVersion, limits, next, sources, references, funded, timers }) {
      Object.assign(s, { seq, time, mode, rulesVersion });
      for (const name of limitNames) s.limits[name] = limits.find(({ limit }) => limit === limitNumbers[name])?.value ?? s.limits[name];
      for (const [at, name] of counters.entries()) s[name] = next[at]!;
      s.sources.splice(0, s.sources.length, ...sources);
      for (const reference of references) s.references.add(reference);
      s.funded.load(funded);
      for (const { kind, id, due } of timers) s.timers.set(kind, id, due);
    },
  },
);
