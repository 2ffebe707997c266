import { badField, done } from '../outcomes.ts';
import { moveDeadlines } from '../timed/settle.ts';
import { core, modes, type SetRules, type SetTradingMode, type TradingMode } from './declare.ts';
import { dayMs, type Limits, limitNames, limitNumbers } from './limits.ts';
import type { State } from './state.ts';

const nameOf = new Map(limitNames.map((name) => [limitNumbers[name], name]));
/** How long changes are announced before: a day at least, and never less than it was. */
const notices: ReadonlySet<keyof Limits> = new Set(['noticeMs', 'railNoticeMs']);

/** The refusal of rules that cannot come next. */
export function checkRules(s: State, { version, limits }: SetRules) {
  if (version !== s.rulesVersion + 1) return badField('version', { problem: 'between', min: s.rulesVersion + 1, max: s.rulesVersion + 1 });
  for (const { limit, value } of limits) {
    const name = nameOf.get(limit);
    if (name === undefined) return badField('limit', 'unknown');
    if (value === 0) return badField('value', 'positive');
    const min = notices.has(name) ? Math.max(dayMs, s.limits[name]) : 0;
    if (value < min) return badField('value', { problem: 'atLeast', min });
  }
  const given = new Set(limits.map(({ limit }) => limit));
  return given.size === limits.length ? undefined : badField('limits', 'repeated');
}

/** What was admitted under a higher limit stays; nothing more is admitted. */
export function setRules(s: State, command: SetRules) {
  const problem = checkRules(s, command);
  if (problem !== undefined) return problem;
  const changed: Limits = { ...s.limits };
  for (const { limit, value } of command.limits) changed[nameOf.get(limit)!] = value;
  if (changed.finishedOrders !== s.limits.finishedOrders) s.finished = s.finished.resized(changed.finishedOrders);
  const waits = changed.timedWaitMs !== s.limits.timedWaitMs;
  s.limits = changed;
  if (waits) moveDeadlines(s);
  s.rulesVersion = command.version;
  return done;
}

/** Whether a mode allows more than the one in force. */
export const opensTrading = (s: State, mode: TradingMode): boolean => modes.indexOf(mode) < modes.indexOf(s.mode);

export function setTradingMode(s: State, { mode }: SetTradingMode) {
  if (s.mode !== mode) s.log.tell(core.events.tradingMode, { mode });
  s.mode = mode;
  return done;
}

export const advanceTime = () => done;
