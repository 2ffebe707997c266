import { Wallet } from '@bourse/protocol/enums';
import type { Command } from '../commands.ts';
import { House } from '../core/accounts.ts';
import { defaultLimits, type Limits } from '../core/limits.ts';
import type { Outcome, TimedEvent } from '../events.ts';
import { TestVenue } from './venue.ts';

export const begin = 1_700_000_000_000;
export const ana = 100_000;
export const bob = 100_001;
/** One USDT in minor units. */
export const whole = 1_000_000;

/**
 * A venue that sells timed contracts on one index: stakes of 1 to 100 USDT, 30 s at 85 % and 60 s at 90 %, with at most 200 USDT owed on one direction. The
 * house has 1,000 USDT; ana and bob have 500 each.
 */
export class TimedFloor extends TestVenue {
  constructor(limits: Partial<Limits> = {}, capital = 1000) {
    super({ ...defaultLimits, noticeMs: 0, ...limits }, begin);
    this.must({ kind: 'defineAsset', asset: 1, code: 'COIN', scale: 3, assetKind: 3 });
    this.must({ kind: 'defineAsset', asset: 2, code: 'USDT', scale: 6, assetKind: 2 });
    this.must({
      kind: 'defineInstrument',
      instrument: 1,
      symbol: 'COIN-PERP',
      instrumentKind: 2,
      baseAsset: 1,
      quoteAsset: 2,
      lotUnits: 1n,
      quoteUnitsPerTickLot: 1,
      minLots: 1,
      maxLots: 1_000_000,
      minNotional: 1,
      bandBps: 1000,
      takerFeePpm: [500],
      makerFeePpm: [200],
      keepsProtection: false,
      status: 1,
    });
    this.offer();
    if (capital > 0) this.fund(capital);
    for (const account of [ana, bob]) {
      this.must({ kind: 'openAccount', account, feeClass: 0 });
      this.must({ kind: 'grantDemo', account });
      this.must({ kind: 'transfer', account, from: Wallet.coin, to: Wallet.fast, asset: 2, amount: BigInt(500 * whole) });
    }
    this.tick(100);
  }

  offer(changes: Partial<Extract<Command, { kind: 'defineTimed' }>> = {}): Outcome {
    return this.apply({
      kind: 'defineTimed',
      instrument: 1,
      asset: 2,
      offers: [
        { durationMs: 30_000, payoutPpm: 850_000 },
        { durationMs: 60_000, payoutPpm: 900_000 },
      ],
      minStake: whole,
      maxStake: 100 * whole,
      exposureLimit: 200 * whole,
      ...changes,
    });
  }

  fund(amount: number): Outcome {
    const number = this.engine.seq + 1;
    return this.apply({ kind: 'fundHouse', account: House.timed, wallet: Wallet.fast, asset: 2, amount: BigInt(amount * whole), number });
  }

  /** Buys a contract up or down for `stake` USDT. */
  buy(account: number, way: 'up' | 'down', stake: number, seconds = 30): Outcome {
    const direction = way === 'up' ? 1 : 2;
    return this.apply({ kind: 'placeTimed', account, instrument: 1, direction, durationMs: seconds * 1000, stake: stake * whole });
  }

  /** Sends an index tick that is `ageMs` old when it arrives. */
  tick(priceTicks: number, ageMs = 0, source = 'index'): Outcome {
    return this.apply({ kind: 'feedTicks', source, items: [{ instrument: 1, priceTicks, time: this.time - ageMs }] });
  }

  /** The feed says that it had no tick up to a time that is `ageMs` ago. */
  quiet(ageMs = 0): Outcome {
    return this.apply({ kind: 'feedQuiet', source: 'index', items: [{ instrument: 1, time: this.time - ageMs }] });
  }

  get timed(): TimedEvent[] {
    return this.events.filter((event) => event.kind === 'timed');
  }

  /** Available and frozen in the fast wallet, in USDT. */
  fast(account: number): [number, number] {
    const held = this.engine.balances(account).find(({ wallet }) => wallet === Wallet.fast);
    return [Number(held?.available ?? 0n) / whole, Number(held?.frozen ?? 0n) / whole];
  }

  get house(): [number, number] {
    return this.fast(House.timed);
  }
}
