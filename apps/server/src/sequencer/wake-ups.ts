import type { Engine } from '@bourse/engine';
import type { JournalWriter } from '../journal/journal.ts';
import type { Clock } from '../platform/clock.ts';

/** Calls `due` when the engine's next timer is due and no command has come by to fire it. Returns what to call after every command. */
export function watchEngineTimer(options: { engine: Engine; clock: Clock; due: () => Promise<unknown> }) {
  const { engine, clock, due } = options;
  let cancel = () => {};
  let stopped = false;
  const arm = () => {
    cancel();
    const at = engine.nextTimer();
    if (stopped || !Number.isFinite(at)) {
      cancel = () => {};
      return;
    }
    cancel = clock.after(Math.max(1, at - clock.now()), () => {
      if (engine.nextTimer() > Math.max(clock.now(), engine.time)) arm();
      // Refused when the queue is full: then commands come by soon enough; asked again all the same.
      else due().catch(arm);
    });
  };
  arm();
  return {
    arm,
    stop() {
      stopped = true;
      cancel();
    },
  };
}

/** Renews a writer's lease while it writes nothing. */
export function keepLease(options: {
  writer: JournalWriter;
  clock: Clock;
  everyMs: number;
  /** Whether a write shows, or has lately shown, that the writer lives. */
  busy: () => boolean;
  lost: () => void;
  failed: (error: unknown) => void;
}) {
  const { writer, clock, everyMs, busy, lost, failed } = options;
  let cancel = () => {};
  let stopped = false;
  const arm = () => {
    cancel = clock.after(everyMs, () => {
      if (stopped) return;
      if (busy()) return arm();
      writer.renew().then(
        (held) => {
          if (stopped) return;
          if (held) arm();
          else lost();
        },
        (error) => {
          if (!stopped) failed(error);
        },
      );
    });
  };
  arm();
  return () => {
    stopped = true;
    cancel();
  };
}
