import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { sessionsOf } from '../market/catalogue/catalogue.ts';
import { dateOf, dayMs, weekday } from '../market/sessions/index.ts';
import { systemClock } from '../platform/clock.ts';
import { utcText } from '../platform/utc-text.ts';
import { type ContractKit, contractKit } from '../testing/contracts.ts';
import { type Exchange, testExchange } from '../testing/exchange.ts';

const hour = 3_600_000;
/** A Wednesday noon that is no holiday, and the Saturday after it, whenever the test runs. */
const market = sessionsOf('FX');
const days = Array.from({ length: 30 }, (_, n) => dateOf(Date.now()) + (n + 1) * dayMs);
const wednesday = (days.find((day) => weekday(day) === 3 && market?.isOpen(day + 12 * hour)) ?? 0) + 12 * hour;
const saturday = wednesday + 3 * dayMs;
const monday = market?.nextOpen(saturday) ?? 0;

const moved = { ahead: wednesday - Date.now() };
const clock = { ...systemClock, now: () => Date.now() + moved.ahead };
let exchange: Exchange;
let contracts: ContractKit;
beforeAll(async () => {
  exchange = await testExchange({ clock });
  contracts = await contractKit(exchange, 'EUR-PERP');
});
afterAll(() => exchange.close());

test('a contract whose market is closed says when it opens, at every call; one that trades around the clock only that its price is old', async () => {
  await contracts.price('1.1');
  await contracts.quotes('1.0999', '1.1', '1000');
  const { token } = await contracts.customer();
  await contracts.open(token, { quantity: '1000' });
  const [position] = await contracts.positions(token);
  const id = position?.id ?? '';
  moved.ahead = saturday - Date.now();

  const closed = { status: 400, code: 3139, msg: `EUR-PERP is closed until ${utcText(monday)}. Nothing was changed; send it again then.` };
  const commandId = randomUUID();
  expect(await contracts.open(token, { quantity: '1000' }, { 'idempotency-key': commandId })).toMatchObject(closed);
  for (const [name, input] of [
    ['POST pay/order-contract/complete', { id }],
    ['POST pay/order-contract/limit-complete', { id, price: '1.2' }],
    ['POST pay/order-contract/update-profit-loss', { id, takeProfit: '1.2' }],
    ['POST pay/order-contract/margin', { id, direction: 'take', amount: '0.01' }],
    ['GET pay/order-contract/reverse', { id }],
  ] as const)
    expect(await exchange.call(name, input, { token }), name).toMatchObject(closed);
  const all = await exchange.call('PUT pay/order-contract/close-one-click', {}, { token });
  expect(all.data.items).toEqual([{ positionId: id, ok: false, refusal: { code: closed.code, msg: closed.msg } }]);
  const preview = await exchange.call(
    'GET pay/order-contract/preview',
    { symbol: 'EUR-PERP', direction: 1, lever: 10, quantity: '1' },
    { token },
  );
  expect(preview.data.refusal).toEqual({ code: closed.code, msg: closed.msg });

  expect(
    await exchange.call('POST pay/order-contract/create', { symbol: 'BTC-PERP', direction: 1, lever: 10, quantity: '1' }, { token }),
  ).toMatchObject({
    code: 3003,
  });
  moved.ahead = monday + hour - Date.now();
  const outcome = await exchange.call('GET pay/order-coin/outcome', { commandId }, { token });
  expect(outcome.data).toMatchObject({ known: true, accepted: false, refusal: { code: closed.code, msg: closed.msg } });
  await contracts.price('1.1');
  expect(await exchange.call('POST pay/order-contract/complete', { id }, { token })).toMatchObject({ code: 0 });
});
