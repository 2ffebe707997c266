import type { Challenge, Payload } from 'altcha-lib/types';

/** The challenge in `img-captcha`'s answer: a plain object. The solver checks its shape before it works. */
export type RawChallenge = Record<string, unknown>;

export function readChallenge(raw: RawChallenge): Challenge {
  const { parameters, signature } = raw as Partial<Challenge>;
  if (
    typeof parameters !== 'object' ||
    typeof parameters.algorithm !== 'string' ||
    typeof parameters.nonce !== 'string' ||
    typeof parameters.salt !== 'string' ||
    typeof parameters.keyPrefix !== 'string' ||
    typeof parameters.cost !== 'number'
  ) {
    throw new Error('The proof-of-work challenge has a shape this version does not know.');
  }
  return signature === undefined ? { parameters } : { parameters, signature };
}

/** What the server verifies: challenge and solution, base64 of their JSON. */
export function proofText(challenge: Challenge, solution: Payload['solution']): string {
  const bytes = new TextEncoder().encode(JSON.stringify({ challenge, solution } satisfies Payload));
  return btoa(String.fromCharCode(...bytes));
}

/** Solves the challenge on the calling thread. Pages use `solveInWorker`; tests and the worker use this. */
export async function solveProof(raw: RawChallenge): Promise<string> {
  const challenge = readChallenge(raw);
  const { solveChallenge } = await import('altcha-lib');
  const { deriveKey } = challenge.parameters.algorithm.startsWith('PBKDF2')
    ? await import('altcha-lib/algorithms/web/pbkdf2')
    : await import('altcha-lib/algorithms/web/sha');
  const solution = await solveChallenge({ challenge, deriveKey, timeout: 60_000 });
  if (!solution) throw new Error('The browser check took too long.');
  return proofText(challenge, solution);
}
