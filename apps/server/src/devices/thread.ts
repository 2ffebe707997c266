import { verify } from 'node:crypto';
import { parentPort } from 'node:worker_threads';
import { keyOf } from './keys.ts';
import type { Batch, Verdicts } from './verifier.ts';

// Beside the server: checks signatures, a batch at a time.
parentPort?.on('message', (batch: Batch) => {
  const verdicts: Verdicts = new Uint8Array(batch.length / 3);
  for (let at = 0; at < verdicts.length; at += 1) {
    const [publicKey = '', text = '', signature = ''] = batch.slice(at * 3, at * 3 + 3);
    const key = keyOf(publicKey);
    if (key && verify('sha256', Buffer.from(text), { key, dsaEncoding: 'ieee-p1363' }, Buffer.from(signature, 'base64url')))
      verdicts[at] = 1;
  }
  parentPort?.postMessage(verdicts);
});
