import { Wallet } from '@bourse/protocol/enums';
import fc from 'fast-check';
import type { Command } from '../commands.ts';
import { firstCustomer, House } from '../core/accounts.ts';
import { commands } from '../declared.ts';
import { type Field, type Fields, id as idField, type Shape } from '../define/field.ts';
import * as names from '../define/names.ts';
import { anyPayment, anyRailChange } from './any-payment.ts';
import { ofField } from './of-shape.ts';

/** Random commands of every kind with numbers of every size in every field, for a venue with one spot instrument, one contract and one stock. */

export const spot = 1;
export const contract = 2;
export const stock = 3;
export const begin = 1_700_000_000_000;
/** Operators: two who appoint, one who decides the rest. */
export const deciders = [1, 2, 3];
const someDigest = 'A'.repeat(43);
export const people = [firstCustomer, firstCustomer + 1, firstCustomer + 2];

const who = fc.constantFrom(...people, House.marketMaker);
const anyone = fc.constantFrom(...people, House.marketMaker, House.fees, House.external, House.timed, 7_777_777);
const id = fc.integer({ min: 1, max: 25 });
const instrument = fc.constantFrom(spot, contract, stock);
const ticks = fc.oneof(
  { weight: 9, arbitrary: fc.integer({ min: 95, max: 105 }) },
  { weight: 1, arbitrary: fc.constantFrom(1, 500, 2 ** 52) },
);
const noTicks = fc.constantFrom(0, 0, 0);
const stop = fc.oneof({ weight: 3, arbitrary: noTicks }, { weight: 1, arbitrary: ticks });
const lots = fc.oneof(
  { weight: 9, arbitrary: fc.integer({ min: 1, max: 9 }) },
  { weight: 1, arbitrary: fc.constantFrom(0, 10_000, 2 ** 50) },
);
const direction = fc.constantFrom(1 as const, 2 as const);
const big = fc.bigInt({ min: 0n, max: 10n ** 12n });
const limitOrder = {
  type: fc.constant(2 as const),
  tif: fc.constantFrom(1 as const, 1 as const, 2 as const),
  postOnly: fc.constant(false),
};
const positionOrder = {
  ...limitOrder,
  account: who,
  direction,
  action: fc.constantFrom(1 as const, 1 as const, 2 as const),
  priceTicks: ticks,
  triggerTicks: noTicks,
  lots,
  takeProfitTicks: stop,
  stopLossTicks: stop,
};
const contractOrder = {
  ...positionOrder,
  instrument: fc.constantFrom(contract, contract, spot, stock),
  mode: fc.constantFrom(2 as const, 2 as const, 1 as const),
  leverage: fc.constantFrom(10, 10, 20, 500),
};
const stockOrder = {
  ...positionOrder,
  instrument: fc.constantFrom(stock, stock, contract),
  leverage: fc.constantFrom(1, 1, 2),
  upperCircuit: fc.constantFrom(false, false, true),
};
const funds = {
  payFrom: fc.constantFrom(...Object.values(Wallet)),
  payThrough: fc.constantFrom(0, 0, 0, spot),
  payLots: fc.constantFrom(0, 5),
  payTicks: fc.constantFrom(0, 100),
  payAmount: fc.oneof(fc.bigInt({ min: 0n, max: 10n ** 9n }), big),
};
const spotOrder = {
  ...limitOrder,
  instrument: fc.constantFrom(spot, spot, spot, contract),
  side: fc.constantFrom(0 as const, 1 as const),
  priceTicks: ticks,
  triggerTicks: noTicks,
  lots,
  quoteAmount: noTicks,
};
const rates = fc.constantFrom<readonly number[]>([1000], [0, 500]);

/** Ids of the two positions that are open from the beginning. */
const held = fc.oneof({ weight: 4, arbitrary: fc.constantFrom(1, 2) }, { weight: 1, arbitrary: id });

