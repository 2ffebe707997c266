import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type CaseRow, caseOf, confirm, propose, take } from '../cases/machine.ts';
import { noVenue } from '../testing/console.ts';
import { engineVenue } from '../testing/engine-venue.ts';
import { context, goodPassword, refusalOf } from '../testing/people.ts';
import { type SecurityKit, securityKit, site } from '../testing/security.ts';
import { createTradingAccounts } from '../wallets/open-account.ts';
import { factorResetEffect } from './factor-reset.ts';

const hour = 3_600_000;
const clock = { now: () => kit?.people.clock.now() ?? Date.now() };
const real = engineVenue('real', clock);
const venues = { real: real.port, demo: noVenue('demo') };
let kit: SecurityKit;
let deciders: [number, number];
let reset: ReturnType<typeof factorResetEffect>;
beforeAll(async () => {
  kit = await securityKit(site, { trading: createTradingAccounts(venues) });
  const rows = await kit.people.database.query<{ id: number }>(
    "INSERT INTO operator (name, roles, created_at) VALUES ('Ada', '{compliance}', now()), ('Ben', '{compliance}', now()) RETURNING id",
  );
  deciders = [rows[0]!.id, rows[1]!.id];
  real.appoint(...deciders);
  reset = factorResetEffect({ people: kit.people.people.services, venues });
});
afterAll(() => kit.close());
beforeEach(() => {
  real.state.away = false;
});

type Customer = Awaited<ReturnType<typeof customer>>;
async function customer() {
  const one = await kit.customer();
  real.tell({ kind: 'openAccount', account: one.account, feeClass: 0 });
  return { ...one, secret: await kit.addTotp(one.token) };
}
const ask = ({ email }: { email: string }, password = goodPassword) =>
  kit.security.handlers['POST system/auth/factor-reset']({ loginBy: 2, account: email, password, text: 'My phone is gone.' }, context());
const cancel = (token: string) => kit.security.handlers['POST system/auth/cancel-factor-reset']({ token }, context());
const letters = ({ email }: { email: string }) =>
  kit.people.sent.filter(({ to, subject }) => to === email && subject.startsWith('Somebody asked'));
const linkOf = (one: { email: string }) => /#cancel=([\w-]+)/.exec(letters(one).at(-1)?.text ?? '')?.[1] ?? '';
/** Two people decide, the state machine aside from the console. */
const decided = (id: string, pass: boolean): Promise<CaseRow> =>
  kit.people.database.transaction(async (tx) => {
    const at = { id, now: clock.now() };
    await take(tx, { ...at, revision: 1, operator: deciders[0] });
    await propose(tx, { ...at, revision: 2, operator: deciders[0], pass, reasonCode: 'ownerProved', remark: '' });
    return confirm(tx, { ...at, revision: 3, operator: deciders[1], pass });
  });
const factorsOf = async ({ id }: Customer) => kit.people.database.query('SELECT 1 FROM totp WHERE customer_id = $1', [id]);

describe('asking for new factors', () => {
  test('takes the password, writes to the owner at once with a link, and is one case however often it is asked', async () => {
    const one = await customer();
    const first = await ask(one);
    expect(first.notBefore).toBe(clock.now() + 72 * hour);
    expect(first.sentTo).toEqual([expect.stringMatching(/^c\*\*\*@/)]);
    expect((await ask(one)).case).toBe(first.case);
    expect(letters(one)).toHaveLength(1);
    const both = await Promise.all([customer(), customer()]);
    for (const each of both) {
      const all = await Promise.all(Array.from({ length: 5 }, () => ask(each).catch(() => undefined)));
      expect(new Set(all.flatMap((one) => (one ? [one.case] : []))).size).toBe(1);
      expect(letters(each)).toHaveLength(1);
    }
  });
  test('is refused to whoever does not know the password, and where there is nothing to reset', async () => {
    const one = await customer();
    expect(await refusalOf(ask(one, 'not the password'))).toBe('credentialsWrong');
    expect(await refusalOf(ask(await kit.customer()))).toBe('factorResetNotNeeded');
    expect(letters(one)).toHaveLength(0);
  });
  test('is cancelled by the link of the letter, once; asking again and again ends', async () => {
    const one = await customer();
    const { case: id } = await ask(one);
    expect(await refusalOf(cancel('made up'))).toBe('factorResetOver');
    expect(await cancel(linkOf(one))).toEqual({ done: true });
    expect((await caseOf(kit.people.database, id)).step).toBe('cancelled');
    expect(await refusalOf(cancel(linkOf(one)))).toBe('factorResetOver');
    await ask(one);
    await cancel(linkOf(one));
    await ask(one);
    await cancel(linkOf(one));
    expect(await refusalOf(ask(one))).toBe('tooManyAttempts');
  });
  test('can be cancelled while it waits for its second person, and not after', async () => {
    const one = await customer();
    const { case: id } = await ask(one);
    await decided(id, true);
    expect(await refusalOf(cancel(linkOf(one)))).toBe('factorResetOver');
  });
  test('is possible for an account that its owner locked', async () => {
    const one = await kit.customer();
    await kit.send(one.token, 'POST system/security/lock');
    expect((await ask(one)).case).toMatch(/^\d+$/);
  });
});

describe('a case that two passed', () => {
  test('removes every factor and session, lets a locked account in, and payouts wait a day in the venue too', async () => {
    const one = await customer();
    real.tell({ kind: 'openAccount', account: one.account, feeClass: 0 });
    await kit.send(one.token, 'POST system/security/lock');
    expect(real.engine.standing(one.account).payoutsUntil).toBe(Date.UTC(9999, 0, 1));
    const row = await decided((await ask(one)).case, true);
    const ref = await reset(row);
    expect(real.engine.standing(one.account).payoutsUntil).toBe(clock.now() + 24 * hour);
    expect(real.sent.findLast(({ kind }) => kind === 'anchor')).toMatchObject({
      subject: 'caseHead',
      digest: row.digest.toString('base64url'),
    });
    expect(ref).toMatch(/^\d+$/);
    expect(await factorsOf(one)).toHaveLength(0);
    const answer = await kit.people.people.login({ loginType: 1, loginBy: 2, account: one.email, password: goodPassword }, context());
    expect(answer).toMatchObject({ accessToken: expect.any(String) });
  });
  test('is carried out once: factors that the owner has set up since then stay', async () => {
    const one = await customer();
    const row = await decided((await ask(one)).case, true);
    await reset(row);
    await kit.addTotp(await one.signIn());
    await reset(row);
    expect(await factorsOf(one)).toHaveLength(1);
  });
  test('changes nothing while the venue is away', async () => {
    const one = await customer();
    const row = await decided((await ask(one)).case, true);
    real.state.away = true;
    expect(await refusalOf(reset(row))).toBe('unavailable');
    expect(await factorsOf(one)).toHaveLength(1);
  });
  test('that was refused changes nothing, and the owner reads so', async () => {
    const one = await customer();
    await reset(await decided((await ask(one)).case, false));
    expect(await factorsOf(one)).toHaveLength(1);
    expect(kit.people.sent.at(-1)).toMatchObject({ to: one.email, subject: expect.stringMatching(/was not reset/) });
  });
});
