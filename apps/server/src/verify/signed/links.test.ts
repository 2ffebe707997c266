import { type Command, House, type Signature } from '@bourse/engine';
import { type CallInput, type CommandName, callTable } from '@bourse/protocol';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createPostgresJournal } from '../../journal/postgres-journal.ts';
import { silentLog } from '../../platform/log.ts';
import { engineKit } from '../../sequencer/engine-kit.ts';
import { contractKit } from '../../testing/contracts.ts';
import { type SigningExchange, signingExchange } from '../../testing/devices.ts';
import { testSigner } from '../../testing/signer.ts';
import { sessionClock, stockKit } from '../../testing/stocks.ts';
import { verifyVenue } from '../verify-venue.ts';
import { linkOf } from './link.ts';
import { type Before, Definitions } from './terms.ts';

const { clock } = sessionClock();
let exchange: SigningExchange;
beforeAll(async () => {
  exchange = await signingExchange({ clock });
}, 120_000);
afterAll(() => exchange?.close());

const digest = Buffer.alloc(32, 7).toString('base64url');
const [account, address] = [7, '0x9858EfFD232B4033E47d90003D41EC34EcaEda94'];
const receiver = { channel: 1, label: 'Mine' };
const bank = { bank: 'Deutsche Bank', iban: 'DE89370400440532013000', holder: 'Anna Eriksson' };
/** What a customer signs to take money out, the command that it is, and a field that must not differ. */
const moneyOut: Partial<Record<CommandName, [input: object, command: Command, field: string]>> = {
  'POST pay/withdrawal': [
    { channel: 1, amount: '12.5', destinationId: '4', address },
    { kind: 'requestPayout', account, rail: 1, destination: 4, amount: 12_500_000, flags: 512, factor: 'totp', evidence: digest },
    'amount',
  ],
  'PUT pay/withdrawal/cancel/{id}': [{ id: '9' }, { kind: 'cancelPayout', account, payout: 9 }, 'payout'],
  'POST pay/bank-card/create': [{ ...receiver, ...bank }, { kind: 'addDestination', account, rail: 1, digest }, 'rail'],
  'POST pay/bank-card/remove': [{ id: '4' }, { kind: 'dropDestination', account, destination: 4 }, 'destination'],
  'POST pay/virtual-wallet/create': [{ ...receiver, address, whose: 'self' }, { kind: 'addDestination', account, rail: 1, digest }, 'rail'],
  'POST pay/virtual-wallet/remove': [{ id: '4' }, { kind: 'dropDestination', account, destination: 4 }, 'destination'],
};

test('what a customer signs to take money out is the command, and nothing else is', () => {
  const definitions = new Definitions();
  definitions.take({ kind: 'defineAsset', asset: 3, code: 'USDT', assetKind: 3, scale: 6 } as Command, {
    ok: true,
    result: { kind: 'done' },
  });
  const engine = { payments: () => ({ rails: () => [{ rail: 1, asset: 3 }] }) };
  const before = { definitions, engine } as unknown as Before;
  for (const [call, [input, command, field]] of Object.entries(moneyOut)) {
    const signature = { call, body: JSON.stringify(input) } as Signature;
    expect(linkOf(signature, command, before), call).toEqual({ fits: true });
    expect(linkOf(signature, { ...command, [field]: 77 } as Command, before), call).toMatchObject({ fits: false });
  }
});

/**
 * Every call that sends a command, through its real handler, and read back from its signed text by other code. A call that is new here needs a reader in
 * `requests.ts`, or honest journals would be called forged.
 */
