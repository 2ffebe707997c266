import { Cells } from './cells.ts';

export type Cell = string | number | bigint | boolean | undefined;

/** Element types of arrays by SQL name: PostgreSQL's own number of the type, and how one value is laid down. */
const types = {
  boolean: { oid: 16, write: (cells: Cells, value: Cell) => cells.byte(value === true ? 1 : 0) },
  bytea: { oid: 17, write: (cells: Cells, value: Cell) => cells.hex(String(value)) },
  bigint: { oid: 20, write: (cells: Cells, value: Cell) => cells.int64(Number(value)) },
  smallint: { oid: 21, write: (cells: Cells, value: Cell) => cells.int16(Number(value)) },
  int: { oid: 23, write: (cells: Cells, value: Cell) => cells.int32(Number(value)) },
  text: { oid: 25, write: (cells: Cells, value: Cell) => cells.text(String(value)) },
  date: { oid: 1082, write: (cells: Cells, value: Cell) => cells.int32(Number(value)) },
  numeric: { oid: 1700, write: (cells: Cells, value: Cell) => cells.numeric(typeof value === 'bigint' ? value : Number(value)) },
  uuid: { oid: 2950, write: (cells: Cells, value: Cell) => cells.hex(String(value).replaceAll('-', '')) },
  jsonb: { oid: 3802, write: (cells: Cells, value: Cell) => cells.json(String(value)) },
} as const;

export type ColumnType = keyof typeof types;

/**
 * Rows on their way into `unnest`: one array a column in PostgreSQL's binary form, made as the rows come. Writing digits and reading them again
 * costs both sides more than the insert. A `date` is given in days since 2000-01-01, `bytea` in hex digits; whole numbers only.
 */
export class Columns {
  readonly names: readonly string[];
  private readonly types: readonly ColumnType[];
  private readonly cells: readonly Cells[];
  private readonly writers: readonly ((cells: Cells, value: Cell) => void)[];
  private count = 0;

  /** `columns` gives each column's name and SQL type. */
  constructor(columns: Readonly<Record<string, ColumnType>>) {
    this.names = Object.keys(columns);
    this.types = Object.values(columns);
    this.cells = this.types.map((type) => new Cells(types[type].oid));
    this.writers = this.types.map((type) => types[type].write);
  }

  get rows(): number {
    return this.count;
  }

  add(...values: readonly Cell[]): void {
    for (let index = 0; index < this.cells.length; index += 1) {
      const cells = this.cells[index] as Cells;
      const value = values[index];
      if (value === undefined) cells.nothing();
      else (this.writers[index] as (cells: Cells, value: Cell) => void)(cells, value);
    }
    this.count += 1;
  }

  /** `INSERT INTO table (…) SELECT venue, … FROM unnest(…)`; the venue is parameter 1. */
  insert(table: string, onConflict = ''): string {
    const parameters = this.types.map((type, index) => `$${index + 2}::${type}[]`);
    return `INSERT INTO ${table} (venue, ${this.names.join(', ')}) SELECT $1, * FROM unnest(${parameters.join(', ')}) ${onConflict}`;
  }

  values(venue: string): (string | Buffer)[] {
    return [venue, ...this.cells.map((cells) => cells.array())];
  }
}

/** `ON CONFLICT` clause that takes the new value of every column but the key's. */
export const replacing = (key: readonly string[], names: readonly string[]): string =>
  `ON CONFLICT (${key.join(', ')}) DO UPDATE SET ${names
    .filter((name) => !key.includes(name))
    .map((name) => `${name} = excluded.${name}`)
    .join(', ')}`;
