import { apiPrefix, callTable } from '@bourse/protocol';
import { catalogue } from '@bourse/protocol/errors';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { wholeExchange } from '../testing/whole-exchange.ts';

/**
 * A stranger with the published document calls every operation with values that fit its schema, nearly fit, or do not fit. Every answer must be in
 * the catalogue, never a 5xx, and reveal nothing about the internals. `BOURSE_FUZZ_CALLS` asks for more calls (20,000 for the quality bar).
 * fast-check prints the seed on failure.
 */
const runs = Number(process.env['BOURSE_FUZZ_CALLS'] ?? 1_500);

interface Schema {
  type?: string | string[];
  properties?: Record<string, Schema>;
  items?: Schema;
  anyOf?: Schema[];
  oneOf?: Schema[];
  enum?: unknown[];
  const?: unknown;
  minimum?: number;
  maximum?: number;
}
interface Operation {
  method: 'GET' | 'POST' | 'PUT';
  path: string;
  fields: Record<string, Schema>;
}

const tricky = fc.constantFrom<unknown>(
  '',
  ' ',
  '0',
  '-1',
  '1',
  '1.5',
  '1e9',
  'NaN',
  '٣',
  '1,000',
  '9'.repeat(40),
  'null',
  'BTC/USDT',
  'ETH/USDT',
  'USDT',
  'btc',
  '../../etc/passwd',
  "' OR 1=1 --",
  '<script>alert(1)</script>',
  '\u0000',
  '\ud800',
  '🙂',
  'a'.repeat(3_000),
  '1001',
  '100000',
  '9223372036854775807',
  '9223372036854775808',
  '999999999999999999',
  '18446744073709551616',
  '00000000-0000-0000-0000-000000000000',
  '01a1fe24-bdf4-78b4-827a-8b9c8ece5330',
  'place',
  'cancel',
  '2026-11-21',
  'constructor',
  '__proto__',
  0,
  1,
  2,
  3,
  5,
  -1,
  1.5,
  1e21,
  Number.MAX_SAFE_INTEGER,
  true,
  false,
  null,
  [],
  {},
  ['1'],
  [null],
  { toString: 1 },
);

function valueFor(schema: Schema, depth = 0): fc.Arbitrary<unknown> {
  const odd = { arbitrary: tricky, weight: 2 };
  if (schema.const !== undefined) return fc.oneof({ arbitrary: fc.constant(schema.const), weight: 8 }, odd);
  if (schema.enum) return fc.oneof({ arbitrary: fc.constantFrom(...schema.enum), weight: 8 }, odd);
  const branches = schema.anyOf ?? schema.oneOf;
  if (branches) return fc.oneof(...branches.map((branch) => valueFor(branch, depth)));
  if (schema.properties && depth < 4) {
    const fields = Object.fromEntries(Object.entries(schema.properties).map(([key, field]) => [key, valueFor(field, depth + 1)]));
    return fc.oneof({ arbitrary: fc.record(fields, { requiredKeys: [] }), weight: 8 }, odd);
  }
  if (schema.items && depth < 4)
    return fc.oneof({ arbitrary: fc.array(valueFor(schema.items, depth + 1), { maxLength: 3 }), weight: 8 }, odd);
  if (schema.type === 'integer' || schema.type === 'number')
    return fc.oneof(
      { arbitrary: fc.integer({ min: schema.minimum ?? -5, max: Math.min(schema.maximum ?? 1_000, 1_000_000) }), weight: 8 },
      odd,
    );
  if (schema.type === 'boolean') return fc.oneof({ arbitrary: fc.boolean(), weight: 8 }, odd);
  return fc.oneof({ arbitrary: tricky, weight: 6 }, { arbitrary: fc.string({ maxLength: 30 }), weight: 2 });
}

