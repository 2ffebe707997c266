import {
  contentOf,
  placeOf,
  plainLayout,
  readCamt053,
  readCsv,
  readMt940,
  readPain002,
  referenceOf,
  reportedStatus,
  type Statement,
  writePain001,
} from '@bourse/bank-files';
import { readUdunCallback, UdunGateway, type UdunMessage, udunSignature } from '@bourse/chains';
import { afterEach, describe, expect, it } from 'vitest';
import { startBank } from './bank/start.ts';
import { startGateway } from './gateway/start.ts';
import { type RunningNode, serve } from './node.ts';

const running: RunningNode[] = [];
afterEach(async () => {
  await Promise.all(running.splice(0).map((node) => node.close()));
});

describe('the gateway', () => {
  it('makes addresses and tells trades; replayed, moved, bent and old callbacks have names, and one trade has one id', async () => {
    const key = 'secret';
    let now = 1_790_000_000_000;
    const read: ReturnType<typeof readUdunCallback>[] = [];
    const ours = await serve(0, ({ body }) => {
      read.push(readUdunCallback(Object.fromEntries(new URLSearchParams(body)) as Partial<UdunMessage>, key, now));
      return { status: 200, body: 'success', type: 'text/plain' };
    });
    const gateway = await startGateway({ seed: 'test', key, merchantId: '7', clock: () => now });
    running.push(ours, gateway);
    const options = { url: gateway.url, merchantId: '7', callbackUrl: `${ours.url}/udun`, nonce: () => '123456', now: () => now };
    const client = new UdunGateway({ ...options, key });
    const [first, second] = [await client.createAddress('195', 'a'), await client.createAddress('195', 'b')];
    expect(first).toMatch(/^T/);
    expect(second).not.toBe(first);
    await expect(new UdunGateway({ ...options, key: 'other' }).createAddress('195', 'a')).rejects.toMatchObject({ problem: 'refused' });
    await expect(client.createAddress('9999', 'a')).rejects.toMatchObject({ problem: 'refused' });

    const paid = await gateway.pay({ to: first, units: 25_000_000n, decimals: 6, coinType: 'TR7', txHash: 'ab'.repeat(32) });
    expect(paid).toMatchObject({ tradeId: 'T1', status: 200, text: 'success' });
    const trade = {
      tradeId: 'T1',
      direction: 'in',
      status: 'done',
      address: first,
      units: 25_000_000n,
      decimals: 6,
      txHash: 'ab'.repeat(32),
    };
    expect(read.pop()).toMatchObject({ ok: true, trade });
    const callback = gateway.sent[0]!;
    await gateway.send(callback);
    // The same id again: whoever books it looks at the id.
    expect(read.pop()).toMatchObject({ ok: true, trade });
    const moved = gateway.moved(callback);
    expect(udunSignature(moved.body, key, moved.nonce, moved.timestamp)).toBe(callback.sign);
    await gateway.send(moved);
    expect(read.pop()).toEqual({ ok: false, problem: 'malformed' });
    await gateway.send({ ...callback, body: callback.body.replace('25000000', '99000000') });
    expect(read.pop()).toEqual({ ok: false, problem: 'signWrong' });
    // A gateway that lies signs well: the same id with another amount is for the one who books it to refuse.
    await gateway.send(gateway.lie(callback, 99n));
    expect(read.pop()).toMatchObject({ ok: true, trade: { tradeId: 'T1', units: 99n } });
    now += 11 * 60_000;
    await gateway.send(callback);
    expect(read.pop()).toEqual({ ok: false, problem: 'tooOld' });
    for (const form of [{}, { ...callback, sign: 'x' }, { ...callback, nonce: '' }])
      expect(readUdunCallback(form, key, now)).toEqual({ ok: false, problem: 'malformed' });
  });
});

describe('the bank', () => {
  const account = 'DE89370400440532013000';
  const eva = { name: 'Eva Muller', account: 'GB29NWBK60161331926819' };

  it('takes payments once, tells what became of each, and writes one statement in three formats', async () => {
    const bank = await startBank({ seed: 'test', account, currency: 'EUR', clock: () => Date.UTC(2026, 1, 3) });
    running.push(bank);
    const post = async (body: string) => {
      const response = await fetch(`${bank.url}/orders`, { method: 'POST', body });
      return { status: response.status, text: await response.text() };
    };
    const order = {
      ...{ id: 'F1', createdAt: 0, executeOn: '2026-02-03', from: { name: 'Bourse', account } },
      payments: [1, 2, 3].map((payout) => ({ payout, amount: BigInt(payout) * 1000n, currency: 'EUR', to: eva, text: `Payout ${payout}` })),
    };
    bank.pay({ from: eva, units: 5000n, reference: `top up ${referenceOf(44)}` });
    bank.reject(2, 'AC04');
    const file = writePain001(order);
    const status = async () => readPain002(await (await fetch(`${bank.url}/orders/F1`)).text());
    expect(readPain002((await post(file)).text).payments.map((one) => one.status)).toEqual(['accepted', 'rejected', 'accepted']);
    bank.settle();
    expect((await post(file)).status).toBe(200);
    bank.settle();
    expect(reportedStatus(await status(), 3)).toBe('settled');
    expect((await status()).payments).toMatchObject([{ status: 'settled' }, { status: 'rejected', reason: 'AC04' }, { status: 'settled' }]);
    expect(bank.balance()).toBe(1000n);
    expect(await post(file.replace('Payout 1', 'Payout 9'))).toMatchObject({ status: 409 });
    expect(await post(file.replace('<Document', '<!DOCTYPE a><Document'))).toMatchObject({
      status: 422,
      text: expect.stringContaining('doctype'),
    });
    expect(await post('x'.repeat(5_000_000))).toMatchObject({ status: 413 });
    bank.closeDay();
    bank.bringBack(1);
    bank.closeDay();

    const get = async (number: number, format: string) => (await fetch(`${bank.url}/statements/${number}?format=${format}`)).text();
    const [camt] = readCamt053(await get(1, 'camt053'));
    expect(camt?.lines.map(({ amount, endToEndId }) => [amount, endToEndId])).toEqual([
      [5000n, ''],
      [-1000n, '1'],
      [-3000n, '3'],
    ]);
    expect(readMt940(await get(1, 'mt940'))).toEqual([camt]);
    expect(readCsv(await get(1, 'csv'), plainLayout)).toEqual([camt]);
    const [next] = readCamt053(await get(2, 'camt053'));
    expect(next?.lines).toMatchObject([{ amount: 1000n, endToEndId: '1' }]);
    const imported = { digestOf: (number: number) => (number === 1 ? contentOf(camt as Statement) : undefined), newest: camt };
    expect([camt, next].map((one) => placeOf(one as Statement, imported))).toEqual(['again', 'next']);
  });
});
