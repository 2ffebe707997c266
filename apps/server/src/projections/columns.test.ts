import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type TestDatabase, testDatabase } from '../testing/database.ts';
import { type Cell, Columns, type ColumnType, CopiedRows } from './columns.ts';

let test: TestDatabase;
beforeAll(async () => {
  test = await testDatabase({ migrated: false });
}, 60_000);
afterAll(() => test.drop());

const safe = fc.maxSafeInteger();
const units = fc.oneof(safe, fc.bigInt({ min: -(10n ** 40n), max: 10n ** 40n }), fc.constantFrom(0, 10_000, -10_000, 9_999, 100_000_000));
const text = fc.string({ unit: 'grapheme' }).filter((value) => !value.includes('\0'));
const hex = (bytes: number) => fc.uint8Array({ minLength: bytes, maxLength: bytes }).map((value) => Buffer.from(value).toString('hex'));
const day = fc.integer({ min: -730_000, max: 2_000_000 });

/** A value for a column of each type, and how PostgreSQL prints it. */
const samples: Record<ColumnType, { given: fc.Arbitrary<Exclude<Cell, undefined>>; shown?: (given: string) => string }> = {
  boolean: { given: fc.boolean() },
  bytea: { given: fc.integer({ min: 0, max: 40 }).chain(hex), shown: (given) => `\\x${given}` },
  bigint: { given: fc.oneof(safe, safe.map(BigInt)) },
  smallint: { given: fc.integer({ min: -32_768, max: 32_767 }) },
  int: { given: fc.integer() },
  text: { given: text },
  date: { given: day, shown: (given) => String(Number(given)) },
  numeric: { given: units },
  uuid: { given: fc.uuid() },
  jsonb: { given: fc.record({ a: text, b: fc.integer() }).map((value) => JSON.stringify(value)) },
};
const types = Object.keys(samples) as ColumnType[];
const shownAs = (type: ColumnType, name: string) =>
  type === 'date' ? `(${name} - date '2000-01-01')::text` : type === 'jsonb' ? `${name}->>'a'` : `${name}::text`;

describe('rows that are copied', () => {
  it('are none of them there when one of them cannot be, and the connection goes on', async () => {
    await test.database.query('CREATE TABLE once (venue text, n int, PRIMARY KEY (n, venue))');
    const copyOf = (numbers: readonly number[]) => {
      const copied = new CopiedRows('demo', { n: 'int' });
      for (const n of numbers) copied.add([n]);
      return test.database.transaction((tx) => tx.copy(copied.statement('once'), copied.bytes()));
    };
    await copyOf([1]);
    await expect(copyOf([2, 3, 1])).rejects.toThrow(/duplicate key/);
    await expect(test.database.transaction((tx) => tx.copy('COPY nowhere FROM STDIN', Buffer.alloc(0)))).rejects.toThrow(/nowhere/);
    await copyOf([4]);
    expect(await test.database.query('SELECT n FROM once ORDER BY n')).toEqual([{ n: 1 }, { n: 4 }]);
  });
});

describe('columns', () => {
  it('take bytes as they are or in hex digits, and an id in either case', () => {
    const valuesOf = (type: ColumnType, value: Cell) => {
      const page = new Columns({ it: type });
      page.add(value);
      return page.values('demo');
    };
    const id = '0190c5f2-7a3b-7c4d-8e5f-0123456789ab';
    expect(valuesOf('bytea', Uint8Array.of(0, 171, 255))).toEqual(valuesOf('bytea', '00abff'));
    expect(valuesOf('uuid', id.toUpperCase())).toEqual(valuesOf('uuid', id));
    for (const wrong of ['0190c5f2', `${id}0`, id.replace('5', 'g'), id.replace('5', 'é'), ''])
      expect(() => valuesOf('uuid', wrong), wrong).toThrow('hex digits');
    for (const wrong of ['abc', 'xy', 'a-']) expect(() => valuesOf('bytea', wrong), wrong).toThrow('hex digits');
  });

  it('arrive in PostgreSQL as they were given, of every type, with and without values', async () => {
    const columns = Object.fromEntries(types.map((type) => [`${type}_`, type]));
    await test.database.query(`CREATE TABLE every_type (venue text, n int, ${types.map((type) => `${type}_ ${type}`).join(', ')})`);
    const cell = (type: ColumnType) => fc.option(samples[type].given, { nil: undefined, freq: 5 });
    const rows = fc.array(fc.tuple(...types.map(cell)), { minLength: 1, maxLength: 30 });
    await fc.assert(
      fc.asyncProperty(rows, async (given) => {
        const page = new Columns({ n: 'int', ...columns });
        const copied = new CopiedRows('real', { n: 'int', ...columns });
        for (const [n, row] of given.entries()) {
          page.add(n, ...row);
          copied.add([n, ...row]);
        }
        await test.database.query('TRUNCATE every_type');
        await test.database.query(page.insert('every_type'), page.values('demo'));
        await test.database.transaction((tx) => tx.copy(copied.statement('every_type'), copied.bytes()));
        const shown = types.map((type) => `${shownAs(type, `${type}_`)} AS ${type}_`);
        const storedOf = (venue: string) =>
          test.database.query<Record<string, string | null>>(`SELECT ${shown.join(', ')} FROM every_type WHERE venue = $1 ORDER BY n`, [
            venue,
          ]);
        const expected = given.map((row) =>
          Object.fromEntries(
            types.map((type, index) => {
              const value = row[index];
              if (value === undefined) return [`${type}_`, null];
              if (type === 'jsonb') return [`${type}_`, (JSON.parse(String(value)) as { a: string }).a];
              return [`${type}_`, samples[type].shown?.(String(value)) ?? String(value)];
            }),
          ),
        );
        expect(await storedOf('demo')).toEqual(expected);
        expect(await storedOf('real')).toEqual(expected);
      }),
      { numRuns: 60 },
    );
  }, 60_000);

  it.each([
    ['smallint', 32_768],
    ['int', 2 ** 31],
    ['int', 1.5],
    ['bigint', 2 ** 53],
    ['bigint', 2n ** 60n],
    ['numeric', 0.1],
    ['bytea', 'abc'],
    ['uuid', 'not hex digits at all'],
  ] as const)('refuse what a %s would not hold exactly: %s', (type, value) => {
    expect(() => new Columns({ one: type }).add(value)).toThrow(RangeError);
  });

  it('without rows are empty arrays', async () => {
    const page = new Columns({ one: 'int', two: 'text' });
    const [row] = await test.database.query<{ n: number }>(
      'SELECT cardinality($1::int[]) + cardinality($2::text[]) AS n',
      page.values('demo').slice(1),
    );
    expect(row?.n).toBe(0);
  });
});
