import { Refusal } from '@bourse/protocol/errors';
import { describe, expect, it } from 'vitest';
import type { Authenticator, Session } from '../calls/session.ts';
import { nobodyIsOperator } from '../operators/nobody.ts';
import { ManualClock } from '../platform/manual-clock.ts';
import { testAuthenticator, tokenOf } from '../testing/gateway.ts';
import { Access } from './access.ts';

const call = { audience: 'customer', account: 'any' } as const;

function gate() {
  const clock = new ManualClock(Date.UTC(2026, 4, 4, 9));
  const real = testAuthenticator();
  const asked: string[] = [];
  const authenticate = (token: string) => {
    asked.push(token);
    return real.authenticate(token);
  };
  const access = new Access({ ...real, authenticate }, nobodyIsOperator, clock);
  const admit = async (authorization?: string) => (await access.admit(call, authorization)) as Session;
  return { clock, asked, access, admit, end: real.end };
}

describe('a token that was sent a moment ago', () => {
  it('is not asked for again within a second, and is afterwards', async () => {
    const { clock, asked, admit } = gate();
    const header = `Bearer ${tokenOf('demo', 100_000)}`;
    for (let n = 0; n < 5; n += 1) expect((await admit(header)).account).toBe(100_000);
    expect(asked).toHaveLength(1);
    await clock.pass(1_001);
    await admit(header);
    expect(asked).toHaveLength(2);
  });

  it('is refused at once when its session ends', async () => {
    const { admit, end } = gate();
    const token = tokenOf('demo', 100_000);
    await admit(`Bearer ${token}`);
    end(token);
    await expect(admit(`Bearer ${token}`)).rejects.toEqual(new Refusal('loggedInElsewhere'));
  });

  it('is refused at once when its session ends, although the session has a newer one or was being checked', async () => {
    const clock = new ManualClock(Date.UTC(2026, 4, 4, 9));
    const ends: ((sessionId: string) => void)[] = [];
    let over = false;
    let checked = async () => {};
    const authenticator: Authenticator = {
      async authenticate() {
        if (over) throw new Refusal('unauthorised');
        await checked();
        return { ...{ sessionId: 's', customerId: '7', account: 100_007 }, ...{ venue: 'demo', loginType: 2, deviceClass: 'desktop' } };
      },
      onSessionEnd: (listener) => {
        ends.push((sessionId) => listener(sessionId, 'revoked', { device: '' }));
        return () => {};
      },
    };
    const access = new Access(authenticator, nobodyIsOperator, clock);
    const admit = async (token: string) => (await access.admit(call, `Bearer ${token}`)) as Session;
    for (const token of ['first', 'second']) await admit(token);
    let ended!: () => void;
    checked = () => new Promise<void>((resolve) => (ended = resolve));
    const third = admit('third');
    over = true;
    for (const end of ends) end('s');
    ended();
    await third;
    for (const token of ['first', 'second', 'third']) await expect(admit(token), token).rejects.toEqual(new Refusal('unauthorised'));
  });

  it('admits nobody else whose token ends alike, nor who sends it in another form', async () => {
    const { admit } = gate();
    const end = '0'.repeat(30);
    const [ada, bert] = [`demo.100000.${end}`, `demo.100001.${end}`];
    expect([(await admit(`Bearer ${ada}`)).account, (await admit(`Bearer ${bert}`)).account]).toEqual([100_000, 100_001]);
    for (const header of [undefined, '', ada, `Basic ${ada}`, `Bearer  ${ada}`, `Bearer ${ada} `, `x${ada}`])
      await expect(async () => admit(header), String(header)).rejects.toEqual(new Refusal('unauthorised'));
  });
});
