import type { InvitationView } from '../api.ts';
import type { State } from '../core/state.ts';

/** Who invited an account, and the fees of which it will be paid its part. */
export const invitationView = ({ invitations }: State, account: number): InvitationView => ({
  inviter: invitations.links.get(account),
  due: [...invitations.lines('closing', account), ...invitations.lines('open', account)],
});
