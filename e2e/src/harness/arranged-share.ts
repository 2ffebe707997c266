import { sessionsOf } from '../../../apps/server/src/market/catalogue/catalogue.ts';
import type { Feed, FeedSink } from '../../../apps/server/src/market/feeds/port.ts';
import type { Clock } from '../../../apps/server/src/platform/clock.ts';

const everyMs = 250;

export interface ArrangedShare {
  instrument: number;
  clock: Clock;
  /** Its price in ticks at a time. */
  priceTicks: (time: number) => number;
  /** Days of the company's real past, by date, and when they are played here. */
  days: ReadonlyMap<number, number>;
}

/** A feed of one New York share, controlled by a run: it trades in its sessions and plays days of its past when the run says so. */
export function arrangedShare({ instrument, clock, priceTicks, days }: ArrangedShare): Feed {
  const sessions = sessionsOf('XNYS');
  let cancel = () => {};
  return {
    kind: 'simulated',
    covers: (id) => (id === instrument ? 'arranged' : undefined),
    start(sink: FeedSink) {
      const loop = () => {
        const time = clock.now();
        const last = priceTicks(time);
        if (sessions?.isOpen(time)) sink.tick({ instrument, time, bid: last, ask: last + 1, last, lots: 10, side: 1 });
        cancel = clock.after(everyMs, loop);
      };
      loop();
    },
    stop: () => cancel(),
    history: () => [],
    played(_, instant) {
      const wall = days.get(instant);
      return wall === undefined ? undefined : { wall, pass: '' };
    },
    crossings(_, instant, from, to) {
      const wall = days.get(instant);
      return wall !== undefined && wall > from && wall <= to ? [wall] : [];
    },
    gaps: () => new Map(),
  };
}
