import type { State } from '../core/state.ts';
import type { DefineRail, StopRail } from '../payments/declare.ts';
import { stoppedBy } from '../payments/rails.ts';
import type { Difference } from './declare.ts';
import type { Pending } from './pending.ts';

/** What a change of a rail opens and what it closes: `railOpen`. */
function turned(differences: readonly Difference[]): { opens: number; closes: number } {
  const open = differences.find(({ field }) => field === 'open');
  const [before, after] = [Number(open?.before ?? 0), Number(open?.after ?? 0)];
  return { opens: after & ~before, closes: before & ~after };
}

/** A rail that only opens or closes is switched: that acts at once, and terms that wait go on waiting. */
export const onlyTurns = (differences: readonly Difference[]): boolean =>
  differences.length > 0 && differences.every(({ field }) => field === 'open');

/** The rules of a rail when the time of a change has come: what a switch did meanwhile stays, but for what the change itself opens or closes. */
export function railInDueTime(s: State, command: DefineRail, differences: readonly Difference[]): DefineRail {
  const now = s.payments.rails.get(command.rail)?.rules;
  if (now === undefined) return command;
  const { opens, closes } = turned(differences);
  const open = (now.open | opens) & ~closes;
  return { ...command, ...(onlyTurns(differences) ? now : {}), open };
}

/** Changes that wait to open what is stopped now. */
export const openingsOf = (s: State, stop: StopRail): readonly Pending[] =>
  s.changes
    .all()
    .filter(
      ({ body, differences }) =>
        body.kind === 'defineRail' && body.rail === stop.rail && (turned(differences).opens & stoppedBy(stop)) !== 0,
    );
