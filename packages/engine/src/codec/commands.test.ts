import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { Command, SequencedCommand } from '../commands.ts';
import { usualActor } from '../core/actor.ts';
import { steps } from '../testing/arbitrary.ts';
import { bodyBytes, CodecError, decodeCommands, encodeCommands } from './commands.ts';

const one = (command: Command, seq = 7, commandId = new Uint8Array(16)): SequencedCommand => ({
  seq,
  time: 1_700_000_000_000,
  commandId,
  actor: usualActor(command),
  command,
});
const actors = [
  { by: 'operator', id: 7 },
  { by: 'operator', id: 0 },
  { by: 'customer', id: 100_001 },
  { by: 'feed', id: 2 },
] as const;
const limit: Command = {
  kind: 'placeOrder',
  account: 123_456,
  instrument: 3,
  side: 1,
  type: 2,
  tif: 1,
  priceTicks: 6_543_210,
  triggerTicks: 0,
  lots: 25_000,
  quoteAmount: 0,
  postOnly: true,
};

const every: Command[] = [
  { kind: 'defineAsset', asset: 9, code: 'USDT', scale: 6, assetKind: 2 },
  {
    kind: 'defineInstrument',
    instrument: 2_000_000_000,
    symbol: 'BTC/USDT',
    instrumentKind: 1,
    baseAsset: 1,
    quoteAsset: 2,
    lotUnits: 2n ** 70n,
    quoteUnitsPerTickLot: 1,
    minLots: 1,
    maxLots: Number.MAX_SAFE_INTEGER,
    minNotional: 0,
    bandBps: 500,
    takerFeePpm: [1000, 900],
    makerFeePpm: [800],
    keepsProtection: true,
    status: 4,
  },
  { kind: 'setInstrumentStatus', instrument: 1, status: 0 },
  { kind: 'setTradingMode', mode: 'readOnly' },
  { kind: 'openAccount', account: 100_000, feeClass: 3 },
  { kind: 'setFeeClass', account: 100_000, feeClass: 4 },
  { kind: 'fundHouse', account: 4, wallet: 1, asset: 1, amount: 10n ** 30n, number: 77 },
  { kind: 'grantDemo', account: 100_000 },
  { kind: 'transfer', account: 100_000, from: 1, to: 2, asset: 1, amount: 0n },
  limit,
  { kind: 'amendOrder', account: 100_000, order: 2 ** 52, lots: 0, priceTicks: 9 },
  { kind: 'cancelOrder', account: 100_000, order: 12 },
  { kind: 'cancelAllOrders', account: 100_000, instrument: 0 },
  { kind: 'cancelAllAfter', account: 100_000, timeoutMs: 5000 },
  {
    kind: 'orderBatch',
    account: 100_000,
    items: [
      {
        kind: 'placeOrder',
        instrument: 1,
        side: 0,
        type: 4,
        tif: 2,
        priceTicks: 0,
        triggerTicks: 5,
        lots: 0,
        quoteAmount: 77,
        postOnly: false,
      },
      { kind: 'amendOrder', order: 1, lots: 2, priceTicks: 3 },
      { kind: 'cancelOrder', order: 4 },
    ],
  },
  { kind: 'feedTicks', source: 'replay:coinbase', items: [{ instrument: 1, priceTicks: 5, time: 1_700_000_000_001 }] },
  { kind: 'advanceTime' },
  {
    kind: 'defineContract',
    instrument: 3,
    tiers: [
      { maxNotional: 2 ** 50, maxLeverage: 100, maintenancePpm: 5000 },
      { maxNotional: 2 ** 50 + 1, maxLeverage: 50, maintenancePpm: 10_000 },
    ],
    liquidationFeePpm: 2500,
    markBandBps: 50,
    fundingIntervalMs: 28_800_000,
    interestE8: 10_000,
    fundingCapE8: 750_000,
    fundingInParts: true,
  },
  {
    kind: 'defineContract',
    instrument: 4,
    tiers: [{ maxNotional: 7, maxLeverage: 1, maintenancePpm: 5000 }],
    liquidationFeePpm: 0,
    markBandBps: 1,
    fundingIntervalMs: 1000,
    interestE8: 0,
    fundingCapE8: 0,
    fundingInParts: false,
  },
  {
    kind: 'placeContractOrder',
    account: 100_000,
    instrument: 3,
    direction: 2,
    action: 1,
    type: 6,
    tif: 3,
    priceTicks: 0,
    triggerTicks: 8,
    lots: 2 ** 40,
    mode: 2,
    leverage: 125,
    postOnly: true,
    takeProfitTicks: 7,
    stopLossTicks: 9,
  },
  {
    kind: 'placeContractOrder',
    account: 100_000,
    instrument: 3,
    direction: 1,
    action: 2,
    type: 2,
    tif: 1,
    priceTicks: 5,
    triggerTicks: 0,
    lots: 0,
    mode: 1,
    leverage: 0,
    postOnly: false,
    takeProfitTicks: 0,
    stopLossTicks: 0,
  },
  { kind: 'setPositionStops', account: 100_000, position: 4, lots: 0, takeProfitTicks: 9, stopLossTicks: 0 },
  { kind: 'changeMargin', account: 100_000, position: 4, add: true, amount: 77 },
  { kind: 'changeMargin', account: 100_000, position: 4, add: false, amount: 78 },
  { kind: 'closeAllPositions', account: 100_000, instrument: 0 },
  { kind: 'reversePosition', account: 100_000, position: 4 },
  { kind: 'reverseAllPositions', account: 100_000 },
  {
    kind: 'defineTimed',
    instrument: 1,
    asset: 2,
    offers: [
      { durationMs: 30_000, payoutPpm: 850_000 },
      { durationMs: 60_000, payoutPpm: 900_000 },
    ],
    minStake: 1,
    maxStake: 2 ** 40,
    exposureLimit: 2 ** 50,
  },
  {
    kind: 'defineCalendar',
    calendar: 1,
    sessions: [
      { open: 1_700_000_000_000, close: 1_700_000_020_000 },
      { open: 1_700_000_020_000, close: 1_700_000_030_000 },
    ],
  },
  {
    kind: 'defineStock',
    instrument: 3001,
    calendar: 1,
    limitBps: 3000,
    maxLeverage: 4,
    maintenancePpm: 150_000,
    shortable: true,
    interestPpm: 219,
    borrowPpm: 14,
    stampDutyPpm: 1000,
    dayTradeRule: false,
    stopsWait: true,
    marginWarnings: true,
  },
  {
    kind: 'placeStockOrder',
    account: 100_000,
    instrument: 3001,
    direction: 2,
    action: 2,
    type: 3,
    tif: 1,
    priceTicks: 12_345,
    triggerTicks: 12_300,
    lots: 100,
    leverage: 4,
    postOnly: true,
    takeProfitTicks: 13_000,
    stopLossTicks: 11_000,
    upperCircuit: true,
  },
  { kind: 'setDayTrade', account: 100_000, allowed: true },
  {
    kind: 'corporateAction',
    instrument: 3001,
    action: 'dividend',
    numerator: 1,
    denominator: 1,
    amount: 24,
    source: 'https://investor.example/dividend',
    reference: 'AAPL 2026-11-09',
  },
  { kind: 'placeTimed', account: 100_000, instrument: 1, direction: 2, durationMs: 30_000, stake: 5_000_000 },
];

