import { type Command, type EngineEvent, type EventDeclaration, eventByKind, type Outcome, type Shape } from '@bourse/engine';
import type { EventNamed } from './kept.ts';
import type { AppliedCommand, ProjectionBatch } from './projection.ts';

/** Made-up events for the conformance suite. They need not follow from each other as an engine's do: the suite is about rows, not about trading. */

export const ada = 100_001;
export const bob = 100_002;
const start = Date.UTC(2026, 4, 4, 9);
/** Eleven minutes a command, so that a story crosses steps of the position history. */
export const timeOf = (seq: number) => start + seq * 660_000;

type Packed = 'order' | 'fill' | 'ledger' | 'depth' | 'reference' | 'orderTerms' | 'mark' | 'position' | 'positionFill' | 'fundingPayment';
type Maker = { [K in Packed]: (seq: number, index: number, account: number) => EventNamed<K> };
const base = <K extends Packed>(kind: K, seq: number, index: number) => ({ kind, seq, index, time: timeOf(seq) });
const [instrument, direction, source] = [3, 1, 'test'] as const;

/** One event of every packed kind. Ids repeat in later commands where rows are replaced. */
const makers: Maker = {
  order: (seq, index, account) => ({
    ...base('order', seq, index),
    ...{ order: 1 + (seq % 5), account, instrument, side: 0, type: 2, tif: 1, postOnly: seq % 2 === 0, priceTicks: 50, triggerTicks: 0 },
    ...{ lots: 10, quoteAmount: 0, filledLots: seq % 10, filledQuote: seq, reserved: 10n ** 20n + BigInt(seq), reservedAsset: 1 },
    ...{ status: 1, reason: 'placed', placedAt: start },
  }),
  fill: (seq, index, account) => ({
    ...base('fill', seq, index),
    ...{ fill: seq, instrument, priceTicks: 50, lots: 1, baseUnits: 10n ** 19n, quoteUnits: 500, takerSide: 1 },
    taker: { order: 1, account, feePpm: 1_000, feeUnits: 5, feeAsset: 1 },
    maker: { order: 2, account: bob, feePpm: -500, feeUnits: -2, feeAsset: 2 },
  }),
  ledger: (seq, index, account) => ({
    ...base('ledger', seq, index),
    ...{ posting: 1, account, wallet: 2, asset: 1, direction: 1, availableDelta: 3n, frozenDelta: -1n },
    ...{ availableAfter: 10n ** 25n + BigInt(seq * 3), frozenAfter: BigInt(1_000 - seq), flow: 1, order: 1, fill: 0 },
  }),
  depth: (seq, index) => ({ ...base('depth', seq, index), instrument, side: 0, priceTicks: 50, lots: 1, orders: 1 }),
  reference: (seq, index) => ({ ...base('reference', seq, index), instrument, priceTicks: 50, tickTime: timeOf(seq), source }),
  orderTerms: (seq, index) => ({
    ...base('orderTerms', seq, index),
    ...{ order: 1 + (seq % 5), direction, action: 1, mode: 2, leverage: 20, position: seq % 3 === 0 ? 0 : 7 },
    ...{ takeProfitTicks: 60, stopLossTicks: 40, whole: false, upperCircuit: false, waits: seq % 2 === 0 },
  }),
  mark: (seq, index) => ({
    ...base('mark', seq, index),
    ...{ instrument, markTicks: 50 + seq, indexTicks: 50, basisTicks: -1, lastTicks: 49, tickTime: timeOf(seq), source },
  }),
  position: (seq, index, account) => ({
    ...base('position', seq, index),
    ...{ position: 1 + (seq % 3), account, instrument, direction, mode: 2, leverage: 20, lots: seq, entryValue: 500, margin: 25, loan: 0 },
    ...{ realised: -3, fees: 1, funding: -2, closedLots: 0, exitValue: 0, closedEntry: 0, takeProfitTicks: 0, stopLossTicks: 0 },
    ...{ liquidationTicks: 40, openedAt: start, reason: 'increased' },
  }),
  positionFill: (seq, index, account) => ({
    ...base('positionFill', seq, index),
    ...{ settlement: seq, fill: seq, order: 1 + (seq % 5), account, position: 7, instrument, direction, action: 1, role: 'taker', mode: 2 },
    ...{ leverage: 20, priceTicks: 50, lots: 1, value: 500, openLots: 0, entryValue: 0, margin: 0, closedEntry: 0, profit: -4 },
    ...{ marginMoved: 25, feePpm: 1_000, fee: 1, insured: 0 },
  }),
  fundingPayment: (seq, index, account) => ({
    ...base('fundingPayment', seq, index),
    ...{ round: 1, position: 7, account, instrument, direction, lots: 1, markTicks: 50, rateE8: -10, owed: -5, amount: -4 },
  }),
};

