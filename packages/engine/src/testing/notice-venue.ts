import type { Venue as VenueName } from '@bourse/protocol/enums';
import { expect } from 'vitest';
import type { Engine } from '../api.ts';
import type { AnnouncedCommand, ChangeEvent, Command } from '../commands.ts';
import { operator, usualActor } from '../core/actor.ts';
import { defaultLimits, listLimits } from '../core/limits.ts';
import { createEngine } from '../engine.ts';

export const begin = 1_700_000_000_000;
export const hour = 3_600_000;
export const day = 24 * hour;
export const ana = 100_000;

export const spot = {
  ...{ kind: 'defineInstrument', instrument: 1, symbol: 'COIN/USDT', instrumentKind: 1, baseAsset: 1, quoteAsset: 2, lotUnits: 1n },
  ...{ quoteUnitsPerTickLot: 1, minLots: 1, maxLots: 1000, minNotional: 10, bandBps: 1000, takerFeePpm: [1000, 800], makerFeePpm: [500] },
  ...{ keepsProtection: true, status: 1 },
} as const satisfies AnnouncedCommand;
export const perp = { ...spot, instrument: 2, symbol: 'COIN-PERP', instrumentKind: 2 } as const;
export const margin = {
  ...{ kind: 'defineContract', instrument: 2, liquidationFeePpm: 2500, markBandBps: 100, fundingIntervalMs: 8 * hour, interestE8: 10_000 },
  ...{ fundingCapE8: 750_000, fundingInParts: true },
  tiers: [
    { maxNotional: 1_000_000, maxLeverage: 50, maintenancePpm: 5000 },
    { maxNotional: 5_000_000, maxLeverage: 20, maintenancePpm: 10_000 },
  ],
} as const satisfies AnnouncedCommand;
export const timed = {
  ...{ kind: 'defineTimed', instrument: 1, asset: 2, minStake: 5, maxStake: 1000, exposureLimit: 20_000 },
  offers: [
    { durationMs: 30_000, payoutPpm: 800_000 },
    { durationMs: 60_000, payoutPpm: 820_000 },
  ],
} as const satisfies AnnouncedCommand;
export const rail = {
  ...{ kind: 'defineRail', rail: 7, asset: 2, channel: 1, minIn: 100n, autoInMax: 1_000_000n, holdMs: hour, minOut: 1000n },
  ...{ feeFixed: 50, feePpm: 1000, hourlyUnreviewed: 500_000, open: 3 },
} as const satisfies AnnouncedCommand;
export const payouts = {
  ...{ kind: 'definePayoutRules', levelLimits: [0, 200_000, 2_000_000], factorsPpm: [1_000_000, 1_500_000], destinationWaitMs: day },
  ...{ credentialWaitMs: day, reviewAbove: 100_000, secondAbove: 1_000_000, youngMs: 3 * day, burstCount: 3, burstMs: hour },
} as const satisfies AnnouncedCommand;

/** A venue that gives notice, with terms for two instruments, a rail and payouts, and one customer. */
export class NoticeVenue {
  engine: Engine;
  now = begin;
  told: ChangeEvent[] = [];

  constructor(venue: VenueName = 'real') {
    this.engine = createEngine({ venue });
    this.must({ kind: 'setRules', version: 1, limits: listLimits(defaultLimits) });
    this.must({ kind: 'defineAsset', asset: 1, code: 'COIN', scale: 0, assetKind: 3 });
    this.must({ kind: 'defineAsset', asset: 2, code: 'USDT', scale: 2, assetKind: 2 });
    for (const command of [spot, perp, margin, timed, rail, payouts]) this.must(command);
    this.must({ kind: 'openAccount', account: ana, feeClass: 1 });
  }

  send(command: Command, by = usualActor(command)) {
    const { engine, now } = this;
    const outcome = engine.apply({ seq: engine.seq + 1, time: now, commandId: new Uint8Array(16), actor: by, command });
    for (const event of engine.takeEvents()) if (event.kind === 'change') this.told.push(event);
    engine.checkInvariants();
    return outcome;
  }
  must(command: Command) {
    expect(this.send(command), command.kind).toMatchObject({ ok: true });
  }
  announce(body: AnnouncedCommand, from = 0, reason = 'costs rose') {
    return this.send({ kind: 'announceChange', body, origin: 'operator', reason, from }, operator(7));
  }
  /** Time passes, and the venue hears something each half hour. */
  pass(ms: number) {
    const until = this.now + ms;
    while (this.now < until) {
      this.now = Math.min(until, this.now + hour / 2);
      this.must({ kind: 'advanceTime' });
    }
  }
  get fees() {
    return this.engine.terms(1)!.instrument.takerFeePpm;
  }
  /** What was told since the last look: number, state, and which fields. */
  news() {
    return this.told.splice(0).map(({ change, state, differences }) => [change, state, differences.map(({ field }) => field).join(' ')]);
  }
}
