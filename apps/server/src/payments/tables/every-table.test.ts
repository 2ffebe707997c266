import { House } from '@bourse/engine';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createCarryOut, type Effects } from '../../cases/carry-out.ts';
import { kindNames } from '../../cases/kinds.ts';
import { createSignedCheck } from '../../cases/signed.ts';
import type { SoftwareAuthenticator } from '../../testing/authenticator.ts';
import { testPlace } from '../../testing/console.ts';
import { type Customer, testMoneyOut } from '../testing/money-out.ts';
import { edits, journal, notEmptied, redirects, type Scene } from './edits.ts';

/** Somebody writes every table as the owner of the database, past all keys and checks, and then every worker runs. Only the journal may move money. */
let kit: Awaited<ReturnType<typeof testMoneyOut>>;
let scene: Scene;
let ann: Customer;
let thief: Customer;
let key: SoftwareAuthenticator;
let carryOut: ReturnType<typeof createCarryOut>;
const place = '0x9858EfFD232B4033E47d90003D41EC34EcaEda94';
const robbers = '0xdAC17F958D2ee523a2206206994597C13D831ec7';
const token = () => (kit.rails.get(1)!.source as { token?: string }).token;
const received = (address: string) => kit.rails.chain('ethereum')!.balance(address, token());

const addressBook = async (who: Customer, address: string, own?: SoftwareAuthenticator) => {
  const made = await kit.prove(
    'POST pay/virtual-wallet/create',
    { channel: 1, address, label: 'Mine', whose: 'self' },
    who,
    own ? { key: own } : {},
  );
  expect(made.refusal).toBe('done');
  return made.data.address.id;
};
const ask = async (who: Customer, amount: string, destinationId: string, own?: SoftwareAuthenticator) => {
  const made = await kit.prove(
    'POST pay/withdrawal',
    { channel: 1, amount, destinationId, address: place, travelRule: { owner: 'self' } },
    who,
    own ? { key: own } : {},
  );
  expect(made.refusal).toBe('done');
  await kit.run();
  return Number(made.data.payout.id);
};
/** Two people pass it, if it waits for people. */
const pass = async (number: number) => {
  if ((await kit.payout(number))?.state === 'waiting') await kit.decide(number, true);
};
const deposited = async (who: Customer, amount: string, blocks: number) => {
  const paid = await kit.call('POST pay/recharge/test-coins', { channel: 1, amount }, { token: who.token });
  for (let at = 0; at < blocks; at += 1) {
    kit.outside.tick();
    await kit.watch();
  }
  return paid.data.txHash ?? '';
};

beforeAll(async () => {
  kit = await testMoneyOut();
  // The engine knows deposits of other tests' making by the first numbers.
  await kit.database.query("SELECT setval(pg_get_serial_sequence('deposit', 'number'), 1000)");
  await kit.tellVault();
  await kit.blocks(2);
  [ann, thief] = [await kit.payee('USDT', 40_000_000_000n), await kit.payee('USDT', 0n)];
  key = await kit.passkey(ann);
  const to = await addressBook(ann, place, key);
  await addressBook(thief, robbers);
  for (const { token } of [ann, thief])
    expect((await kit.call('GET pay/recharge/udun-address', { asset: 'USDT', network: 'ethereum' }, { token })).code).toBe(0);
  await kit.watch();
  await kit.day();
  const foreign = await deposited(ann, '25', 14);
  await deposited(ann, '60000', 14);
  const arrived = await ask(ann, '30', to, key);
  await pass(arrived);
  await kit.blocks(15);
  expect(await kit.payout(arrived)).toMatchObject({ state: 'completed' });
  const waiting = await ask(ann, '1200', to, key);
  // A receiver that the vault saw a moment ago: it lets this one wait.
  const other = await kit.payee('USDT', 100_000_000n);
  const fresh = await addressBook(other, place);
  kit.clock.jump(24 * 3_600_000 + 1000);
  await kit.price('BTC/USDT', '100000', 'real');
  const sending = await ask(ann, '50', to, key);
  await pass(sending);
  await kit.run();
  const cooling = await ask(other, '60', fresh);
  await pass(cooling);
  await kit.run();
  expect([await kit.payout(waiting), await kit.payout(sending)]).toMatchObject([{ state: 'waiting' }, { state: 'sending' }]);
  const [row] = await kit.database.query('SELECT raw, refusal FROM payout_sent WHERE number = $1', [cooling]);
  expect(row?.['raw'] ?? null).toBeNull();
  scene = { ann: ann.account, thief: thief.account, waiting, cooling, sending, arrived, address: robbers, foreign };

  const { database, clock, venues } = kit;
  const effects = {
    ...Object.fromEntries(kindNames.map((kind) => [kind, async () => null])),
    ...kit.moneyIn.effects,
    ...kit.orders.effects,
    ...kit.out.effects,
  } as Effects;
  const bodies = { ...kit.moneyIn.bodies, ...kit.orders.bodies, ...kit.out.bodies };
  carryOut = createCarryOut({
    database,
    clock,
    venues,
    effects,
    signed: createSignedCheck({ database, venues, bodies, marks: testPlace.marks }),
  });
  await keep();
}, 240_000);
afterAll(() => kit.close());

