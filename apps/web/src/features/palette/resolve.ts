import { type AmountProblem, type AmountRules, readAmount } from '@bourse/money';
import type { Position } from '@bourse/protocol';
import { InstrumentKind, OrderSide, PositionAction, PositionDirection } from '@bourse/protocol/enums';
import type { Instrument } from '../../data/index.ts';
import { contractDrafts, emptyContractDraft, emptyStockDraft, type PositionDraft } from '../trade/leverage/draft.ts';
import { partOf } from '../trade/leverage/sizing.ts';
import { type Draft, emptyDraft } from '../trade/spot/draft.ts';
import { partsOf } from '../trade/stock/sides.ts';
import { floorToStep, isPositive, stepDecimals } from '../trade/ticket/arithmetic.ts';
import type { Figure, Written } from './parse.ts';

/** What a written order means on the instruments that it may name. */

export type SlipDraft = { kind: 'coin'; draft: Draft } | { kind: 'contract' | 'stock'; draft: PositionDraft };
export type Meaning =
  | { is: 'order'; instrument: Instrument; slip: SlipDraft }
  | { is: 'cancel'; instruments: readonly Instrument[] | null }
  /** A figure without one reading. `choices` are what it may mean: choosing one writes it. */
  | { is: 'ask'; figure: Figure; rules: AmountRules; problem: AmountProblem; choices: readonly string[] }
  /** “1 500” is one figure, or a size and a price. */
  | { is: 'split'; one: string; two: string }
  | { is: 'hint'; why: Why; max?: number };
export type Why = 'unknown' | 'size' | 'tooMany' | 'noPosition' | 'noHolding' | 'leverage' | 'terms' | 'noLeverage';

/** What is needed of the customer and the market to understand a sentence. */
export interface World {
  instruments: readonly Instrument[];
  positions: readonly Position[];
  /** The free amount of a coin in the spot wallet; null while unknown. */
  held: (asset: string) => string | null;
  locale: string;
}

const most = 3;
const { coin, contract, stock } = InstrumentKind;
const letters = (text: string) => text.toLowerCase().replace(/[^\p{L}\p{N}]/gu, '');

/** The instruments that a name may mean, best first: a whole symbol, then what is traded, then a name in any language. */
export function named(names: string, instruments: readonly Instrument[]): Instrument[] {
  const wanted = letters(names);
  if (wanted === '') return [];
  const exact = instruments.filter(({ symbol }) => letters(symbol) === wanted);
  if (exact.length > 0) return exact;
  const based = instruments.filter(({ base }) => letters(base) === wanted);
  if (based.length > 0) return based;
  const least = /\p{Script=Han}/u.test(wanted) ? 2 : 3;
  if (wanted.length < least) return [];
  return instruments.filter(
    ({ name, words }) =>
      letters(name) === wanted ||
      words
        .toLowerCase()
        .split(/[\s/·、]+/)
        .map(letters)
        .includes(wanted),
  );
}

/** Whether a text is a name that an order may use, so that its digits or letters are no figure. */
export const nameAmong =
  (instruments: readonly Instrument[]) =>
  (text: string): boolean => {
    const wanted = letters(text);
    return (
      wanted !== '' && /\p{L}/u.test(text) && instruments.some(({ symbol, base }) => letters(symbol) === wanted || letters(base) === wanted)
    );
  };

export function meaningsOf(written: Written, world: World): readonly Meaning[] {
  const { verb, names } = written;
  const candidates = named(names, world.instruments);
  if (verb === 'cancel') return cancelling(written, candidates);
  if (written.tooMany) return [{ is: 'hint', why: 'tooMany' }];
  if (written.split) return [{ is: 'split', ...written.split }];
  if (candidates.length === 0) return [{ is: 'hint', why: 'unknown' }];
  if (verb === 'close') return closing(written, candidates, world);
  if (written.size === null) return [{ is: 'hint', why: 'size' }];
  const tradable = candidates.filter((each) => each.tradable);
  const usual = tradable.filter((each) => opens(written, each)).sort(byUse);
  // “Buy 1 xau” can only mean the contract.
  const plain = verb === 'buy' || verb === 'sell' ? tradable.filter(({ kind }) => written.leverage === null || kind !== coin) : [];
  const fitting = usual.length > 0 ? usual : plain;
  if (fitting.length === 0) return [{ is: 'hint', why: 'noLeverage' }];
  const meanings = fitting.slice(0, most).map((instrument) => opening(written, instrument, world));
  const orders = meanings.filter(({ is }) => is === 'order');
  // One question at a time: the first instrument's.
  return orders.length > 0 ? orders : meanings.slice(0, 1);
}

/** Coins in USDT come first; the rest stays in the order of the market. */
const byUse = (a: Instrument, b: Instrument) => Number(b.quote === 'USDT') - Number(a.quote === 'USDT') || a.kind - b.kind;

/** “Buy” and “sell” mean coins and shares; with a leverage, or where nothing else has the name, contracts. */
function opens({ verb, leverage, names }: Written, { kind, symbol }: Instrument): boolean {
  const whole = letters(symbol) === letters(names);
  if (verb === 'long' || verb === 'short') return kind !== coin;
  if (leverage !== null) return kind !== coin;
  return kind !== contract || whole;
}

function cancelling({ size, price, leverage, market, names }: Written, candidates: readonly Instrument[]): readonly Meaning[] {
  if ((size !== null && size !== 'all') || price !== null || leverage !== null || market) return [{ is: 'hint', why: 'tooMany' }];
  if (names === '') return [{ is: 'cancel', instruments: null }];
  return candidates.length > 0 ? [{ is: 'cancel', instruments: candidates }] : [{ is: 'hint', why: 'unknown' }];
}

