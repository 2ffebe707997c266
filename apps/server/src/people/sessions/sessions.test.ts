import { generateKeyPairSync } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Database } from '../../platform/database.ts';
import { androidChrome, context, goodPassword, refusalOf, registered, type TestPeople, testPeople } from '../../testing/people.ts';
import { refreshGraceMs, refreshIdleMs } from './refresh-tokens.ts';
import { sessionLongestMs, takeBackMs } from './sessions.ts';

let test: TestPeople;
beforeAll(async () => {
  test = await testPeople();
});
afterAll(() => test.drop());

const refresh = (refreshToken: string) => test.people.handlers['POST system/auth/refresh-token']({ refreshToken }, context());
const keep = (refreshToken: string) => test.people.handlers['POST system/auth/keep-online']({ refreshToken }, context());
const giveWay = (refreshToken: string) => test.people.handlers['POST system/auth/cancel-online']({ refreshToken }, context());
const authenticate = (accessToken: string) => test.people.authenticator.authenticate(accessToken);
const demo = (more: { demoKey?: string | undefined; userAgent?: string } = {}) =>
  test.people.handlers['POST system/auth/login'](
    { loginType: 2, demoKey: more.demoKey },
    context({ ip: `192.0.2.${Math.trunc(Math.random() * 250)}`, ...(more.userAgent ? { userAgent: more.userAgent } : {}) }),
  );

