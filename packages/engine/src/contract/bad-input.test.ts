import { expect, test } from 'vitest';
import { firstCustomer, House } from '../accounts.ts';
import type { Command, PlaceContractOrder } from '../commands.ts';
import { ContractDesk, perp, tiers, usdt } from '../testing/contract-desk.ts';

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

/** Ana is long five, ben short five, at 100 with a leverage of 10. */
function stage(): ContractDesk {
  const desk = new ContractDesk();
  for (const account of [ana, ben]) {
    desk.apply({ kind: 'openAccount', account, feeClass: 0 });
    desk.apply({ kind: 'grantDemo', account });
    desk.apply({ kind: 'transfer', account, from: 1, to: 2, asset: usdt, amount: 1_000_000_000n });
  }
  desk.tick(perp, 100);
  desk.apply({ ...good, account: ben, direction: 2, priceTicks: 100, lots: 5 });
  desk.apply({ ...good, priceTicks: 100, lots: 5 });
  expect(desk.engine.positions(ana).length).toBe(1);
  return desk;
}

/** The refusal's name; the state must be the one an empty command would have left. */
function refused(desk: ContractDesk, command: Command): string {
  const twin = desk.twin();
  const outcome = desk.apply(command);
  twin.apply({ ...desk.journal[desk.journal.length - 1]!, command: { kind: 'advanceTime' } });
  expect(desk.engine.stateHash()).toBe(twin.stateHash());
  return outcome.ok ? `accepted ${outcome.result.kind}` : outcome.error;
}

test('wrong numbers in an order are refused by name', () => {
  const desk = stage();
  for (const wrong of wrongNumbers) {
    expect(refused(desk, { ...good, account: wrong })).toBe('accountUnknown');
    expect(refused(desk, { ...good, instrument: wrong })).toBe('instrumentUnknown');
    expect(refused(desk, { ...good, lots: wrong })).toBe('quantityInvalid');
    expect(refused(desk, { ...good, action: 2, lots: wrong })).toBe('quantityInvalid');
    expect(refused(desk, { ...good, priceTicks: wrong })).toBe('priceInvalid');
    expect(refused(desk, { ...good, triggerTicks: wrong })).toBe('priceInvalid');
    expect(refused(desk, { ...good, takeProfitTicks: wrong })).toBe('priceInvalid');
    expect(refused(desk, { ...good, stopLossTicks: wrong })).toBe('priceInvalid');
    expect(refused(desk, { ...good, leverage: wrong })).toBe('badRequest');
    expect(refused(desk, { ...good, direction: wrong as 1 })).toBe('orderTypeInvalid');
    expect(refused(desk, { ...good, mode: wrong as 1 })).toBe('orderTypeInvalid');
    expect(refused(desk, { kind: 'setPositionStops', account: ana, position: wrong, lots: 0, takeProfitTicks: 0, stopLossTicks: 0 })).toBe(
      'positionUnknown',
    );
    expect(refused(desk, { kind: 'changeMargin', account: ana, position: 1, add: true, amount: wrong })).toBe(
      desk.engine.positions(ana)[0]!.position === 1 ? 'amountInvalid' : 'positionUnknown',
    );
    expect(refused(desk, { kind: 'reversePosition', account: ana, position: wrong })).toBe('positionUnknown');
    expect(refused(desk, { kind: 'reverseAllPositions', account: wrong })).toBe('accountUnknown');
  }
  for (const leverage of [0, 256]) expect(refused(desk, { ...good, leverage })).toBe('badRequest');
});

test('fields that do not go together are refused', () => {
  const desk = stage();
  expect(refused(desk, { ...good, lots: 0 })).toBe('quantityInvalid');
  expect(refused(desk, { ...good, type: 1 })).toBe('priceInvalid');
  expect(refused(desk, { ...good, type: 1, priceTicks: 0, postOnly: true })).toBe('orderTypeInvalid');
  expect(refused(desk, { ...good, postOnly: true, tif: 2 })).toBe('orderTypeInvalid');
  expect(refused(desk, { ...good, type: 3 })).toBe('priceInvalid');
  expect(refused(desk, { ...good, action: 2, priceTicks: 101, takeProfitTicks: 120 })).toBe('orderTypeInvalid');
  expect(refused(desk, { ...good, type: 9 as 1 })).toBe('orderTypeInvalid');
  expect(refused(desk, { ...good, tif: 4 as 1 })).toBe('orderTypeInvalid');
  expect(refused(desk, { ...good, priceTicks: 60 })).toBe('priceOutsideBand');
  expect(refused(desk, { ...good, priceTicks: 2 ** 52 })).toBe('priceOutsideBand');
  expect(refused(desk, { ...good, lots: 1_000_001 })).toBe('quantityTooLarge');
  expect(refused(desk, { ...good, lots: 100_000 })).toBe('notionalBeyondTiers');
  expect(refused(desk, { ...good, lots: 11, action: 2 })).toBe('closeTooLarge');
  expect(refused(desk, { kind: 'closeAllPositions', account: ana, instrument: 77 })).toBe('instrumentUnknown');
});

