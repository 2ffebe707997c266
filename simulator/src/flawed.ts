import type { Engine } from '@bourse/engine';
import { engineKit } from '@bourse/server/src/sequencer/engine-kit.ts';
import type { EngineKit } from '@bourse/server/src/sequencer/kit.ts';

/**
 * Engines with a flaw inside: the real one, whose state is bent after each command as a mistake in its code would bend it. Only what a plant touches is
 * described here.
 */
interface TimedInside {
  due(tickTime: number): Iterable<unknown>;
}
interface Inside {
  state: {
    timed: { books: Map<number, TimedInside> };
  };
}

const inside = (engine: Engine) => (engine as unknown as Inside).state;

/** The kit with a flaw that is put in when an engine begins and again after every command. */
const flawed = (bend: (engine: Engine) => void): EngineKit => ({
  ...engineKit,
  create: (venue) => bent(engineKit.create(venue), bend),
  restore: (bytes) => bent(engineKit.restore(bytes), bend),
});

function bent(engine: Engine, bend: (engine: Engine) => void): Engine {
  const apply = engine.apply.bind(engine);
  bend(engine);
  return Object.assign(engine, {
    apply(input: Parameters<Engine['apply']>[0]) {
      const outcome = apply(input);
      bend(engine);
      return outcome;
    },
  });
}

const bookBent = new WeakSet<TimedInside>();
/** A tick of up to two seconds before the instant settles a timed contract. */
export const earlyTickKit = flawed((engine) => {
  for (const book of inside(engine).timed.books.values()) {
    if (bookBent.has(book)) continue;
    bookBent.add(book);
    const due = book.due.bind(book);
    book.due = (tickTime) => due(tickTime + 2_000);
  }
});