/** Fields that name something: most of it exists in this venue. */
const named = new Map<Field<unknown>, fc.Arbitrary<unknown>>([
  [names.account, fc.oneof({ weight: 3, arbitrary: who }, { weight: 1, arbitrary: anyone })],
  [names.asset, fc.constantFrom(1, 2, 3)],
  [names.instrument, instrument],
  [names.order, id],
  [names.position, held],
]);
const ofNamed = (fields: Fields) =>
  Object.fromEntries(
    Object.entries(fields).map(([name, field]) => [name, named.get(field) ?? byShape[field.shape.type] ?? ofField(field)]),
  );
/** A number that names something names a customer as often as anything. */
const byShape: Partial<Record<Shape['type'], fc.Arbitrary<unknown>>> = {
  units: funds.payAmount,
  id: fc.oneof(who, anyone, ofField(idField())),
};

/**
 * Values with which a command of this venue is often accepted. A command that is not here gets what its declared fields say; the walk says when none of its
 * commands was ever accepted.
 */
const likely: { [K in Command['kind']]?: Record<string, fc.Arbitrary<unknown>> } = {
  defineAsset: { asset: id, code: fc.constantFrom('ABC', 'USDT', 'NEW'), scale: fc.nat(19), assetKind: fc.constantFrom(1, 2, 3, 4) },
  defineInstrument: {
    instrument: fc.constantFrom(spot, contract, stock, 9),
    symbol: fc.constant('ABC/USDT'),
    instrumentKind: fc.constantFrom(1, 2, 3),
    baseAsset: fc.constantFrom(1, 2, 3),
    quoteAsset: fc.constantFrom(2, 2, 1),
    lotUnits: fc.constantFrom(1n, 1000n),
    quoteUnitsPerTickLot: fc.constantFrom(10_000, 1),
    minLots: fc.constant(1),
    maxLots: fc.constant(1000),
    minNotional: fc.constant(1),
    bandBps: fc.constantFrom(1000, 500),
    takerFeePpm: rates,
    makerFeePpm: rates,
    keepsProtection: fc.boolean(),
    status: fc.constant(1),
  },
  setInstrumentStatus: { instrument, status: fc.constantFrom(1, 1, 2, 3) },
  setTradingMode: { mode: fc.constantFrom('normal', 'normal', 'cancelOnly', 'readOnly') },
  openAccount: { account: fc.constantFrom(...people, firstCustomer + 9, House.fees), feeClass: fc.nat(3) },
  openDevice: {
    account: fc.constantFrom(...people, 7_777_777),
    publicKey: fc.oneof(fc.constantFrom('', 'B'), fc.stringMatching(/^B[A-Za-z0-9_-]{86}$/)),
    provenBy: fc.constant('signIn'),
  },
  closeDevice: { account: fc.constantFrom(...people), device: fc.nat(60), reason: fc.constant('logout') },
  setFeeClass: { account: anyone, feeClass: fc.nat(3) },
  fundHouse: {
    account: anyone,
    wallet: fc.constantFrom(...Object.values(Wallet)),
    asset: id,
    amount: big,
    number: fc.oneof(fc.nat(60), fc.constant(2 ** 40)),
  },
  placeOrder: { account: fc.oneof({ weight: 9, arbitrary: who }, { weight: 1, arbitrary: anyone }), ...spotOrder },
  amendOrder: { account: who, order: id, lots, priceTicks: ticks },
  cancelOrder: { account: who, order: id },
  cancelAllOrders: { account: who, instrument: fc.constantFrom(0, spot, contract) },
  cancelAllAfter: { account: who, timeoutMs: fc.constantFrom(0, 10, 5000) },
  orderBatch: {
    account: who,
    items: fc.array(fc.record({ kind: fc.constant('placeOrder'), ...spotOrder }), { minLength: 1, maxLength: 4 }),
  },
  feedTicks: {
    source: fc.constantFrom('a', 'b'),
    items: fc.array(fc.record({ instrument, priceTicks: fc.integer({ min: 97, max: 103 }), time: fc.constantFrom(begin, 2 ** 52, 0) }), {
      maxLength: 3,
    }),
  },
  feedQuiet: {
    source: fc.constant('a'),
    items: fc.array(fc.record({ instrument, time: fc.constantFrom(begin, begin + 10_000, 0) }), { maxLength: 3 }),
  },
  advanceTime: {},
  setRules: { version: fc.nat(3), limits: fc.constantFrom([], [{ limit: 4, value: 100 }], [{ limit: 99, value: 1 }]) },
  defineContract: {
    instrument,
    tiers: fc.constant([
      { maxNotional: 10 ** 10, maxLeverage: 50, maintenancePpm: 5000 },
      { maxNotional: 10 ** 12, maxLeverage: 10, maintenancePpm: 20_000 },
    ]),
    liquidationFeePpm: fc.constantFrom(2500, 0),
    markBandBps: fc.constantFrom(30, 100),
    fundingIntervalMs: fc.constantFrom(28_800_000, 3_600_000),
    interestE8: fc.constantFrom(10_000, 0),
    fundingCapE8: fc.constant(750_000),
    fundingInParts: fc.boolean(),
  },
  placeContractOrder: contractOrder,
  placeFundedContractOrder: { ...contractOrder, ...funds },
  setPositionStops: { account: who, position: held, lots: fc.constantFrom(0, 1), takeProfitTicks: stop, stopLossTicks: stop },
  changeMargin: { account: who, position: held, add: fc.boolean(), amount: fc.nat(10_000_000) },
  closeAllPositions: { account: who, instrument: fc.constantFrom(0, contract) },
  reversePosition: { account: who, position: id },
  reverseAllPositions: { account: who },
  defineTimed: {
    instrument,
    asset: fc.constantFrom(2, 2, 1),
    offers: fc.constantFrom([{ durationMs: 6000, payoutPpm: 850_000 }], []),
    minStake: fc.constant(1_000_000),
    maxStake: fc.constant(10 ** 9),
    exposureLimit: fc.constantFrom(10 ** 10, 10 ** 9),
  },
  placeTimed: {
    account: who,
    instrument,
    direction,
    durationMs: fc.constantFrom(6000, 7000),
    stake: fc.integer({ min: 0, max: 20_000_000 }),
  },
  defineSwap: {
    instrument: fc.constantFrom(spot, spot, contract),
    spreadPpm: fc.constantFrom(2000, 0),
    deskFeePpm: fc.constantFrom(0, 500),
    minValue: fc.constantFrom(1, 1_000_000),
    maxValue: fc.constantFrom(10 ** 10, 0),
  },
  swap: {
    account: who,
    wallet: fc.constantFrom(Wallet.coin, Wallet.coin, Wallet.wealth, Wallet.contract),
    from: fc.constantFrom(2, 2, 1, 3),
    to: fc.constantFrom(1, 1, 2, 3),
    amount: fc.bigInt({ min: 0n, max: 10n ** 8n }),
    minReceive: fc.constantFrom(0n, 1n, 100n),
    /** How old the quote is; whoever sends the command makes a time of it. */
    quotedAt: fc.constantFrom(0, 0, 5000, 7000),
  },
  defineEarn: {
    product: fc.constantFrom(1, 2, 3),
    asset: fc.constantFrom(2, 2, 3),
    days: fc.constantFrom(0, 1, 7),
    yearlyPpm: fc.constantFrom(30_000, 50_000, 1_000_000),
    earlyPpm: fc.constantFrom(0, 500_000),
    minPrincipal: fc.constantFrom(1, 1_000_000),
    maxPrincipal: fc.constantFrom(10 ** 10, 1),
    capacity: fc.constantFrom(10 ** 10, 10 ** 10, 0),
  },
  subscribeEarn: {
    account: who,
    product: fc.constantFrom(1, 2, 3),
    version: fc.constantFrom(1, 1, 2, 3),
    amount: fc.integer({ min: 1, max: 100_000_000 }),
    renew: fc.boolean(),
  },
  redeemEarn: { account: who, holding: fc.integer({ min: 1, max: 8 }), amount: fc.constantFrom(1, 1000, 50_000_000, 90_000_000) },
  extractEarn: { account: who, holding: fc.integer({ min: 1, max: 8 }) },
  renewEarn: { account: who, holding: fc.integer({ min: 1, max: 8 }), renew: fc.boolean() },
  defineLoan: {
    product: fc.constantFrom(1, 2),
    instrument: fc.constantFrom(spot, spot, contract),
    yearlyPpm: fc.constantFrom(80_000, 1_000_000),
    openPpm: fc.constant(650_000),
    callPpm: fc.constantFrom(750_000, 650_000),
    sellPpm: fc.constant(830_000),
    saleFeePpm: fc.constantFrom(0, 20_000),
    minLoan: fc.constant(1_000_000),
    maxLoan: fc.constantFrom(10 ** 10, 1),
    decideAbove: fc.constantFrom(10 ** 10, 5_000_000),
    capacity: fc.constantFrom(10 ** 10, 10 ** 10, 0),
  },
  borrow: {
    account: who,
    product: fc.constantFrom(1, 2),
    version: fc.constantFrom(1, 1, 2, 3),
    collateral: fc.integer({ min: 1, max: 40 }),
    amount: fc.constantFrom(1_000_000, 5_000_000, 6_000_000, 20_000_000),
  },
  repayLoan: { account: who, loan: fc.integer({ min: 1, max: 8 }), amount: fc.constantFrom(1, 1_000_000, 90_000_000) },
  changeCollateral: { account: who, loan: fc.integer({ min: 1, max: 8 }), add: fc.boolean(), amount: fc.integer({ min: 1, max: 20 }) },
  cancelLoan: { account: who, loan: fc.integer({ min: 1, max: 8 }) },
  decideLoan: {
    loan: fc.integer({ min: 1, max: 8 }),
    account: who,
    instrument: fc.constant(spot),
    amount: fc.constantFrom(6_000_000, 20_000_000),
    accept: fc.boolean(),
    reason: fc.constant('x'),
  },
  setInviter: {
    account: who,
    inviter: who,
    inviterPpm: fc.constantFrom(150_000, 0, 400_000),
    friendPpm: fc.constantFrom(50_000, 0, 200_000),
  },
  defineLevels: {
    asset: fc.constantFrom(2, 2, 1),
    volumes: fc.constantFrom([10 ** 15, 2 * 10 ** 15, 3 * 10 ** 15], [10 ** 8], [5, 5]),
    prices: fc.constantFrom([1_000_000, 2_000_000, 0], [1_000_000]),
    plusLevel: fc.constantFrom(3, 1, 9),
    plusPrice: fc.constantFrom(5_000_000, 0),
  },
  buyLevel: {
    account: who,
    wallet: fc.constantFrom(Wallet.coin, Wallet.wealth, Wallet.contract),
    level: fc.constantFrom(1, 2, 3),
    version: fc.constantFrom(1, 1, 2, 3),
  },
  applyPlus: { account: who, wallet: fc.constantFrom(Wallet.coin, Wallet.wealth), version: fc.constantFrom(1, 1, 2, 3) },
  decidePlus: { account: who, pass: fc.boolean() },
  grantLevel: {
    account: anyone,
    level: fc.constantFrom(1, 2, 6),
    until: fc.constantFrom(0, begin + 40 * 86_400_000, begin + 60 * 86_400_000),
  },
  defineCalendar: {
    calendar: fc.constantFrom(1, 2),
    sessions: fc.constantFrom([{ open: begin + 86_400_000, close: begin + 90_000_000 }], []),
  },
  defineStock: {
    instrument,
    calendar: fc.constantFrom(0, 0, 1),
    limitBps: fc.constantFrom(0, 1000),
    maxLeverage: fc.constant(5),
    maintenancePpm: fc.constant(100_000),
    shortable: fc.boolean(),
    interestPpm: fc.constant(200),
    borrowPpm: fc.constant(300),
    stampDutyPpm: fc.constantFrom(0, 1000),
    dayTradeRule: fc.boolean(),
    stopsWait: fc.boolean(),
    marginWarnings: fc.boolean(),
  },
  placeStockOrder: stockOrder,
  placeFundedStockOrder: { ...stockOrder, ...funds },
  setDayTrade: { account: anyone, allowed: fc.boolean() },
  corporateAction: {
    instrument: fc.constant(stock),
    action: fc.constantFrom('split', 'dividend'),
    numerator: fc.constantFrom(1, 2, 3),
    denominator: fc.constantFrom(1, 2),
    amount: fc.nat(1000),
    source: fc.constant('exchange'),
    reference: fc.string({ minLength: 1, maxLength: 12 }),
  },
  announceChange: {
    body: fc.oneof(
      { weight: 5, arbitrary: fc.record({ kind: fc.constant('setTradingMode'), mode: fc.constantFrom('normal', 'cancelOnly') }) },
      { weight: 5, arbitrary: fc.record({ kind: fc.constant('setFeeClass'), account: who, feeClass: fc.nat(3) }) },
      ...anyRailChange.map((arbitrary) => ({ weight: 1, arbitrary })),
    ),
    origin: fc.constantFrom('file', 'operator'),
    reason: fc.constantFrom('x', ''),
    from: fc.constantFrom(0, begin + 86_400_000),
  },
  defineOperator: {
    operator: fc.constantFrom(...deciders, 9),
    powers: fc.constantFrom<readonly string[]>(['people'], ['see', 'house', 'rules'], [], ['people', 'see']),
  },
  propose: {
    body: fc.oneof(
      fc.record({ kind: fc.constant('defineOperator'), operator: fc.integer({ min: 4, max: 9 }), powers: fc.constant(['see']) }),
      fc.record({ kind: fc.constant('setDayTrade'), account: who, allowed: fc.boolean() }),
      fc.record({
        ...{ kind: fc.constant('fundHouse'), number: fc.integer({ min: 10_000, max: 10_060 }), account: anyone },
        ...{ wallet: fc.constant(Wallet.coin), asset: fc.constantFrom(1, 2), amount: big },
      }),
    ),
    proof: fc.constant(''),
    reason: fc.constant('x'),
  },
  approve: { proposal: fc.integer({ min: 1, max: 9 }), digest: fc.constant(someDigest), proof: fc.constant('') },
  retract: { proposal: fc.integer({ min: 1, max: 9 }), reason: fc.constant('x') },
  anchor: { subject: fc.constant('audit'), digest: fc.constantFrom(someDigest, ''), count: fc.nat(9) },
  ...anyPayment(who, anyone),
  withdrawChange: { change: fc.integer({ min: 1, max: 4 }), origin: fc.constant('server'), reason: fc.constant('x') },
};