test('the command of each call is what its signed text asks for', async () => {
  const contracts = await contractKit(exchange);
  const stocks = await stockKit(exchange);
  await contracts.house(House.timed, 4, 1_000_000_000_000n);
  await stocks.pool();
  const one = { ...(await exchange.signIn()), signer: testSigner() };
  await stocks.price('200');
  await stocks.house('sells', '200', 1_000);
  await stocks.money(one.token, '20000.00');
  await contracts.price('60000');
  await contracts.quotes('59990', '60010', '1');
  expect((await exchange.register(one, one.signer)).code).toBe(0);

  const sent = new Set<string>();
  const refused: string[] = [];
  const send = async <Name extends CommandName>(name: Name, input: CallInput<Name>) => {
    sent.add(name);
    await Promise.all([contracts.price('60000'), exchange.price('BTC/USDT', '60000'), stocks.price('200')]);
    const answer = await exchange.send(one, name, input);
    // Refusals of the engine are in the journal too; those of the gateway are not.
    if (answer.code !== 0) refused.push(`${name}: ${answer.msg}`);
    return answer.data;
  };
  const spot = { symbol: 'BTC/USDT', side: 0, priceType: 2, price: '59000', quantity: '0.001' } as const;
  const place = 'POST pay/order-coin/purchase-actual-commodities';

  await send('POST pay/wallet/any-transfer', { from: 1, to: 2, asset: 'USDT', amount: '10000.5' });
  await send('POST pay/wallet/any-transfer', { from: 1, to: 4, asset: 'USDT', amount: '1000' });
  await send('POST pay/wallet/demo-top-up', {});
  const resting = await send(place, spot);
  await send(place, { symbol: 'BTC/USDT', side: 0, priceType: 1, amount: '50' });
  await send(place, { ...spot, priceType: 3, triggerPrice: '61000', timeInForce: 1 });
  await send('POST pay/order-coin/amend', { orderId: resting.orderId, quantity: '0.002', price: '59001.5' });
  await send('POST pay/order-coin/batch', {
    items: [
      { do: 'place', ...spot },
      { do: 'place', ...spot, price: '59000.00000001' },
      { do: 'amend', orderId: resting.orderId, quantity: '0.001' },
      { do: 'place', ...spot, price: '58000', postOnly: true },
      { do: 'cancel', orderId: resting.orderId },
    ],
  });
  await send('GET pay/order-coin/revoke/{id}', { id: resting.orderId });
  await send('POST pay/order-coin/cancel-all-after', { timeoutMs: 60_000 });
  await send('POST pay/order-coin/cancel-all', { symbol: 'BTC/USDT' });
  await send('POST pay/order-coin/cancel-all', {});

  const opened = { symbol: contracts.symbol, direction: 1, lever: 10, quantity: '0.01' } as const;
  await send('POST pay/order-contract/create', opened);
  await send('POST pay/order-contract/create', { ...opened, funds: { from: 1, amount: '20.25' } });
  const waits = await send('POST pay/order-contract/create-specify', {
    ...opened,
    price: '59500',
    takeProfit: '70000',
    stopLoss: '50000',
  });
  await send('POST pay/order-contract/create-specify', {
    ...{ ...opened, price: '59500', timeInForce: 1 },
    funds: { from: 2, amount: '60', buy: { symbol: 'BTC/USDT', quantity: '0.002', price: '60100' } },
  });
  await send(place, spot);
  await send('POST pay/order-coin/cancel-all', {});
  const [position] = await contracts.positions(one.token);
  const id = position?.id ?? '';
  expect(id).not.toBe('');
  await send('POST pay/order-contract/update-profit-loss', { id, takeProfit: '66000', stopLoss: '50000' });
  await send('POST pay/order-contract/update-profit-loss', { id, takeProfit: '65000', quantity: '0.001' });
  await send('POST pay/order-contract/margin', { id, direction: 'add', amount: '12.5' });
  await send('POST pay/order-contract/complete', { id, quantity: '0.001' });
  await send('POST pay/order-contract/limit-complete', { id, price: '65500', quantity: '0.002', postOnly: true });
  await send('GET pay/order-contract/revoke', { id: waits?.orderId ?? '1' });
  await send('GET pay/order-contract/reverse', { id });
  await send('GET pay/order-contract/reverse-all', {});
  await send('PUT pay/order-contract/close-one-click', { symbol: contracts.symbol });
  await send('PUT pay/order-contract/close-one-click', {});

  await send('POST stock/order/create', { symbol: stocks.symbol, priceType: 2, price: '200', quantity: '10' });
  await send('POST stock/order/create', {
    symbol: stocks.symbol,
    priceType: 1,
    quantity: '2',
    lever: 2,
    funds: { from: 1, amount: '5.00' },
  });
  const [share] = await stocks.positions(one.token);
  const held = share?.id ?? '';
  expect(held).not.toBe('');
  await send('POST stock/order/update-profit-loss', { id: held, takeProfit: '220', stopLoss: '150' });
  await send('POST stock/order/complete', { id: held, quantity: '3', price: '205' });
  await send('POST stock/order/complete', { id: held, quantity: '1' });
  await send('POST stock/uc-order/create', { symbol: stocks.symbol, quantity: '1' });
  const low = await send('POST stock/order/create', { symbol: stocks.symbol, priceType: 2, price: '190', quantity: '1' });
  await send('GET pay/order-stock/revoke', { id: low?.orderId ?? '1' });
  await send('POST pay/order-contract-quick/buy', { symbol: contracts.symbol, direction: 2, durationS: 60, stake: '25.5' });

  await contracts.house(House.desk, 1, 10n ** 10n, exchange.catalogue.assetByCode('BTC'));
  const swap = { wallet: 1, from: 'USDT', to: 'BTC', amount: '100.5', minReceive: '0.00166', quotedAt: clock.now() } as const;
  expect((await send('POST pay/flash-exchange/create', swap))?.receive).toBe('0.00167165');

  await contracts.house(House.yield, 5, 10n ** 10n);
  await send('POST pay/wallet/any-transfer', { from: 1, to: 5, asset: 'USDT', amount: '1000' });
  for (const productId of ['1', '2']) {
    const wish = { productId, version: 1, amount: '100.5', renew: productId === '2' };
    await exchange.call('POST pay/foundation-log/create', { productId, version: 1 }, { token: one.token });
    const { data } = await exchange.call('POST pay/foundation-order/create', wish, { token: one.token });
    await send('POST pay/foundation-order/pay', { id: data.id, ...wish });
  }
  await send('POST pay/foundation-order/renew', { id: '2', renew: false });
  await send('POST pay/foundation-order/redeem', { id: '1', amount: '0.5' });
  await send('POST pay/foundation-order/extract', { id: '1' });

  await contracts.house(House.loanPool, 1, 10n ** 12n);
  await exchange.call('POST system/protection/acknowledge', {}, { token: one.token });
  await exchange.price('BTC/USDT', '60000');
  const offered = {
    openPpm: 650_000,
    callPpm: 750_000,
    sellPpm: 830_000,
    saleFeePpm: 0,
    minLoan: 1,
    maxLoan: 10 ** 9,
    decideAbove: 0,
    capacity: 10 ** 9,
  };
  const market = exchange.catalogue.instrumentBySymbol('BTC/USDT')?.id ?? 0;
  await exchange.venues.demo.submit({
    account: 0,
    command: { kind: 'defineLoan', product: 9, instrument: market, yearlyPpm: 1, ...offered },
  });
  const asked = await send('POST pay/loan', { productId: '9', version: 1, collateral: '0.0001', amount: '1' });
  await send('POST pay/loan/cancel', { id: asked?.id ?? '0' });
  const lent = await send('POST pay/loan', { productId: '1', version: 1, collateral: '0.0015', amount: '50.5' });
  await send('POST pay/loan/repay', { id: lent?.id ?? '0', amount: '10.25' });
  await send('POST pay/loan/collateral', { id: lent?.id ?? '0', add: true, amount: '0.00005' });
  await send('POST pay/loan/collateral', { id: lent?.id ?? '0', add: false, amount: '0.0001' });

  await send('POST pay/vip-purchase/buy', { wallet: 1, level: 1, version: 1 });
  await send('POST system/sys-member-vip/apply-plus', { wallet: 1, version: 1 });

  // Money of the real venue is below.
  const commands = Object.keys(callTable).filter((name) => callTable[name]?.idempotency === 'command' && !Object.hasOwn(moneyOut, name));
  expect([...sent].sort()).toEqual(commands.sort());
  const journal = createPostgresJournal({ venue: 'demo', connection: exchange.test.connection, log: silentLog });
  const { findings, checked } = await verifyVenue({ venue: 'demo', journal, database: exchange.database, kit: engineKit });
  expect(findings, refused.join('\n')).toEqual([]);
  const signed = Number(/demo: (\d+) signed/.exec(checked.join('\n'))?.[1]);
  expect(signed, refused.join('\n')).toBeGreaterThan(35);
}, 120_000);
