import { parseTold, settlementKinds } from '@bourse/engine/receipts';
import { checkEvidence, type Evidence } from '@bourse/transparency';
import { checkReceipt } from '@bourse/verifier';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createPostgresJournal } from '../journal/postgres-journal.ts';
import { systemClock } from '../platform/clock.ts';
import { silentLog } from '../platform/log.ts';
import { engineKit } from '../sequencer/engine-kit.ts';
import { eventfulDay } from '../testing/eventful-day.ts';
import { type Exchange, testExchange } from '../testing/exchange.ts';
import { follow, logKey, notary, origin } from '../testing/transparency.ts';
import { Definitions } from './definitions.ts';
import { Heads } from './heads.ts';
import { passOver } from './leaves.ts';

let ahead = 0;
const clock = { ...systemClock, now: () => Date.now() + ahead };
let exchange: Exchange;
beforeAll(async () => {
  exchange = await testExchange({ clock });
}, 60_000);
afterAll(() => exchange.close());

it('proves every settlement of a customer, with the events that its receipt rests on', async () => {
  const pass = (ms: number) => {
    ahead += ms;
  };
  await eventfulDay(exchange, { now: clock.now, pass });
  await follow(exchange);
  const { database } = exchange;
  const journal = () => ({ leads: true, size: exchange.hosts.demo.sequencer.durable });
  await new Heads({ venue: 'demo', database, clock, log: silentLog, origin, notary: notary().at, witnesses: [], journal }).once();

  const rows = await database.query<{ kind: string; seq: bigint; event_index: number }>(
    "SELECT kind, seq, event_index FROM happening WHERE venue = 'demo' AND kind = ANY($1)",
    [settlementKinds],
  );
  const restsOn = new Map<string, string[]>();
  for (const { kind, seq, event_index } of rows) {
    const receipt = await exchange.call('GET pay/receipt/settlement', { kind, seq: String(seq), index: event_index, venue: 'demo' });
    if (receipt.code !== 0) continue;
    const { commands } = checkEvidence(receipt.data.evidence as Evidence, [logKey]);
    const told = commands.flatMap(({ events }) => events).map((text) => parseTold(text));
    expect(told[0]).toMatchObject({ kind, seq: Number(seq), index: event_index });
    expect(commands.flatMap(({ events }) => events).join()).not.toContain('"account"');
    const checked = checkReceipt(receipt.data, [logKey]);
    expect(
      checked.steps.map(({ name, verdict, detail }) => `${name} ${verdict} ${detail ?? ''}`.trim()),
      receipt.data.document,
    ).toEqual(['hash', 'signed', 'included', 'told', 'defined', 'arithmetic'].map((name) => `${name} agrees`));
    restsOn.set(
      kind,
      told
        .slice(1)
        .map((event) => event?.kind ?? '?')
        .sort(),
    );
  }
  expect(restsOn.get('fundingPayment')).toEqual(['fundingRound', 'mark']);
  expect(restsOn.get('liquidation')).toEqual(['mark']);
  expect(restsOn.get('timed')).toEqual([]);
  expect(restsOn.has('positionFill')).toBe(true);
}, 60_000);

it('the log follows definitions as the engine has them, at every command of the day', async () => {
  const followed = new Definitions();
  const engine = engineKit.create('demo');
  const maker = { secret: new Uint8Array(32), definitions: followed, termsFrom: 1 };
  let defining = 0;
  for await (const { bytes } of createPostgresJournal({ venue: 'demo', connection: exchange.test.connection, log: silentLog }).read(1)) {
    for (const sequenced of engineKit.decode(bytes)) {
      const answered = { sequenced, outcome: engine.apply(sequenced) };
      passOver(maker, [answered], engine.untakenRecords());
      engine.discardEvents();
      if (!/^define|^announce/.test(sequenced.command.kind)) continue;
      defining += 1;
      expect(followed, `${sequenced.command.kind} at ${sequenced.seq}`).toEqual(Definitions.of(engine));
    }
  }
  expect(defining).toBeGreaterThan(100);
  expect(followed).toEqual(Definitions.of(engine));
}, 60_000);
