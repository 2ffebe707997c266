import { CallError } from '@bourse/protocol/client';
import { androidChrome } from '../../../apps/server/src/testing/people.ts';
import { desktop, phone } from '../harness/browser.ts';
import { keyIn } from '../harness/device.ts';
import type { RunContext } from '../harness/run-context.ts';
import { equal, truthy, until } from '../harness/suite.ts';
import { call, enterDemo, goToTicket, openOrders, patience, press, takingPrice } from '../harness/trader.ts';
import { en, like } from '../harness/words.ts';

const symbol = 'BTC/USDT';

/** Trades with a key, sees both devices and their keys, and signs the other one out. A browser that keeps nothing trades without a signature. */
export async function devices({ origin, open, restart }: RunContext): Promise<void> {
  const first = await open({ viewport: desktop });
  const { page } = first;
  await enterDemo(first, origin);
  const key = await until('the browser has a key', () => keyIn(page));
  equal(key.extractable, false, 'whether the key can be read');
  const signatures: (string | undefined)[] = [];
  page.on('request', (request) => {
    if (request.url().includes('purchase-actual-commodities')) signatures.push(request.headers()['x-signature']);
  });
  const ticket = await goToTicket(first, origin, symbol);
  await ticket.side('buy');
  await ticket.kind('limit');
  await ticket.fill({ price: await takingPrice(page, origin, symbol), quantity: '0.01' });
  await ticket.place();
  await ticket.form.getByText(/^Bought /).waitFor({ timeout: patience });
  equal(signatures.length, 1, 'orders sent');
  truthy(signatures[0]?.startsWith(`${key.key}.`), 'the order carries a signature of this key');

  // Another tab of the same browser shares it; a restart and a reload keep it.
  const tab = await first.context.newPage();
  await tab.goto(`${origin}/home`);
  equal((await keyIn(tab))?.key, key.key, 'the key of another tab');
  await restart();
  await page.reload();
  const low = String(Math.floor(Number(await takingPrice(page, origin, symbol)) * 0.97));
  await call(page, origin, 'POST pay/order-coin/purchase-actual-commodities', {
    symbol,
    side: 0,
    priceType: 2,
    quantity: '0.001',
    price: low,
  });

  // Without its signature the same token sends nothing.
  const token = await page.evaluate(() => localStorage.getItem('access_token'));
  const bare = await fetch(`${origin}/api/app-api/pay/order-coin/cancel-all`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: '{}',
  });
  equal(((await bare.json()) as { code: number }).code, 2050, 'a stolen token without the key');

  // A phone of the same account: it has a key of its own, and is signed out from here.
  const demo = await page.evaluate(() => localStorage.getItem('bourse.device'));
  const second = await open({ viewport: phone, userAgent: androidChrome });
  await second.page.goto(`${origin}/pc_home`);
  await second.page.evaluate((kept) => localStorage.setItem('bourse.device', kept ?? ''), demo);
  await second.page.reload();
  await press(second.page.getByRole('button', { name: en.common.tryDemo }).first());
  await second.page.waitForURL('**/home', { timeout: patience });
  const other = await until('the phone has a key', () => keyIn(second.page));
  truthy(other.key !== key.key, 'each device has a key of its own');
  equal(other.account, key.account, 'the account of both');
  await page.goto(`${origin}/mine/devices`);
  await page.getByText(like(en.devices.current)).first().waitFor({ timeout: patience });
  await page.getByText(other.key.slice(0, 12)).waitFor({ timeout: patience });
  equal(await page.getByText(en.devices.signed, { exact: true }).count(), 2, 'devices that sign');
  await page.getByRole('button', { name: 'Sign out Chrome on Android' }).click({ timeout: patience });
  const asked = page.getByRole('alertdialog').or(page.getByRole('dialog'));
  await asked.getByRole('button', { name: en.devices.revoke, exact: true }).click({ timeout: patience });
  await until('one device is left', async () => (await page.getByText(en.devices.signed, { exact: true }).count()) === 1);
  await until('the phone is signed out', () => second.page.evaluate(() => localStorage.getItem('access_token') === null), patience);
  await until('its key is deleted', async () => (await keyIn(second.page)) === undefined);

  // Storage denied: the session works and is shown as unsigned.
  const plain = await open({ viewport: desktop });
  await plain.page.addInitScript(() => Object.defineProperty(globalThis, 'indexedDB', { value: undefined }));
  await enterDemo(plain, origin);
  const sent = await call(plain.page, origin, 'POST pay/wallet/any-transfer', { from: 1, to: 2, asset: 'USDT', amount: '5' }).catch(
    (error) => (error instanceof CallError ? error.message : String(error)),
  );
  truthy(typeof sent === 'object', `a transfer without a key: ${String(sent)}`);
  await plain.page.goto(`${origin}/mine/devices`);
  await plain.page.getByText(en.devices.unsignedHere).waitFor({ timeout: patience });

  // Signing out deletes the key.
  equal((await openOrders(page, origin)).length, 1, 'the order that rests');
  await page.goto(`${origin}/mine`);
  await page.getByRole('button', { name: en.settings.logOut }).click({ timeout: patience });
  await page
    .getByRole('alertdialog')
    .or(page.getByRole('dialog'))
    .getByRole('button', { name: en.settings.logOut, exact: true })
    .click({ timeout: patience });
  await page.waitForURL('**/login', { timeout: patience });
  await until('the key is deleted', async () => (await keyIn(page)) === undefined);
}
