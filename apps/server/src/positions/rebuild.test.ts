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
  happening: 'seq, event_index',
  latest: 'kind, key',
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
  expect(checked.join('\n')).toMatch(/[1-9]\d* rows of positions, 1 rows of latest, [1-9]\d* rows of happening compared/);
  const before = await stored();
  for (const table of Object.keys(tables)) expect(before[table]?.length, table).toBeGreaterThan(0);
  const told = await exchange.database.query<{ kind: string }>('SELECT DISTINCT kind FROM happening');
  for (const kind of ['positionFill', 'fundingPayment', 'fundingRound', 'liquidation', 'timed', 'marginWarning'])
    expect(told.map((row) => row.kind)).toContain(kind);

  await exchange.hosts.demo.stop();
  await rebuildVenue({ venue, journal: journal(), database: exchange.database, kit: engineKit, log: silentLog });
  expect((await verdict()).findings).toEqual([]);
  expect(await stored()).toEqual(before);

  for (const [change, back, finding] of [
    ['UPDATE positions SET realised = realised + 1', 'UPDATE positions SET realised = realised - 1', /positions \d+ is/],
    [
      `UPDATE latest SET event = jsonb_set(event, '{stake}', '7')`,
      `UPDATE latest SET event = jsonb_set(event, '{stake}', '20000000')`,
      /latest timed\/1 is/,
    ],
    ['UPDATE happening SET owner = owner + 1', 'UPDATE happening SET owner = owner - 1', /a stored positionFill differs/],
    [`DELETE FROM happening WHERE kind = 'fundingRound'`, '', /happening holds 0 rows of fundingRound, the replay makes [1-9]/],
    [`UPDATE happening SET event = jsonb_set(event, '{fee}', '7') WHERE kind = 'positionFill'`, '', /a stored positionFill differs/],
  ] as const) {
    await exchange.database.query(change);
    expect((await verdict()).findings.join('\n')).toMatch(finding);
    if (back) await exchange.database.query(back);
  }
}, 120_000);
