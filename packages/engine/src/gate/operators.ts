import { permissions } from '@bourse/protocol';
import type { State } from '../core/state.ts';
import { badField, done, refuse } from '../outcomes.ts';
import { type DefineOperator, operators } from './declare.ts';

/** The system defines so many by itself, of whom at most one decides anything but who is an operator. */
const firstOperators = 3;
/** That many ever, ended ones too. */
const mostOperators = 10_000;

const administers = (powers: readonly string[]) => powers.includes('people');

/**
 * Whether the system may define an operator alone: one of a venue's first three, before it is sealed, and so that two of the three can define others. It
 * never changes one that is there.
 */
export function isFirst(s: State, { operator, powers }: DefineOperator): boolean {
  const { gate } = s;
  const others = gate.operators();
  if (s.actor.by !== 'system' || gate.sealed || others.length >= firstOperators || gate.operator(operator) !== undefined) return false;
  return administers(powers) || (powers.length > 0 && others.every((one) => administers(one.powers)));
}

export function defineOperator(s: State, { operator, powers }: DefineOperator) {
  const { gate } = s;
  const held = permissions.filter((power) => powers.includes(power));
  if (held.length !== powers.length) return badField('powers', 'repeated');
  if (administers(held) && held.length > 1) return refuse('powersExclude');
  const before = gate.operator(operator);
  if (before === undefined && gate.operators().length >= mostOperators) return refuse('overloaded');
  if (before?.powers.join() === held.join()) return done;
  gate.define({ operator, powers: held, definedAt: s.seq });
  s.log.tell(operators.events.operator, { operator, powers: held, proposal: gate.applying });
  return done;
}

export function sealVenue(s: State) {
  const { gate } = s;
  if (gate.sealed) return done;
  // Two define others, so that what is sealed can be decided about.
  if (gate.operators().filter(({ powers }) => administers(powers)).length < 2) return refuse('operatorsTooFew');
  gate.sealed = true;
  s.log.tell(operators.events.venueSealed, { sealed: true });
  return done;
}
