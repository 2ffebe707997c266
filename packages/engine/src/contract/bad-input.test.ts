import { expect, test } from 'vitest';
import type { Command, PlaceContractOrder } from '../commands.ts';
import { firstCustomer, House } from '../core/accounts.ts';
import { ContractDuel, perp, tiers, usdt } from '../testing/contract-duel.ts';
import { ContractFloor, floorRules } from '../testing/contract-floor.ts';
import { bookRules } from '../testing/venue.ts';

const ana = firstCustomer;
const ben = firstCustomer + 1;
const good: PlaceContractOrder = {
  kind: 'placeContractOrder',
  account: ana,
  instrument: perp,
  direction: 1,
  action: 1,
  type: 2,
  tif: 1,
  priceTicks: 99,
  triggerTicks: 0,
  lots: 2,
  mode: 2,
  leverage: 10,
  postOnly: false,
  takeProfitTicks: 0,
  stopLossTicks: 0,
};
const wrongNumbers = [Number.NaN, -1, 0.5, 2 ** 53, Number.POSITIVE_INFINITY, '5', null, undefined, {}, 5n] as unknown as number[];

/** Ana is long five and ben is short five, at 100 with leverage 10. */
function stage(): ContractDuel {
  const duel = new ContractDuel();
  for (const account of [ana, ben]) {
    duel.apply({ kind: 'openAccount', account, feeClass: 0 });
    duel.apply({ kind: 'grantDemo', account });
    duel.apply({ kind: 'transfer', account, from: 1, to: 2, asset: usdt, amount: 1_000_000_000n });
  }
  duel.tick(perp, 100);
  duel.apply({ ...good, account: ben, direction: 2, priceTicks: 100, lots: 5 });
  duel.apply({ ...good, priceTicks: 100, lots: 5 });
  expect(duel.engine.positions(ana).length).toBe(1);
  return duel;
}

/** The name of the refusal. The state must be the same as after an empty command. */
function refused(duel: ContractDuel, command: Command): string {
  const twin = duel.twin();
  const outcome = duel.apply(command);
  twin.apply({ ...duel.journal[duel.journal.length - 1]!, command: { kind: 'advanceTime' } });
  expect(duel.engine.stateHash()).toBe(twin.stateHash());
  return outcome.ok ? `accepted ${outcome.result.kind}` : outcome.error;
}

test('a refusal of a wrong number in an order names the field', () => {
  const duel = stage();
  for (const wrong of wrongNumbers) {
    expect(refused(duel, { ...good, account: wrong })).toBe('accountUnknown');
    expect(refused(duel, { ...good, instrument: wrong })).toBe('instrumentUnknown');
    expect(refused(duel, { ...good, lots: wrong })).toBe('quantityInvalid');
    expect(refused(duel, { ...good, action: 2, lots: wrong })).toBe('quantityInvalid');
    expect(refused(duel, { ...good, priceTicks: wrong })).toBe('priceInvalid');
    expect(refused(duel, { ...good, triggerTicks: wrong })).toBe('priceInvalid');
    expect(refused(duel, { ...good, takeProfitTicks: wrong })).toBe('priceInvalid');
    expect(refused(duel, { ...good, stopLossTicks: wrong })).toBe('priceInvalid');
    expect(refused(duel, { ...good, leverage: wrong })).toBe('badRequest');
    expect(refused(duel, { ...good, direction: wrong as 1 })).toBe('orderTypeInvalid');
    expect(refused(duel, { ...good, mode: wrong as 1 })).toBe('orderTypeInvalid');
    expect(refused(duel, { kind: 'setPositionStops', account: ana, position: wrong, lots: 0, takeProfitTicks: 0, stopLossTicks: 0 })).toBe(
      'positionUnknown',
    );
    expect(refused(duel, { kind: 'changeMargin', account: ana, position: 1, add: true, amount: wrong })).toBe(
      duel.engine.positions(ana)[0]!.position === 1 ? 'amountInvalid' : 'positionUnknown',
    );
    expect(refused(duel, { kind: 'reversePosition', account: ana, position: wrong })).toBe('positionUnknown');
    expect(refused(duel, { kind: 'reverseAllPositions', account: wrong })).toBe('accountUnknown');
  }
  for (const leverage of [0, 256]) expect(refused(duel, { ...good, leverage })).toBe('badRequest');
});

