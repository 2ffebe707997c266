import { randomUUID } from 'node:crypto';
import { LoginType } from '@bourse/protocol/enums';
import { Refusal } from '@bourse/protocol/errors';
import type { Handler } from '../calls/handlers.ts';
import { customerById } from '../people/customers.ts';
import { answerTokens, type PeopleServices } from '../people/services.ts';
import { hashOf, isRefreshToken } from '../people/sessions/refresh-tokens.ts';
import { temporaryLogin } from '../people/sign-in/temporary-login.ts';
import { groupsOf, groupView } from './groups.ts';
import type { ChatParts } from './index.ts';
import { type GroupRow, groupColumns } from './log.ts';
import { Said } from './said.ts';

/** Tokens for the chat alone: of the visitor who asks, or of a new one. Customers use the tokens that they have. */
export const temporaryToken =
  (services: PeopleServices): Handler<'POST im/auth/temporary-token'> =>
  async (work, context) => {
    const { session } = context;
    if (!session) return temporaryLogin(services)(work, context);
    if (session.loginType !== LoginType.temporary) throw new Refusal('forbidden');
    const visitor = await customerById(services.database, session.customerId);
    if (!visitor) throw new Refusal('forbidden');
    return answerTokens(services, visitor, await services.sessions.start(visitor, context));
  };

/**
 * A visitor's thread becomes a customer's. The visitor's refresh token is the proof, and it is used up: its sessions end in the same transaction, so that
 * a token that was copied claims nothing a second time.
 */
export const claim =
  ({ database, clock, log, told }: ChatParts, services: PeopleServices): Handler<'POST im/group/claim'> =>
  async ({ refreshToken }, { session }) => {
    if (!isRefreshToken(refreshToken)) throw new Refusal('claimRefused');
    const now = clock.now();
    const { groups, changes } = await database.transaction(async (tx) => {
      const [visitor] = await tx.query<{ customer_id: bigint }>(
        `SELECT s.customer_id FROM refresh_token t JOIN session s ON s.id = t.session_id JOIN customer c ON c.id = s.customer_id
         WHERE t.hash = $1 AND t.used_at IS NULL AND t.expires_at > $2 AND s.state = 'live' AND s.expires_at > $2 AND c.login_type = $3
         FOR UPDATE OF s`,
        [hashOf(refreshToken), new Date(now), LoginType.temporary],
      );
      if (!visitor) throw new Refusal('claimRefused');
      const own = await tx.query<GroupRow>(`SELECT ${groupColumns} FROM chat_group WHERE customer_id = $1 ORDER BY id FOR UPDATE`, [
        visitor.customer_id,
      ]);
      const ids = own.map(({ id }) => id);
      await tx.query('UPDATE chat_group SET customer_id = $2, venue = $3, account = $4 WHERE id = ANY($1)', [
        ...[ids, session.customerId, session.venue, session.account],
      ]);
      const members = await tx.query<{ id: bigint; group_id: bigint }>(
        'UPDATE chat_member SET customer_id = $2 WHERE group_id = ANY($1) AND customer_id IS NOT NULL RETURNING id, group_id',
        [ids, session.customerId],
      );
      for (const group of own) {
        const { id } = members.find(({ group_id }) => group_id === group.id)!;
        const body = { kind: 'JOIN', member: String(id), role: 1, identified: true } as const;
        await log.append(
          tx,
          group,
          { kind: 'join', sender: { id, role: 1 }, uuid: randomUUID(), body: new Said(body), asked: new Said<unknown>(body) },
          now,
        );
      }
      if (ids.length > 0)
        await tx.query('UPDATE customer SET wrote = (id = $2) WHERE id IN ($1, $2)', [visitor.customer_id, session.customerId]);
      for (const table of ['document', 'chat_quarantine'])
        await tx.query(`UPDATE ${table} SET customer_id = $2 WHERE customer_id = $1`, [visitor.customer_id, session.customerId]);
      return { groups: ids, changes: await services.sessions.endAll(tx, visitor.customer_id, 'revoked') };
    });
    services.authenticator.apply(changes);
    for (const id of groups) told.entry(id);
    return (await groupsOf(database, session.customerId)).filter(({ id }) => groups.includes(id)).map(groupView);
  };
