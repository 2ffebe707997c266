import { createHash } from 'node:crypto';
import { LeavesWriter } from '@bourse/server/src/payments/liabilities/leaves.ts';
import { leavesOf, treesOf } from '@bourse/server/src/payments/liabilities/store.ts';
import { median, processorTime } from '../engine/world.ts';
import type { BenchResult } from '../result.ts';

const customers = 100_000;
const rounds = 5;
const secret = new Uint8Array(32).fill(7);

/**
 * What a proof of liabilities of one asset and 100,000 customers costs: salts, leaves, order, tree. The reference hashes the same leaves and as many nodes once, with
 * Node's own SHA-256, and keeps nothing.
 */
export async function proofOfLiabilities(): Promise<BenchResult> {
  const writer = new LeavesWriter();
  for (let at = 0; at < customers; at += 1) writer.add({ account: 100_000 + at, amount: BigInt(at) * 1_000_003n + 1n });
  const owed = { seq: 1, assets: [{ asset: 1, customers: writer.leaves(), house: 0n }] };
  const [ours, reference, longest]: number[][] = [[], [], []];
  // Once before it is measured, as in a server that has run for a while.
  await treesOf(secret, owed);
  for (let round = 0; round < rounds; round += 1) {
    const from = processorTime();
    let [step, begun] = [0, processorTime()];
    const { trees } = await treesOf(secret, owed, async () => {
      // In processor time: what other programs of this machine take is not the step's.
      step = Math.max(step, processorTime() - begun);
      await new Promise<void>((resolve) => setImmediate(resolve));
      begun = processorTime();
    });
    ours!.push((processorTime() - from) / 1e6);
    longest!.push(step / 1e6);
    if (trees.get(1)!.count !== customers) throw new Error('the tree lacks customers');
    reference!.push(hashedOnce(owed.assets[0]!.customers));
  }
  const mb = (bytes: number) => `${(bytes / 2 ** 20).toFixed(1)} MB`;
  const ms = (value: number) => `${Math.round(value)} ms`;
  const most = Math.max(...longest!);
  return {
    name: 'proof-of-liabilities',
    ratio: median(reference!) / median(ours!),
    bar: 'none; a step below 50 ms',
    ours: ms(median(ours!)),
    reference: ms(median(reference!)),
    report: [
      `${customers.toLocaleString('en')} customers of one asset, ${rounds} rounds, processor time`,
      `longest step between two turns of the loop ${most.toFixed(1)} ms of processor time (all rounds), median ${median(longest!).toFixed(1)} ms; it may take 50 ms`,
      `held: ${mb(2 * customers * 48)} for the tree and ${mb(owed.assets[0]!.customers.bytes.length)} for the leaves, in buffers; no object for each customer`,
      'reference: HMAC of each salt and one SHA-256 by Node of each leaf and of as many nodes, in one loop that rests for nobody',
    ],
  };
}

function hashedOnce(leaves: Iterable<{ account: number; amount: bigint }>): number {
  const node = Buffer.alloc(97);
  const from = processorTime();
  for (const leaf of leavesOf(secret, 1, leaves)) {
    createHash('sha256').update(leaf.salt).update(String(leaf.amount)).digest().copy(node);
    createHash('sha256').update(node).digest();
  }
  return (processorTime() - from) / 1e6;
}
