import type { CheckedReceipt } from '@bourse/verifier';
import { useEffect, useState } from 'react';
import { call } from '../../data/index.ts';
import type { Answered } from './prove.ts';

export type Proof = { state: 'checking' } | { state: 'done'; checked: CheckedReceipt } | { state: 'failed' };

const askAgainMs = 5_000;

/** Checks a receipt's proof, and asks for it again while no signed head covers it. */
export function useProof(receipt: Answered): Proof {
  const [proof, setProof] = useState<Proof>({ state: 'checking' });
  const { document, hash, evidence } = receipt;
  useEffect(() => {
    let here = true;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const check = async (given: Answered): Promise<void> => {
      const [{ prove }, { receiptCallOf }] = await Promise.all([import('./prove.ts'), import('./names.ts')]);
      const checked = await prove(given);
      if (!here) return;
      setProof({ state: 'done', checked });
      if (given.evidence !== null) return;
      timer = setTimeout(() => {
        const asked = receiptCallOf(given.document);
        if (!asked) return;
        const again =
          asked.name === 'GET pay/receipt/get'
            ? call(asked.name, asked.input, { noMsg: true })
            : call(asked.name, asked.input, { noMsg: true });
        void again.then(
          // The document of the first answer is what the reader sees.
          (next) => here && void check({ ...given, evidence: next.evidence }).catch(fail),
          () => here && void check(given).catch(fail),
        );
      }, askAgainMs);
    };
    const fail = () => here && setProof({ state: 'failed' });
    setProof({ state: 'checking' });
    check({ document, hash, evidence }).catch(fail);
    return () => {
      here = false;
      clearTimeout(timer);
    };
  }, [document, hash, evidence]);
  return proof;
}
