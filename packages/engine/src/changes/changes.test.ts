import { Wallet } from '@bourse/protocol/enums';
import { describe, expect, it } from 'vitest';
import type { AnnouncedCommand, Command } from '../commands.ts';
import { House } from '../core/accounts.ts';
import { system } from '../core/actor.ts';
import { limitNumbers } from '../core/limits.ts';
import { createEngine, restoreEngine } from '../engine.ts';
import { ana, begin, day, hour, margin, payouts, rail, spot, timed, NoticeVenue as Venue } from '../testing/notice-venue.ts';

const dearer = { ...spot, takerFeePpm: [1200, 800] } as const;

describe('a change for the worse', () => {
  it('is announced with who, when, why, before and after, and takes effect 24 hours later', () => {
    const venue = new Venue();
    expect(venue.announce(dearer)).toMatchObject({ ok: true });
    expect(venue.told).toMatchObject([
      {
        ...{ change: 1, subject: 'defineInstrument', instrument: 1, account: 0, origin: 'operator', reason: 'costs rose', state: 'waits' },
        ...{ announcedAt: begin, from: begin + day, worse: true },
        differences: [{ field: 'takerFeePpm', at: 1, before: '1000', after: '1200' }],
      },
    ]);
    venue.pass(day - 1);
    expect(venue.fees).toEqual([1000, 800]);
    venue.pass(1);
    expect(venue.fees).toEqual([1200, 800]);
    expect(venue.told.at(-1)).toMatchObject({ change: 1, state: 'inForce', announcedAt: begin, from: begin + day });
  });

  it('is refused by name when it would take effect earlier, and nothing changes', () => {
    const venue = new Venue();
    const before = venue.engine.stateHash();
    for (const from of [1, begin, begin + 1, begin + day - 1])
      expect(venue.announce(dearer, from)).toEqual({ ok: false, error: 'changeTooSoon', detail: { earliest: String(begin + day) } });
    expect(venue.announce(dearer, 0, '')).toMatchObject({ ok: false, error: 'badRequest', detail: { field: 'reason' } });
    expect(venue.send(dearer)).toEqual({ ok: false, error: 'changeUnannounced' });
    expect(venue.send({ kind: 'setRules', version: 2, limits: [{ limit: limitNumbers.noticeMs, value: 1 }] })).toMatchObject({ ok: false });
    expect(venue.fees).toEqual([1000, 800]);
    expect(venue.news()).toEqual([]);
    expect(venue.engine.stateHash()).not.toBe(before);
    expect(venue.announce(dearer, begin + day)).toMatchObject({ ok: true });
    expect(venue.announce({ ...dearer, minLots: 2 }, begin + 3 * day)).toMatchObject({ ok: true });
    expect(venue.engine.pendingChanges()).toMatchObject([{ change: 2, from: begin + 3 * day }]);
  });

  it.each<[string, AnnouncedCommand, boolean]>([
    ['a higher maker fee', { ...spot, makerFeePpm: [600] }, true],
    ['fewer fee levels, the last of which is dearer for those above it', { ...spot, takerFeePpm: [1000] }, true],
    ['lower fees', { ...spot, takerFeePpm: [900, 800], makerFeePpm: [100] }, false],
    ['a larger smallest order', { ...spot, minLots: 2 }, true],
    ['a smaller largest order', { ...spot, maxLots: 999 }, true],
    ['another price band, which costs either side', { ...spot, bandBps: 1100 }, true],
    ['stops that are no longer kept', { ...spot, keepsProtection: false }, true],
    ['another name', { ...spot, symbol: 'NEW/USDT' }, false],
    ['less leverage', { ...margin, tiers: [{ ...margin.tiers[0], maxLeverage: 40 }, margin.tiers[1]] }, true],
    ['more maintenance', { ...margin, tiers: [margin.tiers[0], { ...margin.tiers[1], maintenancePpm: 10_001 }] }, true],
    ['a smaller largest position', { ...margin, tiers: [margin.tiers[0]] }, true],
    ['a first tier that ends earlier', { ...margin, tiers: [{ ...margin.tiers[0], maxNotional: 999_999 }, margin.tiers[1]] }, true],
    ['a first tier that ends later', { ...margin, tiers: [{ ...margin.tiers[0], maxNotional: 2_000_000 }, margin.tiers[1]] }, false],
    ['another cap of funding', { ...margin, fundingCapE8: 700_000 }, true],
    ['a lower liquidation fee', { ...margin, liquidationFeePpm: 2000 }, false],
    ['a lower payout', { ...timed, offers: [timed.offers[0], { durationMs: 60_000, payoutPpm: 810_000 }] }, true],
    ['an offer that is gone', { ...timed, offers: [timed.offers[1]] }, true],
    ['one more offer', { ...timed, offers: [...timed.offers, { durationMs: 90_000, payoutPpm: 500_000 }] }, false],
    ['fewer open orders', { kind: 'setRules', version: 2, limits: [{ limit: 4, value: 4999 }] }, true],
    ['more open orders', { kind: 'setRules', version: 2, limits: [{ limit: 4, value: 5001 }] }, false],
    ['a dearer fee class', { kind: 'setFeeClass', account: ana, feeClass: 0 }, true],
    ['a higher fee of payouts', { ...rail, feeFixed: 51 }, true],
    ['a higher share of payouts', { ...rail, feePpm: 1001 }, true],
    ['a lower fee of payouts', { ...rail, feeFixed: 0, feePpm: 0 }, false],
    ['a larger smallest deposit', { ...rail, minIn: 101n }, true],
    ['a larger smallest payout', { ...rail, minOut: 1001n }, true],
    ['a smaller smallest payout', { ...rail, minOut: 999n }, false],
    ['fewer deposits that are credited by machine', { ...rail, autoInMax: 999_999n }, true],
    ['a longer wait after a deposit', { ...rail, holdMs: hour + 1 }, true],
    ['less that leaves without a review', { ...rail, hourlyUnreviewed: 499_999 }, true],
    ['more that leaves without a review', { ...rail, hourlyUnreviewed: 500_001 }, false],
    ['a lower limit of one level', { ...payouts, levelLimits: [0, 199_999, 3_000_000] }, true],
    ['higher limits', { ...payouts, levelLimits: [0, 200_001, 2_000_001], factorsPpm: [1_000_000, 2_000_000] }, false],
    ['a lower factor', { ...payouts, factorsPpm: [1_000_000] }, true],
    ['a longer wait of a new destination', { ...payouts, destinationWaitMs: day + 1 }, true],
    ['a longer wait after a new password', { ...payouts, credentialWaitMs: day + 1 }, true],
    ['reviews from a smaller amount on', { ...payouts, reviewAbove: 99_999 }, true],
    ['two people from a smaller amount on', { ...payouts, secondAbove: 999_999 }, true],
    ['a destination that is young for longer', { ...payouts, youngMs: 3 * day + 1 }, true],
    ['reviews from fewer payouts on', { ...payouts, burstCount: 2 }, true],
    ['reviews of payouts within a longer time', { ...payouts, burstMs: hour + 1 }, true],
    ['shorter waits', { ...payouts, destinationWaitMs: hour, credentialWaitMs: hour, youngMs: day, burstCount: 9, burstMs: 1 }, false],
    ['better and worse together', { ...spot, takerFeePpm: [1, 1], minLots: 2 }, true],
  ])('%s: %#', (_what, body, worse) => {
    const venue = new Venue();
    expect(venue.announce(body)).toMatchObject({ ok: true });
    expect(venue.told).toMatchObject([{ worse, state: worse ? 'waits' : 'inForce', from: worse ? begin + day : begin }]);
  });
});

