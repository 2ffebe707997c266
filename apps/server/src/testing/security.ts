import { type CallSpec, callTable } from '@bourse/protocol';
import { call } from '@bourse/protocol/calls';
import { LoginBy, LoginType, Venue } from '@bourse/protocol/enums';
import { errorByCode } from '@bourse/protocol/errors';
import { z } from 'zod';
import type { SignedInContext } from '../calls/handlers.ts';
import type { AnyHandler } from '../http/table.ts';
import { insertCustomer } from '../people/customers.ts';
import type { PeopleParts } from '../people/people.ts';
import { answerTokens } from '../people/services.ts';
import { createSecurity } from '../security/security.ts';
import { type SoftwareAuthenticator, softwareAuthenticator } from './authenticator.ts';
import { testGateway } from './gateway.ts';
import { androidChrome, context, desktopChrome, goodPassword, testPeople } from './people.ts';
import { totpCode } from './totp.ts';

export const site = 'https://bourse.example';
export const payPassword = 'blue kettle 7';
/** A call of the tests that takes a strong proof, as a payout will. */
export const payOut = 'POST test/pay-out';

const ownCalls = Object.entries(callTable).filter(([name]) =>
  /^\w+ system\/(proof|security|totp|passkey|recovery-code|session)\/|update-pay-pwd|auth\/(login|second-step|factor-reset|cancel-factor-reset)$/.test(
    name,
  ),
);
const table: Record<string, CallSpec> = {
  ...Object.fromEntries(ownCalls),
  [payOut]: call({
    area: 'wallet',
    summary: 'Of a test',
    audience: 'customer',
    account: 'real',
    proof: 'strong',
    idempotency: 'once',
    input: z.strictObject({ to: z.string(), amount: z.string() }),
    output: z.strictObject({ paid: z.literal(true) }),
  }),
};

export type Answered = { refusal: string; data: Record<string, unknown>; msg: string };

/** The security centre behind a gateway, with its own database, a clock that the test sets, and customers with everything. */
export async function securityKit(publicUrl = site, more: Partial<PeopleParts> = {}) {
  const people = await testPeople({ publicUrl, ...more });
  const { services } = people.people;
  const security = await createSecurity({ people: services, table });
  const paid: unknown[] = [];
  const handlers: Record<string, AnyHandler> = {
    ...(security.handlers as unknown as Record<string, AnyHandler>),
    'POST system/auth/login': people.people.login as unknown as AnyHandler,
    [payOut]: async (input, { session }) => {
      paid.push({ input, customer: (session as SignedInContext['session']).customerId });
      return { paid: true };
    },
  };
  const gateway = await testGateway(table, handlers, {
    authenticator: people.people.authenticator,
    proofs: security.proofs,
    checkOutputs: true,
  });

  const send = async (token: string | undefined, name: string, input: Record<string, unknown> = {}): Promise<Answered> => {
    const answer = await gateway.call(name, input, { token, headers: { 'user-agent': desktopChrome } });
    return {
      refusal: answer.code === 0 ? 'done' : (errorByCode(answer.code) ?? '?'),
      data: answer.data as Record<string, unknown>,
      msg: answer.msg,
    };
  };
  const begin = async (token: string, name: string, input: Record<string, unknown> = {}) => {
    const answer = await send(token, 'POST system/proof/begin', { call: name, input });
    if (answer.refusal !== 'done') throw new Error(answer.refusal);
    return answer.data as { id: string; challenge: string; ways: string[][]; passkeys: { rpId: string; ids: string[] } | null };
  };
  /** Begins a proof and sends the call with these parts. */
  const prove = async (token: string, name: string, input: Record<string, unknown>, parts: Record<string, unknown>) => {
    const { id } = await begin(token, name, input);
    return send(token, name, { ...input, proof: { id, ...parts } });
  };

  let next = 0;
  const customer = async () => {
    next += 1;
    const email = `c${next}@example.com`;
    const made = await insertCustomer(people.database, {
      loginType: LoginType.real,
      venue: Venue.real,
      account: 200_000 + next,
      name: 'Trader',
      contact: { by: LoginBy.email, target: email },
      passwordHash: await services.passwords.hash(goodPassword),
      language: 'en',
      at: new Date(people.clock.now()),
    });
    if (!made) throw new Error('the customer exists');
    const signIn = async (userAgent = desktopChrome) =>
      (await answerTokens(services, made, await services.sessions.start(made, context({ userAgent })))).accessToken;
    return { id: String(made.id), account: 200_000 + next, email, token: await signIn(), signIn: () => signIn(androidChrome) };
  };

  const codeAt = (secret: string, at = people.clock.now()) => totpCode(secret, at);

  /** Sets up an authenticator app with the parts that are needed now; the clock then moves on, so that a new code counts. */
  const addTotp = async (token: string, parts: Record<string, unknown> = { password: goodPassword }) => {
    const begun = await prove(token, 'POST system/totp/begin', {}, parts);
    if (begun.refusal !== 'done') throw new Error(begun.refusal);
    const secret = String(begun.data['secret']);
    const confirmed = await send(token, 'POST system/totp/confirm', { code: codeAt(secret) });
    if (confirmed.refusal !== 'done') throw new Error(confirmed.refusal);
    people.pass(30_000);
    return secret;
  };
  const addPasskey = async (token: string, parts: Record<string, unknown>, authenticator = softwareAuthenticator(site)) => {
    const begun = await prove(token, 'POST system/passkey/begin', {}, parts);
    if (begun.refusal !== 'done') throw new Error(begun.refusal);
    const credential = authenticator.register(begun.data as unknown as Parameters<SoftwareAuthenticator['register']>[0]);
    const confirmed = await send(token, 'POST system/passkey/confirm', { label: 'Laptop', credential });
    if (confirmed.refusal !== 'done') throw new Error(confirmed.refusal);
    return authenticator;
  };
  const setPayPassword = async (token: string, parts: Record<string, unknown> = { password: goodPassword }) => {
    const set = await prove(token, 'POST system/member/update-pay-pwd', { payPassword }, parts);
    if (set.refusal !== 'done') throw new Error(set.refusal);
  };

  return {
    ...{ people, security, gateway, paid, send, begin, prove, customer, codeAt, addTotp, addPasskey, setPayPassword },
    async close() {
      await gateway.close();
      await people.drop();
    },
  };
}
export type SecurityKit = Awaited<ReturnType<typeof securityKit>>;
