/** A small runner: named runs, one after another, against one server, one line each. A failure does not stop the others. */
export interface Suite {
  run: (name: string, body: () => Promise<void>) => Promise<void>;
  skip: (name: string, reason: string) => void;
  /** Whether `--only` leaves this one out. It names parts of names, divided by `|`. */
  leftOut: (name: string) => boolean;
  finish: () => boolean;
}

/** A run whose requirements are missing. It counts as skipped, with its reason. */
export class Skip extends Error {}

export function createSuite(only: string | undefined): Suite {
  const counts = { passed: 0, failed: 0, skipped: 0 };
  const leftOut = (name: string) => only !== undefined && !only.split('|').some((part) => name.includes(part));
  const skip = (name: string, reason: string) => {
    if (leftOut(name)) return;
    counts.skipped += 1;
    console.log(`skip ${name}: ${reason}`);
  };
  return {
    leftOut,
    skip,
    async run(name, body) {
      if (leftOut(name)) return;
      const started = Date.now();
      // A machine that stalls for a minute is not a defect. Try again in a fresh context, and report the retry.
      for (const last of [false, true]) {
        try {
          await body();
          counts.passed += 1;
          return console.log(`ok   ${name} (${Date.now() - started} ms${last ? ', at the second try' : ''})`);
        } catch (error) {
          if (error instanceof Skip) return skip(name, error.message);
          if (!last) console.log(`again ${name}: ${words(error)}`);
          else {
            counts.failed += 1;
            console.log(`FAIL ${name} (${Date.now() - started} ms)\n${words(error)}`);
          }
        }
      }
    },
    finish() {
      console.log(`${counts.passed} passed, ${counts.failed} failed, ${counts.skipped} skipped`);
      return counts.failed === 0;
    },
  };
}

/** The browser's log of a failed wait repeats itself. The last lines tell where in the run it happened. */
const [firstLines, lastLines] = [15, 6];

/** An error with its stack and its causes. */
function words(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const lines = (error.stack ?? error.message).split('\n');
  const left = lines.length - firstLines - lastLines;
  const told = left > 1 ? [...lines.slice(0, firstLines), `  … ${left} more lines …`, ...lines.slice(-lastLines)] : lines;
  return told.join('\n') + (error.cause === undefined ? '' : `\ncaused by ${words(error.cause)}`);
}

/** Waits until `probe` answers something truthy; fails with `what` otherwise. */
export async function until<T>(
  what: string,
  probe: () => Promise<T | undefined | false | null> | T | undefined | false | null,
  timeoutMs = 30_000,
): Promise<T> {
  const deadline = Date.now() + timeoutMs;
  for (;;) {
    const value = await probe();
    if (value) return value;
    if (Date.now() > deadline) throw new Error(`waited ${timeoutMs} ms in vain: ${what}`);
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
}

export function equal<T>(actual: T, expected: T, what: string): void {
  const [left, right] = [written(actual), written(expected)];
  if (left !== right) throw new Error(`${what}: expected ${right}, got ${left}`);
}

const written = (value: unknown): string =>
  JSON.stringify(value, (_, inner) => (typeof inner === 'bigint' ? `${inner}n` : inner)) ?? String(value);

export function truthy(value: unknown, what: string): asserts value {
  if (!value) throw new Error(what);
}
