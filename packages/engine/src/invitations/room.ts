import { room } from '../define/room.ts';
import { invitations } from './declare.ts';
import { checkInvitations, invitationsSection } from './keep.ts';
import { rebatesDue } from './pay.ts';
import { setInviter } from './set.ts';

export const invitationsRoom = room(invitations, {
  commands: { setInviter },
  timers: { rebatesDue },
  sections: [invitationsSection],
  check: checkInvitations,
});
