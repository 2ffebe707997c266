import { Wallet } from '@bourse/protocol/enums';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { Command } from '../commands.ts';
import { firstCustomer } from '../core/accounts.ts';
import type { Limits } from '../core/limits.ts';
import { restoreEngine } from '../engine.ts';
import { ContractDuel, describe, perp, second, usdt } from '../testing/contract-duel.ts';
import { checkFunded, fundedFates, isFunded, sometimesFunded } from '../testing/funded.ts';
import { checkReceipts } from '../testing/receipts.ts';

const people = [0, 1, 2, 3].map((n) => firstCustomer + n);
const account = fc.constantFrom(...people);
const instrument = fc.constantFrom(perp, perp, second);
const zero = fc.constant(0);

const price = (near: number) => fc.integer({ min: 100 - near, max: 100 + near });

/** How the orders of a walk are sent. */
type AsSent = (orders: fc.Arbitrary<Command>) => fc.Arbitrary<Command>;

/** Random commands of contracts around 100. `position` and `order` count back from the newest and become absolute when they are applied. */
function commands(near: number, asSent: AsSent): fc.Arbitrary<Command> {
  const limit = { type: fc.constant(2), priceTicks: price(near), triggerTicks: zero };
  const market = { type: fc.constant(1), priceTicks: zero, triggerTicks: zero };
  const waiting = { type: fc.constantFrom(4, 6), priceTicks: zero, triggerTicks: price(near) };
  const waitingLimit = { type: fc.constantFrom(3, 5), priceTicks: price(near), triggerTicks: price(near) };
  const common = {
    kind: fc.constant('placeContractOrder'),
    account,
    instrument,
    direction: fc.constantFrom(1, 2),
    action: fc.constantFrom(1, 1, 2),
    tif: fc.constantFrom(1, 1, 1, 1, 2, 3),
    lots: fc.oneof({ weight: 3, arbitrary: fc.integer({ min: 1, max: 12 }) }, { weight: 1, arbitrary: fc.integer({ min: 1, max: 60 }) }),
    mode: fc.constantFrom(1, 2),
    leverage: fc.constantFrom(3, 10, 10, 10, 10, 10, 20),
    postOnly: fc.constantFrom(false, false, false, false, true),
    takeProfitTicks: fc.oneof({ weight: 6, arbitrary: zero }, { weight: 1, arbitrary: price(near * 2) }),
    stopLossTicks: fc.oneof({ weight: 6, arbitrary: zero }, { weight: 1, arbitrary: price(near * 2) }),
  };
  const order = (kind: Record<string, fc.Arbitrary<number>>) =>
    fc.record({ ...common, ...kind }).map((o) => {
      const plain = o as unknown as Extract<Command, { kind: 'placeContractOrder' }>;
      const marketable = plain.type !== 2 && plain.type !== 3 && plain.type !== 5;
      const postOnly = plain.postOnly && !marketable && plain.tif === 1;
      return plain.action === 2 ? { ...plain, postOnly, takeProfitTicks: 0, stopLossTicks: 0 } : { ...plain, postOnly };
    }) as fc.Arbitrary<Command>;
  const back = fc.nat(6);
  const rest: fc.Arbitrary<Command> = fc.oneof(
    fc.record({ kind: fc.constant('cancelOrder' as const), account, order: back }),
    fc.record({ kind: fc.constant('cancelAllOrders' as const), account, instrument: fc.constantFrom(0, perp) }),
    fc.record({ kind: fc.constant('cancelAllAfter' as const), account, timeoutMs: fc.constantFrom(0, 300) }),
    fc.record({
      kind: fc.constant('amendOrder' as const),
      account,
      order: back,
      lots: fc.integer({ min: 0, max: 12 }),
      priceTicks: fc.oneof(zero, price(near)),
    }),
    fc.record({
      kind: fc.constant('setPositionStops' as const),
      account,
      position: back,
      lots: fc.constantFrom(0, 0, 2),
      takeProfitTicks: fc.oneof(zero, price(near * 2)),
      stopLossTicks: fc.oneof(zero, price(near * 2)),
    }),
    fc.record({
      kind: fc.constant('changeMargin' as const),
      account,
      position: back,
      add: fc.boolean(),
      amount: fc.integer({ min: 1, max: 90_000_000 }),
    }),
    fc.record({ kind: fc.constant('closeAllPositions' as const), account, instrument: fc.constantFrom(0, perp) }),
    fc.record({ kind: fc.constant('reversePosition' as const), account, position: back }),
    fc.record({ kind: fc.constant('reverseAllPositions' as const), account }),
    fc.record({
      kind: fc.constant('transfer' as const),
      account,
      from: fc.constantFrom(Wallet.contract, Wallet.coin),
      to: fc.constantFrom(Wallet.contract, Wallet.coin),
      asset: fc.constant(usdt),
      amount: fc.bigInt({ min: 1n, max: 900_000_000n }),
    }),
    fc.record({ kind: fc.constant('setFeeClass' as const), account, feeClass: fc.constantFrom(0, 1) }),
  );
  const tick: fc.Arbitrary<Command> = fc.record({
    kind: fc.constant('feedTicks' as const),
    source: fc.constant('story'),
    items: fc.array(fc.record({ instrument, priceTicks: price(near), time: fc.constant(2 ** 45) }), { minLength: 1, maxLength: 2 }),
  });
  return fc.oneof(
    { weight: 12, arbitrary: asSent(order(limit)) },
    { weight: 4, arbitrary: asSent(order(market)) },
    { weight: 1, arbitrary: order(waiting) },
    { weight: 1, arbitrary: order(waitingLimit) },
    { weight: 6, arbitrary: rest },
    { weight: 4, arbitrary: tick },
  );
}

