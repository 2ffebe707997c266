import { z } from 'zod';

/** The shape of the instruments file. `declared.ts` checks what the parts say about each other. */

const decimal = z.string().regex(/^(0|[1-9]\d*)(\.\d+)?$/, 'write a plain decimal in quotes, such as "0.01"');
const positiveInt = z.int().min(1);
const ppm = z.int().min(0).max(1_000_000);
const name = z.string().min(1).max(64);
const monthDay = z.string().regex(/^(0[1-9]|1[0-2])-(0[1-9]|[12]\d|3[01])$/, 'write month and day, such as "12-25"');
const date = z.iso.date('write a date, such as "2014-06-09"');
const weekday = z.int().min(0).max(6);

/** Days of the year: a rule, or a list where there is none. 0 is Sunday. */
const bounds = { from: z.int().optional(), until: z.int().optional(), weekdays: z.array(weekday).min(1).optional() };
export const days = z.union([
  z.strictObject({ yearly: monthDay, observed: z.enum(['monday', 'nearest']).optional(), ...bounds }),
  z.strictObject({ nth: z.int().min(-1).max(5), weekday, month: z.int().min(1).max(12), plusDays: z.int().optional(), ...bounds }),
  z.strictObject({ easter: z.int(), ...bounds }),
  z.strictObject({ dates: z.array(date).min(1) }),
  z.strictObject({ years: z.record(z.string().regex(/^\d{4}$/), z.array(monthDay)), otherwise: z.array(monthDay) }),
]);
export type Days = z.output<typeof days>;

const timeOfDay = z.string().regex(/^([01]\d|2[0-3]):[0-5]\d(-1d)?$/, 'write a local time, such as "09:30", with "-1d" for the day before');
const calendar = z.strictObject({
  /** Number in the engine, for calendars of stocks. It is part of the journal and never reused. */
  id: positiveInt.optional(),
  zone: z.string().refine(isZone, 'name a time zone, such as "Asia/Hong_Kong"'),
  /** Open and close in local time; two or more where there is a break. */
  sessions: z
    .array(z.tuple([timeOfDay, timeOfDay]))
    .min(1)
    .max(4),
  closed: z.array(days),
  early: z.array(z.strictObject({ at: timeOfDay, on: days })).optional(),
});
export type CalendarDeclared = z.output<typeof calendar>;

export function isZone(zone: string): boolean {
  try {
    return new Intl.DateTimeFormat('en', { timeZone: zone }) !== undefined;
  } catch {
    return false;
  }
}

const stock = z.strictObject({
  limitBps: z.int().min(0),
  maintenancePpm: ppm,
  shortable: z.boolean(),
  interestPpm: ppm,
  borrowPpm: ppm,
  stampDutyPpm: ppm,
  dayTradeRule: z.boolean(),
});
/** What the simulated source adds: where it quotes, how much of its walk's turnover the instrument has, and the calendar that its walk keeps. */
const simulated = z.strictObject({
  halfSpread: z.number().positive().max(0.1).optional(),
  turnoverShare: z.number().positive().optional(),
  calendar: name.optional(),
});
/** What a board says for all its instruments, and each instrument may say for itself. */
const terms = {
  quote: name,
  plate: name,
  calendar: name,
  ladder: name,
  tick: decimal,
  lot: decimal,
  maxQuantity: decimal,
  minNotional: decimal,
  multiplier: decimal,
  bandBps: positiveInt,
  jumpBps: positiveInt.max(10_000),
  /** Mean value of one level that the house quotes, in the quote asset. */
  quotedLevel: z.number().positive(),
  leverage: positiveInt,
  fees: name,
  contract: z.strictObject({ markBandBps: positiveInt, interestE8: z.int() }),
  /** Of coin markets: the house exchanges the base at its desk. Values are in the quote. */
  swap: z.strictObject({
    spreadPpm: z.int().min(0).max(100_000),
    deskFeePpm: z.int().min(0).max(100_000),
    minValue: decimal,
    maxValue: decimal,
  }),
};
const board = z
  .strictObject({ kind: z.enum(['spot', 'contract', 'stock']), ...terms, stock, simulated })
  .partial()
  .required({ kind: true });

const instrument = z
  .strictObject({
    ...terms,
    stock: stock.partial(),
    simulated,
    id: positiveInt,
    board: name,
    base: name,
    /** What it is called, where `packages/words` has no name for its code. */
    name: z.union([name, z.record(z.string(), name)]),
    /** The simulated walk that it follows; otherwise that of its base. */
    walk: name,
    timed: z.literal(true),
    /** First part of the names of its recordings, `KIND-MARKET-TICKER`. */
    recording: z.string().regex(/^[a-z0-9]+-[a-z0-9]+-[a-z0-9]+$/, 'write KIND-MARKET-TICKER, such as "equity-usa-aapl"'),
  })
  .partial()
  .required({ id: true, board: true, base: true });
export type InstrumentDeclared = z.output<typeof instrument>;

/** What board and instrument must say together. */
const { contract, swap, ...shared } = terms;
const needed = z.object({
  ...shared,
  ladder: name.optional(),
  calendar: name.optional(),
  multiplier: decimal.optional(),
  leverage: positiveInt.default(1),
  simulated: simulated.optional(),
});
export const wholeTerms = z.discriminatedUnion('kind', [
  needed.extend({ kind: z.literal('spot'), swap: swap.optional() }),
  needed.extend({ kind: z.literal('contract'), contract }),
  needed.extend({ kind: z.literal('stock'), stock, calendar: name }),
]);
export type WholeTerms = z.output<typeof wholeTerms>;

