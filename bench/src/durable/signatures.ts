import { generateKeyPairSync, sign, verify } from 'node:crypto';
import { signedBody, signedText } from '@bourse/protocol/signing';
import { createVerifier } from '../../../apps/server/src/devices/verifier.ts';
import { median } from '../engine/world.ts';
import type { BenchResult } from '../result.ts';
import { between, processorOf } from './processor.ts';

const rounds = 5;
const commands = 3_000;
/** As many as an exchange under load has in flight. */
const inFlight = 128;
const call = 'POST pay/order-coin/purchase-actual-commodities';

/** What a signature costs: on the event loop, and on the whole machine; beside `crypto.verify` in a loop, which blocks the event loop. */
export async function signatures(): Promise<BenchResult> {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const { x = '', y = '' } = publicKey.export({ format: 'jwk' });
  const point = Buffer.concat([Buffer.of(4), Buffer.from(x, 'base64url'), Buffer.from(y, 'base64url')]).toString('base64url');
  const verifier = createVerifier();
  const key = { key: publicKey, dsaEncoding: 'ieee-p1363' } as const;
  const list = Array.from({ length: commands }, (_, n) => {
    const input = { symbol: 'BTC/USDT', side: 0, priceType: 2, price: String(68_000 + n), quantity: '0.0001', timeInForce: 1 };
    const commandId = `0190b0c8-0000-7000-8000-${String(n).padStart(12, '0')}`;
    const facts = { venue: 'demo', account: 100_000 + (n % 256), key: 'k'.repeat(43), commandId, time: 1_800_000_000_000, call };
    const text = () => signedText({ ...facts, body: signedBody(call, input) });
    return { text, signature: sign('sha256', Buffer.from(text()), { key: privateKey, dsaEncoding: 'ieee-p1363' }).toString('base64url') };
  });
  const inLoop = () => {
    for (const { text, signature } of list)
      if (!verify('sha256', Buffer.from(text()), key, Buffer.from(signature, 'base64url'))) throw new Error('a good signature was refused');
  };
  const ours = async () => {
    let next = 0;
    const worker = async () => {
      for (let at = next++; at < commands; at = next++) {
        const { text, signature } = list[at]!;
        if (!(await verifier.verify(point, text(), signature))) throw new Error('a good signature was refused');
      }
    };
    await Promise.all(Array.from({ length: inFlight }, worker));
  };
  const measured = async (work: () => Promise<void> | void) => {
    const [before, started] = [processorOf(process.pid), performance.now()];
    await work();
    const { loop, threads } = between(before, processorOf(process.pid));
    return { loop: loop / commands, machine: (loop + threads) / commands, wall: ((performance.now() - started) * 1_000) / commands };
  };
  const texts = () => {
    for (const { text } of list) text();
  };
  await ours();
  inLoop();
  const [mine, theirs, made]: Awaited<ReturnType<typeof measured>>[][] = [[], [], []];
  for (let round = 0; round < rounds; round += 1) {
    mine!.push(await measured(ours));
    theirs!.push(await measured(inLoop));
    made!.push(await measured(texts));
  }
  await verifier.stop();
  const of = (runs: typeof mine, part: 'loop' | 'machine' | 'wall') => median(runs!.map((one) => one[part]));
  const text = (runs: typeof mine) =>
    `event loop ${of(runs, 'loop').toFixed(1)} µs, machine ${of(runs, 'machine').toFixed(1)} µs, passed ${of(runs, 'wall').toFixed(1)} µs`;
  return {
    name: 'signatures',
    ratio: of(theirs, 'loop') / of(mine, 'loop'),
    bar: 'report',
    ours: `${of(mine, 'loop').toFixed(1)} µs of the event loop`,
    reference: `${of(theirs, 'loop').toFixed(1)} µs of the event loop`,
    report: [
      `${rounds} rounds of ${commands} signed orders in turns, ${inFlight} in flight; the signed text is made each time`,
      `ours, in batches on a thread: ${text(mine)}`,
      `reference, crypto.verify in a loop: ${text(theirs)}`,
      `of both, making the text: ${of(made, 'loop').toFixed(1)} µs`,
      `a batch of 64 orders has one signature: ${(of(mine, 'loop') / 64).toFixed(2)} µs of the event loop and ${(of(mine, 'machine') / 64).toFixed(2)} µs of the machine for each order`,
    ],
  };
}
