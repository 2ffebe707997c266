import { OrderStatus } from '@bourse/protocol/enums';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { decodeCommands, encodeCommands } from './codec/commands.ts';
import type { Limits } from './core/limits.ts';
import { createEngine } from './engine.ts';
import type { EngineEvent } from './events.ts';
import { absolute, openStage, type Step, steps } from './testing/arbitrary.ts';
import { Duel } from './testing/duel.ts';

const tight: Partial<Limits> = {
  openOrdersPerAccount: 5,
  ordersPerBook: 10,
  triggersPerBook: 3,
  fillsPerOrder: 3,
  wakesPerCommand: 2,
  timersPerCommand: 1,
  finishedOrders: 4096,
};

function play(list: readonly Step[], limits: Partial<Limits>): Duel {
  const duel = new Duel('demo', limits);
  openStage(duel);
  let disturbed = 0;
  for (const step of list) {
    if (step === 'restart') duel.restart();
    else {
      // A halt or mode change lasts only a few steps, so that the market is open for most of the run.
      if (disturbed > 0 && --disturbed === 0) {
        duel.apply({ kind: 'setTradingMode', mode: 'normal' });
        for (const instrument of [1, 2]) duel.apply({ kind: 'setInstrumentStatus', instrument, status: 1 });
      }
      if (step.command.kind === 'setTradingMode' || step.command.kind === 'setInstrumentStatus') disturbed = 4;
      duel.time += step.wait;
      // A day later, the rest would mostly be refused as stale.
      if (step.wait > 3000) {
        duel.apply({ kind: 'feedTicks', source: 'a', items: [1, 2].map((id) => ({ instrument: id, priceTicks: 100, time: duel.time })) });
      }
      duel.apply(absolute(duel, step.command));
    }
  }
  return duel;
}

/** State hash after a fresh engine replays the journal from its bytes. */
function replayHash(duel: Duel, limits: Partial<Limits>): string {
  const engine = createEngine({ venue: 'demo', limits: { finishedOrders: 4096, corrections: 2, ...limits } });
  for (const command of decodeCommands(encodeCommands(duel.journal))) {
    engine.apply(command);
    engine.discardEvents();
  }
  return engine.stateHash();
}

/** What became of protective stops that fired and could not fill completely. */
function fatesOfHeld(events: readonly EngineEvent[]): string[] {
  const held = new Set<number>();
  return events.flatMap((event) => {
    if (event.kind !== 'order') return [];
    const is = (event.status === OrderStatus.open || event.status === OrderStatus.partlyFilled) && event.triggerTicks > 0;
    if (is && event.priceTicks === 0 && event.reserved > 0n) held.add(event.order);
    else if (held.has(event.order) && event.status > OrderStatus.partlyFilled) return [`held, then ${event.reason}`];
    return is && held.has(event.order) && event.status === OrderStatus.partlyFilled ? ['part of it held'] : [];
  });
}

const seen = new Map<string, number>();

for (const [name, limits] of [
  ['wide limits', {}],
  ['tight limits', tight],
] as const) {
  test(`random trading under ${name}: engine and oracle agree, invariants hold, replay and restart change nothing`, () => {
    fc.assert(
      fc.property(steps(120), (list) => {
        const duel = play(list, limits);
        expect(replayHash(duel, limits)).toBe(duel.engine.stateHash());
        for (const [account, balance] of duel.sumsOfLines()) {
          if (!account.startsWith('10/')) expect(balance.available >= 0n && balance.frozen >= 0n).toBe(true);
        }
        for (const what of fatesOfHeld(duel.events)) seen.set(what, (seen.get(what) ?? 0) + 1);
        for (const [what, count] of duel.seen) seen.set(what, (seen.get(what) ?? 0) + count);
      }),
      { numRuns: 25, seed: 20_260_101 },
    );
  }, 120_000);
}

test('the random commands reach orders, cancellations, batches and the refusals that matter', () => {
  const wanted = [
    'order',
    'cancelled',
    'batch',
    'granted',
    'insufficientBalance',
    'priceStale',
    'wouldTake',
    'cannotFillWhole',
    'noLiquidity',
  ];
  const alsoTight = [
    'tooManyOpenOrders',
    'triggerWrongSide',
    'orderFinished',
    'orderUnknown',
    'priceOutsideBand',
    'readOnly',
    'venueCancelOnly',
  ];
  const held = ['part of it held', 'held, then filled', 'held, then cancelledByCustomer'];
  for (const what of [...wanted, ...alsoTight, ...held]) expect(seen.get(what) ?? 0, what).toBeGreaterThan(0);
});
