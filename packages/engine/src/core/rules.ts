import { badField, done } from '../outcomes.ts';
import { moveDeadlines } from '../timed/settle.ts';
import { core, type SetRules, type SetTradingMode } from './declare.ts';
import { type Limits, limitNames, limitNumbers } from './limits.ts';
import type { State } from './state.ts';

const nameOf = new Map(limitNames.map((name) => [limitNumbers[name], name]));

/** What was admitted under a higher limit stays; nothing more is admitted. */
export function setRules(s: State, { version, limits }: SetRules) {
  if (version !== s.rulesVersion + 1) return badField('version', { problem: 'between', min: s.rulesVersion + 1, max: s.rulesVersion + 1 });
  const changed: Limits = { ...s.limits };
  const given = new Set<number>();
  for (const { limit, value } of limits) {
    const name = nameOf.get(limit);
    if (name === undefined) return badField('limit', 'unknown');
    if (value === 0) return badField('value', 'positive');
    changed[name] = value;
    given.add(limit);
  }
  if (given.size !== limits.length) return badField('limits', 'repeated');
  if (changed.finishedOrders !== s.limits.finishedOrders) s.finished = s.finished.resized(changed.finishedOrders);
  const waits = changed.timedWaitMs !== s.limits.timedWaitMs;
  s.limits = changed;
  if (waits) moveDeadlines(s);
  s.rulesVersion = version;
  return done;
}

export function setTradingMode(s: State, { mode }: SetTradingMode) {
  if (s.mode !== mode) s.log.tell(core.events.tradingMode, { mode });
  s.mode = mode;
  return done;
}

export const advanceTime = () => done;