test('fields that do not go together are refused', () => {
  const duel = stage();
  expect(refused(duel, { ...good, lots: 0 })).toBe('quantityInvalid');
  expect(refused(duel, { ...good, type: 1 })).toBe('priceInvalid');
  expect(refused(duel, { ...good, type: 1, priceTicks: 0, postOnly: true })).toBe('orderTypeInvalid');
  expect(refused(duel, { ...good, postOnly: true, tif: 2 })).toBe('orderTypeInvalid');
  expect(refused(duel, { ...good, type: 3 })).toBe('priceInvalid');
  expect(refused(duel, { ...good, action: 2, priceTicks: 101, takeProfitTicks: 120 })).toBe('orderTypeInvalid');
  expect(refused(duel, { ...good, type: 9 as 1 })).toBe('orderTypeInvalid');
  expect(refused(duel, { ...good, tif: 4 as 1 })).toBe('orderTypeInvalid');
  expect(refused(duel, { ...good, priceTicks: 60 })).toBe('priceOutsideBand');
  expect(refused(duel, { ...good, priceTicks: 2 ** 52 })).toBe('priceOutsideBand');
  expect(refused(duel, { ...good, lots: 1_000_001 })).toBe('quantityTooLarge');
  expect(refused(duel, { ...good, lots: 100_000 })).toBe('notionalBeyondTiers');
  expect(refused(duel, { ...good, lots: 11, action: 2 })).toBe('closeTooLarge');
  expect(refused(duel, { kind: 'closeAllPositions', account: ana, instrument: 77 })).toBe('instrumentUnknown');
});

test('somebody else’s position is unknown', () => {
  const duel = stage();
  const { position } = duel.engine.positions(ana)[0]!;
  expect(refused(duel, { kind: 'setPositionStops', account: ben, position, lots: 0, takeProfitTicks: 120, stopLossTicks: 0 })).toBe(
    'positionUnknown',
  );
  expect(refused(duel, { kind: 'changeMargin', account: ben, position, add: true, amount: 5 })).toBe('positionUnknown');
  expect(refused(duel, { kind: 'reversePosition', account: ben, position })).toBe('positionUnknown');
});

test('each product has its own orders', () => {
  const duel = stage();
  const spot = { side: 0, type: 2, tif: 1, priceTicks: 99, triggerTicks: 0, lots: 2, quoteAmount: 0, postOnly: false } as const;
  expect(refused(duel, { kind: 'placeOrder', account: ana, instrument: perp, ...spot })).toBe('orderProductWrong');
  const rules = {
    kind: 'defineInstrument',
    baseAsset: 1,
    quoteAsset: usdt,
    lotUnits: 1000n,
    quoteUnitsPerTickLot: 1_000_000,
    minLots: 1,
    maxLots: 1000,
    minNotional: 1,
    bandBps: 1000,
    takerFeePpm: [0],
    makerFeePpm: [0],
    keepsProtection: false,
    status: 1,
  } as const;
  duel.apply({ ...rules, instrument: 8, symbol: 'COIN/USDT', instrumentKind: 1 });
  duel.apply({ ...rules, instrument: 9, symbol: 'NEW-PERP', instrumentKind: 2 });
  expect(refused(duel, { ...good, instrument: 8 })).toBe('orderProductWrong');
  // A contract without margin rules is not open yet.
  expect(refused(duel, { ...good, instrument: 9 })).toBe('instrumentClosed');
  expect(refused(duel, { kind: 'closeAllPositions', account: ana, instrument: 8 })).toBe('orderProductWrong');
});

