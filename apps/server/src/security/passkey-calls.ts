import { randomBytes } from 'node:crypto';
import type { Passkey } from '@bourse/protocol';
import { Refusal } from '@bourse/protocol/errors';
import type { Handlers } from '../calls/handlers.ts';
import { productName } from '../content/product.ts';
import { customerById } from '../people/customers.ts';
import { signedInCustomer } from '../people/member/member.ts';
import { answerTokens } from '../people/services.ts';
import { changeSecurely } from './change.ts';
import { type PasskeyRow, passkeyAlgorithms, passkeysAtMost, userHandleOf } from './passkeys.ts';
import type { SecurityServices } from './services.ts';

type Names =
  | 'POST system/passkey/begin'
  | 'POST system/passkey/confirm'
  | 'GET system/passkey/list'
  | 'POST system/passkey/remove'
  | 'GET system/passkey/sign-in'
  | 'POST system/passkey/sign-in';

const shown = ({ id, label, made_at, used_at, synced }: PasskeyRow): Passkey => ({
  id,
  label,
  madeAt: made_at.getTime(),
  usedAt: used_at?.getTime() ?? null,
  synced,
});

const tooMany = () => new Refusal('factorsTooMany', { max: passkeysAtMost });

export const passkeyCalls = ({ people, passkeys, enrolments }: SecurityServices): Handlers<Names> => ({
  'POST system/passkey/begin': async (_input, { session }) => {
    const { id } = passkeys.site();
    const customer = await signedInCustomer(people, session);
    const existing = await passkeys.list(people.database, session.customerId);
    if (existing.length >= passkeysAtMost) throw tooMany();
    const challenge = randomBytes(32);
    const expiresAt = await enrolments.begin(session, 'passkey', challenge);
    return {
      challenge: challenge.toString('base64url'),
      rp: { id, name: productName },
      user: { id: userHandleOf(session.customerId), name: customer.name, displayName: customer.name },
      algorithms: passkeyAlgorithms,
      existing: existing.map((one) => one.id),
      expiresAt,
    };
  },

  'POST system/passkey/confirm': async ({ label, credential }, { session }) => {
    passkeys.site();
    const customer = await signedInCustomer(people, session);
    const { secret, sealed } = await enrolments.find(session, 'passkey');
    const made = await passkeys.verifyCreated(secret.toString('base64url'), credential);
    const row = await changeSecurely(people, customer, 'passkey', async (tx) => {
      await enrolments.finish(tx, session.customerId, 'passkey', sealed);
      const kept = await passkeys.keep(tx, session.customerId, label, made);
      if ((await passkeys.list(tx, session.customerId)).length > passkeysAtMost) throw tooMany();
      return kept;
    });
    people.securityLog('factorChanged', { customerId: customer.id, sessionId: session.sessionId, factor: 'passkey', change: 'added' });
    return shown(row);
  },

  'GET system/passkey/list': async (_input, { session }) => (await passkeys.list(people.database, session.customerId)).map(shown),

  'POST system/passkey/remove': async ({ id }, { session }) => {
    const customer = await signedInCustomer(people, session);
    await changeSecurely(people, customer, 'passkey', async (tx) => {
      if (!(await passkeys.remove(tx, session.customerId, id))) throw new Refusal('notFound');
    });
    people.securityLog('factorChanged', { customerId: customer.id, sessionId: session.sessionId, factor: 'passkey', change: 'removed' });
    return { done: true };
  },

  'GET system/passkey/sign-in': async () => passkeys.signInChallenge(),

  'POST system/passkey/sign-in': async ({ challenge, assertion }, context) => {
    const signedBy = await passkeys.signIn(challenge, assertion).catch((error: unknown) => {
      if (error instanceof Refusal) people.securityLog('signInFailed', { ip: context.ip, by: 'passkey' });
      throw error;
    });
    const customer = await customerById(people.database, signedBy);
    if (!customer) throw new Refusal('passkeyRefused');
    const started = await people.sessions.start(customer, context);
    await people.devices.remember(people.database, customer.id, context.device);
    people.securityLog('signedIn', {
      customerId: customer.id,
      sessionId: started.session.id,
      ip: context.ip,
      device: started.session.device,
      by: 'passkey',
    });
    return answerTokens(people, customer, started);
  },
});
