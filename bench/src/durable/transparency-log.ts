import { hash } from 'node:crypto';
import { byCommand, encodeCommands, type SequencedCommand, usualActor } from '@bourse/engine';
import { Definitions } from '@bourse/server/src/transparency/definitions.ts';
import { type LeafMaker, leavesOf } from '@bourse/server/src/transparency/leaves.ts';
import { leafHash, TreeBuilder } from '@bourse/transparency';
import { spotVenue } from '../engine/runners.ts';
import { makeStream, spotOrder } from '../engine/stream.ts';
import { median, noId, processorTime, startTime } from '../engine/world.ts';
import type { BenchResult } from '../result.ts';

const rounds = 5;
const group = 256;
const length = 100_000;
const secret = new Uint8Array(32).fill(7);

/**
 * What the transparency log costs a shadow for each command of the spot stream: its leaf (two salts, commitments to command and outcome, event leaves) and its
 * place in the tree. The reference hashes the same contents once, without salts, tree or receipts.
 */
export async function transparencyLog(): Promise<BenchResult> {
  const stream = makeStream({ seed: 1, length, customers: 10_000, spreadTicks: 2000, levelsBefore: 500 });
  const leaf: number[] = [];
  const tree: number[] = [];
  const reference: number[] = [];
  for (let round = 0; round < rounds; round++) {
    const one = run(stream);
    leaf.push(one.leaf);
    tree.push(one.tree);
    reference.push(one.reference);
  }
  const us = (value: number) => `${value.toFixed(1)} µs`;
  const ours = median(leaf) + median(tree);
  return {
    name: 'transparency-log',
    ratio: median(reference) / ours,
    bar: 'none',
    ours: `${us(ours)} a command`,
    reference: `${us(median(reference))} a command`,
    report: [
      `stream: ${length.toLocaleString('en')} commands of the spot stream in groups of ${group}, ${rounds} rounds side by side, processor time`,
      `leaf ${us(median(leaf))}, tree ${us(median(tree))}: in the shadow's thread; the thread that answers customers spends nothing on them`,
      'reference: one SHA-256 by Node of the encoded command and of its records',
    ],
  };
}

function run(stream: ReturnType<typeof makeStream>): { leaf: number; tree: number; reference: number } {
  const { world } = spotVenue(stream);
  const { engine } = world;
  const firstOrder = engine.statistics().ordersAccepted! + 1;
  engine.discardEvents();
  const builder = new TreeBuilder();
  const maker: LeafMaker = { secret, definitions: Definitions.of(engine), termsFrom: 1 };
  let seq = world.nextSeq;
  const spent = { leaf: 0, tree: 0, reference: 0 };
  for (let start = 0; start < stream.length; start += group) {
    const answered = [];
    for (let n = start; n < Math.min(start + group, stream.length); n += 1) {
      const command =
        stream.isCancel[n] === 1
          ? ({ kind: 'cancelOrder', account: stream.account[n]!, order: firstOrder + stream.target[n]! } as const)
          : spotOrder(stream, n);
      const sequenced: SequencedCommand = { seq: seq++, time: startTime, commandId: noId, actor: usualActor(command), command };
      answered.push({ sequenced, outcome: engine.apply(sequenced) });
    }
    const records = engine.untakenRecords();
    const from = processorTime();
    const leaves = leavesOf(maker, answered, records);
    const made = processorTime();
    for (const { entry } of leaves) builder.appendHash(leafHash(entry));
    builder.takeWhole();
    const grown = processorTime();
    for (const { sequenced } of answered) hash('sha256', encodeCommands([sequenced]), 'buffer');
    for (const { bytes } of byCommand(records)) hash('sha256', bytes, 'buffer');
    const hashed = processorTime();
    engine.discardEvents();
    if (start < stream.warmUp) continue;
    spent.leaf += made - from;
    spent.tree += grown - made;
    spent.reference += hashed - grown;
  }
  const commands = stream.length - stream.warmUp;
  const each = (nanoseconds: number) => nanoseconds / commands / 1_000;
  return { leaf: each(spent.leaf), tree: each(spent.tree), reference: each(spent.reference) };
}
