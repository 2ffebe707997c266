import { Cells } from './cells.ts';

export type Cell = string | number | bigint | boolean | Uint8Array | undefined;

/** Array element types by SQL name: PostgreSQL's number of the type, and how one value is encoded. */
const types = {
  boolean: { oid: 16, write: (cells: Cells, value: Cell) => cells.byte(value === true ? 1 : 0) },
  bytea: { oid: 17, write: (cells: Cells, value: Cell) => (value instanceof Uint8Array ? cells.raw(value) : cells.hex(String(value))) },
  bigint: { oid: 20, write: (cells: Cells, value: Cell) => cells.int64(Number(value)) },
  smallint: { oid: 21, write: (cells: Cells, value: Cell) => cells.int16(Number(value)) },
  int: { oid: 23, write: (cells: Cells, value: Cell) => cells.int32(Number(value)) },
  text: { oid: 25, write: (cells: Cells, value: Cell) => cells.text(String(value)) },
  date: { oid: 1082, write: (cells: Cells, value: Cell) => cells.int32(Number(value)) },
  numeric: { oid: 1700, write: (cells: Cells, value: Cell) => cells.numeric(typeof value === 'bigint' ? value : Number(value)) },
  uuid: { oid: 2950, write: (cells: Cells, value: Cell) => cells.uuid(String(value)) },
  jsonb: { oid: 3802, write: (cells: Cells, value: Cell) => cells.json(String(value)) },
} as const;

export type ColumnType = keyof typeof types;

export type ColumnTypes = Readonly<Record<string, ColumnType>>;

function writeCell(cells: Cells, write: (cells: Cells, value: Cell) => void, value: Cell): void {
  if (value === undefined) cells.nothing();
  else write(cells, value);
}

const arrayHeaderBytes = 20;

/**
 * Rows for `unnest`: one array per column in PostgreSQL's binary form, encoded as the rows come. Writing digits and parsing them again costs both
 * sides more than the insert itself. A `date` is given in days since 2000-01-01, a `bytea` as bytes or in hex digits; numbers are whole.
 */
export class Columns {
  readonly names: readonly string[];
  private readonly types: readonly ColumnType[];
  private readonly cells: readonly Cells[];
  private readonly writers: readonly ((cells: Cells, value: Cell) => void)[];
  private count = 0;

  /** `columns` gives each column's name and SQL type. */
  constructor(columns: ColumnTypes) {
    this.names = Object.keys(columns);
    this.types = Object.values(columns);
    this.cells = this.types.map(() => new Cells(arrayHeaderBytes));
    this.writers = this.types.map((type) => types[type].write);
  }

  get rows(): number {
    return this.count;
  }

  add(...values: readonly Cell[]): void {
    this.cells.forEach((cells, index) => {
      writeCell(cells, this.writers[index] as (cells: Cells, value: Cell) => void, values[index]);
    });
    this.count += 1;
  }

  /** `INSERT INTO table (…) SELECT venue, … FROM unnest(…)`; the venue is parameter 1. */
  insert(table: string, onConflict = ''): string {
    const parameters = this.types.map((type, index) => `$${index + 2}::${type}[]`);
    return `INSERT INTO ${table} (venue, ${this.names.join(', ')}) SELECT $1, * FROM unnest(${parameters.join(', ')}) ${onConflict}`;
  }

  values(venue: string): (string | Buffer)[] {
    return [venue, ...this.cells.map((cells, index) => this.array(cells, this.types[index] as ColumnType))];
  }

  private array(cells: Cells, type: ColumnType): Buffer {
    const bytes = cells.written;
    const empty = this.count === 0;
    bytes.writeInt32BE(empty ? 0 : 1, 0);
    bytes.writeInt32BE(cells.hasNull ? 1 : 0, 4);
    bytes.writeInt32BE(types[type].oid, 8);
    bytes.writeInt32BE(this.count, 12);
    bytes.writeInt32BE(1, 16);
    return empty ? bytes.subarray(0, 12) : bytes;
  }
}

/** The head of binary `COPY` data: a signature, no flags, no extension. */
const copyHeader = Buffer.concat([Buffer.from('PGCOPY\n\xff\r\n\0', 'latin1'), Buffer.alloc(8)]);
const endOfCopy = -1;

/** Rows for `COPY`, into a table that holds none of them yet. The cells are the same as for an insert, at a lower cost for the database. */
export class CopiedRows {
  private readonly names: readonly string[];
  private readonly writers: readonly ((cells: Cells, value: Cell) => void)[];
  private readonly venue: Uint8Array;
  private readonly cells = new Cells(copyHeader.length);

  constructor(venue: string, columns: ColumnTypes) {
    this.venue = Buffer.from(venue);
    this.names = Object.keys(columns);
    this.writers = Object.values(columns).map((type) => types[type].write);
  }

  add(values: readonly Cell[]): void {
    this.cells.mark(this.writers.length + 1);
    this.cells.raw(this.venue);
    for (let index = 0; index < this.writers.length; index += 1)
      writeCell(this.cells, this.writers[index] as (cells: Cells, value: Cell) => void, values[index]);
  }

  statement(table: string): string {
    return `COPY ${table} (venue, ${this.names.join(', ')}) FROM STDIN (FORMAT binary)`;
  }

  /** Call once, after the last row. */
  bytes(): Buffer {
    this.cells.mark(endOfCopy);
    copyHeader.copy(this.cells.written);
    return this.cells.written;
  }
}

/** The `ON CONFLICT` clause that takes the new value of every column outside the key, or what `merged` says. */
export const replacing = (key: readonly string[], names: readonly string[], merged: Readonly<Record<string, string>> = {}): string =>
  `ON CONFLICT (${key.join(', ')}) DO UPDATE SET ${names
    .filter((name) => !key.includes(name))
    .map((name) => `${name} = ${merged[name] ?? `excluded.${name}`}`)
    .join(', ')}`;
