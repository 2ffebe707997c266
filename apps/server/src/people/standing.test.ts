import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { confirm, openCase, propose, take } from '../cases/machine.ts';
import { noVenue } from '../testing/console.ts';
import { engineVenue } from '../testing/engine-venue.ts';
import { context, goodPassword, refusalOf } from '../testing/people.ts';
import { type SecurityKit, securityKit, site } from '../testing/security.ts';
import { createTradingAccounts } from '../wallets/open-account.ts';
import { liftEffect } from './lift.ts';

const hour = 3_600_000;
const clock = { now: () => kit?.people.clock.now() ?? Date.now() };
const real = engineVenue('real', clock);
const venues = { real: real.port, demo: noVenue('demo') };
let kit: SecurityKit;
beforeAll(async () => {
  kit = await securityKit(site, { trading: createTradingAccounts(venues) });
});
afterAll(() => kit.close());
beforeEach(() => {
  real.sent.length = 0;
  real.state.away = false;
});

async function customer() {
  const one = await kit.customer();
  real.tell({ kind: 'openAccount', account: one.account, feeClass: 0 });
  return one;
}
const standing = ({ account }: { account: number }) => real.engine.standing(account);
const due = async ({ id }: { id: string }) =>
  (await kit.people.database.query('SELECT 1 FROM standing_due WHERE customer_id = $1', [id])).length;
const round = () => kit.people.people.services.standing.tell();

describe('a change of what protects an account reaches the engine', () => {
  const changes: Record<string, (one: Awaited<ReturnType<typeof customer>>) => Promise<unknown>> = {
    'the pay password': ({ token }) => kit.setPayPassword(token),
    'an authenticator app': ({ token }) => kit.addTotp(token),
    'a passkey': ({ token }) => kit.addPasskey(token, { password: goodPassword }),
    'recovery codes': ({ token }) => kit.prove(token, 'POST system/recovery-code/renew', {}, { password: goodPassword }),
    'the password': async ({ token }) =>
      kit.people.people.handlers['POST system/auth/update-pwd'](
        { oldPassword: goodPassword, password: 'another horse 12' },
        await kit.people.signedIn(token),
      ),
  };
  test.each(Object.entries(changes))('%s', async (_, change) => {
    const one = await customer();
    const before = kit.people.clock.now();
    await change(one);
    expect(standing(one).payoutsUntil).toBeGreaterThanOrEqual(before + 24 * hour);
    expect(standing(one).mode).toBe('normal');
    expect(await due(one)).toBe(0);
  });
  test('an e-mail address', async () => {
    const one = await customer();
    const code = await kit.people.people.services.database.transaction((tx) =>
      kit.people.people.services.codes.make(
        tx,
        { purpose: 3, target: 'fresh@example.com', customerId: BigInt(one.id), from: context() },
        true,
      ),
    );
    await kit.people.people.handlers['PUT system/member/update-email'](
      { email: 'fresh@example.com', code, password: goodPassword },
      await kit.people.signedIn(one.token),
    );
    expect(standing(one).payoutsUntil).toBe(kit.people.clock.now() + 24 * hour);
  });
  test('locking everything holds payouts until people end it, and no later change shortens that', async () => {
    const one = await customer();
    await kit.send(one.token, 'POST system/security/lock');
    expect(standing(one).payoutsUntil).toBe(Date.UTC(9999, 0, 1));
  });
  test('also when the venue was away or the process was killed between: the next round finds it', async () => {
    const one = await customer();
    real.state.away = true;
    await kit.setPayPassword(one.token);
    expect([standing(one).payoutsUntil, await due(one)]).toEqual([0, 1]);
    await round();
    expect(await due(one)).toBe(1);
    real.state.away = false;
    await round();
    expect(standing(one).payoutsUntil).toBe(kit.people.clock.now() + 24 * hour);
    expect(await due(one)).toBe(0);
    real.sent.length = 0;
    await round();
    expect(real.sent).toEqual([]);
  });
  test('one account that a venue does not take does not stop the others', async () => {
    const unknown = await kit.customer();
    const one = await customer();
    real.state.away = true;
    await kit.setPayPassword(unknown.token);
    await kit.setPayPassword(one.token);
    real.state.away = false;
    await round();
    expect([await due(unknown), await due(one)]).toEqual([1, 0]);
    await kit.people.database.query('DELETE FROM standing_due');
  });
  test('many of a venue that is away do not stop those of the other', async () => {
    const one = await customer();
    await kit.people.database.query(
      `WITH made AS (INSERT INTO customer (login_type, venue, account, name, demo_key_hash, language, created_at)
         SELECT 2, 'demo', 900000 + n, 'Demo', sha256(n::text::bytea), 'en', now() FROM generate_series(1, 250) n RETURNING id)
       INSERT INTO standing_due (customer_id, payouts, revision) SELECT id, true, nextval('standing_revision') FROM made`,
    );
    real.state.away = true;
    await kit.setPayPassword(one.token);
    real.state.away = false;
    for (let rounds = 0; rounds < 2; rounds += 1) await round();
    expect(await due(one)).toBe(0);
    await kit.people.database.query('DELETE FROM standing_due');
  });
});

