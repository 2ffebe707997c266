import { must } from '../core/ledger.ts';
import type { State } from '../core/state.ts';
import { commandOf, count, list, struct, text } from '../define/field.ts';
import { laterSection } from '../define/section.ts';
import { type AnnouncedCommand, announcedCommands, announcement, changes } from './declare.ts';

const pending = struct({
  ...announcement,
  body: commandOf<AnnouncedCommand>(announcedCommands),
  about: text(),
  heardAt: count(),
  noticeMs: count(),
  due: count(),
});

/** Changes that wait. A venue that has never announced one keeps nothing, so its snapshots and hashes are those of the releases before. */
export const changesSection = laterSection(
  9,
  'changes',
  { next: count(), heard: count(), pending: list(pending) },
  {
    save: (s) => (s.changes.next === 1 ? undefined : { next: s.changes.next, heard: s.changes.heard, pending: s.changes.all() }),
    load(s, { next, heard, pending: waiting }) {
      s.changes.next = next;
      s.changes.heard = heard;
      for (const one of waiting) s.changes.add({ ...one, differences: [...one.differences] });
    },
  },
);

/** Each change that waits has its timer, and one for the worse has at least its notice between its announcement and its time. */
export function checkChanges(s: State): void {
  for (const { change, about, announcedAt, from, worse, noticeMs, due } of s.changes.all()) {
    must(s.changes.about(about)?.change === change, 'oneChangeWaitsForEachThing', `change ${change}`);
    must(s.timers.due(changes.timers.changeDue.number, change) === due, 'changeHasItsTimer', `change ${change}`);
    must(!worse || from - announcedAt >= noticeMs, 'worseWaitsForItsNotice', `change ${change}`);
  }
}
