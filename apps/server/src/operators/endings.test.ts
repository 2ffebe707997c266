import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type TestConsole, testConsole } from '../testing/console.ts';
import { engineVenue } from '../testing/engine-venue.ts';

let kit: TestConsole;
const clock = { now: () => kit?.clock.now() ?? Date.UTC(2026, 10, 23, 9, 0) };
const real = engineVenue('real', clock);
const demo = engineVenue('demo', clock);
beforeAll(async () => {
  kit = await testConsole({ venues: { real: real.port, demo: demo.port } });
});
afterAll(() => kit.close());

const inVenues = async (id: string, token: string) =>
  (await kit.call('GET operator/list', { pageNo: 1, pageSize: 50 }, { token })).data.list.find((one) => one.id === id)?.venues;

describe('an operator who was ended', () => {
  test('decides on in a venue until two who appoint end that, and the list says so; what lapsed is raised again', async () => {
    const { token } = await kit.operator('administrator');
    const [ada, ben] = [await kit.operator('compliance'), await kit.operator('compliance')];
    real.appoint(Number(ada.id), Number(ben.id));
    expect(await inVenues(ben.id, token)).toEqual([
      { venue: 'real', state: 'acts', proposal: null },
      { venue: 'demo', state: 'none', proposal: null },
    ]);
    real.state.away = true;
    await kit.call('POST operator/end', { operator: ben.id, reason: 'left' }, { token });
    expect(await inVenues(ben.id, token)).toEqual([{ venue: 'demo', state: 'none', proposal: null }]);
    real.state.away = false;
    await kit.side.job.run();
    const [first] = (await inVenues(ben.id, token)) ?? [];
    expect(first).toMatchObject({ venue: 'real', state: 'ends', proposal: expect.stringMatching(/^\d+$/) });
    await kit.side.job.run();
    expect(real.engine.proposals()).toHaveLength(1);

    // Nobody approves it for a day.
    kit.clock.jump(25 * 3_600_000);
    real.tell({ kind: 'anchor', subject: 'audit', digest: Buffer.alloc(32, 1).toString('base64url'), count: 1 });
    expect(real.engine.proposals()).toHaveLength(0);
    await kit.side.job.run();
    const [again] = real.engine.proposals();
    expect(again?.proposer).toBe(0);
    for (const by of [9001, 9002])
      real.tell({ kind: 'approve', proposal: again!.proposal, digest: again!.digest, proof: '' }, { by: 'operator', id: by });
    const { token: later } = await kit.operator('administrator');
    expect((await inVenues(ben.id, later))?.[0]).toEqual({ venue: 'real', state: 'ended', proposal: null });
    expect((await inVenues(ada.id, later))?.[0]).toMatchObject({ state: 'acts' });
    await kit.side.job.run();
    expect(real.engine.proposals()).toHaveLength(0);
  });
});