describe('a restriction by operators', () => {
  const restrict = (one: { id: string }, mode: 'closeOnly' | 'locked') => kit.people.people.restrict(BigInt(one.id), 'A reason.', mode);
  test('to closing leaves the customer signed in, says so at once, and the venue decides by it', async () => {
    const one = await customer();
    await restrict(one, 'closeOnly');
    expect(standing(one).mode).toBe('closeOnly');
    expect(standing(one).payoutsUntil).toBe(0);
    const member = await kit.people.people.handlers['GET system/member/get-current-member']({}, await kit.people.signedIn(one.token));
    expect(member.restricted).toBe(true);
    expect(kit.people.told.at(-1)).toMatchObject({ account: one.account, message: { c: 'notice', kind: 'account.restricted' } });
    await one.signIn();
  });
  test('is made stricter by one person, and never looser', async () => {
    const one = await customer();
    await restrict(one, 'closeOnly');
    await restrict(one, 'locked');
    expect(standing(one).mode).toBe('locked');
    await restrict(one, 'closeOnly');
    expect(standing(one).mode).toBe('locked');
    await expect(one.signIn()).rejects.toThrow('accountRestricted');
  });
  test('that the venue has not heard of is told by the next round', async () => {
    const one = await customer();
    real.state.away = true;
    await restrict(one, 'locked');
    real.state.away = false;
    expect(standing(one).mode).toBe('normal');
    await round();
    expect(standing(one).mode).toBe('locked');
  });
  /** A case of lifting that two people have decided, and both of them. */
  const decidedLift = async (one: Awaited<ReturnType<typeof customer>>) => {
    const operators: number[] = [];
    for (const name of ['Ada', 'Ben']) {
      const [row] = await kit.people.database.query<{ id: number }>(
        "INSERT INTO operator (name, roles, created_at) VALUES ($1, '{compliance}', now()) RETURNING id",
        [name],
      );
      operators.push(row!.id);
    }
    const [ada, ben] = operators as [number, number];
    const { database } = kit.people;
    const now = kit.people.clock.now();
    const row = await database.transaction(async (tx) => {
      const opened = await openCase(
        tx,
        { kind: 'lift', venue: 'real', customer: one.id, account: one.account, subject: { reason: 'x' }, evidence: [] },
        { kind: 'operator', operator: ada },
        now,
      );
      const { id } = opened!;
      await take(tx, { id, revision: 1, now, operator: ada });
      await propose(tx, { id, revision: 2, now, operator: ada, pass: true, reasonCode: 'causeGone', remark: '' });
      return confirm(tx, { id, revision: 3, now, operator: ben, pass: true });
    });
    return { row, ada, ben };
  };
  test('is lifted by two whom the venue knows, there first; doing it twice does no harm', async () => {
    const one = await customer();
    await restrict(one, 'locked');
    const { row, ada, ben } = await decidedLift(one);
    const lift = liftEffect({ venues, people: kit.people.people });
    real.tell({ kind: 'defineOperator', operator: 9001, powers: ['people'] });
    expect(await refusalOf(lift(row))).toBe('operatorUnknown');
    expect(standing(one).mode).toBe('locked');
    await expect(one.signIn()).rejects.toThrow('accountRestricted');
    real.appoint(ada, ben);
    expect(await lift(row)).toMatch(/^\d+$/);
    expect(standing(one).mode).toBe('normal');
    await one.signIn();
    expect(await lift(row)).toBeNull();
    await round();
    expect(standing(one).mode).toBe('normal');
  });
  test('is not lifted by who decided about an earlier one: a customer who was held again meanwhile stays held', async () => {
    const one = await customer();
    await restrict(one, 'closeOnly');
    const { row, ada, ben } = await decidedLift(one);
    real.appoint(ada, ben);
    kit.people.pass(1);
    await restrict(one, 'locked');
    expect(await refusalOf(liftEffect({ venues, people: kit.people.people })(row))).toBe('caseChanged');
    await round();
    expect(standing(one).mode).toBe('locked');
    await expect(one.signIn()).rejects.toThrow('accountRestricted');
    // Also where it came between the venue's loosening and the tables.
    expect(await kit.people.people.liftRestriction(BigInt(one.id), row.created_at)).toBe(false);
    expect(standing(one).mode).toBe('locked');
  });
});
