import { type Command, firstCustomer, House } from '@bourse/engine';
import { AssetKind, InstrumentKind, InstrumentStatus, Wallet } from '@bourse/protocol/enums';
import { simulationStart } from './scheduler.ts';

/** What the simulated venue trades: a coin, a contract on it, timed contracts on the same index, and a share. */
export const usdt = 1;
export const coin = 2;
export const share = 3;
export const spot = 1;
export const contract = 2;
export const stock = 3;
export const middleTicks = { [spot]: 5_000, [contract]: 20_000, [stock]: 1_000 } as const;

const minuteMs = 60_000;
const dayMs = 86_400_000;
const midnight = simulationStart + 13 * minuteMs;
/** The shares trade until three minutes before midnight, and again from half a minute after it. */
const sessions = [
  { open: simulationStart, close: midnight - 3 * minuteMs },
  ...Array.from({ length: 30 }, (_, day) => ({
    open: midnight + day * dayMs + minuteMs / 2,
    close: midnight + (day + 1) * dayMs - 3 * minuteMs,
  })),
];

/** One round a minute, so that a short simulation has many. */
export const fundingIntervalMs = 60_000;

/** Of every instrument here. Rates by level. */
export const rules = {
  kind: 'defineInstrument',
  quoteAsset: usdt,
  minLots: 1,
  maxLots: 100_000,
  minNotional: 1,
  takerFeePpm: [1_000, 900, 800],
  makerFeePpm: [200, 150, 100],
  keepsProtection: true,
  status: InstrumentStatus.trading,
} as const;

const instruments: Command[] = [
  {
    ...rules,
    instrument: spot,
    symbol: 'ABC/USDT',
    instrumentKind: InstrumentKind.coin,
    baseAsset: coin,
    lotUnits: 100n,
    quoteUnitsPerTickLot: 10,
    bandBps: 2_000,
  },
  {
    ...rules,
    instrument: contract,
    symbol: 'ABC-PERP',
    instrumentKind: InstrumentKind.contract,
    baseAsset: coin,
    lotUnits: 100n,
    quoteUnitsPerTickLot: 1_000,
    bandBps: 500,
  },
  {
    ...rules,
    instrument: stock,
    symbol: 'SHR',
    instrumentKind: InstrumentKind.stock,
    baseAsset: share,
    lotUnits: 1n,
    quoteUnitsPerTickLot: 10_000,
    bandBps: 1_000,
  },
  {
    kind: 'defineContract',
    instrument: contract,
    tiers: [
      { maxNotional: 2_000_000_000, maxLeverage: 50, maintenancePpm: 10_000 },
      { maxNotional: 20_000_000_000, maxLeverage: 20, maintenancePpm: 25_000 },
      { maxNotional: 1_000_000_000_000, maxLeverage: 5, maintenancePpm: 100_000 },
    ],
    liquidationFeePpm: 2_500,
    markBandBps: 100,
    fundingIntervalMs,
    interestE8: 10_000,
    fundingCapE8: 750_000,
    fundingInParts: true,
  },
  {
    kind: 'defineCalendar',
    calendar: 1,
    sessions,
  },
  {
    kind: 'defineTimed',
    instrument: contract,
    asset: usdt,
    offers: [
      { durationMs: 10_000, payoutPpm: 850_000 },
      { durationMs: 30_000, payoutPpm: 900_000 },
    ],
    minStake: 1_000_000,
    maxStake: 500_000_000,
    exposureLimit: 2_000_000_000,
  },
  { kind: 'defineSwap', instrument: spot, spreadPpm: 2_000, deskFeePpm: 300, minValue: 1_000_000, maxValue: 5_000_000_000 },
  {
    kind: 'defineEarn',
    ...{ product: 1, asset: usdt, days: 0, yearlyPpm: 1_000_000, earlyPpm: 0 },
    ...{ minPrincipal: 1_000_000, maxPrincipal: 5_000_000_000, capacity: 50_000_000_000 },
  },
  {
    kind: 'defineEarn',
    ...{ product: 2, asset: usdt, days: 1, yearlyPpm: 500_000, earlyPpm: 250_000 },
    ...{ minPrincipal: 1_000_000, maxPrincipal: 5_000_000_000, capacity: 50_000_000_000 },
  },
  // The spot price moves by a third of a percent, so the levels are close together.
  {
    kind: 'defineLoan',
    ...{ product: 1, instrument: spot, yearlyPpm: 1_000_000, openPpm: 994_000, callPpm: 995_000, sellPpm: 996_000, saleFeePpm: 1_000 },
    ...{ minLoan: 1_000_000, maxLoan: 5_000_000_000, decideAbove: 2_000_000_000, capacity: 20_000_000_000 },
  },
  {
    kind: 'defineLevels',
    ...{ asset: usdt, volumes: [500_000_000, 3_000_000_000], prices: [20_000_000, 50_000_000], plusLevel: 1, plusPrice: 100_000_000 },
  },
  {
    kind: 'defineStock',
    instrument: stock,
    calendar: 1,
    limitBps: 0,
    maxLeverage: 5,
    maintenancePpm: 100_000,
    shortable: true,
    interestPpm: 2_000,
    borrowPpm: 3_000,
    stampDutyPpm: 1_000,
    dayTradeRule: false,
    stopsWait: true,
    marginWarnings: true,
  },
];