const walkKind = z.strictObject({
  market: name.optional(),
  sector: name.optional(),
  follows: z.tuple([z.number(), z.number()]).optional(),
  temper: z.strictObject({ moods: z.number(), jumpOneIn: z.number(), jumpSize: z.number() }).optional(),
  periodMs: z.int().min(100).max(60_000).optional(),
});
const walk = z.union([
  walkKind.extend({ like: name, start: z.number().positive(), volatility: z.number().positive(), turnoverMillions: z.number().positive() }),
  /** The price of one walk in units of another. */
  z.strictObject({ of: name, over: name }),
  z.strictObject({ inverseOf: name }),
]);
export type WalkDeclared = z.output<typeof walk>;

const rates = z.array(z.tuple([z.int().min(0).max(1_000_000), z.int().min(0).max(1_000_000)])).min(1);
const tier = z.tuple([decimal, positiveInt, ppm]);
const asset = z.strictObject({
  id: positiveInt,
  code: name,
  name: z.union([name, z.record(z.string(), name)]).optional(),
  kind: z.enum(['fiat', 'stablecoin', 'coin']),
  scale: z.int().min(0).max(18),
  /** False for what contracts refer to and nobody holds: metals, energy, indices, currencies without a wallet. */
  held: z.literal(false).optional(),
});

export const instrumentsFile = z.strictObject({
  /** Why terms differ from those before: customers read it beside the changes that a start with this file announces. */
  why: z.string().min(1).max(240).optional(),
  calendars: z.record(name, calendar),
  /** Up to which price which step holds, ascending. */
  ladders: z.record(name, z.array(z.tuple([decimal, decimal])).min(1)),
  fees: z.record(name, rates),
  timed: z.strictObject({
    offers: z.array(z.tuple([positiveInt, ppm])).min(1),
    minStake: decimal,
    maxStake: decimal,
    exposureLimit: decimal,
  }),
  /** Risk tiers by the max. leverage of the first one: up to an entry value, the max. leverage and the maintenance. */
  tiers: z.record(z.string().regex(/^[1-9]\d*$/), z.array(tier).min(1)),
  assets: z.array(asset),
  boards: z.record(name, board),
  instruments: z.array(instrument).min(1),
  /** The house's own money, in whole units: who has it, in which wallet, which asset. */
  house: z.array(
    z.tuple([
      z.enum(['marketMaker', 'insurance', 'timed', 'loanPool', 'desk', 'yield']),
      z.enum(['coin', 'contract', 'stock', 'fast', 'wealth']),
      name,
      z.string().regex(/^[1-9]\d*$/, 'write a whole number in quotes'),
    ]),
  ),
  /** What earns interest; 0 days: flexible. Amounts are in the asset. */
  earn: z
    .array(
      z.strictObject({
        product: positiveInt,
        asset: name,
        days: z.int().min(0).max(3650),
        yearlyPpm: z.int().min(0).max(1_000_000),
        earlyPpm: z.int().min(0).max(1_000_000),
        min: decimal,
        max: decimal,
        capacity: decimal,
      }),
    )
    .default([]),
  /** What is lent: the quote of a coin market, against its base. Amounts are in the quote, levels in parts per million of the collateral's value. */
  loans: z
    .array(
      z.strictObject({
        product: positiveInt,
        symbol: name,
        yearlyPpm: z.int().min(0).max(1_000_000),
        openPpm: ppm,
        callPpm: ppm,
        sellPpm: ppm,
        saleFeePpm: z.int().min(0).max(100_000),
        min: decimal,
        max: decimal,
        decideAbove: decimal,
        capacity: decimal,
      }),
    )
    .default([]),
  /** VIP levels, lowest first: the volume of 30 days in USDT, and the price of 30 days in the asset; '0' is not sold. */
  levels: z
    .strictObject({
      asset: name,
      list: z
        .array(z.strictObject({ volume: decimal, price: decimal }))
        .min(1)
        .max(6),
      plusLevel: z.int().min(0).max(6),
      plusPrice: decimal,
    })
    .optional(),
  /** What values a currency in US dollars: an instrument, the inverse of one, or a simulated walk of units per dollar. */
  rates: z.record(name, z.union([z.strictObject({ symbol: name }), z.strictObject({ inverse: name }), z.strictObject({ walk: name })])),
  indices: z.record(name, z.array(name).min(1)),
  actions: z.array(
    z.strictObject({
      symbol: name,
      source: name,
      splits: z.array(z.tuple([date, z.tuple([positiveInt, positiveInt])])).optional(),
      dividends: z.array(z.tuple([date, decimal])).optional(),
    }),
  ),
  walkKinds: z.record(name, walkKind),
  walks: z.record(name, walk),
});
export type InstrumentsFile = z.output<typeof instrumentsFile>;
export type HouseMoney = InstrumentsFile['house'];
export type EarnDeclared = InstrumentsFile['earn'][number];
export type LoanDeclared = InstrumentsFile['loans'][number];
export type LevelsDeclared = NonNullable<InstrumentsFile['levels']>;
export type RateDeclared = InstrumentsFile['rates'][string];
