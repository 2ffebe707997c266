import { describe, expect, test } from 'vitest';
import { usualActor } from '../core/actor.ts';
import { createEngine } from '../engine.ts';

describe('the queue of a price', () => {
  test('gives the lots ahead of an order, and nothing for orders that do not rest', () => {
    const engine = createEngine({ venue: 'demo' });
    let seq = 0;
    const apply = (command: Parameters<typeof engine.apply>[0]['command']) => {
      seq += 1;
      const outcome = engine.apply({ seq, time: 1_000_000, commandId: new Uint8Array(16), actor: usualActor(command), command });
      if (!outcome.ok) throw new Error(outcome.error);
      return outcome.result;
    };
    const buy = (account: number, priceTicks: number, lots: number) => {
      const result = apply({
        kind: 'placeOrder',
        account,
        instrument: 1,
        side: 0,
        type: 2,
        tif: 1,
        priceTicks,
        triggerTicks: 0,
        lots,
        quoteAmount: 0,
        postOnly: false,
      });
      return result.kind === 'order' ? result.order : 0;
    };
    apply({ kind: 'defineAsset', asset: 1, code: 'USDT', scale: 6, assetKind: 2 });
    apply({ kind: 'defineAsset', asset: 2, code: 'COIN', scale: 8, assetKind: 3 });
    apply({
      kind: 'defineInstrument',
      instrument: 1,
      symbol: 'COIN/USDT',
      instrumentKind: 1,
      baseAsset: 2,
      quoteAsset: 1,
      lotUnits: 1_000_000n,
      quoteUnitsPerTickLot: 100,
      minLots: 1,
      maxLots: 1_000_000,
      minNotional: 1,
      bandBps: 1_000,
      takerFeePpm: [0],
      makerFeePpm: [0],
      keepsProtection: false,
      status: 1,
    });
    for (const account of [100_001, 100_002]) {
      apply({ kind: 'openAccount', account, feeClass: 0 });
      apply({ kind: 'grantDemo', account });
    }
    apply({ kind: 'feedTicks', source: 'test', items: [{ instrument: 1, priceTicks: 1_000, time: 1_000_000 }] });
    const [first, second, elsewhere, third] = [buy(100_001, 990, 5), buy(100_002, 990, 7), buy(100_001, 980, 9), buy(100_001, 990, 1)];
    expect([first, second, elsewhere, third].map((order) => engine.queueBefore(order ?? 0))).toEqual([0, 5, 0, 12]);
    apply({ kind: 'cancelOrder', account: 100_001, order: first ?? 0 });
    expect(engine.queueBefore(third ?? 0)).toBe(7);
    expect(engine.queueBefore(first ?? 0)).toBeUndefined();
    expect(engine.queueBefore(999)).toBeUndefined();
  });
});
