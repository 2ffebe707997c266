import { InstrumentStatus } from '@bourse/protocol/enums';
import { isPositive, maxSafe } from '../base/exact.ts';
import { Ord, OrdI, orderWidth } from '../book/orders.ts';
import type { Instrument } from '../catalogue/instruments.ts';
import type { CorporateAction } from '../commands.ts';
import type { State } from '../core/state.ts';
import type { Outcome } from '../events.ts';
import { cancelOpen } from '../leverage/order-life.ts';
import { directionOf, Pos, PosI, positionInts, positionWidth } from '../leverage/positions.ts';
import { badField, done, refuse } from '../outcomes.ts';
import { Reason } from '../record/decode.ts';
import { Record, recordLength } from '../record/event-log.ts';
import { continueCharges } from './charge.ts';
import { payDividend, payHouseDividends } from './dividend.ts';
import { closeOf, splitHouseShares, splitPosition, splitPrices } from './split.ts';

const maxRatio = 10_000;
const maxText = 256;

/** A corporate action between two trading days, for every holder alike: open orders are cancelled, then each position and each share of the house. */
export function corporateAction(s: State, c: CorporateAction): Outcome {
  const ins = s.instruments.get(c.instrument);
  if (ins?.stock === undefined) return refuse('instrumentUnknown');
  const problem = checkAction(s, c);
  if (problem !== undefined) return problem;
  if (isTrading(s, ins)) return refuse('corporateActionInSession');
  const positions = positionsOf(s, ins);
  const unsafe = checkSize(s, ins, c, positions);
  if (unsafe !== undefined) return unsafe;
  const calendar = s.calendars.get(ins.stock.rules.calendar);
  while (calendar !== undefined && calendar.chargeAt !== 0) continueCharges(s, calendar);
  s.references.add(c.reference);
  const announced = s.stocks.announced.push(c.source, c.reference) - 2;
  cancelOrders(s, ins);
  for (const slot of positions) {
    const lots = s.positions.store.f[slot * positionWidth + Pos.lots]!;
    const note = (cash: number, lotsAfter: number) => noteAction(s, ins, c, slot, lots, lotsAfter, cash, announced);
    if (c.action === 'dividend') payDividend(s, ins, slot, c, (cash) => note(cash, lots));
    else splitPosition(s, ins, slot, c.numerator, c.denominator, note);
  }
  if (c.action === 'dividend') payHouseDividends(s, ins, c);
  else {
    splitHouseShares(s, ins, c.numerator, c.denominator);
    splitPrices(ins, c.numerator, c.denominator);
  }
  return done;
}

function checkAction(s: State, c: CorporateAction): Outcome | undefined {
  if (c.action !== 'split' && c.action !== 'dividend') return badField('action', { problem: 'oneOf', choices: 'split, dividend' });
  if (!isText(c.reference)) return badField('reference', { problem: 'characters', min: 1, max: maxText });
  if (!isText(c.source)) return badField('source', { problem: 'characters', min: 1, max: maxText });
  for (const field of ['numerator', 'denominator'] as const)
    if (!isPositive(c[field]) || c[field] > maxRatio) return badField(field, { problem: 'between', min: 1, max: maxRatio });
  if (c.action === 'dividend' ? !isPositive(c.amount) : c.amount !== 0) return badField('amount', 'dividendOnly');
  if (c.action === 'dividend' && c.numerator !== 1) return badField('numerator', 'splitOnly');
  if (c.action === 'split' && c.numerator === c.denominator) return badField('numerator', 'sameAsDenominator');
  if (s.references.has(c.reference)) return refuse('referenceBooked');
  return s.references.size >= s.limits.references ? refuse('overloaded') : undefined;
}

const isText = (value: unknown) => typeof value === 'string' && value.length > 0 && value.length <= maxText;

function isTrading(s: State, ins: Instrument): boolean {
  const calendar = s.calendars.get(ins.stock!.rules.calendar);
  return calendar === undefined ? ins.status === InstrumentStatus.trading : calendar.inSession || calendar.dayOpen;
}

/** Open positions in the stock, in the order of their opening. */
function positionsOf(s: State, ins: Instrument): number[] {
  const { i } = s.positions.store;
  const slots = [...s.positions.store.liveSlots()].filter((slot) => i[slot * positionInts + PosI.instrument] === ins.slot);
  return slots.sort((a, b) => s.positions.id(a) - s.positions.id(b));
}

/** Everything that is multiplied stays a safe integer. */
function checkSize(s: State, ins: Instrument, c: CorporateAction, positions: readonly number[]): Outcome | undefined {
  const most = positions.reduce((lots, slot) => Math.max(lots, s.positions.store.f[slot * positionWidth + Pos.lots]!), 0);
  if (c.action === 'dividend') return most * ins.lotUnits * c.amount > maxSafe ? badField('amount', 'tooLarge') : undefined;
  const price = Math.max(ins.stock!.lastClose, ins.triggerPrice);
  const fits = most * c.numerator * ins.lotUnits <= maxSafe && c.denominator * price * ins.unit <= maxSafe;
  const priced = c.numerator >= c.denominator || (price * c.denominator) / c.numerator <= maxSafe / ins.unit;
  return fits && priced ? undefined : badField('numerator', 'tooLarge');
}

/** Every open order of the stock, by id: its price and quantity mean something else from here on. */
function cancelOrders(s: State, ins: Instrument): void {
  const { f, i } = s.orders.store;
  const slots: number[] = [];
  for (const slot of s.orders.store.liveSlots()) if (i[slot * orderWidth * 2 + OrdI.instrument] === ins.slot) slots.push(slot);
  slots.sort((a, b) => f[a * orderWidth + Ord.id]! - f[b * orderWidth + Ord.id]!);
  for (const slot of slots) cancelOpen(s, ins, slot, Reason.corporateAction);
}

function noteAction(
  s: State,
  ins: Instrument,
  c: CorporateAction,
  slot: number,
  lotsBefore: number,
  lotsAfter: number,
  cash: number,
  announced: number,
): void {
  const { f, i } = s.positions.store;
  const flags = i[slot * positionInts + PosI.flags]!;
  const to = s.log.open(Record.corporateAction, recordLength[Record.corporateAction]!);
  const n = s.log.numbers;
  n[to + 1] = ins.id;
  n[to + 2] = c.action === 'split' ? 0 : 1;
  n[to + 3] = c.numerator;
  n[to + 4] = c.denominator;
  n[to + 5] = c.amount;
  n[to + 6] = f[slot * positionWidth]!;
  n[to + 7] = s.accounts.id(i[slot * positionInts + PosI.owner]!);
  n[to + 8] = directionOf(flags);
  n[to + 9] = lotsBefore;
  n[to + 10] = lotsAfter;
  n[to + 11] = cash;
  n[to + 12] = announced + 1;
  n[to + 13] = announced;
  n[to + 14] = c.action === 'split' ? closeOf(ins) : 0;
}