describe('tokens', () => {
  it('rotate: a spent refresh token used later ends the session for whoever holds it', async () => {
    const first = await demo();
    const second = await refresh(first.refreshToken);
    expect(second.refreshToken).not.toBe(first.refreshToken);
    const third = await refresh(second.refreshToken);
    test.pass(refreshGraceMs + 1);
    expect(await refusalOf(refresh(first.refreshToken))).toBe('refreshTokenReused');
    expect(await refusalOf(authenticate(third.accessToken))).toBe('unauthorised');
    expect(await refusalOf(refresh(third.refreshToken))).toBe('refreshTokenReused');
    expect(test.pushes.at(-1)?.message).toMatchObject({ c: 'forced-logout', reason: 'reused' });
  });

  it('give two tabs that refresh at once the same successor, so the chain never forks', async () => {
    const first = await demo();
    const answers = await Promise.all(Array.from({ length: 8 }, () => refresh(first.refreshToken)));
    const successors = new Set(answers.map(({ refreshToken }) => refreshToken));
    expect(successors.size).toBe(1);
    const [successor] = [...successors];
    const next = await refresh(successor!);
    // A third tab is even slower. It gets the end of the chain.
    expect((await refresh(first.refreshToken)).refreshToken).toBe(next.refreshToken);
    await authenticate(next.accessToken);
  });

  it('lead to one session object however many calls begin at once, so that the device it gets is known to all of them', async () => {
    const { accessToken } = await demo();
    const [first, second] = await Promise.all([authenticate(accessToken), authenticate(accessToken)]);
    first!.device = { number: 12, publicKey: 'key' };
    expect(second!.device).toEqual(first!.device);
    await test.people.authenticator.poll();
    expect((await authenticate(accessToken)).device).toEqual({ number: 12, publicKey: 'key' });
  });

  it('cannot be opened by who holds only the database', async () => {
    const first = await demo();
    const second = await refresh(first.refreshToken);
    const rows = await test.database.query<{ all: string }>(
      `SELECT coalesce(encode(hash, 'hex'), '') || coalesce(encode(successor, 'hex'), '') AS all FROM refresh_token`,
    );
    const dump = rows.map((row) => row.all).join();
    for (const token of [first.refreshToken, second.refreshToken]) {
      expect(dump).not.toContain(Buffer.from(token).toString('hex'));
      expect(dump).not.toContain(Buffer.from(token, 'base64url').toString('hex'));
    }
  });

  it('cannot be signed by who holds only the database: the keys are sealed, also those that were stored in the clear before', async () => {
    const own = await testPeople();
    const stored = async () => {
      const rows = await own.database.query<{ value: Record<string, unknown> }>(
        "SELECT value FROM server_secret WHERE name IN ('access-token-key', 'code-key')",
      );
      return rows.flatMap(({ value }) => Object.keys(value));
    };
    const signIn = async ({ handlers }: Pick<TestPeople['people'], 'handlers'>) =>
      (await handlers['POST system/auth/login']({ loginType: 2 }, context())).accessToken;
    expect(await stored()).toEqual(['sealed', 'sealed']);
    const before = await signIn(own.people);
    const { privateKey } = generateKeyPairSync('ed25519');
    const clear = { ...privateKey.export({ format: 'jwk' }) };
    await own.database.query("UPDATE server_secret SET value = $1 WHERE name = 'access-token-key'", [JSON.stringify(clear)]);
    const [first, second] = [await own.gateway(), await own.gateway()];
    expect(await stored()).toEqual(['sealed', 'sealed']);
    expect((await second.authenticator.authenticate(await signIn(first))).loginType).toBe(2);
    expect(await refusalOf(second.authenticator.authenticate(before))).toBe('unauthorised');
    await own.drop();
  });

  it('end by time: access after 15 minutes, refresh when idle, the session at last', async () => {
    const first = await demo();
    test.pass(15 * 60_000 + 1_000);
    expect(await refusalOf(authenticate(first.accessToken))).toBe('unauthorised');
    let latest = await refresh(first.refreshToken);
    test.pass(refreshIdleMs + 1);
    expect(await refusalOf(refresh(latest.refreshToken))).toBe('refreshTokenInvalid');
    latest = await demo();
    for (let days = 0; days < sessionLongestMs; days += refreshIdleMs - 1_000) {
      latest = { ...latest, ...(await refresh(latest.refreshToken)) };
      test.pass(refreshIdleMs - 1_000);
    }
    test.pass(10_000);
    expect(await refusalOf(refresh(latest.refreshToken))).toBe('refreshTokenInvalid');
  });

  it.each(['', 'x', 'null', "' OR 1=1 --", 'a'.repeat(43), '😀'.repeat(20), 'a'.repeat(512)])(
    'refuse a made-up refresh token %#',
    async (made) => {
      expect(await refusalOf(refresh(made))).toBe('refreshTokenInvalid');
      expect(await refusalOf(keep(made))).toBe('refreshTokenInvalid');
      expect(await refusalOf(giveWay(made))).toBe('refreshTokenInvalid');
    },
  );

  it('refuse an access token that was altered, signed otherwise or not at all', async () => {
    const { accessToken } = await demo();
    const [header, payload, signature] = accessToken.split('.') as [string, string, string];
    const claims = JSON.parse(Buffer.from(payload, 'base64url').toString()) as Record<string, unknown>;
    const encode = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url');
    const other = (await demo()).accessToken.split('.') as [string, string, string];
    for (const forged of [
      `${header}.${encode({ ...claims, exp: 9_999_999_999 })}.${signature}`,
      `${header}.${payload}.${other[2]}`,
      `${encode({ alg: 'none', typ: 'at+jwt' })}.${payload}.`,
      `${encode({ alg: 'HS256', typ: 'at+jwt' })}.${payload}.${signature}`,
      `${header}.${payload}`,
      `${accessToken}x`,
      '',
      'x'.repeat(100_000),
    ]) {
      expect(await refusalOf(authenticate(forged))).toBe('unauthorised');
    }
    await authenticate(accessToken);
  });
});