export const kinds = commands.map(({ kind }) => kind as Command['kind']);

/** Fields of a random command of each kind. */
export const fields = Object.fromEntries(
  commands.map((one) => [one.kind, likely[one.kind as Command['kind']] ?? ofNamed(one.fields)]),
) as Record<Command['kind'], Record<string, fc.Arbitrary<unknown>>>;

/** Trading and ticks often; what disturbs everybody seldom. */
const seldom = new Set([
  'defineRail',
  'stopRail',
  'definePayoutRules',
  'holdAccount',
  'setTradingMode',
  'setInstrumentStatus',
  'defineInstrument',
  'defineContract',
  'defineStock',
  'defineTimed',
  'defineSwap',
  'defineEarn',
  'defineLoan',
  'defineLevels',
  'defineCalendar',
  'corporateAction',
  'cancelAllOrders',
  'sealVenue',
]);
const often = new Set(['placeOrder', 'placeContractOrder', 'placeStockOrder', 'placeTimed', 'feedTicks']);
export const command = fc.oneof(
  ...kinds.map((kind) => ({
    weight: seldom.has(kind) ? 1 : often.has(kind) ? 20 : 4,
    arbitrary: fc.record({ kind: fc.constant(kind), ...fields[kind] }) as unknown as fc.Arbitrary<Command>,
  })),
);