/** A figure of the sentence, read as the field of the ticket reads it. */
function read(figure: Figure, rules: AmountRules): { amount: string } | Meaning {
  const reading = readAmount(figure.text, rules);
  if (!reading.ok) return { is: 'ask', figure, rules, problem: reading.problem, choices: reading.choices };
  return isPositive(reading.amount) ? { amount: reading.amount } : { is: 'ask', figure, rules, problem: 'characters', choices: [] };
}

function priceOf(written: Written, { tick, quote }: Instrument, { locale }: World) {
  if (written.price === null) return { amount: '' };
  return read(written.price, { locale, decimals: stepDecimals(tick), asset: quote });
}

function opening(written: Written, instrument: Instrument, world: World): Meaning {
  const { verb, size } = written;
  const selling = verb === 'sell' || verb === 'short';
  if (instrument.kind === stock && verb === 'sell') return closing(written, [instrument], world)[0] ?? { is: 'hint', why: 'noHolding' };
  const price = priceOf(written, instrument, world);
  if ('is' in price) return price;
  const part = size === 'half' || size === 'all';
  const quantity = part ? shareHeld(size, instrument, selling, world) : size && read(size, sizeRules(instrument, world));
  if (quantity === null) return { is: 'hint', why: part && selling ? 'noHolding' : 'size' };
  if (typeof quantity !== 'string' && 'is' in quantity) return quantity;
  const how = {
    form: price.amount === '' ? ('market' as const) : ('limit' as const),
    price: price.amount,
    quantity: typeof quantity === 'string' ? quantity : quantity.amount,
  };
  if (instrument.kind === coin) {
    const draft = { ...emptyDraft, ...how, side: selling ? OrderSide.sell : OrderSide.buy };
    return { is: 'order', instrument, slip: { kind: 'coin', draft } };
  }
  if (written.leverage !== null && written.leverage > instrument.lever) return { is: 'hint', why: 'leverage', max: instrument.lever };
  const direction = selling ? PositionDirection.short : PositionDirection.long;
  const open = world.positions.find((each) => each.symbol === instrument.symbol && each.direction === direction);
  // An open position keeps its terms: an order with others than written is not what was asked for.
  if (open && written.leverage !== null && open.lever !== written.leverage) return { is: 'hint', why: 'terms', max: open.lever };
  if (instrument.kind === stock) {
    const draft = { ...emptyStockDraft, ...how, ...partsOf(selling ? 'short' : 'buy'), leverage: open?.lever ?? written.leverage ?? 1 };
    return { is: 'order', instrument, slip: { kind: 'stock', draft } };
  }
  const chosen = contractDrafts.read(instrument.symbol);
  const draft = {
    ...emptyContractDraft,
    ...how,
    direction,
    leverage: open?.lever ?? written.leverage ?? Math.min(chosen.leverage, instrument.lever),
    marginMode: open?.marginMode ?? chosen.marginMode,
  };
  return { is: 'order', instrument, slip: { kind: 'contract', draft } };
}

const sizeRules = ({ lot, base }: Instrument, { locale }: World): AmountRules => ({ locale, decimals: stepDecimals(lot), asset: base });

/** Half or all of a coin that is sold; null where there is none, or the order is no sale of a coin. */
function shareHeld(size: 'half' | 'all', { kind, base, lot }: Instrument, selling: boolean, { held }: World): string | null {
  const has = kind === coin && selling ? held(base) : null;
  if (has === null) return null;
  const amount = size === 'all' ? floorToStep(has, lot) : partOf(has, 50, lot);
  return isPositive(amount) ? amount : null;
}

function closing(written: Written, candidates: readonly Instrument[], world: World): readonly Meaning[] {
  const meanings = candidates.flatMap((instrument) =>
    world.positions
      // The ticket of a stock closes what is held; a short sale is bought back in the list of positions.
      .filter(
        ({ symbol, direction }) => symbol === instrument.symbol && (instrument.kind === contract || direction === PositionDirection.long),
      )
      .map((position) => closingOne(written, instrument, position, world)),
  );
  if (meanings.length === 0) return [{ is: 'hint', why: written.verb === 'sell' ? 'noHolding' : 'noPosition' }];
  const orders = meanings.filter(({ is }) => is === 'order');
  return orders.length > 0 ? orders.slice(0, most) : meanings.slice(0, 1);
}

function closingOne(written: Written, instrument: Instrument, position: Position, world: World): Meaning {
  if (written.leverage !== null) return { is: 'hint', why: 'tooMany' };
  const price = priceOf(written, instrument, world);
  if ('is' in price) return price;
  const { size } = written;
  const whole = size === 'all' || (size === null && written.verb === 'close');
  const quantity = whole
    ? { amount: position.quantity }
    : size === 'half'
      ? { amount: partOf(position.quantity, 50, instrument.lot) }
      : size === null
        ? null
        : read(size, sizeRules(instrument, world));
  if (quantity === null) return { is: 'hint', why: 'size' };
  if ('is' in quantity) return quantity;
  if (!isPositive(quantity.amount)) return { is: 'hint', why: 'size' };
  const how = {
    form: price.amount === '' ? ('market' as const) : ('limit' as const),
    ...{ price: price.amount, quantity: quantity.amount, leverage: position.lever, marginMode: position.marginMode },
  };
  if (instrument.kind === stock)
    return { is: 'order', instrument, slip: { kind: 'stock', draft: { ...emptyStockDraft, ...how, ...partsOf('sell') } } };
  const draft = { ...emptyContractDraft, ...how, action: PositionAction.close, direction: position.direction };
  return { is: 'order', instrument, slip: { kind: 'contract', draft } };
}