describe('announced changes', () => {
  it('of the same thing replace each other, each with its own 24 hours; the terms in force withdraw what waits', () => {
    const venue = new Venue();
    venue.announce(dearer);
    venue.pass(23 * hour);
    venue.announce({ ...spot, takerFeePpm: [1100, 800] });
    expect(venue.news()).toEqual([
      [1, 'waits', 'takerFeePpm'],
      [1, 'replaced', 'takerFeePpm'],
      [2, 'waits', 'takerFeePpm'],
    ]);
    venue.pass(2 * hour);
    expect(venue.fees).toEqual([1000, 800]);
    expect(venue.engine.pendingChanges()[0]?.from).toBe(begin + 47 * hour);
    // The file of before comes back.
    venue.announce(spot);
    expect(venue.news()).toEqual([[2, 'withdrawn', 'takerFeePpm']]);
    venue.announce(dearer);
    expect(venue.engine.pendingChanges()[0]?.from).toBe(begin + 25 * hour + day);
    // A better one does not wait, and takes the place of the worse.
    venue.announce({ ...spot, takerFeePpm: [900, 800] });
    expect(venue.fees).toEqual([900, 800]);
    venue.pass(3 * day);
    expect(venue.fees).toEqual([900, 800]);
  });

  it('repeated by each start keep their first time', () => {
    const venue = new Venue();
    for (let start = 0; start < 20; start++) {
      venue.announce(dearer);
      venue.pass(hour);
    }
    expect(venue.news()).toEqual([[1, 'waits', 'takerFeePpm']]);
    venue.pass(4 * hour);
    expect(venue.fees).toEqual([1200, 800]);
    venue.announce(dearer);
    expect(venue.news()).toEqual([[1, 'inForce', 'takerFeePpm']]);
  });

  it('are withdrawn by their number, with the reason, and then not by it again', () => {
    const venue = new Venue();
    venue.announce(dearer);
    const withdraw = { kind: 'withdrawChange', change: 1, origin: 'operator', reason: 'not needed' } as const;
    expect(venue.send({ ...withdraw, reason: '' })).toMatchObject({ ok: false, error: 'badRequest' });
    expect(venue.send(withdraw)).toMatchObject({ ok: true });
    expect(venue.told.at(-1)).toMatchObject({ change: 1, state: 'withdrawn', endReason: 'not needed', reason: 'costs rose' });
    expect(venue.send(withdraw)).toMatchObject({ ok: false, error: 'changeUnknown' });
    venue.pass(2 * day);
    expect(venue.fees).toEqual([1000, 800]);
  });

  it('that are switches act at once and say why', () => {
    const venue = new Venue();
    expect(venue.send({ kind: 'setTradingMode', mode: 'cancelOnly' })).toMatchObject({ error: 'changeUnannounced' });
    expect(venue.send({ kind: 'setInstrumentStatus', instrument: 1, status: 3 })).toMatchObject({ error: 'changeUnannounced' });
    expect(venue.announce({ kind: 'setTradingMode', mode: 'cancelOnly' }, 0, 'a feed is wrong')).toMatchObject({ ok: true });
    expect(venue.announce({ kind: 'setInstrumentStatus', instrument: 1, status: 3 }, 0, '')).toMatchObject({ ok: false });
    expect(venue.announce({ kind: 'setInstrumentStatus', instrument: 1, status: 3 })).toMatchObject({ ok: true });
    expect(venue.engine.mode).toBe('cancelOnly');
    expect(venue.engine.instrument(1)?.status).toBe(3);
    expect(venue.told).toMatchObject([
      { subject: 'setTradingMode', reason: 'a feed is wrong', state: 'inForce', differences: [{ before: 'normal', after: 'cancelOnly' }] },
      { subject: 'setInstrumentStatus', instrument: 1, state: 'inForce' },
    ]);
    // New terms do not open what a switch has halted.
    venue.announce({ ...spot, takerFeePpm: [900, 800] });
    expect(venue.engine.instrument(1)?.status).toBe(3);
  });

  it('of one customer carry the customer; a class counts as dearer when a change that waits makes it so', () => {
    const venue = new Venue();
    venue.announce({ ...spot, takerFeePpm: [1000, 800, 2000] });
    expect(venue.engine.pendingChanges()).toHaveLength(1);
    venue.announce({ ...spot, takerFeePpm: [1000, 800, 800] });
    expect(venue.engine.pendingChanges()).toHaveLength(0);
    venue.announce({ ...spot, takerFeePpm: [1000, 800, 2000] });
    venue.told = [];
    venue.announce({ kind: 'setFeeClass', account: ana, feeClass: 2 });
    expect(venue.told).toMatchObject([{ account: ana, instrument: 0, worse: true, state: 'waits' }]);
  });

  it('wait through a silence and a step of the clock: what nobody could be told in does not count as notice', () => {
    const venue = new Venue();
    venue.announce(dearer);
    venue.now += 48 * hour;
    venue.must({ kind: 'advanceTime' });
    expect(venue.fees).toEqual([1000, 800]);
    expect(venue.told.at(-1)).toMatchObject({ change: 1, state: 'waits', from: begin + 48 * hour + 23 * hour });
    venue.pass(23 * hour - 1);
    expect(venue.fees).toEqual([1000, 800]);
    venue.pass(1);
    expect(venue.fees).toEqual([1200, 800]);
  });

  it('survive a snapshot with the same hash, and take effect after it', () => {
    const venue = new Venue();
    venue.announce(dearer);
    venue.announce(margin);
    venue.announce({ ...margin, tiers: [margin.tiers[0]] });
    venue.pass(10 * hour);
    const restored = restoreEngine(venue.engine.snapshot());
    expect(restored.stateHash()).toBe(venue.engine.stateHash());
    venue.engine = restored;
    venue.pass(14 * hour);
    expect(venue.fees).toEqual([1200, 800]);
    expect(venue.engine.terms(2)?.contract?.tiers).toHaveLength(1);
  });

  it('that do not fit when their time comes are tried each minute for a day, and then told as failed', () => {
    const venue = new Venue('demo');
    venue.must({ kind: 'fundHouse', number: 1, account: House.timed, wallet: Wallet.fast, asset: 2, amount: 1_000_000n });
    venue.must({ kind: 'grantDemo', account: ana });
    venue.must({ kind: 'transfer', account: ana, from: Wallet.coin, to: Wallet.fast, asset: 2, amount: 100_000n });
    venue.announce({ ...timed, exposureLimit: 10 });
    /** The house owes 80 until the contract is void, an hour and a half after its end without a word of the feed. */
    const sell = () => {
      venue.must({ kind: 'feedTicks', source: 'a', items: [{ instrument: 1, priceTicks: 100, time: venue.now }] });
      venue.must({ kind: 'placeTimed', account: ana, instrument: 1, direction: 1, durationMs: 30_000, stake: 100 });
    };
    venue.pass(day - 1);
    sell();
    venue.pass(23 * hour);
    expect(venue.news()).toEqual([[1, 'waits', 'exposureLimit']]);
    sell();
    venue.pass(2 * hour);
    expect(venue.told).toMatchObject([{ change: 1, state: 'failed', endReason: 'badRequest' }]);
    expect(venue.engine.pendingChanges()).toEqual([]);
    expect(venue.engine.timedBook(1)?.exposureLimit).toBe(20_000);
  });

  it('come before everything else that a command does, so that a round of funding and its receipt have the same rules', () => {
    const venue = new Venue();
    const round = Math.ceil((begin + day) / (8 * hour)) * 8 * hour;
    venue.announce({ ...margin, fundingCapE8: 700_000 }, round + 500);
    venue.pass(round - 1 - venue.now);
    venue.must({ kind: 'feedTicks', source: 'a', items: [{ instrument: 2, priceTicks: 100, time: venue.now }] });
    venue.engine.takeEvents();
    venue.now = round + 1000;
    const kinds: string[] = [];
    const { engine } = venue;
    engine.apply({ seq: engine.seq + 1, time: venue.now, commandId: new Uint8Array(16), actor: system, command: { kind: 'advanceTime' } });
    for (const event of engine.takeEvents()) {
      kinds.push(event.kind);
      if (event.kind === 'fundingRound') expect(event).toMatchObject({ due: round, capE8: 700_000 });
    }
    expect(kinds).toEqual(['change', 'ruleInForce', 'fundingRound']);
  });

  it('of a company are told with where they were announced, when they are applied', () => {
    const venue = new Venue();
    venue.must({ kind: 'defineAsset', asset: 3, code: 'ACME', scale: 0, assetKind: 4 });
    venue.must({ ...spot, instrument: 3, symbol: 'ACME', instrumentKind: 3, baseAsset: 3, status: 4 });
    venue.must({
      ...{ kind: 'defineStock', instrument: 3, calendar: 0, limitBps: 0, maxLeverage: 1, maintenancePpm: 100_000, shortable: false },
      ...{ interestPpm: 0, borrowPpm: 0, stampDutyPpm: 0, dayTradeRule: false, stopsWait: true, marginWarnings: true },
    });
    venue.must({
      ...{ kind: 'corporateAction', instrument: 3, action: 'split', numerator: 7, denominator: 1, amount: 0 },
      ...{ source: 'ACME, annual report', reference: 'ACME:split' },
    });
    expect(venue.told).toMatchObject([
      {
        ...{ subject: 'corporateAction', instrument: 3, origin: 'company', reason: 'ACME, annual report', state: 'inForce' },
        differences: [{ field: 'split', before: '', after: '7:1' }],
      },
    ]);
  });

  it('act at once in a venue whose rules know no notice, and are told', () => {
    const engine = createEngine({ venue: 'demo' });
    const send = (command: Command) =>
      engine.apply({ seq: engine.seq + 1, time: begin, commandId: new Uint8Array(16), actor: system, command });
    for (const [asset, code, assetKind] of [
      [1, 'COIN', 3],
      [2, 'USDT', 2],
    ] as const)
      expect(send({ kind: 'defineAsset', asset, code, scale: 0, assetKind }).ok).toBe(true);
    expect(send(spot).ok).toBe(true);
    expect(send(dearer).ok, 'as in the releases before').toBe(true);
    expect(send({ kind: 'announceChange', body: { ...dearer, minLots: 3 }, origin: 'file', reason: '', from: 0 }).ok).toBe(true);
    expect(engine.takeEvents().filter(({ kind }) => kind === 'change')).toMatchObject([{ state: 'inForce', worse: true, from: begin }]);
  });
});
