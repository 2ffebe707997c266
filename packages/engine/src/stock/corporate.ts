import { InstrumentStatus } from '@bourse/protocol/enums';
import { isPositive, maxSafe } from '../base/exact.ts';
import type { Instrument } from '../catalogue/instruments.ts';
import { changes } from '../changes/declare.ts';
import type { CorporateAction } from '../commands.ts';
import type { State } from '../core/state.ts';
import { Pos, PosI, positionInts, positionWidth } from '../leverage/positions.ts';
import { badField, done, refuse } from '../outcomes.ts';
import { isBusy } from './day.ts';
import { startAction } from './series.ts';

const maxRatio = 10_000;
const maxText = 256;

/**
 * Starts a corporate action between two trading days, on the same terms for every holder. Its bounded steps continue with later commands. It is refused
 * while the day before still has orders to expire or charges to make, and while another action of the stock is running.
 */
export function corporateAction(s: State, c: CorporateAction) {
  const ins = s.instruments.get(c.instrument);
  if (ins?.stock === undefined) return refuse('instrumentUnknown');
  const problem = checkAction(s, c);
  if (problem !== undefined) return problem;
  if (isTrading(s, ins)) return refuse('corporateActionInSession');
  if (isBusy(s, ins)) return refuse('overloaded');
  const unsafe = checkSize(s, ins, c);
  if (unsafe !== undefined) return unsafe;
  s.references.add(c.reference);
  startAction(s, ins, c);
  if (s.limits.noticeMs > 0) tellAction(s, c);
  return done;
}

/** Among the announced changes: a company's decision, with where it was announced. */
function tellAction(s: State, { instrument, action, numerator, denominator, amount, source }: CorporateAction): void {
  const after = action === 'split' ? `${numerator}:${denominator}` : `${amount}/${denominator}`;
  s.log.tell(changes.events.change, {
    ...{ change: s.changes.next++, subject: 'corporateAction', instrument, account: 0, origin: 'company', reason: source },
    ...{ announcedAt: s.time, from: s.time, worse: false, differences: [{ field: action, at: 0, before: '', after }] },
    ...{ state: 'inForce', endReason: '' },
  });
}

function checkAction(s: State, c: CorporateAction) {
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

/** Checks that every product stays a safe integer. */
function checkSize(s: State, ins: Instrument, c: CorporateAction) {
  const max = largestHolding(s, ins);
  if (c.action === 'dividend') return max * ins.lotUnits * c.amount > maxSafe ? badField('amount', 'tooLarge') : undefined;
  const price = Math.max(ins.stock!.lastClose, ins.triggerPrice);
  const fits = max * c.numerator * ins.lotUnits <= maxSafe && c.denominator * price * ins.unit <= maxSafe;
  const priced = c.numerator >= c.denominator || (price * c.denominator) / c.numerator <= maxSafe / ins.unit;
  return fits && priced ? undefined : badField('numerator', 'tooLarge');
}

/** Lots of the largest position. This scans all positions: a million take milliseconds. The record of a closed position has no lots. */
function largestHolding(s: State, ins: Instrument): number {
  const { f, i, used } = s.positions.store;
  let max = 0;
  for (let slot = 1; slot < used; slot++)
    if (i[slot * positionInts + PosI.instrument] === ins.slot) max = Math.max(max, f[slot * positionWidth + Pos.lots]!);
  return max;
}
