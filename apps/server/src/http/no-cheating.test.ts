import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { commandByKind, commandDeclarations } from '@bourse/engine';
import { callTable } from '@bourse/protocol';
import { describe, expect, test } from 'vitest';
import type { z } from 'zod';
import { projectFolder } from '../project.ts';

/**
 * Tests the promise that nobody can send a price at which somebody else trades, a fill, an outcome or a balance. It walks every field of every call
 * that a person can make; a new field fails until somebody declares what it means. Command fields declare their meaning in the engine, and
 * `packages/engine/src/no-cheating.test.ts` checks what the engine does with them.
 */

/** The allowed meanings of a field. None is a price for others, a fill, an outcome or a balance. */
const meanings = {
  identity: 'who or which',
  choice: 'one of a few published words',
  time: 'an instant or a duration',
  text: 'a name, for people to read',
  ownLimit: 'the worst price the sender accepts for their own order',
  ownTrigger: 'the price at which the sender’s own order wakes',
  ownStop: 'the sender’s own take-profit or stop-loss',
  ownQuantity: 'how much of the sender’s own order or position',
  ownAmount: 'money of the sender’s own, between their own places or into their own order',
  publishedRule: 'a rule for everybody alike, shown before anybody trades under it',
  feedTick: 'a price observed outside, with the name of its source',
  capital: 'money from outside into a house account, two-sided',
  announcement: 'an act of the issuer, for every holder alike, with its source and reference',
} as const;
type Meaning = keyof typeof meanings;
type Fields = Readonly<Record<string, Meaning>>;

const named = (meaning: Meaning, ...names: string[]): Fields => Object.fromEntries(names.map((name) => [name, meaning]));
const ids = (...names: string[]) => named('identity', ...names);
const choices = (...names: string[]) => named('choice', ...names);

const opening: Fields = {
  ...ids('symbol'),
  ...choices('direction', 'lever', 'marginMode'),
  quantity: 'ownQuantity',
  ...named('ownStop', 'takeProfit', 'stopLoss'),
};
const coinOrder: Fields = {
  ...ids('symbol'),
  ...choices('side', 'priceType', 'timeInForce', 'postOnly'),
  price: 'ownLimit',
  triggerPrice: 'ownTrigger',
  quantity: 'ownQuantity',
  amount: 'ownAmount',
};
const specified: Fields = { ...choices('priceType', 'timeInForce', 'postOnly'), price: 'ownLimit', triggerPrice: 'ownTrigger' };
const stops: Fields = { ...ids('id'), ...named('ownStop', 'takeProfit', 'stopLoss'), quantity: 'ownQuantity' };
const within = (part: string, fields: Fields): Fields =>
  Object.fromEntries(Object.entries(fields).map(([name, meaning]) => [`${part}.${name}`, meaning]));

/** What a field means in a call, by what the field of the same name means in the command that the call sends. */
const asDeclared: Readonly<Record<string, Meaning>> = {
  subject: 'identity',
  choice: 'choice',
  ownPrice: 'ownLimit',
  ownQuantity: 'ownAmount',
  time: 'time',
};
const sentFields = (sends: readonly string[]): Fields =>
  Object.fromEntries(
    sends.flatMap((kind) =>
      Object.entries(commandByKind.get(kind)?.fields ?? {}).flatMap(([name, { meaning }]): [string, Meaning][] => {
        const meant = asDeclared[meaning ?? ''];
        return name === 'account' || meant === undefined ? [] : [[name, meant]];
      }),
    ),
  );

/** Money that comes along with an order, and the highest price at which it is bought. */
const funds: Fields = {
  ...ids('funds', 'funds.buy', 'funds.buy.symbol'),
  ...choices('funds.from'),
  'funds.amount': 'ownAmount',
  'funds.buy.quantity': 'ownQuantity',
  'funds.buy.price': 'ownLimit',
};

/**
 * Every field of every call that becomes a command or computes with a price. The account is never among them: it comes from the session. A call that is not
 * here has the fields of the command that it sends, by the same names.
 */