describe('commands as bytes', () => {
  test('every kind comes back as it was, with its command id, sequence and time', () => {
    const journal = every.map((command, n) => ({
      seq: n * n + 1,
      time: 1_700_000_000_000 + n,
      commandId: new Uint8Array(16).fill(n),
      actor: n % 2 === 0 ? usualActor(command) : actors[n % actors.length]!,
      command,
    }));
    expect(decodeCommands(encodeCommands(journal))).toEqual(journal);
    expect(decodeCommands(encodeCommands([]))).toEqual([]);
  });

  test('a limit order takes 30 to 45 bytes in a batch of its kind', () => {
    const commands = Array.from({ length: 100 }, (_, n) => one(limit, n + 1, new Uint8Array(16).fill(1)));
    const bytes = encodeCommands(commands).length / 100;
    expect(bytes).toBeGreaterThan(28);
    expect(bytes).toBeLessThan(45);
  });

  test('a signed command comes back with its signature, which is part of its bytes', () => {
    fc.assert(
      fc.property(
        fc.record({
          device: fc.maxSafeNat(),
          time: fc.maxSafeNat(),
          call: fc.string({ unit: 'binary', maxLength: 200 }),
          body: fc.string({ unit: 'binary', maxLength: 400 }),
          bytes: fc.uint8Array({ minLength: 64, maxLength: 64 }),
        }),
        (signed) => {
          const journal = [one(limit), { ...one(limit, 8), signed }, one(limit, 9)];
          expect(decodeCommands(encodeCommands(journal))).toEqual(journal);
        },
      ),
      { numRuns: 40, seed: 1 },
    );
    const signed = { device: 5, time: 7, call: 'POST a', body: '{}', bytes: new Uint8Array(64).fill(3) };
    const bytes = encodeCommands([{ ...one(limit), signed }]);
    for (let at = 0; at < bytes.length; at++) {
      const changed = bytes.slice();
      changed[at]! ^= 1 << (at % 8);
      expect(() => decodeCommands(changed)).toThrow(CodecError);
    }
    for (const wrong of [
      { bytes: new Uint8Array(63) },
      { bytes: new Uint8Array(65) },
      { device: -1 },
      { time: 0.5 },
      { body: 'x'.repeat(65_537) },
    ])
      expect(() => encodeCommands([{ ...one(limit), signed: { ...signed, ...wrong } }])).toThrow(CodecError);
    expect(bodyBytes(limit), 'the body of a command is the same with and without a signature').toEqual(bodyBytes({ ...limit }));
  });

  test('any random stream comes back', () => {
    fc.assert(
      fc.property(steps(40), (list) => {
        const journal = list
          .flatMap((step) => (step === 'restart' || step.command.kind === 'feedTicks' ? [] : [step.command]))
          .map((command, n) => one(command, n + 1));
        expect(decodeCommands(encodeCommands(journal))).toEqual(journal);
      }),
      { numRuns: 50, seed: 1 },
    );
  });

  test('cut or changed bytes are never read as commands', () => {
    const bytes = encodeCommands(every.map((command, n) => one(command, n + 1, new Uint8Array(16).fill(9))));
    for (let length = 0; length < bytes.length; length++) expect(() => decodeCommands(bytes.subarray(0, length))).toThrow(CodecError);
    for (let at = 0; at < bytes.length; at++) {
      const changed = bytes.slice();
      changed[at]! ^= 1 << (at % 8);
      expect(() => decodeCommands(changed)).toThrow(CodecError);
    }
    expect(() => decodeCommands(Uint8Array.from([...bytes, 0]))).toThrow(CodecError);
  });

  test('bytes with a right checksum and wrong content end in a CodecError too', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 60 }), (content) => {
        const bytes = encodeCommands([]);
        const forged = new Uint8Array(5 + content.length);
        forged[0] = bytes[0]!;
        forged.set(content, 5);
        new DataView(forged.buffer).setUint32(1, crc(content), true);
        try {
          decodeCommands(forged);
        } catch (error) {
          expect(error).toBeInstanceOf(CodecError);
        }
      }),
      { numRuns: 300, seed: 2 },
    );
  });

  test('a field that is not of its type has no bytes', () => {
    for (const lots of [Number.NaN, -1, 0.5, 2 ** 53, Number.POSITIVE_INFINITY]) {
      expect(() => encodeCommands([one({ ...limit, lots })])).toThrow(CodecError);
    }
    expect(() => encodeCommands([one({ ...limit, side: 2 as 1 })])).toThrow(CodecError);
    expect(() => encodeCommands([one({ kind: 'transfer', account: 1, from: 1, to: 2, asset: 1, amount: -1n })])).toThrow(CodecError);
    expect(() => encodeCommands([one({ kind: 'nonsense' } as never)])).toThrow(CodecError);
    expect(() => encodeCommands([{ ...one(limit), commandId: new Uint8Array(3) }])).toThrow(CodecError);
  });

  test('equal commands have equal bodies whatever their sequence and id; different ones differ', () => {
    expect(bodyBytes({ ...limit })).toEqual(bodyBytes(limit));
    const bodies = new Set([...every, { ...limit, lots: 1 }, { ...limit, postOnly: false }].map((command) => bodyBytes(command).join()));
    expect(bodies.size).toBe(every.length + 2);
  });
});

/** Bit by bit, so that it shares no table with the code under test. */
function crc(bytes: Uint8Array): number {
  let value = 0xffff_ffff;
  for (const byte of bytes) {
    value ^= byte;
    for (let bit = 0; bit < 8; bit++) value = value & 1 ? (value >>> 1) ^ 0xedb8_8320 : value >>> 1;
  }
  return ~value >>> 0;
}