describe('one place for each kind of device', () => {
  it('30 sign-ins at once leave exactly one live session', async () => {
    const { demoKey } = await demo();
    const all = await Promise.all(Array.from({ length: 30 }, () => demo({ demoKey })));
    const answers = await Promise.all(
      all.map(({ accessToken }) =>
        authenticate(accessToken).then(
          () => 'live',
          (error) => error.refusal,
        ),
      ),
    );
    expect(answers.filter((answer) => answer === 'live')).toHaveLength(1);
    expect(answers.filter((answer) => answer === 'loggedInElsewhere')).toHaveLength(29);
    const rows = await test.database.query(`SELECT 1 FROM session WHERE customer_id = $1 AND state = 'live'`, [all[0]!.userId]);
    expect(rows).toHaveLength(1);
  });

  it('30 sign-ins with a password at once leave exactly one, too', async () => {
    await registered(test, 'many@example.com');
    const all = await Promise.all(
      Array.from({ length: 30 }, () =>
        test.people.handlers['POST system/auth/login'](
          { loginType: 1, loginBy: 2, account: 'many@example.com', password: goodPassword },
          context(),
        ),
      ),
    );
    const live = await Promise.allSettled(all.map(({ accessToken }) => authenticate(accessToken)));
    expect(live.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
  });

  it('a phone and a desktop stand side by side', async () => {
    const desktop = await demo();
    const phone = await demo({ demoKey: desktop.demoKey, userAgent: androidChrome });
    expect((await authenticate(desktop.accessToken)).deviceClass).toBe('desktop');
    expect((await authenticate(phone.accessToken)).deviceClass).toBe('phone');
  });

  it('the older session gets a message at once, answers 409, and can take its place back within a minute', async () => {
    const ended: unknown[] = [];
    const stop = test.people.authenticator.onSessionEnd((...told) => ended.push(told));
    const older = await demo();
    const { sessionId } = await authenticate(older.accessToken);
    const newer = await demo({ demoKey: older.demoKey });
    expect(test.pushes.at(-1)).toEqual({
      sessionId,
      message: { c: 'other-login', device: 'Chrome on Linux', t: test.clock.now(), graceS: takeBackMs / 1000 },
    });
    expect(ended).toEqual([[sessionId, 'replaced', { device: 'Chrome on Linux' }]]);
    expect(await refusalOf(authenticate(older.accessToken))).toBe('loggedInElsewhere');
    expect(await refusalOf(refresh(older.refreshToken))).toBe('loggedInElsewhere');

    test.pass(takeBackMs - 1);
    const back = await keep(older.refreshToken);
    expect((await authenticate(back.accessToken)).sessionId).toBe(sessionId);
    expect(await refusalOf(authenticate(newer.accessToken))).toBe('loggedInElsewhere');
    expect(await refusalOf(refresh(newer.refreshToken))).toBe('loggedInElsewhere');
    expect(test.pushes.at(-1)?.message).toMatchObject({ c: 'other-login', graceS: 0 });
    // The replaced session is over for good: the two cannot replace each other for ever.
    expect(await refusalOf(keep(newer.refreshToken))).toBe('refreshTokenInvalid');
    await authenticate(back.accessToken);
    stop();
  });

  it('after a minute the place is lost', async () => {
    const older = await demo();
    const newer = await demo({ demoKey: older.demoKey });
    test.pass(takeBackMs + 1);
    expect(await refusalOf(keep(older.refreshToken))).toBe('refreshTokenInvalid');
    await authenticate(newer.accessToken);
  });

  it('the older session may end itself, and the newer one is notified', async () => {
    const older = await demo();
    const newer = await demo({ demoKey: older.demoKey });
    const { sessionId } = await authenticate(newer.accessToken);
    expect(await giveWay(older.refreshToken)).toEqual({ done: true });
    expect(test.pushes.at(-1)).toEqual({ sessionId, message: { c: 'can-login', t: test.clock.now() } });
    expect(await refusalOf(keep(older.refreshToken))).toBe('refreshTokenInvalid');
    expect(await giveWay(older.refreshToken)).toEqual({ done: true });
    await authenticate(newer.accessToken);
  });

  it('keep-online and a sign-in at once still leave one', async () => {
    const older = await demo();
    await demo({ demoKey: older.demoKey });
    await Promise.allSettled([keep(older.refreshToken), ...Array.from({ length: 5 }, () => demo({ demoKey: older.demoKey }))]);
    const rows = await test.database.query(`SELECT 1 FROM session WHERE customer_id = $1 AND state = 'live'`, [older.userId]);
    expect(rows).toHaveLength(1);
  });

  it('nobody takes a place back while all sessions end', async () => {
    const older = await demo();
    await demo({ demoKey: older.demoKey });
    const waiting = () =>
      test.database.query("SELECT 1 FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'");
    const kept = await test.database.transaction(async (tx) => {
      await test.people.services.sessions.endAll(tx, BigInt(older.userId), 'password');
      const tried = refusalOf(keep(older.refreshToken));
      while ((await waiting()).length === 0) await new Promise((resolve) => setTimeout(resolve, 5));
      return { tried };
    });
    expect(await kept.tried).toBe('refreshTokenInvalid');
    expect(await test.database.query("SELECT 1 FROM session WHERE customer_id = $1 AND state <> 'ended'", [older.userId])).toEqual([]);
  });

  it('valid-repeat-login says whether somebody would be replaced', async () => {
    await registered(test, 'repeat@example.com', { ip: '192.0.2.60' });
    const ask = (userAgent?: string) =>
      test.people.handlers['POST system/auth/valid-repeat-login'](
        { loginBy: 2, account: 'repeat@example.com', password: goodPassword },
        context(userAgent ? { userAgent } : {}),
      );
    expect(await ask()).toEqual({ repeated: true, device: 'Chrome on Linux', lastSeen: test.clock.now() });
    expect(await ask(androidChrome)).toEqual({ repeated: false, device: null, lastSeen: null });
  });
});

describe('signing out', () => {
  it('ends the session everywhere, and once more is the same', async () => {
    const tokens = await demo();
    const signedIn = await test.signedIn(tokens.accessToken);
    const logout = test.people.handlers['GET system/auth/logout'];
    expect(await logout({}, signedIn)).toEqual({ done: true });
    expect(await logout({}, signedIn)).toEqual({ done: true });
    expect(await logout({}, context())).toEqual({ done: true });
    expect(await refusalOf(authenticate(tokens.accessToken))).toBe('unauthorised');
    expect(await refusalOf(refresh(tokens.refreshToken))).toBe('refreshTokenInvalid');
  });
});

describe('several gateways', () => {
  it('hear of each other’s revocations by asking, and tell their own sockets once', async () => {
    const pushes: unknown[] = [];
    const other = await test.gateway({ hub: { toSession: (...push) => void pushes.push(push), toAccount: () => {} } });
    const ended: unknown[] = [];
    other.authenticator.onSessionEnd((...told) => ended.push(told));
    const tokens = await demo();
    const session = await other.authenticator.authenticate(tokens.accessToken);
    await other.authenticator.poll();
    await demo({ demoKey: tokens.demoKey });
    // Not known yet, within the half second that the docs allow.
    await other.authenticator.authenticate(tokens.accessToken);
    await other.authenticator.poll();
    await other.authenticator.poll();
    expect(await refusalOf(other.authenticator.authenticate(tokens.accessToken))).toBe('loggedInElsewhere');
    const ours = ended.filter((told) => (told as string[])[0] === session.sessionId);
    expect(ours).toEqual([[session.sessionId, 'replaced', { device: 'Chrome on Linux' }]]);
    expect(pushes.filter((push) => (push as string[])[0] === session.sessionId)).toHaveLength(1);
  });

  it('believe nothing remembered once asking has failed for a while', async () => {
    const tokens = await demo();
    await test.people.authenticator.poll();
    await authenticate(tokens.accessToken);
    await test.database.query(`UPDATE session SET state = 'ended', ended_reason = 'revoked' WHERE customer_id = $1`, [tokens.userId]);
    await authenticate(tokens.accessToken);
    test.pass(2_000);
    expect(await refusalOf(authenticate(tokens.accessToken))).toBe('unauthorised');
  });
});

it('a known token needs no query of the database', async () => {
  let asked = 0;
  const counted: Database = {
    ...test.database,
    query(text, values) {
      asked += 1;
      return test.database.query(text, values);
    },
  };
  const gateway = await test.gateway({ database: counted });
  const { accessToken } = await demo();
  await gateway.authenticator.authenticate(accessToken);
  await gateway.authenticator.poll();
  const before = asked;
  for (let n = 0; n < 1_000; n += 1) await gateway.authenticator.authenticate(accessToken);
  expect(asked).toBe(before);
});
