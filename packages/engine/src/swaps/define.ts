import { InstrumentKind } from '@bourse/protocol/enums';
import { House } from '../core/accounts.ts';
import type { State } from '../core/state.ts';
import { badField, done, refuse } from '../outcomes.ts';
import type { DefineSwap } from './declare.ts';

export function checkSwapRules(s: State, { instrument, minValue, maxValue }: DefineSwap) {
  const ins = s.instruments.get(instrument);
  if (ins === undefined) return refuse('instrumentUnknown');
  if (ins.rules.instrumentKind !== InstrumentKind.coin) return badField('instrument', 'notCoin');
  return maxValue > 0 && maxValue < minValue ? badField('maxValue', { problem: 'atLeast', min: minValue }) : undefined;
}

export function defineSwap(s: State, command: DefineSwap) {
  const problem = checkSwapRules(s, command);
  if (problem !== undefined) return problem;
  if (s.accounts.slot(House.desk) === 0) s.accounts.add(House.desk);
  s.swaps.set(command.instrument, { ...command });
  return done;
}
