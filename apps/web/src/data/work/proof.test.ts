import { createChallenge, verifySolution } from 'altcha-lib';
import { deriveKey as derivePbkdf2 } from 'altcha-lib/algorithms/web/pbkdf2';
import { deriveKey as deriveSha } from 'altcha-lib/algorithms/web/sha';
import { describe, expect, it } from 'vitest';
import { readChallenge, solveProof } from './proof.ts';

const secret = { hmacSignatureSecret: 'a secret of the test' };

describe('proof of work', () => {
  it.each([
    ['SHA-256', deriveSha, 1],
    ['PBKDF2/SHA-256', derivePbkdf2, 10],
  ] as const)('the server accepts what the browser worked out with %s', async (algorithm, deriveKey, cost) => {
    const challenge = await createChallenge({ algorithm, cost, deriveKey, keyPrefix: '0', ...secret });
    const proof = await solveProof({ ...challenge });
    const payload = JSON.parse(atob(proof));
    const verdict = await verifySolution({ ...payload, deriveKey, ...secret });
    expect(verdict.verified).toBe(true);
  });

  it('refuses a challenge of another shape instead of computing without end', () => {
    expect(() => readChallenge({ algorithm: 'SHA-256', challenge: 'ff' })).toThrow('shape');
  });
});
