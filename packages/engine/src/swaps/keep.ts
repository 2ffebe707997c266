import { count, list, struct } from '../define/field.ts';
import { laterSection } from '../define/section.ts';
import { swaps } from './declare.ts';

const fields = {
  next: count(),
  /** What is exchanged, by instrument. */
  offers: list(struct(swaps.commands.defineSwap.fields)),
};

/** A venue that never exchanged anything keeps nothing, like the releases before. */
export const swapsSection = laterSection(30, 'swaps', fields, {
  save(s) {
    if (s.swaps.size === 0) return undefined;
    const offers = [...s.swaps.values()].map(({ kind: _, ...rules }) => rules);
    return { next: s.nextSwap, offers: offers.sort((a, b) => a.instrument - b.instrument) };
  },
  load(s, { next, offers }) {
    s.nextSwap = next;
    for (const rules of offers) s.swaps.set(rules.instrument, { kind: 'defineSwap', ...rules });
  },
});
