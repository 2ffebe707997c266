import { errorByCode } from '@bourse/protocol/errors';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { testMoney } from '../testing/kit.ts';

let kit: Awaited<ReturnType<typeof testMoney>>;
beforeAll(async () => {
  kit = await testMoney();
});
afterAll(() => kit.close());

/** A real customer of level 1. */
async function customer(level = 1) {
  const one = await kit.customer('real');
  if (level > 0) await kit.setLevel(one.account, level);
  return one;
}
const addressOf = async (token: string, asset = 'USDT', network = 'ethereum') =>
  (await kit.call('GET pay/recharge/udun-address', { asset, network }, { token })).data;
const pay = (channel: number, amount: string, token: string) => kit.call('POST pay/recharge/test-coins', { channel, amount }, { token });
const listOf = async (token: string) => (await kit.call('GET pay/recharge/page', {}, { token })).data.list;
const coins = async (account: number, asset: string) => {
  const { id } = kit.catalogue.assetByCode(asset)!;
  const { value } = await kit.real.read(
    (engine) => engine.balances(account).find((one) => one.wallet === 1 && one.asset === id)?.available ?? 0n,
  );
  return value;
};

describe('a deposit over a chain', () => {
  test.each([
    { channel: 1, asset: 'USDT', network: 'ethereum', amount: '125.5', units: 125_500_000n, needed: 12 },
    { channel: 2, asset: 'ETH', network: 'ethereum', amount: '0.5', units: 50_000_000n, needed: 12 },
    { channel: 3, asset: 'BTC', network: 'bitcoin', amount: '0.01', units: 1_000_000n, needed: 2 },
    { channel: 3, asset: 'BTC', network: 'bitcoin', amount: '0.2', units: 20_000_000n, needed: 6 },
    { channel: 4, asset: 'XRP', network: 'xrp', amount: '30', units: 30_000_000n, needed: 1 },
    { channel: 5, asset: 'USDT', network: 'tron', amount: '77', units: 77_000_000n, needed: 20 },
    { channel: 14, asset: 'TRX', network: 'tron', amount: '50', units: 50_000_000n, needed: 20 },
  ])(
    '$asset on $network is seen, confirmed $needed times and credited once: $amount',
    async ({ channel, asset, network, amount, units, needed }) => {
      const { account, token } = await customer();
      await addressOf(token, asset, network);
      await kit.blocks();
      expect((await pay(channel, amount, token)).data.txHash).toMatch(/^(0x)?[0-9a-fA-F]{64}$/);
      await kit.blocks();
      const [seen] = await listOf(token);
      expect(seen).toMatchObject({
        asset,
        network,
        amount,
        status: needed === 1 ? 1 : 0,
        needed,
        step: needed === 1 ? 'credited' : 'confirming',
      });
      if (needed > 1) expect(await coins(account, asset)).toBe(0n);
      await kit.blocks(needed - 2);
      if (needed > 2) expect((await listOf(token))[0]).toMatchObject({ step: 'confirming', confirmations: needed - 1 });
      await kit.blocks(2);
      expect((await listOf(token))[0]).toMatchObject({ step: 'credited', status: 1, waitsFor: null, net: amount });
      expect(await coins(account, asset)).toBe(units);
      await kit.blocks(5);
      expect(await coins(account, asset)).toBe(units);
      await kit.real.waitProjected((await kit.real.read((engine) => engine.seq)).seq, 3_000);
      const { data } = await kit.call('GET pay/recharge/detail-list', { ids: seen!.id }, { token });
      expect(data[0]?.timeline.map(({ step, at }) => [step, at !== null])).toContainEqual(['credited', true]);
      expect(data[0]?.receipt).toMatchObject({ kind: 'deposit' });
      expect((await kit.call('GET pay/receipt/settlement', { ...data[0]!.receipt!, venue: 'real' }, { token })).code).toBe(0);
    },
  );

  test('below the minimum is not credited and says so', async () => {
    const { account, token } = await customer();
    await addressOf(token);
    await pay(1, '0.5', token);
    await kit.blocks(13);
    expect((await listOf(token))[0]).toMatchObject({ step: 'refused', reasonCode: 'belowMinimum', status: -1 });
    expect(await coins(account, 'USDT')).toBe(0n);
  });

  test('of next to nothing, or too small for the second time today, stands in the list and is no further notice', async () => {
    const { account, token } = await customer();
    await addressOf(token);
    const told = async () =>
      (await kit.database.query("SELECT 1 FROM notice WHERE venue = 'real' AND account = $1 AND kind = 'deposit.rejected'", [account]))
        .length;
    for (const amount of ['0.01', '0.02', '0.5', '0.6', '0.03']) await pay(1, amount, token);
    await kit.blocks(13);
    const listed = await listOf(token);
    expect(listed.map(({ reasonCode }) => reasonCode)).toEqual(Array(5).fill('belowMinimum'));
    expect(await told()).toBe(1);
  });

  test('is credited after a million that came to nothing', async () => {
    const { account, token } = await customer();
    await addressOf(token);
    await kit.database.query("SELECT setval(pg_get_serial_sequence('deposit', 'number'), (SELECT max(number) + 1000000 FROM deposit))");
    await pay(1, '25', token);
    await kit.blocks(13);
    expect((await listOf(token))[0]).toMatchObject({ step: 'credited', net: '25' });
    expect(await coins(account, 'USDT')).toBe(25_000_000n);
  });

  test('above what a machine credits waits for people', async () => {
    const { account, token } = await customer();
    await addressOf(token);
    await pay(1, '60000', token);
    await kit.blocks(13);
    expect((await listOf(token))[0]).toMatchObject({ step: 'review', status: 2, waitsFor: 'operators' });
    expect(await coins(account, 'USDT')).toBe(0n);
    const rows = await kit.database.query("SELECT kind FROM case_file WHERE kind = 'deposit' AND account = $1", [account]);
    expect(rows).toEqual([{ kind: 'deposit' }]);
    await kit.blocks(3);
    expect(await kit.database.query("SELECT 1 FROM case_file WHERE kind = 'deposit' AND account = $1", [account])).toHaveLength(1);
  });
});

