import { decimalMultiply, trimZeros } from '@bourse/money';
import { say } from '@bourse/words';
import { english } from '@bourse/words/english';
import type { z } from 'zod';
import { FileProblems, fitting, readJson } from '../../platform/declared-file.ts';
import type { Model, Walk } from '../feeds/simulated/models.ts';
import type { AssetInfo, DeclaredCalendar } from '../port.ts';
import { calendarOf } from '../sessions/declared.ts';
import { Sessions } from '../sessions/index.ts';
import type { Announcement } from './corporate-actions.ts';
import shippedFile from './instruments.json';
import type { Listing } from './listing.ts';
import {
  type EarnDeclared,
  type HouseMoney,
  type InstrumentDeclared,
  type InstrumentsFile,
  instrumentsFile,
  type LevelsDeclared,
  type LoanDeclared,
  type RateDeclared,
  type WholeTerms,
  wholeTerms,
} from './schema.ts';

/** What an instruments file declares. */
export interface Declared {
  /** Where it was read, as messages name it. */
  file: string;
  calendars: readonly DeclaredCalendar[];
  assets: readonly AssetInfo[];
  /** Assets that contracts refer to but nobody can hold. */
  underlyings: readonly AssetInfo[];
  listings: readonly Listing[];
  walks: ReadonlyMap<string, Walk>;
  house: HouseMoney;
  earn: readonly EarnDeclared[];
  loans: readonly LoanDeclared[];
  levels: LevelsDeclared | undefined;
  rates: ReadonlyMap<string, RateDeclared>;
  indices: ReadonlyMap<string, readonly string[]>;
  announcements: readonly Announcement[];
  /** Why terms changed; '' when the file does not say. */
  why: string;
}

const help = 'docs/market-data.md';

/** Everything that is wrong with an instruments file, in one message. */
export const instrumentsProblems = (file: string, problems: readonly string[]) => new FileProblems(file, problems, help);

/** Reads and checks an instruments file. Throws one `FileProblems` with every problem. */
export const readInstruments = (path: string): Declared => declare(readJson(path, help), path);

export function declare(data: unknown, file: string): Declared {
  const say = (issue: z.core.$ZodIssue) => `${placeOf(issue.path, data)}: ${textOf(issue)}`;
  return new Reading(fitting(instrumentsFile, data, { file, help, say }), file).declared();
}

/** The path to a value, with the symbol or code of the entry that it is in. */
function placeOf(path: readonly PropertyKey[], data: unknown): string {
  const place = path
    .map((step) => (typeof step === 'number' ? `[${step}]` : `.${String(step)}`))
    .join('')
    .replace(/^\./, '');
  const [list, index] = path;
  const entry = typeof index === 'number' ? (data as Record<string, Record<string, unknown>[]>)[String(list)]?.[index] : undefined;
  const called = entry?.['base'] ?? entry?.['code'] ?? entry?.['symbol'];
  return called === undefined ? place || 'the file' : `${place} (${String(called)})`;
}

/** The complaint of the alternative that fits best, where there are several. */
function textOf(issue: z.core.$ZodIssue): string {
  if (issue.code !== 'invalid_union' || issue.errors.length === 0) return issue.message;
  const [best] = [...issue.errors].sort(
    (one, other) => one.length - other.length || (other[0]?.path.length ?? 0) - (one[0]?.path.length ?? 0),
  );
  return best?.map((inner) => `${inner.path.join('.')}${inner.path.length > 0 ? ': ' : ''}${textOf(inner)}`).join('; ') ?? issue.message;
}

const kinds = { spot: 1, contract: 2, stock: 3 } as const;
const assetKinds = { fiat: 1, stablecoin: 2, coin: 3 } as const;
const fundingIntervalMs = 8 * 3_600_000;
/** ±0.75 % per interval. */
const fundingCapE8 = 750_000;

type Names = InstrumentDeclared['name'];
type OfKind<Kind extends WholeTerms['kind']> = Extract<WholeTerms, { kind: Kind }>;

/** One reading of a file: what its parts say about each other is checked here. */
class Reading {
  private readonly problems: string[] = [];
  private readonly said: InstrumentsFile;
  private readonly file: string;
  private readonly calendars: ReadonlyMap<string, DeclaredCalendar>;

