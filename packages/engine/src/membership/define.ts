import type { State } from '../core/state.ts';
import { badField, done, refuse } from '../outcomes.ts';
import type { DefineLevels } from './declare.ts';

export function checkLevels(s: State, { asset, volumes, prices, plusLevel }: DefineLevels) {
  if (s.assets.get(asset) === undefined) return refuse('assetUnknown');
  const known = s.membership.rules;
  if (known !== undefined && known.asset !== asset) return badField('asset', 'fixed');
  const rises = volumes.every((volume, at) => at === 0 || volume > volumes[at - 1]!);
  if (!rises) return badField('volumes', 'unknown');
  if (prices.length !== volumes.length) return badField('prices', { problem: 'items', min: volumes.length, max: volumes.length });
  return plusLevel > volumes.length ? badField('plusLevel', { problem: 'atMost', max: volumes.length }) : undefined;
}

/** The levels that hold from now on, for the days that are over too. What was bought goes on. */
export function defineLevels(s: State, command: DefineLevels) {
  const problem = checkLevels(s, command);
  if (problem !== undefined) return problem;
  s.membership.define({ ...command }, s.membership.version + 1);
  return done;
}
