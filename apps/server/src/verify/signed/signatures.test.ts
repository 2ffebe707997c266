import { randomUUID } from 'node:crypto';
import type { SequencedCommand } from '@bourse/engine';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createPostgresJournal } from '../../journal/postgres-journal.ts';
import { silentLog } from '../../platform/log.ts';
import { engineKit } from '../../sequencer/engine-kit.ts';
import { type SigningExchange, signingExchange } from '../../testing/devices.ts';
import { forgeJournal } from '../../testing/forge.ts';
import { testSigner } from '../../testing/signer.ts';
import { verifyVenue } from '../verify-venue.ts';

/** Each attack is made on a copy of the same journal: forged, verified, and put back. */
let exchange: SigningExchange;
let alice: Awaited<ReturnType<SigningExchange['signedIn']>>;
let bob: Awaited<ReturnType<SigningExchange['signedIn']>>;
let order = 0;
const place = 'POST pay/order-coin/purchase-actual-commodities';
const limit = { symbol: 'BTC/USDT', side: 0, priceType: 2, price: '50000', quantity: '0.01' } as const;

const verdict = async () => {
  const journal = createPostgresJournal({ venue: 'demo', connection: exchange.test.connection, log: silentLog });
  const { findings, checked } = await verifyVenue({ venue: 'demo', journal, database: exchange.database, kit: engineKit });
  return { all: findings, ofSenders: findings.filter((one) => one.startsWith('command ')), checked: checked.join('\n') };
};

/** What `verify` finds about senders after a forgery, which is undone afterwards. */
async function found(change: Parameters<typeof forgeJournal>[2]): Promise<string> {
  await exchange.database.query('CREATE TABLE kept AS SELECT * FROM journal_batch WHERE venue = $1', ['demo']);
  await exchange.database.query('CREATE TABLE kept_head AS SELECT head_hash, next_seq FROM journal_writer WHERE venue = $1', ['demo']);
  try {
    await forgeJournal(exchange.database, 'demo', change);
    return (await verdict()).ofSenders.join('\n');
  } finally {
    await exchange.database.query("DELETE FROM journal_batch WHERE venue = 'demo'");
    await exchange.database.query('INSERT INTO journal_batch SELECT * FROM kept');
    await exchange.database.query(
      "UPDATE journal_writer w SET head_hash = k.head_hash, next_seq = k.next_seq FROM kept_head k WHERE w.venue = 'demo'",
    );
    await exchange.database.query('DROP TABLE kept, kept_head');
  }
}
/** Changes Alice's order, and nothing else. */
const onOrder = (change: (command: SequencedCommand) => SequencedCommand) => (command: SequencedCommand) =>
  command.command.kind === 'placeOrder' && command.signed && command.command.account === alice.account ? change(command) : command;

beforeAll(async () => {
  exchange = await signingExchange();
  [alice, bob] = [await exchange.signedIn(), await exchange.signedIn()];
  await exchange.price('BTC/USDT', '50000');
  const placed = await exchange.send(alice, place, limit);
  expect(placed.msg).toBe('');
  order = Number(placed.data.orderId);
  expect((await exchange.send(bob, 'POST pay/wallet/any-transfer', { from: 1, to: 2, asset: 'USDT', amount: '7.5' })).code).toBe(0);
  expect((await exchange.send(alice, 'POST pay/order-coin/amend', { orderId: String(order), quantity: '0.005' })).code).toBe(0);
  expect((await exchange.send(alice, 'GET pay/order-coin/revoke/{id}', { id: String(order) })).code).toBe(0);
}, 120_000);
afterAll(() => exchange?.close());

test('an honest journal has no finding, and the signed commands are counted', async () => {
  const { all, checked } = await verdict();
  expect(all).toEqual([]);
  expect(checked).toMatch(/demo: 4 signed commands of customers checked, \d+ were sent without a signature/);
});