test('somebody else’s position is unknown', () => {
  const desk = stage();
  const { position } = desk.engine.positions(ana)[0]!;
  expect(refused(desk, { kind: 'setPositionStops', account: ben, position, lots: 0, takeProfitTicks: 120, stopLossTicks: 0 })).toBe(
    'positionUnknown',
  );
  expect(refused(desk, { kind: 'changeMargin', account: ben, position, add: true, amount: 5 })).toBe('positionUnknown');
  expect(refused(desk, { kind: 'reversePosition', account: ben, position })).toBe('positionUnknown');
});

test('each product has its own orders', () => {
  const desk = stage();
  const spot = { side: 0, type: 2, tif: 1, priceTicks: 99, triggerTicks: 0, lots: 2, quoteAmount: 0, postOnly: false } as const;
  expect(refused(desk, { kind: 'placeOrder', account: ana, instrument: perp, ...spot })).toBe('orderProductWrong');
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
    status: 1,
  } as const;
  desk.apply({ ...rules, instrument: 8, symbol: 'COIN/USDT', instrumentKind: 1 });
  desk.apply({ ...rules, instrument: 9, symbol: 'NEW-PERP', instrumentKind: 2 });
  expect(refused(desk, { ...good, instrument: 8 })).toBe('orderProductWrong');
  // A contract without margin rules is not open yet.
  expect(refused(desk, { ...good, instrument: 9 })).toBe('instrumentClosed');
  expect(refused(desk, { kind: 'closeAllPositions', account: ana, instrument: 8 })).toBe('orderProductWrong');
});

test('a contract’s rules must make sense', () => {
  const desk = stage();
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
    expect(refused(desk, { ...rules, tiers: wrong as typeof tiers })).toBe('badRequest');
  for (const wrong of wrongNumbers) {
    for (const field of ['liquidationFeePpm', 'markBandBps', 'fundingIntervalMs', 'interestE8', 'fundingCapE8'] as const)
      expect(refused(desk, { ...rules, [field]: wrong })).toBe('badRequest');
    expect(refused(desk, { ...rules, instrument: wrong })).toBe('instrumentUnknown');
  }
  expect(refused(desk, { ...rules, fundingIntervalMs: 7_000_000 })).toBe('badRequest');
});

test('clearing cannot be funded: it mirrors open positions and nothing else', () => {
  const desk = stage();
  const command = { kind: 'fundHouse', account: House.clearing, wallet: 2, asset: usdt, amount: 5n, reference: 'x' } as const;
  expect(refused(desk, command)).toBe('accountUnknown');
});

test('a preview tells what an order would lead to, and changes nothing', () => {
  const desk = stage();
  const before = desk.engine.stateHash();
  const preview = desk.engine.previewContract({ ...good, type: 1, priceTicks: 0, lots: 5 });
  // Nobody offers, so it would be refused now; its figures are those of the mark price all the same.
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
  const closing = desk.engine.previewContract({ ...good, action: 2, type: 2, priceTicks: 104, lots: 2 });
  expect(closing).toMatchObject({ refusal: undefined, margin: 0, resultingLots: 3, resultingMargin: 30_000_000 });
  expect(desk.engine.previewContract({ ...good, account: 5 }).refusal).toMatchObject({ error: 'accountUnknown' });
  expect(desk.engine.stateHash()).toBe(before);
});

test('what a preview says of a filled order is what the position then is', () => {
  const desk = stage();
  for (const mode of [1, 2] as const) {
    const order = { ...good, account: ben, direction: 1, priceTicks: 101, lots: 4, mode, leverage: 20 } as const;
    desk.apply({ ...order, account: ana, direction: 2, priceTicks: 101, mode: 2, leverage: 10, lots: 4 });
    const preview = desk.engine.previewContract(order);
    expect(preview.refusal).toBeUndefined();
    desk.apply(order);
    const held = desk.engine.positions(ben).find(({ direction }) => direction === 1)!;
    expect(held).toMatchObject({
      lots: preview.resultingLots,
      entryValue: preview.resultingEntryValue,
      margin: preview.resultingMargin,
      liquidationTicks: preview.liquidationTicks,
    });
    desk.apply({ ...good, account: ana, action: 2, direction: 2, priceTicks: 100, lots: 4 });
    desk.apply({ ...good, account: ben, action: 2, direction: 1, priceTicks: 100, lots: 4 });
    expect(desk.engine.positions(ben).length).toBe(1);
  }
});