const callFields: Readonly<Record<string, Fields>> = {
  'POST pay/withdrawal': {
    ...ids('channel', 'destinationId', 'address', 'tag', 'travelRule'),
    ...choices('travelRule.owner'),
    ...named('text', 'travelRule.provider', 'travelRule.beneficiary'),
    amount: 'ownAmount',
  },
  'PUT pay/withdrawal/cancel/{id}': ids('id'),
  'POST pay/bank-card/create': { ...ids('channel', 'iban', 'bic'), ...named('text', 'bank', 'holder', 'label') },
  'POST pay/bank-card/remove': ids('id'),
  'POST pay/virtual-wallet/create': { ...ids('channel', 'address', 'tag'), ...choices('whose'), ...named('text', 'label') },
  'POST pay/virtual-wallet/remove': ids('id'),
  'POST pay/price-alert/create': { ...ids('symbol'), price: 'ownLimit' },
  'POST pay/foundation-order/pay': { ...ids('id', 'productId'), ...choices('version', 'renew'), amount: 'ownAmount' },
  'POST pay/foundation-order/redeem': { ...ids('id'), amount: 'ownAmount' },
  'POST pay/foundation-order/extract': ids('id'),
  'POST pay/foundation-order/renew': { ...ids('id'), ...choices('renew') },
  'POST pay/loan': { ...ids('productId'), ...choices('version'), collateral: 'ownAmount', amount: 'ownAmount' },
  'POST pay/loan/repay': { ...ids('id'), amount: 'ownAmount' },
  'POST pay/loan/collateral': { ...ids('id'), ...choices('add'), amount: 'ownAmount' },
  'POST pay/loan/cancel': ids('id'),
  'POST pay/order-coin/purchase-actual-commodities': coinOrder,
  'POST pay/order-coin/batch': { ...ids('items', 'items.orderId'), ...choices('items.do'), ...within('items', coinOrder) },
  'POST pay/order-coin/amend': { ...ids('orderId'), quantity: 'ownQuantity', price: 'ownLimit' },
  'GET pay/order-coin/revoke/{id}': ids('id'),
  'POST pay/order-coin/cancel-all': ids('symbol'),
  'POST pay/order-coin/cancel-all-after': named('time', 'timeoutMs'),
  'POST pay/order-contract/create': { ...opening, ...funds },
  'POST pay/order-contract/create-specify': { ...opening, ...specified, ...funds },
  'POST pay/order-contract/complete': { ...ids('id'), quantity: 'ownQuantity' },
  'POST pay/order-contract/limit-complete': {
    ...ids('id'),
    ...choices('timeInForce', 'postOnly'),
    price: 'ownLimit',
    quantity: 'ownQuantity',
  },
  'POST pay/order-contract/update-profit-loss': stops,
  'PUT pay/order-contract/close-one-click': ids('symbol'),
  'POST pay/order-contract/margin': { ...ids('id'), ...choices('direction'), amount: 'ownAmount' },
  'GET pay/order-contract/reverse': ids('id'),
  'GET pay/order-contract/reverse-all': {},
  'GET pay/order-contract/revoke': ids('id'),
  'POST pay/order-contract-quick/buy': { ...ids('symbol'), ...choices('direction', 'durationS'), stake: 'ownAmount' },
  'POST stock/order/create': {
    ...ids('symbol'),
    ...choices('direction', 'lever'),
    quantity: 'ownQuantity',
    ...specified,
    ...named('ownStop', 'takeProfit', 'stopLoss'),
    ...funds,
  },
  'POST stock/order/complete': { ...ids('id'), ...choices('timeInForce'), price: 'ownLimit', quantity: 'ownQuantity' },
  'POST stock/order/update-profit-loss': stops,
  'GET pay/order-stock/revoke': ids('id'),
  'POST stock/uc-order/create': { ...ids('symbol'), ...choices('lever'), quantity: 'ownQuantity', ...funds },
  'GET pay/order-contract/preview': {
    ...ids('symbol'),
    ...choices('direction', 'action', 'lever', 'marginMode', 'payFrom'),
    price: 'ownLimit',
    quantity: 'ownQuantity',
  },
  'GET stock/order/preview': {
    ...ids('symbol'),
    ...choices('direction', 'action', 'lever', 'payFrom'),
    price: 'ownLimit',
    quantity: 'ownQuantity',
  },
};

/** Price fields must have one of these meanings. */
const prices: readonly Meaning[] = ['ownLimit', 'ownTrigger', 'ownStop', 'feedTick'];
const looksLikePrice = (field: string) =>
  /ticks$|price$|^takeProfit|^stopLoss|(?<!feed)price/i.test(field.split('.').at(-1) ?? '') && !/type$/i.test(field);