/** A value of a declared field. */
function sampleOf(shape: Shape, seq: number): unknown {
  switch (shape.type) {
    case 'id':
      return instrument;
    case 'count':
      return Math.max(shape.min, Math.min(shape.max, seq));
    case 'signed':
      return -seq;
    case 'units':
      return 10n ** 20n + BigInt(seq);
    case 'flag':
      return seq % 2 === 0;
    case 'text':
      return `text ${seq}`;
    case 'choice':
      return shape.values[seq % shape.values.length];
    case 'list':
      return [sampleOf(shape.of.shape, seq)];
    case 'command': {
      const { kind, fields } = shape.of[seq % shape.of.length]!;
      return { kind, ...(sampleOf({ type: 'struct', fields }, seq) as object) };
    }
    case 'struct':
      return Object.fromEntries(Object.entries(shape.fields).map(([name, field]) => [name, sampleOf(field.shape, seq)]));
  }
}

/** An event of a declared kind. What is kept by its latest has one of four keys, what is kept each a key of its own. */
export function declaredEvent(
  { kind, fields, keep, key, owner }: EventDeclaration,
  seq: number,
  index: number,
  account: number,
): EngineEvent {
  const values = sampleOf({ type: 'struct', fields }, seq) as object;
  const about = key === undefined ? {} : { [key]: keep === 'latest' ? 1 + (seq % 4) : seq };
  return { kind, seq, index, time: timeOf(seq), ...values, ...about, ...(owner === undefined ? {} : { [owner]: account }) } as EngineEvent;
}

export const commandIdOf = (seq: number) => `0190b0c8-0000-7000-8000-${seq.toString(16).padStart(12, '0')}`;
const granted: Outcome = { ok: true, result: { kind: 'granted', asset: 1, amount: 10n ** 30n } };

const split: Command = {
  ...{ kind: 'corporateAction', instrument, reference: 'split', action: 'split', numerator: 2, denominator: 1, amount: 0, source },
};

/** Every third command is the server's own, which has no answer to keep; the others belong to Ada and Bob in turn. */
export function commandOf(seq: number): AppliedCommand {
  const account = seq % 2 === 0 ? ada : bob;
  const identity = {
    ...{ account, commandId: commandIdOf(seq), bodyHash: seq.toString(16).padStart(32, '0') },
    ahead: seq % 4 === 0 ? timeOf(seq) + 500 : undefined,
  };
  if (seq % 3 === 0) return { seq, time: timeOf(seq), command: split, outcome: { ok: true, result: { kind: 'done' } } };
  const command: Command = { kind: 'transfer', account, from: 1, to: 2, asset: 1, amount: BigInt(seq) };
  return { seq, time: timeOf(seq), command, outcome: granted, identity };
}

/** Commands `firstSeq` to `lastSeq`, each with one event of every kind, for Ada and Bob in turn. */
export function storyBatch(firstSeq: number, lastSeq: number): ProjectionBatch {
  const commands: AppliedCommand[] = [];
  const events: EngineEvent[] = [];
  for (let seq = firstSeq; seq <= lastSeq; seq += 1) {
    commands.push(commandOf(seq));
    const account = seq % 2 === 0 ? ada : bob;
    let index = 0;
    for (const make of Object.values(makers)) events.push(make(seq, index++, account));
    for (const declaration of eventByKind.values()) events.push(declaredEvent(declaration, seq, index++, account));
  }
  return { firstSeq, lastSeq, time: timeOf(lastSeq), commands, events };
}