/** Turns ids that count back from the newest into ids that may exist and usually belong to the account. */
function absolute(duel: ContractDuel, command: Command): Command {
  if (command.kind === 'cancelOrder' || command.kind === 'amendOrder') {
    const open = duel.engine.openOrders(command.account);
    return { ...command, order: open[command.order % Math.max(1, open.length)]?.order ?? 1 };
  }
  if (command.kind === 'setPositionStops' || command.kind === 'changeMargin' || command.kind === 'reversePosition') {
    const open = duel.engine.positions(command.account);
    return { ...command, position: open[command.position % Math.max(1, open.length)]?.position ?? 1 };
  }
  if (command.kind !== 'placeContractOrder' && command.kind !== 'placeFundedContractOrder') return command;
  if (command.action === 2) {
    const open = duel.engine.positions(command.account);
    const { direction, instrument } = open[command.lots % Math.max(1, open.length)] ?? command;
    return { ...command, direction, instrument };
  }
  // Usually keep the leverage of what the account already has open. Otherwise nearly every order would be refused.
  if (command.leverage === 3) return command;
  const full = command.account % 2 === 0;
  return { ...command, mode: full ? 1 : 2, leverage: full ? 20 : 10 };
}

type Step = { command: Command; wait: number } | 'restart';
const steps = (near: number, asSent: AsSent = (orders) => orders): fc.Arbitrary<Step[]> =>
  fc.array(
    fc.oneof(
      { weight: 40, arbitrary: fc.record({ command: commands(near, asSent), wait: fc.constantFrom(0, 1, 150, 150) }) },
      { weight: 1, arbitrary: fc.constant('restart' as const) },
    ),
    { minLength: 160, maxLength: 160, size: 'max' },
  );

