import { LoginType } from '@bourse/protocol/enums';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { SignedInContext } from '../calls/handlers.ts';
import type { CommandRequest, EnginePort } from '../sequencer/port.ts';
import { type TestDatabase, testDatabase } from '../testing/database.ts';
import { context, refusalOf } from '../testing/people.ts';
import { createDayTrade } from './day-trade.ts';

const now = Date.UTC(2026, 10, 20, 15, 0);
const reason = 'I open and close the same shares within a day.';
let test: TestDatabase;
beforeAll(async () => {
  test = await testDatabase();
});
afterAll(() => test.drop());

/** A venue that stores permissions. The test can make it unavailable. */
function stage() {
  const told: CommandRequest['command'][] = [];
  const state = { away: false };
  const allowed = () =>
    new Set(
      told.flatMap((one) =>
        one.kind === 'announceChange' && one.body.kind === 'setDayTrade' && one.body.allowed ? [one.body.account] : [],
      ),
    );
  const fail = () => Promise.reject(new Error('not expected here'));
  const port = (venue: 'real' | 'demo'): EnginePort => ({
    venue,
    state: 'running',
    outcomeOf: fail,
    projected: () => 0,
    waitProjected: fail,
    onDurable: () => () => {},
    read: async (reader) => ({
      seq: 1,
      value: reader({ mayDayTrade: (account: number) => allowed().has(account) } as Parameters<typeof reader>[0]),
    }),
    async submit({ command }) {
      if (state.away) throw new Error('the journal is away');
      told.push(command);
      return { seq: told.length, time: now, outcome: { ok: true, result: { kind: 'done' } }, repeated: false };
    },
  });
  const dayTrade = createDayTrade({
    database: test.database,
    clock: { now: () => now },
    venues: { real: port('real'), demo: port('demo') },
  });
  const { handlers } = dayTrade;
  return {
    told,
    state,
    dayTrade,
    submit: (who: SignedInContext) => handlers['POST pay/day-trade/submit']({ reason }, who),
    list: (who: SignedInContext) => handlers['GET pay/day-trade/list']({}, who),
  };
}
let people = 3_000_000;
function customer(): SignedInContext {
  people += 1;
  const session = {
    sessionId: 's',
    customerId: String(people),
    account: people - 2_800_000,
    venue: 'demo',
    loginType: LoginType.demo,
  } as const;
  return { ...context(), session: { ...session, deviceClass: 'phone' } };
}

describe('an application for day trading', () => {
  it('waits for a person: sending it again shows the same one, and nothing allows it by itself', async () => {
    const { submit, list, told, dayTrade } = stage();
    const ann = customer();
    const [one, two] = await Promise.all([submit(ann), submit(ann)]);
    expect(one).toEqual(two);
    expect(one).toMatchObject({ status: 2, reason, remark: null, createdAt: now, decidedAt: null });
    await dayTrade.job.run();
    expect(await list(ann)).toEqual({ allowed: false, list: [one] });
    expect(told).toEqual([]);
  });

  it('that the customer passed is sent to the venue, which then allows day trades', async () => {
    const { submit, list, told, dayTrade } = stage();
    const ben = customer();
    const { id } = await submit(ben);
    const decided = await dayTrade.decideDayTrade({ application: BigInt(id), allowed: true, remark: null, by: 'ops:ada' });
    expect(decided).toMatchObject({ status: 1, decidedAt: now });
    const body = { kind: 'setDayTrade', account: ben.session.account, allowed: true };
    expect(told).toEqual([{ kind: 'announceChange', body, origin: 'operator', reason: `day-trade application ${id}`, from: 0 }]);
    expect(await list(ben)).toEqual({ allowed: true, list: [decided] });
    expect(await submit(ben)).toEqual(decided);
    expect(await refusalOf(dayTrade.decideDayTrade({ application: BigInt(id), allowed: false, remark: 'no', by: 'ops:ada' }))).toBe(
      'notFound',
    );
  });

  it('that is not passed says why, and may be sent again', async () => {
    const { submit, list, dayTrade } = stage();
    const cid = customer();
    const { id } = await submit(cid);
    const decide = (remark: string | null) => dayTrade.decideDayTrade({ application: BigInt(id), allowed: false, remark, by: 'ops:ada' });
    expect(await refusalOf(decide(null))).toBe('badRequest');
    await decide('Your income could not be shown.');
    const again = await submit(cid);
    expect(again.id).not.toBe(id);
    const { allowed, list: all } = await list(cid);
    expect([allowed, all.map(({ status, remark }) => [status, remark])]).toEqual([
      false,
      [
        [2, null],
        [-1, 'Your income could not be shown.'],
      ],
    ]);
  });

  it('that was decided while the venue was away is sent once, when the venue is back', async () => {
    const { submit, told, state, dayTrade } = stage();
    const { id } = await submit(customer());
    state.away = true;
    await expect(dayTrade.decideDayTrade({ application: BigInt(id), allowed: true, remark: null, by: 'ops:ada' })).rejects.toThrow('away');
    state.away = false;
    await dayTrade.job.run();
    await dayTrade.job.run();
    expect(told).toHaveLength(1);
  });

  it('of somebody else is not shown', async () => {
    const { submit, list } = stage();
    await submit(customer());
    expect((await list(customer())).list).toEqual([]);
  });
});