  constructor(said: InstrumentsFile, file: string) {
    this.said = said;
    this.file = file;
    this.calendars = new Map(
      Object.entries(said.calendars).map(([name, one]) => [name, { name, id: one.id ?? 0, sessions: new Sessions(calendarOf(name, one)) }]),
    );
  }

  declared(): Declared {
    const { said } = this;
    const assets = said.assets.map((one, index): AssetInfo & { held: boolean } => ({
      id: one.id,
      code: one.code,
      name: this.nameOf(one.code, one.name, `assets[${index}] (${one.code})`),
      kind: assetKinds[one.kind],
      scale: one.scale,
      ...namesOf(one.name),
      held: one.held ?? true,
    }));
    const without = ({ held: _, ...asset }: AssetInfo & { held: boolean }): AssetInfo => asset;
    const listings = said.instruments.flatMap((one, index) => this.listing(one, `instruments[${index}] (${one.base})`) ?? []);
    const shares = listings
      .filter(({ kind }) => kind === 3)
      .map(
        (one): AssetInfo => ({
          id: one.id,
          code: one.base,
          name: one.name,
          kind: 4,
          scale: 0,
          ...namesOf(said.instruments.find(({ id }) => id === one.id)?.name),
        }),
      );
    const declared: Declared = {
      file: this.file,
      calendars: [...this.calendars.values()],
      assets: [...assets.filter(({ held }) => held).map(without), ...shares],
      underlyings: assets.filter(({ held }) => !held).map(without),
      listings,
      walks: new Map(Object.entries(said.walks).map(([code, one]) => [code, this.walk(code, one)])),
      house: said.house,
      earn: said.earn,
      loans: said.loans,
      levels: said.levels,
      why: said.why ?? '',
      rates: new Map(Object.entries(said.rates)),
      indices: new Map(Object.entries(said.indices)),
      announcements: said.actions
        .flatMap(({ symbol, source, splits = [], dividends = [] }) => [
          ...splits.map(([exDate, split]): Announcement => ({ symbol, exDate, split, source })),
          ...dividends.map(([exDate, dividend]): Announcement => ({ symbol, exDate, dividend, source })),
        ])
        .sort((a, b) => a.exDate.localeCompare(b.exDate)),
    };
    // A wrong entry would be missed by everything that names it.
    if (this.problems.length === 0) this.check(declared);
    if (this.problems.length > 0) throw instrumentsProblems(this.file, this.problems);
    return declared;
  }

  private problem(place: string, text: string) {
    this.problems.push(`${place}: ${text}`);
  }
  /** The entry of a table that something names. */
  private known<T>(table: Readonly<Record<string, T>>, name: string, place: string, what: string): T | undefined {
    const found = Object.hasOwn(table, name) ? table[name] : undefined;
    if (found === undefined)
      this.problem(place, `there is no ${what} "${name}"; name one of ${Object.keys(table).join(', ') || 'none yet'}`);
    return found;
  }

  private nameOf(code: string, names: Names, place: string): string {
    const known = (english.names as Readonly<Record<string, string>>)[code];
    const own = typeof names === 'string' ? names : names?.['en'];
    if (known === undefined && own === undefined)
      this.problem(place, `nothing is called "${code}" yet; add "name", such as "Tencent" or { "en": "Tencent" }`);
    return known ?? own ?? code;
  }

  private sessions(name: string | undefined, place: string): Sessions | null {
    if (name === undefined) return null;
    return this.known(Object.fromEntries(this.calendars), name, place, 'calendar')?.sessions ?? null;
  }