describe('an address', () => {
  test('is the same for ever, one for each customer, signed by the vault', async () => {
    const [ana, bob] = [await customer(), await customer()];
    const own = await addressOf(ana.token);
    expect(await addressOf(ana.token)).toEqual(own);
    expect((await addressOf(bob.token)).address).not.toBe(own.address);
    expect(own).toMatchObject({ account: ana.account, tag: null });
    // The token and the coin of a network share it.
    expect((await addressOf(ana.token, 'ETH')).address).toBe(own.address);
    const xrp = await addressOf(ana.token, 'XRP', 'xrp');
    expect(xrp.tag).toBe(xrp.index);
    expect(xrp.xAddress).toMatch(/^X/);
  });

  test('that somebody altered in the database is never shown, and stops its rails', async () => {
    const { account, token } = await customer();
    const thief = await customer();
    await addressOf(token);
    const other = await addressOf(thief.token);
    for (const change of [`address = '${other.address}'`, 'index = index + 7', 'tag = 9']) {
      const [before] = await kit.database.query<{ address: string; index: number; tag: bigint | null }>(
        "SELECT address, index, tag FROM deposit_address WHERE account = $1 AND network = 'ethereum'",
        [account],
      );
      await kit.database.query(`UPDATE deposit_address SET ${change} WHERE account = $1 AND network = 'ethereum'`, [account]);
      const answer = await kit.call('GET pay/recharge/udun-address', { asset: 'USDT', network: 'ethereum' }, { token });
      expect(errorByCode(answer.code)).toBe('vaultAway');
      await kit.database.query(
        "UPDATE deposit_address SET address = $2, index = $3, tag = $4 WHERE account = $1 AND network = 'ethereum'",
        [...[account, before!.address, before!.index, before!.tag]],
      );
    }
    const alarms = await kit.database.query("SELECT network FROM rail_alarm WHERE ended_at IS NULL AND network = 'ethereum'");
    expect(alarms.length).toBeGreaterThan(0);
    // What comes now is credited by people.
    await pay(1, '25', token);
    await kit.blocks(13);
    expect((await listOf(token))[0]).toMatchObject({ step: 'review' });
    await kit.database.query('UPDATE rail_alarm SET ended_at = now()');
  });

  test('needs a level, a rail that is open, and a vault that answers', async () => {
    const stranger = await customer(0);
    const refusal = async (asset: string, network: string, token: string) =>
      errorByCode((await kit.call('GET pay/recharge/udun-address', { asset, network }, { token })).code);
    expect(await refusal('USDT', 'ethereum', stranger.token)).toBe('identityNeeded');
    const { token } = await customer();
    expect(await refusal('BTC', 'ethereum', token)).toBe('channelUnknown');
    kit.vault.away = true;
    expect(await refusal('USDT', 'ethereum', token)).toBe('vaultAway');
    kit.vault.away = false;
    expect((await kit.call('GET pay/recharge/udun-address', { asset: 'USDT', network: 'ethereum' }, { token })).code).toBe(0);
    const demo = await kit.customer('demo');
    expect(errorByCode((await kit.call('GET pay/recharge/page', {}, { token: demo.token })).code)).toBe('demoNotAllowed');
  });

  test('and a deposit of another customer are nobody else’s', async () => {
    const [ana, bob] = [await customer(), await customer()];
    await addressOf(ana.token);
    await pay(1, '20', ana.token);
    await kit.blocks(13);
    const [own] = await listOf(ana.token);
    expect(await listOf(bob.token)).toEqual([]);
    expect(errorByCode((await kit.call('GET pay/recharge/get', { id: own!.id }, { token: bob.token })).code)).toBe('depositUnknown');
    expect((await kit.call('GET pay/recharge/detail-list', { ids: own!.id }, { token: bob.token })).data).toEqual([]);
  });
});

test('nothing is lost or doubled when the server ends between any two steps', async () => {
  const { account, token } = await customer();
  await addressOf(token);
  await pay(1, '31', token);
  await kit.blocks(12);
  // The engine has it, and the table never learned.
  await kit.database.query("UPDATE deposit SET step = 'ready', credited_seq = NULL WHERE account = $1", [account]);
  await kit.blocks(2);
  expect((await listOf(token))[0]).toMatchObject({ step: 'credited' });
  // Whoever edits the table moves no money.
  await kit.database.query(
    "UPDATE deposit SET step = 'ready', credited_seq = NULL, units = units * 100, account = account WHERE account = $1",
    [account],
  );
  await kit.blocks(2);
  expect(await coins(account, 'USDT')).toBe(31_000_000n);
});
