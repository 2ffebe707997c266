/** Asks only the latest question, after a pause. Earlier questions are aborted; their answers are ignored, however late they arrive. */
export interface Latest<Input> {
  ask(input: Input): void;
  /** Asks the same question again, because its answer ages. */
  again(): void;
  stop(): void;
}
export interface LatestPorts<Input, Output> {
  waitMs: number;
  setTimer: (run: () => void, ms: number) => unknown;
  clearTimer: (timer: unknown) => void;
  fetch: (input: Input, signal: AbortSignal) => Promise<Output>;
  hear: (answer: { input: Input; value: Output } | { input: Input; error: unknown }) => void;
}

export function latest<Input, Output>(ports: LatestPorts<Input, Output>): Latest<Input> {
  let timer: unknown;
  let running: AbortController | undefined;
  let asked: { input: Input } | undefined;
  const send = async ({ input }: { input: Input }) => {
    running?.abort();
    const mine = new AbortController();
    running = mine;
    try {
      const value = await ports.fetch(input, mine.signal);
      if (running === mine) ports.hear({ input, value });
    } catch (error) {
      if (running === mine) ports.hear({ input, error });
    }
  };
  return {
    ask(input) {
      running?.abort();
      running = undefined;
      ports.clearTimer(timer);
      asked = undefined;
      timer = ports.setTimer(() => {
        asked = { input };
        void send(asked);
      }, ports.waitMs);
    },
    again() {
      if (asked) void send(asked);
    },
    stop() {
      ports.clearTimer(timer);
      running?.abort();
      running = undefined;
      asked = undefined;
    },
  };
}