  private listing(one: InstrumentDeclared, place: string): Listing | undefined {
    const board = this.known(this.said.boards, one.board, `${place}.board`, 'board');
    if (!board) return undefined;
    const both = { ...board, ...one, stock: { ...board.stock, ...one.stock }, simulated: { ...board.simulated, ...one.simulated } };
    const read = wholeTerms.safeParse(both);
    for (const { path, message, input } of read.error?.issues ?? []) {
      const said = path.reduce<unknown>((found, step) => (found as Record<PropertyKey, unknown> | undefined)?.[step], both);
      this.problem(
        place,
        said === undefined && input === undefined ? `"${path.join('.')}" is missing; add it here or to the board "${one.board}"` : message,
      );
    }
    const { base } = one;
    const name = this.nameOf(base, one.name ?? this.said.assets.find(({ code }) => code === base)?.name, place);
    const walk = one.walk ?? base;
    this.known(this.said.walks, walk, `${place}.walk`, 'walk');
    if (both.swap && both.kind !== 'spot') this.problem(`${place}.swap`, 'only a spot market can have "swap"; take it away');
    if (!read.success) return undefined;
    const terms = read.data;
    const { kind, quote, leverage } = terms;
    const fees = this.known(this.said.fees, terms.fees, `${place}.fees`, 'fee table') ?? [];
    const hours = this.sessions(terms.calendar, `${place}.calendar`);
    const ladder = terms.ladder === undefined ? null : this.known(this.said.ladders, terms.ladder, `${place}.ladder`, 'ladder');
    const { calendar = terms.calendar, halfSpread = 0.00004, turnoverShare = 1 } = terms.simulated ?? {};
    // Quantities are in units of what the contract refers to, so that price × quantity is its value: a lot is `multiplier` of them.
    const times = (text: string) => (terms.multiplier === undefined ? text : trimZeros(decimalMultiply(text, terms.multiplier)));
    return {
      id: one.id,
      symbol: kind === 'spot' ? `${base}/${quote}` : kind === 'contract' ? `${base}-PERP` : base,
      name: kind === 'spot' ? `${base} / ${quote}` : kind === 'contract' ? say('en', 'views.perpetual', { name }) : name,
      kind: kinds[kind],
      base,
      quote,
      plate: terms.plate,
      board: kind === 'stock' ? one.board : null,
      tick: terms.tick,
      ladder: ladder ?? null,
      lot: times(terms.lot),
      maxQuantity: times(terms.maxQuantity),
      minNotional: terms.minNotional,
      bandBps: terms.bandBps,
      jumpBps: terms.jumpBps,
      quotedLevel: terms.quotedLevel,
      leverage,
      session: terms.calendar ?? null,
      hours,
      tradable: true,
      takerFeePpm: fees.map(([taker]) => taker),
      makerFeePpm: fees.map(([, maker]) => maker),
      contract: kind === 'contract' ? this.contract(leverage, terms.contract, place) : null,
      timed: one.timed
        ? { ...this.said.timed, offers: this.said.timed.offers.map(([seconds, payoutPpm]) => ({ durationMs: seconds * 1000, payoutPpm })) }
        : null,
      swap: (terms.kind === 'spot' && terms.swap) || null,
      stock: kind === 'stock' ? this.stock(terms, place) : null,
      simulated: { walk, hours: this.sessions(calendar, `${place}.simulated.calendar`), halfSpread, turnoverShare },
      recording: one.recording ?? null,
    };
  }

  private contract(leverage: number, { markBandBps, interestE8 }: OfKind<'contract'>['contract'], place: string): Listing['contract'] {
    const tiers = this.known(this.said.tiers, String(leverage), `${place}.leverage`, 'table of tiers for leverage');
    return {
      tiers: tiers ?? [],
      // Half of the first tier's maintenance, so that a timely liquidation can pay for it.
      liquidationFeePpm: (tiers?.[0]?.[2] ?? 0) / 2,
      markBandBps,
      fundingIntervalMs,
      interestE8,
      fundingCapE8,
      fundingInParts: true,
    };
  }

  private stock(terms: OfKind<'stock'>, place: string): Listing['stock'] {
    const { limitBps, ...rules } = terms.stock;
    const calendar = this.calendars.get(terms.calendar)?.id ?? 0;
    if (calendar === 0)
      this.problem(`${place}.calendar`, `the calendar "${terms.calendar}" of a stock needs an "id" that no calendar had before`);
    return { limitBps, maxLeverage: terms.leverage, ...rules, stopsWait: true, marginWarnings: true, calendar };
  }

  private walk(code: string, one: InstrumentsFile['walks'][string]): Walk {
    if ('of' in one || 'inverseOf' in one) {
      for (const other of 'of' in one ? [one.of, one.over] : [one.inverseOf]) {
        const found = this.known(this.said.walks, other, `walks.${code}`, 'walk');
        if (found && !('like' in found)) this.problem(`walks.${code}`, `"${other}" is no walk of its own; name one with "like"`);
      }
      return one;
    }
    const { like, turnoverMillions, ...own } = one;
    const { market, sector, follows, temper, periodMs } = {
      ...this.known(this.said.walkKinds, like, `walks.${code}.like`, 'kind of walk'),
      ...own,
    };
    if (market === undefined || sector === undefined || follows === undefined || periodMs === undefined)
      this.problem(`walks.${code}`, `"market", "sector", "follows" or "periodMs" is missing; add it here or to the kind "${like}"`);
    const { start, volatility } = one;
    return { start, volatility, market, sector, follows, ...(temper && { temper }), turnover: turnoverMillions * 1e6, periodMs } as Model;
  }

