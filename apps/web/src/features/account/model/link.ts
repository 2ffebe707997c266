import { type CallOutput, clientWith, dropLink, type LinkTokens, logout, session } from '../../../data/index.ts';

export type LinkOwner = Pick<CallOutput<'GET system/member/get-current-member'>, 'userId' | 'name' | 'email' | 'phone' | 'account'>;

/** Whose account the link opens. Rejects when the link is no longer good. */
export const linkOwner = ({ accessToken }: LinkTokens): Promise<LinkOwner> =>
  clientWith(() => accessToken)('GET system/member/get-current-member', {});

/**
 * Signs in with the link after the person agreed. The refresh token is exchanged first, so a link is good once. It must belong to the account that
 * was named. The session before ends on the server, and its data leaves this device, before the new tokens are stored.
 */
export async function acceptLink({ refreshToken }: LinkTokens, owner: LinkOwner): Promise<void> {
  dropLink();
  const tokens = await clientWith(() => null)('POST system/auth/refresh-token', { refreshToken });
  if (tokens.userId !== owner.userId) throw new Error('the tokens of the link belong to two accounts');
  await logout({ go: false });
  session.signIn(tokens);
}