const tables = async () =>
  (
    await kit.database.query<{ name: string }>(
      "SELECT c.relname AS name FROM pg_catalog.pg_class c JOIN pg_catalog.pg_namespace n ON n.oid = c.relnamespace WHERE n.nspname = 'public' AND c.relkind IN ('r', 'p') ORDER BY 1",
    )
  ).map(({ name }) => name);
/** Past keys, checks of other tables and triggers: as whoever owns the database writes. */
const asOwner = (statements: readonly string[]) =>
  kit.database.transaction(async (tx) => {
    await tx.query("SET LOCAL session_replication_role = 'replica'");
    for (const one of statements) await tx.query(one);
  });
const columns = new Map<string, string>();
async function keep(): Promise<void> {
  await kit.database.query('CREATE SCHEMA kept');
  for (const name of Object.keys(edits)) {
    const rows = await kit.database.query<{ name: string }>(
      "SELECT column_name AS name FROM information_schema.columns WHERE table_schema = 'public' AND table_name = $1 AND is_generated = 'NEVER' ORDER BY ordinal_position",
      [name],
    );
    columns.set(name, rows.map((row) => `"${row.name}"`).join(', '));
    await kit.database.query(`CREATE TABLE kept."${name}" AS TABLE public."${name}"`);
  }
}
/** What edits, and the workers after them, touch. */
const touched = [
  'bank_line',
  'bank_statement',
  'case_event',
  'case_evidence',
  'case_file',
  'deposit',
  'payout_case',
  'payout_decision',
  'payout_file',
  'payout_in_file',
  'payout_sent',
  'rail_alarm',
  'vault_told',
];
const restore = (name: string) =>
  asOwner(
    [...new Set([name, ...touched])].flatMap((one) => [
      `DELETE FROM "${one}"`,
      `INSERT INTO "${one}" (${columns.get(one)}) OVERRIDING SYSTEM VALUE SELECT ${columns.get(one)} FROM kept."${one}"`,
    ]),
  );

/** Runs every worker that could move money, twice. Their errors do not matter here, only where the money ends up. */
async function work(): Promise<void> {
  for (let at = 0; at < 2; at += 1)
    for (const job of [
      () => kit.watch(),
      () => kit.orders.unmatched.job.run(),
      () => carryOut.job.run(),
      () => kit.run(),
      () => kit.tellVault(),
    ])
      await job().catch(() => {});
}
/** All money, inside and outside. */
async function money() {
  const accounts = [scene.ann, scene.thief, ...Object.values(House).filter((one) => typeof one === 'number')];
  const { value: inside } = await kit.real.read((engine) => ({
    balances: accounts.map((account) =>
      engine.balances(account).map(({ wallet, asset, available, frozen }) => [account, wallet, asset, available, frozen]),
    ),
    payouts: engine
      .payments()
      .openPayouts()
      .map(({ payout, state, digest, amount }) => [payout, state, digest, amount]),
    arrived: engine.payments().payout(scene.arrived)?.state,
    levels: accounts.map((account) => engine.standing(account).level),
    proposals: engine.proposals().length,
  }));
  const { rails } = await kit.signer.client.about();
  const wallets = await Promise.all(
    rails.flatMap(({ rail, address }) => {
      const { source } = kit.rails.get(rail)!;
      return address && source.kind === 'chain' ? [kit.rails.chain(source.network)!.balance(address, source.token)] : [];
    }),
  );
  // Whether the bank knows an order of one of these names.
  const bank = await Promise.all(
    [900, scene.waiting].map(async (number) => (await fetch(`${kit.outside.places.bank.url}/orders/PAYOUT-${number}`)).status),
  );
  return { ...inside, wallets, robbed: await received(robbers), paid: await received(place), bank };
}

