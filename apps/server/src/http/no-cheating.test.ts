import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { callTable } from '@bourse/protocol';
import { describe, expect, test } from 'vitest';
import type { z } from 'zod';
import { projectFolder } from '../project.ts';

/**
 * The promise, as a test: nobody can send a price at which somebody else trades, a fill, an outcome or a balance. It walks every field of every
 * command the engine knows and of every call a person can make; a new field fails here until somebody writes down why it is harmless.
 */

const commandsText = readFileSync(join(projectFolder(), 'packages/engine/src/commands.ts'), 'utf8');

/** Interfaces of the engine's contract with their fields, read from the declarations themselves. */
function commandFields(): Map<string, string[]> {
  const found = new Map<string, string[]>();
  const bare = commandsText.replace(/\/\*[\s\S]*?\*\//g, '');
  for (const [, name = '', body = ''] of bare.matchAll(/export interface (\w+) \{([\s\S]*?)\n\}/g))
    found.set(
      name,
      [...body.matchAll(/^\s+(\w+)\??:/gm)].map((match) => match[1] as string),
    );
  return found;
}

const identity = ['kind', 'account', 'instrument', 'asset', 'order'];
/** Every field a command may have, and why none of them decides a price, a fill, an outcome or a balance. */
const harmless: Record<string, readonly string[]> = {
  DefineAsset: ['code', 'scale', 'assetKind'],
  // Rules that hold for everybody alike and are published; none is a price.
  DefineInstrument: [
    'symbol',
    'instrumentKind',
    'baseAsset',
    'quoteAsset',
    'lotUnits',
    'quoteUnitsPerTickLot',
    'minLots',
    'maxLots',
    'minNotional',
    'bandBps',
    'takerFeePpm',
    'makerFeePpm',
    'status',
  ],
  SetInstrumentStatus: ['status'],
  SetTradingMode: ['mode'],
  OpenAccount: ['feeClass'],
  SetFeeClass: ['feeClass'],
  // Two-sided: out of `external`, into a house account, never a customer's; the engine refuses customers' accounts.
  FundHouse: ['wallet', 'amount', 'reference'],
  // The engine decides the amount.
  GrantDemo: [],
  Transfer: ['from', 'to', 'amount'],
  // The customer's own limit or stop, inside the band around the feed's price.
  PlaceOrder: ['side', 'type', 'tif', 'priceTicks', 'triggerTicks', 'lots', 'quoteAmount', 'postOnly'],
  AmendOrder: ['lots', 'priceTicks'],
  CancelOrder: [],
  CancelAllOrders: [],
  CancelAllAfter: ['timeoutMs'],
  OrderBatch: ['items'],
  // The only prices from outside: each with its named source; no call leads here.
  FeedTicks: ['source', 'items'],
  AdvanceTime: [],
};

const forbidden =
  /fill(?!Id$)|outcome|balance|settle|result|^win|payout|profit|executed|markPrice|lastPrice|indexPrice|closePrice|^seed|^rig|^force/i;
describe('no command', () => {
  const commands = commandFields();
  const union = [...(commandsText.match(/export type Command =([\s\S]*?);/)?.[1] ?? '').matchAll(/\| (\w+)/g)].map(
    (match) => match[1] as string,
  );

  test('is unknown to this test', () => {
    expect(union.length).toBeGreaterThan(10);
    expect(union.sort()).toEqual(Object.keys(harmless).sort());
  });

  test.each(Object.keys(harmless))('%s carries a field nobody has judged', (name) => {
    const fields = commands.get(name);
    expect(fields).toBeDefined();
    const judged = [...identity, ...(harmless[name] ?? [])];
    expect(fields?.filter((field) => !judged.includes(field))).toEqual([]);
    expect(fields?.filter((field) => forbidden.test(field))).toEqual([]);
  });

  test('of a feed or of the house can be reached by a call', () => {
    const trading = readFileSync(join(projectFolder(), 'apps/server/src/trading/desk.ts'), 'utf8');
    expect(trading).toContain('commandId: context.commandId');
    for (const kind of ['feedTicks', 'fundHouse', 'defineInstrument', 'setInstrumentStatus', 'setFeeClass', 'setTradingMode']) {
      for (const file of tradingFiles()) expect(readFileSync(file, 'utf8'), `${kind} in ${file}`).not.toContain(`'${kind}'`);
    }
  });
});

function tradingFiles(): string[] {
  const folder = join(projectFolder(), 'apps/server/src/trading');
  return readFileSync(join(folder, 'handlers.ts'), 'utf8')
    .split('\n')
    .flatMap((line) => /from '\.\/([\w-]+\.ts)'/.exec(line)?.[1] ?? [])
    .map((name) => join(folder, name));
}

describe('no call', () => {
  const names = (schema: z.core.$ZodType, into: Set<string> = new Set()): Set<string> => {
    const def = schema._zod.def as unknown as Record<string, unknown>;
    for (const inner of ['innerType', 'in', 'out', 'element', 'valueType'] as const) {
      const next = def[inner] as z.core.$ZodType | undefined;
      if (next?._zod) names(next, into);
    }
    for (const option of (def['options'] as z.core.$ZodType[] | undefined) ?? []) names(option, into);
    for (const [key, field] of Object.entries((def['shape'] as Record<string, z.core.$ZodType> | undefined) ?? {})) {
      into.add(key);
      names(field, into);
    }
    return into;
  };

  test.each(Object.entries(callTable))(
    '%s takes a price, fill, outcome or balance that is not the caller’s own order',
    (name, { input }) => {
      const fields = [...names(input)];
      expect(fields.filter((field) => forbidden.test(field))).toEqual([]);
      // An account is never named in a request: it is the session's.
      expect(fields.filter((field) => /^(account|accountId|customerId|userId|owner)$/i.test(field) && !/auth|captcha/.test(name))).toEqual(
        [],
      );
      const prices = fields.filter((field) => /price/i.test(field) && field !== 'priceType');
      if (prices.length > 0) expect(['purchase-actual-commodities', 'batch', 'amend']).toContain(name.split('/').at(-1));
    },
  );
});
