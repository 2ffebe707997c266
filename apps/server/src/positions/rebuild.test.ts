import { House } from '@bourse/engine';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createPostgresJournal } from '../journal/postgres-journal.ts';
import { systemClock } from '../platform/clock.ts';
import { silentLog } from '../platform/log.ts';
import { rebuildVenue } from '../projections/rebuild.ts';
import { engineKit } from '../sequencer/engine-kit.ts';
import { contractKit } from '../testing/contracts.ts';
import { type Exchange, testExchange } from '../testing/exchange.ts';
import { verifyVenue } from '../verify/verify-venue.ts';

let ahead = 0;
const clock = { ...systemClock, now: () => Date.now() + ahead };
let exchange: Exchange;
beforeAll(async () => {
  exchange = await testExchange({ clock });
});
// The test stops the demo venue itself, because a rebuild needs the writer's lease.
afterAll(async () => {
  await exchange.app.close();
  await exchange.hosts.real.stop();
  await exchange.test.drop();
});

const venue = 'demo';
const journal = () => createPostgresJournal({ venue, connection: exchange.test.connection, log: silentLog });
const verdict = () => verifyVenue({ venue, journal: journal(), database: exchange.database, kit: engineKit });
const tables = {
  positions: 'position_id',
  position_history: 'position_id, step',
  order_terms: 'order_id',
  settlement: 'seq, event_index',
  funding_round: 'seq, event_index',
  timed_contract: 'timed_id',
  margin_warning: 'seq, event_index',
  instrument_rule: 'seq',
  latest_mark: 'instrument',
} as const;
const stored = async () => {
  const rows = Object.entries(tables).map(async ([table, order]) => [
    table,
    await exchange.database.query(`SELECT * FROM ${table} ORDER BY venue, ${order}`),
  ]);
  return Object.fromEntries(await Promise.all(rows)) as Record<string, object[]>;
};

test('the views of leverage agree with the journal, come out of it the same again, and a change of any of them is seen', async () => {
  const contracts = await contractKit(exchange);
  await contracts.house(House.timed, 4, 1_000_000_000_000n);
  await contracts.price('60000');
  await contracts.quotes('59400', '60000');
  const ana = await contracts.customer('2000');
  await contracts.open(ana.token, { quantity: '0.1', lever: 100 });
  await contracts.open(ana.token, { price: '59000', quantity: '0.01', takeProfit: '66000' });
  await exchange.call('POST pay/wallet/any-transfer', { from: 2, to: 4, asset: 'USDT', amount: '100' }, { token: ana.token });
  const timed = { symbol: 'BTC-PERP', direction: 1, durationS: 30, stake: '20' } as const;
  expect(await exchange.call('POST pay/order-contract-quick/buy', timed, { token: ana.token })).toMatchObject({ code: 0 });
  // First funding, then the fall that liquidates. The timed contract ends in between.
  const due = (await contracts.positions(ana.token))[0]?.nextFunding ?? 0;
  await contracts.price('60000');
  ahead += due - clock.now() - 500;
  await contracts.price('60000');
  ahead += 600;
  await contracts.price('60000');
  await contracts.price('59745');
  await contracts.price('59600');
  const { seq } = await exchange.venues.demo.read((engine) => engine.seq);
  expect(await exchange.venues.demo.waitProjected(seq, 10_000)).toBe(true);

  const { findings, checked } = await verdict();
  expect(findings).toEqual([]);
  expect(checked.join('\n')).toMatch(/[1-9]\d* positions, 1 timed contracts, [1-9]\d* settlements compared/);
  const before = await stored();
  for (const table of Object.keys(tables)) expect(before[table]?.length, table).toBeGreaterThan(0);

  await exchange.hosts.demo.stop();
  await rebuildVenue({ venue, journal: journal(), database: exchange.database, kit: engineKit, log: silentLog });
  expect((await verdict()).findings).toEqual([]);
  expect(await stored()).toEqual(before);

  for (const [change, back, finding] of [
    ['UPDATE positions SET realised = realised + 1', 'UPDATE positions SET realised = realised - 1', /position \d+ is/],
    ['UPDATE timed_contract SET stake = stake + 1', 'UPDATE timed_contract SET stake = stake - 1', /timed contract \d+ is/],
    [`UPDATE settlement SET event = jsonb_set(event, '{fee}', '7') WHERE kind = 'positionFill'`, '', /settlement differs/],
  ] as const) {
    await exchange.database.query(change);
    expect((await verdict()).findings.join('\n')).toMatch(finding);
    if (back) await exchange.database.query(back);
  }
}, 120_000);
