import { announcedCommands } from '../changes/declare.ts';
import { currentOf } from '../changes/subjects.ts';
import type { AnnouncedCommand } from '../commands.ts';
import type { State } from '../core/state.ts';
import type { ApprovedCommand } from './declare.ts';

export const isAnnounced = (body: ApprovedCommand): body is AnnouncedCommand => announcedCommands.some(({ kind }) => kind === body.kind);

/** The same command with the values that are in force now; undefined where nothing is yet, and of commands that set no value. */
export function inForce(s: State, body: ApprovedCommand): ApprovedCommand | undefined {
  if (isAnnounced(body)) return currentOf(s, body);
  switch (body.kind) {
    case 'announceChange': {
      const current = currentOf(s, body.body);
      return current && { ...body, body: current };
    }
    case 'defineAsset':
      return s.assets.list.flatMap(({ asset, code, scale, assetKind }) =>
        asset === body.asset ? { kind: body.kind, asset, code, scale, assetKind } : [],
      )[0];
    case 'defineCalendar': {
      const sessions = s.calendars.get(body.calendar)?.sessions;
      return sessions && { ...body, sessions: sessions.map(({ open, close }) => ({ open, close })) };
    }
    case 'corporateAction':
      return s.references.has(body.reference) ? body : undefined;
    case 'holdAccount': {
      const { mode, payoutsUntil } = s.standing.of(body.account);
      return { ...body, mode, payouts: 'until', payoutsUntil };
    }
    case 'setLevel':
      return { ...body, level: s.standing.of(body.account).level };
    case 'defineOperator': {
      const powers = s.gate.operator(body.operator)?.powers;
      return powers && { ...body, powers };
    }
    case 'decideLoan': {
      // What is decided about must be named as it is.
      const loan = s.loans.get(body.loan);
      if (loan?.openedAt !== 0) return undefined;
      return { ...body, account: s.accounts.id(loan.owner), instrument: loan.instrument, amount: loan.lent };
    }
    default:
      return undefined;
  }
}