test('a contract’s rules must make sense', () => {
  const duel = stage();
  const rules = {
    kind: 'defineContract',
    instrument: perp,
    tiers,
    liquidationFeePpm: 0,
    markBandBps: 50,
    fundingIntervalMs: 28_800_000,
    interestE8: 0,
    fundingCapE8: 0,
    fundingInParts: true,
  } as const;
  const [low, high] = tiers as [(typeof tiers)[number], (typeof tiers)[number]];
  for (const wrong of [
    [],
    [high, low],
    [{ ...low, maxLeverage: 0 }],
    [{ ...low, maxLeverage: 256 }],
    [{ ...low, maintenancePpm: 0 }],
    [{ ...low, maintenancePpm: 20_000 }], // 2 % of maintenance where 50× opens with 2 % of margin
    [low, { ...high, maxLeverage: 60 }],
    [low, { ...high, maintenancePpm: 9000 }],
    [{ ...low, maxNotional: 2 ** 50 + 2 }],
    'tiers',
  ])
    expect(refused(duel, { ...rules, tiers: wrong as typeof tiers })).toBe('badRequest');
  for (const wrong of wrongNumbers) {
    for (const field of ['liquidationFeePpm', 'markBandBps', 'fundingIntervalMs', 'interestE8', 'fundingCapE8'] as const)
      expect(refused(duel, { ...rules, [field]: wrong })).toBe('badRequest');
    expect(refused(duel, { ...rules, instrument: wrong })).toBe('instrumentUnknown');
  }
  expect(refused(duel, { ...rules, fundingIntervalMs: 7_000_000 })).toBe('badRequest');
});

test('all contracts are margined in one asset, because a full-margin account is watched in one', () => {
  const floor = new ContractFloor();
  floor.must({ kind: 'defineAsset', asset: 3, code: 'USD', scale: 2, assetKind: 1 });
  const third = {
    ...bookRules,
    instrument: 77,
    symbol: 'SILVER-PERP',
    instrumentKind: 2,
    baseAsset: 1,
    quoteAsset: 3,
    lotUnits: 1n,
  } as const;
  floor.must({ kind: 'defineInstrument', ...third });
  expect(floor.apply({ ...floorRules, kind: 'defineContract', instrument: 77 })).toMatchObject({ ok: false, error: 'badRequest' });
});

test('clearing cannot be funded: it mirrors open positions and nothing else', () => {
  const duel = stage();
  const command = { kind: 'fundHouse', account: House.clearing, wallet: 2, asset: usdt, amount: 5n, number: 1 } as const;
  expect(refused(duel, command)).toBe('accountUnknown');
});

test('a preview shows what an order would lead to, and changes nothing', () => {
  const duel = stage();
  const before = duel.engine.stateHash();
  const preview = duel.engine.previewContract({ ...good, type: 1, priceTicks: 0, lots: 5 });
  // The book has no asks, so the order would be refused now. The preview still shows figures at the mark price.
  expect(preview.refusal).toMatchObject({ ok: false, error: 'noLiquidity' });
  expect(preview).toMatchObject({
    atTicks: 100,
    margin: 50_000_000,
    fee: 500_000,
    resultingLots: 10,
    resultingEntryValue: 1_000_000_000,
    resultingMargin: 100_000_000,
    liquidationTicks: 91, // at 91 ten of equity are left, at or below the ten of maintenance
  });
  const closing = duel.engine.previewContract({ ...good, action: 2, type: 2, priceTicks: 104, lots: 2 });
  expect(closing).toMatchObject({ refusal: undefined, margin: 0, resultingLots: 3, resultingMargin: 30_000_000 });
  expect(duel.engine.previewContract({ ...good, account: 5 }).refusal).toMatchObject({ error: 'accountUnknown' });
  expect(duel.engine.stateHash()).toBe(before);
});

test('the preview of an order that fills matches the position it opens', () => {
  const duel = stage();
  for (const mode of [1, 2] as const) {
    const order = { ...good, account: ben, direction: 1, priceTicks: 101, lots: 4, mode, leverage: 20 } as const;
    duel.apply({ ...order, account: ana, direction: 2, priceTicks: 101, mode: 2, leverage: 10, lots: 4 });
    const preview = duel.engine.previewContract(order);
    expect(preview.refusal).toBeUndefined();
    duel.apply(order);
    const held = duel.engine.positions(ben).find(({ direction }) => direction === 1)!;
    expect(held).toMatchObject({
      lots: preview.resultingLots,
      entryValue: preview.resultingEntryValue,
      margin: preview.resultingMargin,
      liquidationTicks: preview.liquidationTicks,
    });
    duel.apply({ ...good, account: ana, action: 2, direction: 2, priceTicks: 100, lots: 4 });
    duel.apply({ ...good, account: ben, action: 2, direction: 1, priceTicks: 100, lots: 4 });
    expect(duel.engine.positions(ben).length).toBe(1);
  }
});