describe('forged with SQL, every checksum and hash made anew', () => {
  test('another size under the good signature', async () => {
    const forged = onOrder((command) => ({ ...command, command: { ...command.command, lots: 7 * 1_000 } as never }));
    expect(await found(forged)).toMatch(/of account \d+ its signed text asks for lots \d+, the command says 7000/);
  });

  test.each([
    ['side', 1],
    ['instrument', 2],
    ['priceTicks', 1],
    ['tif', 2],
    ['postOnly', true],
    ['quoteAmount', 5],
    ['triggerTicks', 3],
  ])('another %s', async (field, value) => {
    const forged = onOrder((command) => ({ ...command, command: { ...command.command, [field]: value } as never }));
    expect(await found(forged)).toMatch(new RegExp(`its signed text asks for ${field} `));
  });

  test('another size, and another signed text to match', async () => {
    const forged = onOrder((command) => ({
      ...command,
      command: { ...command.command, lots: (command.command as { lots: number }).lots * 2 } as never,
      signed: { ...command.signed!, body: command.signed!.body.replace('"0.01"', '"0.02"') },
    }));
    expect(await found(forged)).toMatch(/has a signature that the key of device \d+ did not make/);
  });

  test.each([
    ['the command id', (command: SequencedCommand) => ({ ...command, commandId: new Uint8Array(16).fill(9) })],
    ['the signed time', (command: SequencedCommand) => ({ ...command, signed: { ...command.signed!, time: command.signed!.time - 1 } })],
    [
      'one bit of the signature',
      (command: SequencedCommand) => {
        const bytes = command.signed!.bytes.slice();
        bytes[5]! ^= 1;
        return { ...command, signed: { ...command.signed!, bytes } };
      },
    ],
  ])('%s changed', async (_what, change) => {
    expect(await found(onOrder(change))).toMatch(/has a signature that the key of device \d+ did not make/);
  });

  test('the other form of the signature', async () => {
    const order = 0xffffffff00000000ffffffffffffffffbce6faada7179e84f3b9cac2fc632551n;
    const twin = onOrder((command) => {
      const raw = Buffer.from(command.signed!.bytes);
      const s = order - BigInt(`0x${raw.subarray(32).toString('hex')}`);
      return {
        ...command,
        signed: { ...command.signed!, bytes: Buffer.concat([raw.subarray(0, 32), Buffer.from(s.toString(16).padStart(64, '0'), 'hex')]) },
      };
    });
    expect(await found(twin)).toMatch(/has a signature that is not in its one form/);
  });

  test('the signature taken away', async () => {
    expect(await found(onOrder(({ signed: _, ...command }) => command))).toMatch(/is not signed, although the account signs/);
  });

  test('an order in the name of the system', async () => {
    const forged = onOrder(({ signed: _, ...command }) => ({ ...command, actor: { by: 'system', id: 0 } }));
    expect(await found(forged)).toMatch(/is a placeOrder that the server sent in the customer's name/);
  });

  test('the order given to another account, and signed by that account’s device', async () => {
    const forged = onOrder((command) => ({
      ...command,
      actor: { by: 'customer', id: bob.account },
      command: { ...command.command, account: bob.account } as never,
      signed: { ...command.signed!, device: bob.device },
    }));
    expect(await found(forged)).toMatch(
      new RegExp(`of account ${bob.account} has a signature that the key of device ${bob.device} did not make`),
    );
  });

  test('a device of another account, and one that never was', async () => {
    const by = (device: number) => onOrder((command) => ({ ...command, signed: { ...command.signed!, device } }));
    expect(await found(by(bob.device))).toMatch(/which is another account's/);
    expect(await found(by(1))).toMatch(/device 1, which was never opened/);
  });

  test('a command a second time', async () => {
    let kept: SequencedCommand | undefined;
    const twice = (command: SequencedCommand): SequencedCommand => {
      if (command.command.kind === 'transfer' && command.signed) kept = command;
      if (kept && command.command.kind === 'cancelOrder') return { ...kept, seq: command.seq, time: command.time };
      return command;
    };
    expect(await found(twice)).toMatch(/was signed once and is in the journal twice/);
  });

  test('an order put between two others, with everything behind it numbered anew', async () => {
    const inserted = (actor: SequencedCommand['actor']) => (command: SequencedCommand) => {
      if (command.command.kind !== 'placeOrder' || !command.signed) return command;
      const { signed: _, ...another } = command;
      return [command, { ...another, commandId: new Uint8Array(16).fill(7), actor }];
    };
    expect(await found(inserted({ by: 'customer', id: alice.account }))).toMatch(/is not signed, although the account signs/);
    expect(await found(inserted({ by: 'system', id: 0 }))).toMatch(/is a placeOrder that the server sent in the customer's name/);
  });

  test('a swapped key: the signatures of the real one no longer fit', async () => {
    const { publicKey } = testSigner();
    const swapped = (command: SequencedCommand): SequencedCommand =>
      command.command.kind === 'openDevice' && command.command.account === alice.account
        ? { ...command, command: { ...command.command, publicKey } }
        : command;
    expect(await found(swapped)).toMatch(/has a signature that the key of device \d+ did not make/);
  });

  test('an amended figure, a transfer and a cancelled order that were not signed so', async () => {
    const of = (kind: string, fields: object) => (command: SequencedCommand) =>
      command.command.kind === kind && command.signed ? { ...command, command: { ...command.command, ...fields } as never } : command;
    expect(await found(of('amendOrder', { lots: 3 }))).toMatch(/asks for lots \d+, the command says 3/);
    expect(await found(of('transfer', { amount: 8n }))).toMatch(/asks for amount 7500000, the command says 8/);
    expect(await found(of('transfer', { to: 3 }))).toMatch(/asks for to 2, the command says 3/);
    expect(await found(of('cancelOrder', { order: order + 1 }))).toMatch(/asks for order/);
  });

  test('a call that sends no command, and a body that is none', async () => {
    const text = (part: object) => onOrder((command) => ({ ...command, signed: { ...command.signed!, ...part } }));
    expect(await found(text({ call: 'GET pay/wallet/fund' }))).toMatch(/which sends no command/);
    expect(await found(text({ body: '{"a":' }))).toMatch(/its signed body is not JSON/);
    expect(await found(text({ body: '{}' }))).toMatch(/its signed body is none of POST pay\/order-coin/);
  });
});

describe('a table of keys beside the journal', () => {
  test('changed with SQL: the thief’s signatures are refused, because the key is the journal’s', async () => {
    const thief = testSigner();
    await exchange.database.query('UPDATE device SET public_key = $2 WHERE account = $1', [bob.account, thief.publicKey]);
    await exchange.database.query('UPDATE session SET changed_at = clock_timestamp() WHERE customer_id = $1', [bob.customer]);
    const input = { from: 1, to: 2, asset: 'USDT', amount: '1' } as const;
    const answer = await exchange.send({ ...bob, signer: thief }, 'POST pay/wallet/any-transfer', input);
    expect(answer.code).toBe(2052);
    expect((await exchange.send(bob, 'POST pay/wallet/any-transfer', input)).code).toBe(0);
  });
});

// Last, because what a server writes stays in the journal.
test('forged by the server itself: in the name of the customer or of the system, without a signature and under an invented one', async () => {
  const port = exchange.venues.demo;
  const command = { kind: 'transfer', account: alice.account, from: 1, to: 2, asset: 1, amount: 5n } as const;
  const { actor: _, ...customers } = { actor: undefined, account: alice.account, commandId: randomUUID(), command };
  await expect(port.submit(customers)).rejects.toMatchObject({ refusal: 'signatureMissing' });
  const signed = {
    device: alice.device,
    time: Date.now(),
    call: 'POST pay/wallet/any-transfer',
    body: '{"amount":"0.000005","asset":"USDT","from":1,"to":2}',
  };
  const invented = await port.submit({ ...customers, signed: { ...signed, bytes: new Uint8Array(64).fill(1) } });
  const named = await port.submit({ account: alice.account, command, actor: { by: 'system', id: 0 } });
  const openly = await port.submit({ account: alice.account, command, actor: { by: 'customer', id: alice.account } });
  const { ofSenders } = await verdict();
  expect(ofSenders).toHaveLength(3);
  const each = [
    expect.stringContaining(`command ${named.seq} of account ${alice.account} is a transfer that the server sent in the customer's name`),
    expect.stringContaining(`command ${openly.seq} of account ${alice.account} is not signed, although the account signs`),
    expect.stringContaining(
      `command ${invented.seq} of account ${alice.account} has a signature that the key of device ${alice.device} did not make`,
    ),
  ];
  expect(ofSenders).toEqual(expect.arrayContaining(each));
});

test('forged while the customer is signed out everywhere', async () => {
  const port = exchange.venues.demo;
  const gone = await exchange.signedIn();
  await port.submit({ account: 0, command: { kind: 'closeDevice', account: gone.account, device: gone.device, reason: 'logout' } });
  const command = { kind: 'transfer', account: gone.account, from: 1, to: 2, asset: 1, amount: 5n } as const;
  await expect(port.submit({ account: gone.account, commandId: randomUUID(), command })).rejects.toMatchObject({
    refusal: 'signatureMissing',
  });
  const openly = await port.submit({ account: gone.account, command, actor: { by: 'customer', id: gone.account } });
  const { ofSenders } = await verdict();
  expect(ofSenders).toContain(`command ${openly.seq} of account ${gone.account} is not signed, although the account signs`);
});
