import type { Command, EngineEvent, Outcome } from '@bourse/engine';
import type { AppliedCommand, ProjectionBatch } from './projection.ts';

/** Made-up events for the conformance suite. They need not follow from each other as an engine's do: the suite is about rows, not about trading. */

export const ada = 100_001;
export const bob = 100_002;
const start = Date.UTC(2026, 4, 4, 9);
/** Eleven minutes a command, so that a story crosses steps of the position history. */
export const timeOf = (seq: number) => start + seq * 660_000;

type Kind = EngineEvent['kind'];
type EventOfKind<K extends Kind> = Extract<EngineEvent, { kind: K }>;
type Maker = { [K in Kind]: (seq: number, index: number, account: number) => EventOfKind<K> };
const base = <K extends Kind>(kind: K, seq: number, index: number) => ({ kind, seq, index, time: timeOf(seq) });
const [instrument, direction, source] = [3, 1, 'test'] as const;

/** One event of every kind; the compiler wants a new kind here too. Ids repeat in later commands where rows are replaced. */
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
  fundingRound: (seq, index) => ({
    ...base('fundingRound', seq, index),
    ...{ round: seq, instrument, due: timeOf(seq), markTicks: 50, premiumSumE8: -7, samples: 3, interestE8: 1, capE8: 9, rateE8: -2 },
    ...{ void: false, paid: 0, received: 0 },
  }),
  // A round that took several commands is over one command after it began.
  fundingEnd: (seq, index) => ({ ...base('fundingEnd', seq, index), round: seq - 1, instrument, paid: 51, received: 50 }),
  liquidation: (seq, index, account) => ({
    ...base('liquidation', seq, index),
    ...{ liquidation: seq, account, position: 7, instrument, direction, mode: 1, markTicks: 50, entryValue: 500, margin: 25, equity: -1 },
    ...{
      maintenance: 2,
      bankruptcyTicks: 45,
      lots: 1,
      openLots: 1,
      filledLots: 1,
      filledValue: 50,
      fee: 1,
      insured: 1,
      deleveragedLots: 0,
    },
    accountState: { available: 5, frozen: 25, apart: 0, othersProfit: -9, othersMaintenance: 1 },
  }),
  deleverage: (seq, index, account) => ({
    ...base('deleverage', seq, index),
    ...{ liquidation: seq, position: 8, account, instrument, direction: 2, priceTicks: 45, lots: 1, rank: 1, ranked: 2 },
  }),
  marginWarning: (seq, index, account) => ({ ...base('marginWarning', seq, index), account, position: 7, instrument, ratioPpm: 810_000 }),
  tradingMode: (seq, index) => ({ ...base('tradingMode', seq, index), mode: 'normal' }),
  instrumentStatus: (seq, index) => ({ ...base('instrumentStatus', seq, index), instrument, status: 1 }),
  timed: (seq, index, account) => ({
    ...base('timed', seq, index),
    ...{ timed: 1 + (seq % 4), account, instrument, direction, status: seq % 2 === 0 ? 2 : 1, stake: 100, asset: 1, payoutPpm: 800_000 },
    ...{ payout: 80, placedAt: start, durationMs: 60_000, startTicks: 50, startTickTime: start, endTicks: 51, endTickTime: timeOf(seq) },
    ...{ source, voidReason: '' },
  }),
  dayLimits: (seq, index) => ({
    ...base('dayLimits', seq, index),
    ...{ instrument, session: 1, open: start, close: start + 1, lowTicks: 40, highTicks: 60, previousCloseTicks: 50 },
  }),
  holdingCharge: (seq, index, account) => ({
    ...base('holdingCharge', seq, index),
    ...{ position: 7, account, instrument, session: 1, value: 100, ratePpm: 10, amount: 1 },
  }),
  corporateAction: (seq, index, account) => ({
    ...base('corporateAction', seq, index),
    ...{ reference: `split ${seq}`, instrument, action: 'split', numerator: 2, denominator: 1, amount: 0, position: 7, account, direction },
    ...{ lotsBefore: 1, lotsAfter: 2, cash: 0, closeTicks: 50, source },
  }),
};
export const eventKinds = Object.keys(makers) as Kind[];

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
    eventKinds.forEach((kind, index) => {
      events.push(makers[kind](seq, index, seq % 2 === 0 ? ada : bob));
    });
  }
  return { firstSeq, lastSeq, time: timeOf(lastSeq), commands, events };
}
