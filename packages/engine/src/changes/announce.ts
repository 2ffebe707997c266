import type { State } from '../core/state.ts';
import type { CommandDeclaration } from '../define/declare.ts';
import type { Outcome } from '../events.ts';
import { badField, done, refuse } from '../outcomes.ts';
import {
  type AnnounceChange,
  type AnnouncedCommand,
  type Announcement,
  type ChangeState,
  changes,
  type WithdrawChange,
} from './declare.ts';
import { differencesOf } from './differences.ts';
import type { Pending } from './pending.ts';
import {
  aboutOf,
  applyChange,
  checkChange,
  compared,
  currentOf,
  fieldsOf,
  inDueTime,
  noticeMsOf,
  takenBackBy,
  wantedOf,
} from './subjects.ts';

const { changeDue } = changes.timers;
/** A change that can be carried out is announced at most this long before. */
const furthestMs = 366 * 86_400_000;
/** A change whose time has come and that does not fit yet, such as a stock's while its day is settled, is tried again. */
const retryMs = 60_000;
const triesForMs = 86_400_000;

/**
 * Announces terms. What makes nothing worse takes effect at once, or at its time. What makes anything worse waits as a whole for the venue's notice, and
 * an earlier time is refused. Of one thing at most one change waits.
 */
export function announceChange(s: State, { body: given, origin, reason, from }: AnnounceChange) {
  if (origin === 'operator' && reason === '') return badField('reason', 'empty');
  const body = wantedOf(s, given);
  const problem = checkChange(s, body);
  if (problem !== undefined) return problem;
  const { instrument, account } = aboutOf(body);
  const { differences, worse, about } = compared(s, body);
  const waiting = s.changes.about(about);
  if (differences.length === 0) {
    for (const one of waiting === undefined ? takenBackBy(s, body) : [waiting]) end(s, one, 'withdrawn', reason);
    return done;
  }
  const repeated = waiting !== undefined && differencesOf(fieldsOf(body), { ...inDueTime(s, waiting) }, { ...body }).length === 0;
  if (repeated && (from === 0 || from === waiting.from)) return done;
  const noticeMs = worse ? noticeMsOf(s, body) : 0;
  const earliest = s.time + noticeMs;
  if (worse && from !== 0 && from < earliest) return refuse('changeTooSoon', { earliest: String(earliest) });
  if (from > s.time + furthestMs) return badField('from', { problem: 'atMost', max: s.time + furthestMs });
  const takesEffect = Math.max(from, earliest);
  if (takesEffect > s.time && waiting === undefined && s.changes.size >= s.limits.pendingChanges) return refuse('overloaded');
  if (waiting !== undefined) end(s, waiting, 'replaced', '');
  const announced: Announcement = {
    ...{ change: s.changes.next++, subject: body.kind, instrument, account, origin, reason },
    ...{ announcedAt: s.time, from: takesEffect, worse, differences },
  };
  if (takesEffect > s.time) {
    s.changes.add({ ...announced, body, about, heardAt: s.changes.heard, noticeMs, due: takesEffect });
    s.timers.set(changeDue.number, announced.change, takesEffect);
    tell(s, announced, 'waits', '');
    return done;
  }
  for (const one of takenBackBy(s, body)) end(s, one, 'withdrawn', reason);
  // It was checked, so it is carried out.
  applyChange(s, body);
  tellInForce(s, announced, body);
  return done;
}

/** How long a change would wait, were it decided now; 0: it acts at once. */
export const noticeOf = (s: State, given: AnnouncedCommand): number => {
  const body = wantedOf(s, given);
  return compared(s, body).worse ? noticeMsOf(s, body) : 0;
};

export function withdrawChange(s: State, { change, origin, reason }: WithdrawChange) {
  if (origin === 'operator' && reason === '') return badField('reason', 'empty');
  const waiting = s.changes.get(change);
  if (waiting === undefined) return refuse('changeUnknown');
  end(s, waiting, 'withdrawn', reason);
  return done;
}

/** The time of a change has come by the venue's clock. It takes effect when its notice has also passed in time in which customers could be told. */
export function changeDueNow(s: State, id: number): void {
  const waiting = s.changes.get(id);
  if (waiting === undefined) return;
  const missing = waiting.noticeMs - (s.changes.heard - waiting.heardAt);
  if (missing > 0) {
    waiting.from = s.time + missing;
    postpone(s, waiting, waiting.from);
    tell(s, waiting, 'waits', '');
    return;
  }
  const body = inDueTime(s, waiting);
  const outcome = applyChange(s, body);
  if (!outcome.ok) {
    if (s.time < waiting.from + triesForMs) postpone(s, waiting, s.time + retryMs);
    else end(s, waiting, 'failed', outcome.error);
    return;
  }
  s.changes.remove(waiting);
  s.timers.clear(changeDue.number, id);
  tellInForce(s, { ...waiting, from: s.time }, body);
}

/**
 * Puts due changes of everybody's terms into force before anything else of a command, its other timers too. So all that a command does has the rules of
 * its sequence, and a receipt finds them by it.
 */
export function changeTermsFirst(s: State): void {
  for (const { change } of s.changes.dueBy(s.time)) changeDueNow(s, change);
}

function postpone(s: State, waiting: Pending, due: number): void {
  s.changes.postpone(waiting, due);
  s.timers.set(changeDue.number, waiting.change, due);
}

/** A change of what is in force that was not announced, once the venue gives notice. The first terms of anything change nobody's. */
export function refuseUnannounced(s: State, { announced }: CommandDeclaration, command: { readonly kind: string }): Outcome | undefined {
  if (announced === undefined) return undefined;
  const body = command as AnnouncedCommand;
  if (noticeMsOf(s, body) === 0) return undefined;
  const before = currentOf(s, body);
  // What cannot be carried out hears why from its own command.
  if (before === undefined || checkChange(s, body) !== undefined) return undefined;
  return differencesOf(fieldsOf(body), { ...before }, { ...body }).length === 0 ? undefined : refuse('changeUnannounced');
}

function end(s: State, waiting: Pending, state: ChangeState, endReason: string): void {
  s.changes.remove(waiting);
  s.timers.clear(changeDue.number, waiting.change);
  tell(s, waiting, state, endReason);
}

function tellInForce(s: State, announced: Announcement, body: AnnouncedCommand): void {
  tell(s, announced, 'inForce', '');
  s.log.tell(changes.events.ruleInForce, { change: announced.change, body: wantedOf(s, body) });
}

function tell(
  s: State,
  { change, subject, instrument, account, origin, reason, announcedAt, from, worse, differences }: Announcement,
  state: ChangeState,
  endReason: string,
): void {
  s.log.tell(changes.events.change, {
    ...{ change, subject, instrument, account, origin, reason, announcedAt, from, worse, differences, state, endReason },
  });
}