  /** What must hold between entries. */
  private check({ listings, calendars, announcements, indices, rates, house, earn, loans, levels }: Declared) {
    const once = (values: readonly (string | number)[], what: string) => {
      const twice = values.filter((one, index) => values.indexOf(one) !== index);
      for (const one of new Set(twice)) this.problem(what, `${one} is there twice; give each its own`);
    };
    once(
      listings.map(({ id }) => id),
      'instruments: id',
    );
    once(
      listings.map(({ symbol }) => symbol),
      'instruments: symbol',
    );
    once([...this.said.assets.map(({ id }) => id), ...listings.filter(({ kind }) => kind === 3).map(({ id }) => id)], 'assets: id');
    once(
      [...this.said.assets.map(({ code }) => code), ...listings.filter(({ kind }) => kind === 3).map(({ base }) => base)],
      'assets: code',
    );
    once(
      calendars.flatMap(({ id }) => id || []),
      'calendars: id',
    );
    const symbols = Object.fromEntries(listings.map((one) => [one.symbol, one]));
    const needs = (symbol: string, place: string) => {
      if (!Object.hasOwn(symbols, symbol)) this.problem(place, `there is no instrument ${symbol}; add it or name another`);
      return symbols[symbol];
    };
    for (const [code, members] of indices) for (const symbol of members) needs(symbol, `indices.${code}`);
    for (const symbol of new Set(announcements.map((one) => one.symbol)))
      if (needs(symbol, 'actions')?.kind !== 3) this.problem('actions', `${symbol} is no stock`);
    const codes = Object.fromEntries(this.said.assets.map(({ code }) => [code, true]));
    for (const [index, [, , code]] of house.entries()) this.known(codes, code, `house[${index}]`, 'asset');
    for (const [index, { asset, days, earlyPpm }] of earn.entries()) {
      this.known(codes, asset, `earn[${index}]`, 'asset');
      if (days === 0 && earlyPpm > 0) this.problem(`earn[${index}]`, 'a flexible product pays all of its interest; give "earlyPpm" 0');
    }
    once(
      earn.map(({ product }) => product),
      'earn: product',
    );
    for (const [index, { symbol, openPpm, callPpm, sellPpm, saleFeePpm }] of loans.entries()) {
      const place = `loans[${index}]`;
      if (needs(symbol, place)?.kind !== 1) this.problem(place, `${symbol} is no coin market`);
      if (openPpm >= callPpm || callPpm >= sellPpm) this.problem(place, '"openPpm", "callPpm" and "sellPpm" must rise');
      if (openPpm + saleFeePpm >= 1_000_000) this.problem(place, '"openPpm" and "saleFeePpm" together must be below 1000000');
    }
    once(
      loans.map(({ product }) => product),
      'loans: product',
    );
    if (levels) {
      this.known(codes, levels.asset, 'levels', 'asset');
      if (levels.plusLevel > levels.list.length) this.problem('levels', 'there is no such level; give a "plusLevel" of the list');
      const volumes = levels.list.map(({ volume }) => Number(volume));
      if (volumes.some((volume, at) => volume <= (volumes[at - 1] ?? 0)))
        this.problem('levels', 'volumes rise; begin with the lowest level');
    }
    for (const [code, rate] of rates) {
      if ('walk' in rate) this.known(this.said.walks, rate.walk, `rates.${code}`, 'walk');
      else needs('symbol' in rate ? rate.symbol : rate.inverse, `rates.${code}`);
    }
  }
}

const namesOf = (names: Names) => (typeof names === 'object' ? { names } : {});

/** The start set. */
export const shipped: Declared = declare(shippedFile, 'instruments.json');
export const allListings = shipped.listings;

/** The sessions of a calendar of the start set; null trades around the clock. */
export function sessionsOf(name: string | null): Sessions | null {
  if (name === null) return null;
  const found = shipped.calendars.find((one) => one.name === name);
  if (!found) throw new RangeError(`no session calendar ${name}`);
  return found.sessions;
}