/** Text that no answer may contain. */
const internals =
  /node:|node_modules|\.ts:\d|at \w+ \(|Error:|postgres|pg_|select |insert |relation "|column "|syntax error|violates|stack|undefined|\[object|ECONN|\/work|\/tmp|\/home/i;

let exchange: Awaited<ReturnType<typeof wholeExchange>>;
let tokens: (string | undefined)[];
let operations: Operation[];
beforeAll(async () => {
  exchange = await wholeExchange();
  tokens = [undefined, await exchange.demo(), await exchange.real(), 'a.b.c'];
  const document = (await exchange.app.inject({ url: '/api/openapi.json' })).json();
  operations = Object.entries<Record<string, OpenApiOperation>>(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({
      method: method.toUpperCase() as Operation['method'],
      path,
      fields: {
        ...Object.fromEntries((operation.parameters ?? []).map(({ name, schema }) => [name, schema])),
        ...(operation.requestBody?.content['application/json']?.schema.properties ?? {}),
      },
    })),
  );
});
afterAll(() => exchange.close());

interface OpenApiOperation {
  parameters?: { name: string; schema: Schema }[];
  requestBody?: { content: Record<string, { schema: Schema }> };
}

const codes = new Set<number>(Object.values(catalogue).map(({ code }) => code));

test(`${runs} calls of a stranger find no way to make the server stumble`, { timeout: 3_600_000 }, async () => {
  expect(operations).toHaveLength(Object.keys(callTable).length);
  const seen = new Map<number, number>();
  const request = fc.nat({ max: operations.length - 1 }).chain((index) => {
    const { fields } = operations[index] as Operation;
    const values = Object.fromEntries(Object.entries(fields).map(([key, schema]) => [key, valueFor(schema)]));
    return fc.record({
      index: fc.constant(index),
      token: fc.nat({ max: 3 }),
      input: fc.record(values, { requiredKeys: Object.keys(values).filter((_, place) => place % 2 === 0) }),
      extra: fc.oneof({ arbitrary: fc.constant(undefined), weight: 9 }, { arbitrary: tricky, weight: 1 }),
      key: fc.oneof(
        { arbitrary: fc.constant(undefined), weight: 6 },
        { arbitrary: fc.uuid(), weight: 2 },
        { arbitrary: fc.constant('x'), weight: 1 },
      ),
    });
  });
  await fc.assert(
    fc.asyncProperty(request, async ({ index, token, input, extra, key }) => {
      const operation = operations[index] as Operation;
      const { statusCode, body } = await send(
        operation,
        { ...input, ...(extra === undefined ? {} : { surprise: extra }) },
        tokens[token],
        key,
      );
      seen.set(statusCode, (seen.get(statusCode) ?? 0) + 1);
      const where = `${operation.method} ${operation.path} ${JSON.stringify(input)}: ${statusCode} ${body.slice(0, 300)}`;
      expect(statusCode, where).toBeLessThan(500);
      const { code, data, msg } = JSON.parse(body);
      if (statusCode === 200) expect(code, where).toBe(0);
      else {
        expect(codes.has(code), where).toBe(true);
        expect(data, where).toBeNull();
        expect(msg.length, where).toBeGreaterThan(0);
        // An answer may repeat what the caller sent. Nothing else may look like internals.
        expect(internals.test(msg), where).toBe(false);
      }
    }),
    { numRuns: runs, endOnFailure: true },
  );
  expect(seen.get(200) ?? 0).toBeGreaterThan(runs / 50);
  for (const port of Object.values(exchange.venues)) expect(port.state).toBe('running');
});

async function send(operation: Operation, input: Record<string, unknown>, token: string | undefined, key: string | undefined) {
  const rest = { ...input };
  const path = operation.path.replace(/\{(\w+)\}/g, (_, name: string) => {
    const value = rest[name];
    delete rest[name];
    return encodeURIComponent(wellFormed(value)) || '1';
  });
  const query =
    operation.method === 'GET'
      ? Object.entries(rest)
          .map(([name, value]) => `${encodeURIComponent(wellFormed(name))}=${encodeURIComponent(wellFormed(value))}`)
          .join('&')
      : '';
  return exchange.app.inject({
    method: operation.method,
    url: query ? `${path}?${query}` : path,
    headers: {
      language: 'en',
      ...(token ? { authorization: `Bearer ${token}` } : {}),
      ...(key ? { 'idempotency-key': key } : {}),
      ...(operation.method === 'GET' ? {} : { 'content-type': 'application/json' }),
    },
    ...(operation.method === 'GET' ? {} : { payload: JSON.stringify(rest) }),
  });
}

const wellFormed = (value: unknown): string =>
  (typeof value === 'string' ? value : (JSON.stringify(value) ?? '')).replace(/[\ud800-\udfff]/g, '?');

test('every path starts where the document says', () => {
  for (const { path } of operations) expect(path.startsWith(apiPrefix)).toBe(true);
});