function play(list: readonly Step[], limits: Partial<Limits>, compares: boolean, funds: bigint): ContractDuel {
  const duel = new ContractDuel(limits, compares);
  for (const who of people) {
    duel.apply({ kind: 'openAccount', account: who, feeClass: 0 });
    duel.apply({ kind: 'grantDemo', account: who });
    duel.apply({ kind: 'transfer', account: who, from: Wallet.coin, to: Wallet.contract, asset: usdt, amount: funds });
  }
  for (const which of [perp, second]) duel.tick(which, 100);
  let sinceTick = 0;
  let sampled = 0;
  for (const step of list) {
    if (step === 'restart') duel.restart();
    else {
      duel.time += step.wait;
      sinceTick += step.wait;
      if (sinceTick > 4000) {
        for (const which of [perp, second]) duel.tick(which, duel.engine.instrument(which)!.referenceTicks);
        sinceTick = 0;
      }
      const command = absolute(duel, step.command);
      const bytes = sampled++ % 5 === 0 || isFunded(command) ? duel.engine.snapshot() : undefined;
      const outcome = duel.apply(command);
      if (bytes !== undefined && !outcome.ok) expect(asIfNothing(duel, bytes), describe(command)).toBe(duel.engine.stateHash());
      if (bytes !== undefined && isFunded(command)) checkFunded(bytes, duel, outcome, people);
    }
  }
  return duel;
}

/** The state after an empty command in place of the last one, which is what a refused command must leave behind. Timers that were due fire in both. */
function asIfNothing(duel: ContractDuel, before: Uint8Array): string {
  const twin = restoreEngine(before);
  twin.apply({ ...duel.journal[duel.journal.length - 1]!, command: { kind: 'advanceTime' } });
  return twin.stateHash();
}

const seen = new Map<string, number>();
const tight: Partial<Limits> = {
  openOrdersPerAccount: 6,
  ordersPerBook: 12,
  triggersPerBook: 4,
  fillsPerOrder: 3,
  wakesPerCommand: 2,
  heldLooksPerCommand: 1,
  positionsPerAccount: 2,
};

for (const [name, limits, near, funds, compares] of [
  ['quiet prices', {}, 3, 5_000_000_000n, true],
  ['tight limits', tight, 3, 5_000_000_000n, true],
  ['wild prices and little money', {}, 14, 400_000_000n, false],
] as const) {
  test(`random contracts under ${name}: invariants hold, fills recompute, replay and restart change nothing`, () => {
    fc.assert(
      fc.property(steps(near), (list) => {
        const duel = play(list, limits, compares, funds);
        expect(duel.replayedHash()).toBe(duel.engine.stateHash());
        checkReceipts(duel, seen);
        for (const [what, count] of duel.seen) seen.set(what, (seen.get(what) ?? 0) + count);
      }),
      { numRuns: 20, seed: 20_261_121 },
    );
  }, 180_000);
}

test('the random commands reach what can happen to a contract', () => {
  const wanted = [
    'order',
    'position',
    'closed',
    'reversed',
    'cancelled',
    'marginInsufficient',
    'leverageDiffers',
    'marginModeDiffers',
    'closeTooLarge',
    'positionUnknown',
    'takeProfitWrongSide',
    'stopLossWrongSide',
    'triggerWrongSide',
    'marginTakeTooLarge',
    'marginModeFull',
    'priceBeyondMargin',
    'cannotFillWhole',
    'noLiquidity',
    'wouldTake',
    'positionsTooMany',
    'tooManyOpenOrders',
    'part of a protection held',
    'protection held, then filled',
    'protection held, then positionClosed',
    'protection held, then cancelledByCustomer',
  ];
  const receipts = ['receipt positionFill', 'receipt mark'];
  for (const what of [...receipts, ...wanted]) expect(seen.get(what) ?? 0, what).toBeGreaterThan(0);
});

test('an order that brings money along does what a transfer and the order would do, or nothing', () => {
  const counts = new Map<string, number>();
  fc.assert(
    fc.property(steps(3, sometimesFunded), (list) => {
      const duel = play(list, {}, true, 400_000_000n);
      expect(duel.replayedHash()).toBe(duel.engine.stateHash());
      for (const what of fundedFates) counts.set(what, (counts.get(what) ?? 0) + (duel.seen.get(what) ?? 0));
    }),
    { numRuns: 20, seed: 20_261_123 },
  );
  for (const what of fundedFates) expect(counts.get(what), what).toBeGreaterThan(20);
}, 180_000);