test('every table of the database is placed: a new one fails until somebody says what writing it could do', async () => {
  const known = [...Object.keys(edits), ...journal, 'migration'].sort();
  expect(await tables()).toEqual(known);
});

describe('by SQL no money moves', () => {
  test.each(Object.keys(edits))(
    'in %s',
    async (name) => {
      const worst = notEmptied.includes(name) ? [] : [() => `DELETE FROM "${name}"`];
      for (const edit of [...edits[name]!, ...worst]) {
        const before = await money();
        const text = edit(scene);
        await asOwner(text.split(/;\s+/));
        await work();
        expect(await money(), text).toEqual(before);
        await restore(name);
      }
    },
    120_000,
  );

  test('and a deposit to an address that was given to somebody else is credited to nobody before people looked', async () => {
    const before = await money();
    const [swap] = edits['deposit_address']!;
    // What is paid to Ann's address is Ann's; the table says that the address is the thief's.
    const paid = await kit.call('POST pay/recharge/test-coins', { channel: 1, amount: '70' }, { token: ann.token });
    expect(paid.code).toBe(0);
    await asOwner(swap!(scene).split(/;\s+/));
    for (let at = 0; at < 15; at += 1) {
      kit.outside.tick();
      await kit.watch();
    }
    expect((await money()).balances).toEqual(before.balances);
    const rows = await kit.database.query('SELECT account, step FROM deposit WHERE units = 70000000');
    expect(rows).toEqual([{ account: thief.account, step: 'review' }]);
    const alarms = await kit.database.query('SELECT text FROM rail_alarm WHERE ended_at IS NULL');
    expect(alarms).toEqual([{ text: expect.stringContaining('is not what') }]);
    await restore('deposit_address');
  }, 60_000);

  test('and what is measured sees money that does move', async () => {
    const before = await money();
    await kit.decide(scene.waiting, true);
    await work();
    expect(await money()).not.toEqual(before);
  });
});

describe('a payout that people pass after the edit goes to its owner’s receiver or nowhere', () => {
  beforeAll(async () => {
    await kit.day();
    await kit.blocks(15);
    expect(await kit.payout(scene.sending)).toMatchObject({ state: 'completed' });
  }, 60_000);
  const cases = Object.entries(redirects).flatMap(([name, list]) => list.map((edit, at) => ({ name, at, edit })));
  test.each(cases)(
    '$name, edit $at',
    async ({ name, edit }) => {
      const to = (await kit.call('GET pay/virtual-wallet/list', {}, { token: ann.token })).data[0]!.id;
      const number = await ask(ann, '1100', to, key);
      await kit.database.query(`TRUNCATE kept."${name}"`);
      await kit.database.query(`INSERT INTO kept."${name}" SELECT * FROM "${name}"`);
      const { amount, fee } = (await kit.payout(number))!;
      const net = BigInt(amount - fee);
      const [before, robbed] = [await received(place), await received(robbers)];
      await asOwner(edit(scene).split(/;\s+/));
      await kit.decide(number, true).catch(() => {});
      await kit.blocks(15);
      const arrived = (await received(place)) - before;
      expect(await received(robbers)).toBe(robbed);
      const state = (await kit.payout(number))?.state;
      expect([state, arrived]).toEqual(state === 'completed' ? ['completed', net] : [state, 0n]);
      await asOwner([
        `DELETE FROM "${name}"`,
        `INSERT INTO "${name}" (${columns.get(name)}) OVERRIDING SYSTEM VALUE SELECT ${columns.get(name)} FROM kept."${name}"`,
      ]);
      // With the tables as they were, it leaves, once.
      if (state === 'waiting') await kit.decide(number, true);
      await kit.blocks(15);
      expect([(await kit.payout(number))?.state, (await received(place)) - before]).toEqual(['completed', net]);
    },
    60_000,
  );
});