const capital = (account: number, wallet: Wallet, asset: number, amount: bigint): Command => ({
  kind: 'fundHouse',
  account,
  wallet,
  asset,
  amount,
  number: account * 25 + wallet * 5 + asset,
});

/** The operator's first commands. Repeating them does no harm. */
export const opening = (customers: number): Command[] => [
  { kind: 'defineAsset', asset: usdt, code: 'USDT', scale: 6, assetKind: AssetKind.stablecoin },
  { kind: 'defineAsset', asset: coin, code: 'ABC', scale: 4, assetKind: AssetKind.coin },
  { kind: 'defineAsset', asset: share, code: 'SHR', scale: 0, assetKind: AssetKind.share },
  ...instruments,
  { kind: 'openAccount', account: House.marketMaker, feeClass: 0 },
  capital(House.marketMaker, Wallet.coin, usdt, 10n ** 12n),
  capital(House.marketMaker, Wallet.coin, coin, 10n ** 12n),
  capital(House.marketMaker, Wallet.contract, usdt, 10n ** 12n),
  capital(House.marketMaker, Wallet.stock, usdt, 10n ** 12n),
  capital(House.loanPool, Wallet.stock, usdt, 10n ** 12n),
  capital(House.loanPool, Wallet.coin, usdt, 10n ** 10n),
  capital(House.loanPool, Wallet.stock, share, 10n ** 6n),
  // A small fund, so that it sometimes runs dry and the other side is deleveraged.
  capital(House.insurance, Wallet.contract, usdt, 300_000_000n),
  capital(House.insurance, Wallet.stock, usdt, 10n ** 9n),
  capital(House.timed, Wallet.fast, usdt, 10n ** 10n),
  capital(House.desk, Wallet.coin, usdt, 10n ** 11n),
  capital(House.desk, Wallet.coin, coin, 10n ** 9n),
  capital(House.yield, Wallet.wealth, usdt, 60_000_000n),
  ...Array.from({ length: customers }, (_, index) => customer(firstCustomer + index)).flat(),
  // The first of each three has invited the second, who has invited the third.
  ...Array.from({ length: customers }, (_, index) => firstCustomer + index).flatMap((account, index): Command[] =>
    index % 3 === 0 ? [] : [{ kind: 'setInviter', account, inviter: account - 1, inviterPpm: 150_000, friendPpm: 50_000 }],
  ),
];

/** A demo customer with money in every wallet. */
const customer = (account: number): Command[] => [
  { kind: 'openAccount', account, feeClass: 0 },
  { kind: 'grantDemo', account },
  ...([Wallet.contract, Wallet.stock, Wallet.fast] as const).map(
    (to): Command => ({ kind: 'transfer', account, from: Wallet.coin, to, asset: usdt, amount: 5_000_000_000n }),
  ),
  { kind: 'transfer', account, from: Wallet.coin, to: Wallet.wealth, asset: usdt, amount: 100_000_000n },
];
