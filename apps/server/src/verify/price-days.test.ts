import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createPostgresJournal } from '../journal/postgres-journal.ts';
import { dayOf, dayText } from '../market/feeds/simulated/secrets.ts';
import { PriceDays } from '../market/price-days.ts';
import { silentLog } from '../platform/log.ts';
import { ManualClock } from '../platform/manual-clock.ts';
import { engineKit } from '../sequencer/engine-kit.ts';
import { type Exchange, testExchange } from '../testing/exchange.ts';
import { verifyVenue } from './verify-venue.ts';

let exchange: Exchange;
let days: PriceDays;
const clock = new ManualClock(Date.UTC(2026, 10, 24, 9));
const today = dayOf(clock.now());
beforeAll(async () => {
  exchange = await testExchange();
  days = new PriceDays({ database: exchange.database, clock, log: silentLog }, 77, undefined);
  await days.prepare(today);
  await days.anchorIn(exchange.venues.demo);
}, 60_000);
afterAll(() => exchange.close());

async function findings() {
  const port = exchange.venues.demo;
  await port.waitProjected((await port.read((engine) => engine.seq)).seq, 10_000);
  const journal = createPostgresJournal({ venue: 'demo', connection: exchange.test.connection, log: silentLog });
  const { findings: found, checked } = await verifyVenue({ venue: 'demo', journal, database: exchange.database, kit: engineKit });
  return { found, checked: checked.join('\n') };
}
/** Makes an edit, says what is found, and takes it back. */
async function after(edit: string, ...values: unknown[]) {
  await exchange.database.query('CREATE TABLE kept AS SELECT * FROM price_secret');
  await exchange.database.query(edit, values);
  const { found } = await findings();
  await exchange.database.query('DELETE FROM price_secret');
  await exchange.database.query('INSERT INTO price_secret SELECT * FROM kept');
  await exchange.database.query('DROP TABLE kept');
  return found.join('\n');
}

it('anchors each day’s commitment once, also after a restart that forgot it', async () => {
  const { list } = days.published(0, 10);
  const seqs = list.map(({ seq }) => seq);
  expect(seqs.every((seq) => seq !== null)).toBe(true);
  await exchange.database.query('UPDATE price_secret SET anchor_seq = NULL');
  const again = new PriceDays({ database: exchange.database, clock, log: silentLog }, 77, undefined);
  await again.prepare(today);
  await again.anchorIn(exchange.venues.demo);
  expect(again.published(0, 10).list.map(({ seq }) => seq)).toEqual(seqs);
  const { found, checked } = await findings();
  expect(found).toEqual([]);
  expect(checked).toContain('4 days of simulated prices have the secrets that were anchored');
});

it('finds a secret that was exchanged, lost or moved to another day after its commitment was anchored', async () => {
  const tomorrow = today + 1;
  const differs = `the secret of simulated prices of ${dayText(tomorrow)} is not the one`;
  expect(await after('UPDATE price_secret SET secret = $2 WHERE day = $1', tomorrow, randomBytes(32))).toContain(differs);
  expect(await after('UPDATE price_secret SET secret = $2, anchor_seq = NULL WHERE day = $1', tomorrow, randomBytes(32))).toContain(
    `the secret of ${dayText(tomorrow)} that command`,
  );
  expect(await after('DELETE FROM price_secret WHERE day = $1', tomorrow)).toContain('is not stored any more');
  expect(await after('UPDATE price_secret SET day = day + 100 WHERE day = $1', tomorrow)).toContain('is not the one that command');
});

it('passes over a day that a server anchored after the last command that was read, but not over one that was read', async () => {
  const { seq } = await exchange.venues.demo.read((engine) => engine.seq);
  const anchored = (day: number) => after('UPDATE price_secret SET anchor_seq = $2 WHERE day = $1', day, seq + 5);
  const later =
    'INSERT INTO price_secret (walk, day, secret, committed_at, anchor_seq) SELECT walk, day + 50, $2, committed_at, $3 FROM price_secret WHERE day = $1';
  expect(await after(later, today, randomBytes(32), seq + 5)).toBe('');
  expect(await anchored(today)).toContain('is not the one that command');
});
