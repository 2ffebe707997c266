import { Wallet } from '@bourse/protocol/enums';
import { expect, test } from 'vitest';
import type { Command } from '../commands.ts';
import { House } from '../core/accounts.ts';
import { usualActor } from '../core/actor.ts';
import { listLimits } from '../core/limits.ts';
import { createEngine } from '../engine.ts';

/** The limits that a release named before feeds said their own time. */
const limitsThen = 29;

/** What the release before `timedWaitMs` and `tickAheadMs` gave for this journal. */
const hashThen = 'e632572376b8a392bb56914aab4fae072191ca3ba87097f10c08a518d5298a35';

test('a journal of the release before gives the state hash that it gave then: contracts void by the clock of the venue, ticks from the future count', () => {
  const begin = 1_700_000_000_000;
  const engine = createEngine({ venue: 'demo' });
  const tell = (ms: number, command: Command) => {
    const { ok } = engine.apply({
      seq: engine.seq + 1,
      time: begin + ms,
      commandId: new Uint8Array(16),
      actor: usualActor(command),
      command,
    });
    expect(ok, command.kind).toBe(true);
    engine.discardEvents();
  };
  const tick = (ms: number, priceTicks: number, time = ms) =>
    tell(ms, { kind: 'feedTicks', source: 'index', items: [{ instrument: 1, priceTicks, time: begin + time }] });
  const buy = (ms: number) =>
    tell(ms, { kind: 'placeTimed', account: 100_000, instrument: 1, direction: 1, durationMs: 30_000, stake: 5_000_000 });
  tell(0, { kind: 'setRules', version: 1, limits: listLimits(engine.rules().limits).filter(({ limit }) => limit <= limitsThen) });
  tell(0, { kind: 'defineAsset', asset: 1, code: 'COIN', scale: 3, assetKind: 3 });
  tell(0, { kind: 'defineAsset', asset: 2, code: 'USDT', scale: 6, assetKind: 2 });
  tell(0, {
    ...{ kind: 'defineInstrument', instrument: 1, symbol: 'COIN-PERP', instrumentKind: 2, baseAsset: 1, quoteAsset: 2, lotUnits: 1n },
    ...{ quoteUnitsPerTickLot: 1, minLots: 1, maxLots: 1_000_000, minNotional: 1, bandBps: 1000, takerFeePpm: [500], makerFeePpm: [200] },
    ...{ keepsProtection: false, status: 1 },
  });
  tell(0, {
    ...{ kind: 'defineTimed', instrument: 1, asset: 2, offers: [{ durationMs: 30_000, payoutPpm: 850_000 }] },
    ...{ minStake: 1_000_000, maxStake: 100_000_000, exposureLimit: 200_000_000 },
  });
  tell(0, { kind: 'fundHouse', account: House.timed, wallet: Wallet.fast, asset: 2, amount: 1_000_000_000n, number: 1 });
  tell(0, { kind: 'openAccount', account: 100_000, feeClass: 0 });
  tell(0, { kind: 'grantDemo', account: 100_000 });
  tell(0, { kind: 'transfer', account: 100_000, from: Wallet.coin, to: Wallet.fast, asset: 2, amount: 500_000_000n });
  tick(0, 100);
  buy(0);
  tell(5_001, { kind: 'advanceTime' });
  tick(6_000, 101, 600_000);
  buy(6_000);
  tick(7_000, 102);
  buy(8_000);
  tick(37_500, 103, 37_000);
  tick(44_000, 99, 38_000);
  expect(engine.stateHash()).toBe(hashThen);
});
