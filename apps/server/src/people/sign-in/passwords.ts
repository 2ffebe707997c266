import { type Algorithm, hash, parseOptions, verify } from '@node-rs/argon2';
import { createGate } from '../gate.ts';

export interface HashCost {
  memoryCost: number;
  timeCost: number;
  parallelism: number;
}

/** 19 MiB, two passes: OWASP's recommendation for argon2id. */
export const defaultCost: HashCost = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };

export interface Guard {
  before(): Promise<void>;
  failed(): Promise<void>;
}

export interface Passwords {
  hash(password: string): Promise<string>;
  /**
   * For an unknown customer (null), the same work is done on a hash that matches nothing. `guard` runs inside the gate, so that parallel tries exceed
   * a limit by no more than the few that run at once.
   */
  matches(stored: string | null, password: string, guard?: Guard): Promise<boolean>;
  /** Whether a stored hash uses other cost parameters than today's. */
  outdated(stored: string): boolean;
  /** How often the slow work was done. A test uses it to compare known with unknown customers. */
  readonly worked: () => number;
}

export async function createPasswords(cost: HashCost = defaultCost): Promise<Passwords> {
  const options = { ...cost, algorithm: 2 satisfies Algorithm.Argon2id as Algorithm };
  const nobody = await hash('a password that nobody has', options);
  // Each running hash holds its memory.
  const gated = createGate({ atOnce: 3, waiting: 64 });
  let worked = 0;

  return {
    hash: (password) =>
      gated(() => {
        worked += 1;
        return hash(password, options);
      }),
    matches: (stored, password, guard) =>
      gated(async () => {
        await guard?.before();
        worked += 1;
        const right = (await verify(stored ?? nobody, password)) && stored !== null;
        if (!right) await guard?.failed();
        return right;
      }),
    outdated(stored) {
      const made = parseOptions(stored);
      return made.memoryCost !== cost.memoryCost || made.timeCost !== cost.timeCost || made.parallelism !== cost.parallelism;
    },
    worked: () => worked,
  };
}