/** Words that no field name may contain: they name a price, a fill, an outcome, a balance, or an account. A passkey has `clientExtensionResults` by its standard. */
const forbidden =
  /fill(?!Id$)|outcome|balance|settle|(?<!clientExtension)result|^win|executed|(?<!re)mark(?!Band)|lastPrice|index(Price|Ticks)|closePrice|^seed|^rig|^force/i;

describe('no command', () => {
  // Each command declares what its fields mean, and the engine does not load when a sender may not set such a field.
  test('of a feed or of the house can be reached by a call', () => {
    const folder = join(projectFolder(), 'apps/server/src');
    // The rooms that answer calls, and those that several of them share.
    const answering = [...readFileSync(join(folder, 'handlers.ts'), 'utf8').matchAll(/from '\.\/(\w+)\//g)].map(([, room]) => room!);
    const rooms = new Set(['calls', 'orders', 'positions', ...answering]);
    expect([...rooms]).toEqual(expect.arrayContaining(['wallets', 'spot', 'contract', 'stock', 'timed', 'receipts']));
    expect(readFileSync(join(folder, 'calls/trading.ts'), 'utf8')).toContain('commandId: context.commandId');
    // These files send commands for the system: reviews of applications, and the opening of an account.
    const ofTheSystem = ['day-trade.ts', 'applications.ts', 'loan-cases.ts', 'open-account.ts'];
    const files = [...rooms].flatMap((room) =>
      readdirSync(join(folder, room)).flatMap((file) =>
        /(?<!\.test)\.ts$/.test(file) && !ofTheSystem.includes(file) ? [`${room}/${file}`] : [],
      ),
    );
    expect(files.length).toBeGreaterThan(30);
    const others = commandDeclarations.filter(({ by }) => by !== 'customer').map(({ kind }) => kind);
    expect(others.length).toBeGreaterThan(10);
    for (const file of files) {
      const text = readFileSync(join(folder, file), 'utf8');
      for (const kind of others) expect(text.includes(`kind: '${kind}'`), `${kind} in ${file}`).toBe(false);
    }
  });
});

/** Fields of a call's input. Fields within objects and lists are named by path. */
function inputFields(schema: z.core.$ZodType, path = '', into: Set<string> = new Set()): Set<string> {
  const def = schema._zod.def as unknown as Record<string, unknown>;
  for (const inner of ['innerType', 'in', 'out', 'element', 'valueType'] as const) {
    const next = def[inner] as z.core.$ZodType | undefined;
    if (next?._zod) inputFields(next, path, into);
  }
  for (const option of (def['options'] as z.core.$ZodType[] | undefined) ?? []) inputFields(option, path, into);
  for (const [key, field] of Object.entries((def['shape'] as Record<string, z.core.$ZodType> | undefined) ?? {})) {
    into.add(path + key);
    inputFields(field, `${path}${key}.`, into);
  }
  return into;
}

describe('no call', () => {
  const calls = Object.entries(callTable);

  test('that becomes a command is unknown to this test', () => {
    const commands = calls.filter(([, { idempotency }]) => idempotency === 'command');
    expect(commands.length).toBeGreaterThan(20);
    for (const [name, { input, sends }] of commands)
      if (!(name in callFields))
        expect([...inputFields(input)].sort(), `${name}: list it in callFields, or name its fields as ${sends} does`).toEqual(
          Object.keys(sentFields(sends)).sort(),
        );
    expect(Object.keys(callFields).filter((name) => !(name in callTable))).toEqual([]);
  });

  test.each(calls)(
    '%s takes a field that nobody has judged, or a price, fill, outcome or balance',
    (name, { input, audience, idempotency, sends }) => {
      const fields = [...inputFields(input)];
      // No request names an account: it comes from the session.
      expect(fields.filter((field) => /^(account|accountId|customerId|userId|owner)$/i.test(field) && !/auth|captcha/.test(name))).toEqual(
        [],
      );
      const judged = callFields[name] ?? (idempotency === 'command' ? sentFields(sends) : undefined);
      if (judged === undefined) {
        expect(fields.filter((field) => looksLikePrice(field) || forbidden.test(field))).toEqual([]);
        return;
      }
      expect(audience).toBe('customer');
      expect(fields.sort()).toEqual(Object.keys(judged).sort());
      for (const [field, meaning] of Object.entries(judged)) {
        expect(field).not.toMatch(forbidden);
        expect(['feedTick', 'capital', 'announcement', 'publishedRule']).not.toContain(meaning);
        if (looksLikePrice(field)) expect(prices, field).toContain(meaning);
      }
    },
  );
});
