import { LoginType } from '@bourse/protocol/enums';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { SignedInContext } from '../calls/handlers.ts';
import { createCarryOut, type Effects } from '../cases/carry-out.ts';
import { kindNames } from '../cases/kinds.ts';
import { caseOf, propose, take } from '../cases/machine.ts';
import type { CommandRequest, EnginePort } from '../sequencer/port.ts';
import { type TestDatabase, testDatabase } from '../testing/database.ts';
import { context, refusalOf } from '../testing/people.ts';
import { createDayTrade } from './day-trade.ts';

const now = Date.UTC(2026, 10, 20, 15, 0);
const reason = 'I open and close the same shares within a day.';
let test: TestDatabase;
let operator = 0;
beforeAll(async () => {
  test = await testDatabase();
  const [row] = await test.database.query<{ id: number }>(
    "INSERT INTO operator (name, roles, created_at) VALUES ('Ada', '{risk}', now()) RETURNING id",
  );
  operator = row!.id;
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
      value: reader({ sealed: false, mayDayTrade: (account: number) => allowed().has(account) } as Parameters<typeof reader>[0]),
    }),
    async submit({ command }) {
      if (state.away) throw new Error('the journal is away');
      told.push(command);
      return { seq: told.length, time: now, outcome: { ok: true, result: { kind: 'done' } }, repeated: false };
    },
  });
  const venues = { real: port('real'), demo: port('demo') };
  const dayTrade = createDayTrade({ database: test.database, clock: { now: () => now }, venues });
  const { handlers } = dayTrade;
  const { effect } = dayTrade;
  const clock = { now: () => now };
  const carryOut = createCarryOut({
    database: test.database,
    clock,
    venues,
    // Operators of this test have no keys; that verdicts are signed is tested with the console.
    signed: async () => undefined,
    effects: Object.fromEntries(kindNames.map((kind) => [kind, effect])) as Effects,
  });
  return {
    told,
    state,
    carryOut,
    /** An operator takes the application and decides. */
    async decide(id: string, pass: boolean, remark = '') {
      const at = { id, now, operator };
      await test.database.transaction(async (tx) => {
        const { revision } = await caseOf(tx, id);
        const taken = await take(tx, { ...at, revision });
        await propose(tx, { ...at, revision: taken.revision, pass, reasonCode: pass ? 'experienceShown' : 'meansNotShown', remark });
      });
      await carryOut.one(BigInt(id));
    },
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
    const { submit, list, told, carryOut } = stage();
    const ann = customer();
    const [one, two] = await Promise.all([submit(ann), submit(ann)]);
    expect(one).toEqual(two);
    expect(one).toMatchObject({ status: 2, reason, remark: null, createdAt: now, decidedAt: null });
    await carryOut.job.run();
    expect(await list(ann)).toEqual({ allowed: false, list: [one] });
    expect(told).toEqual([]);
  });

  it('that an operator passed is sent to the venue, which then allows day trades', async () => {
    const { submit, list, told, decide } = stage();
    const ben = customer();
    const { id } = await submit(ben);
    await decide(id, true);
    const body = { kind: 'setDayTrade', account: ben.session.account, allowed: true };
    expect(told).toEqual([{ kind: 'announceChange', body, origin: 'operator', reason: `day-trade application ${id}`, from: 0 }]);
    const { allowed, list: all } = await list(ben);
    expect([allowed, all]).toEqual([true, [expect.objectContaining({ id, status: 1, decidedAt: now })]]);
    expect(await submit(ben)).toEqual(all[0]);
    expect(await refusalOf(decide(id, false))).toBe('caseStep');
  });

  it('that is refused says why, and may be sent again', async () => {
    const { submit, list, decide } = stage();
    const cid = customer();
    const { id } = await submit(cid);
    await decide(id, false, 'Your income could not be shown.');
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

  it('that was decided while the venue was away is under review until the venue has heard of it, once', async () => {
    const { submit, list, told, state, decide, carryOut } = stage();
    const dan = customer();
    const { id } = await submit(dan);
    state.away = true;
    await expect(decide(id, true)).rejects.toThrow('away');
    expect((await list(dan)).list).toMatchObject([{ status: 0 }]);
    state.away = false;
    await carryOut.job.run();
    await carryOut.job.run();
    expect(told).toHaveLength(1);
    expect((await list(dan)).list).toMatchObject([{ status: 1 }]);
  });

  it('of somebody else is not shown', async () => {
    const { submit, list } = stage();
    await submit(customer());
    expect((await list(customer())).list).toEqual([]);
  });
});
