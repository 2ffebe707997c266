/**
 * Rows on their way into `unnest`: one array literal a column, built by hand, because the driver's own conversion of arrays costs more
 * than the insert.
 */
export class Columns {
  readonly names: readonly string[];
  readonly types: readonly string[];
  private readonly cells: string[];
  private count = 0;

  /** `columns` gives each column's name and SQL type. */
  constructor(columns: Readonly<Record<string, string>>) {
    this.names = Object.keys(columns);
    this.types = Object.values(columns);
    this.cells = this.names.map(() => '');
  }

  get rows(): number {
    return this.count;
  }

  add(...values: readonly (string | number | bigint | boolean | undefined)[]): void {
    const separator = this.count === 0 ? '' : ',';
    for (let index = 0; index < this.cells.length; index += 1) this.cells[index] += separator + literal(values[index]);
    this.count += 1;
  }

  /** `INSERT INTO table (…) SELECT venue, … FROM unnest(…)`; the venue is parameter 1. */
  insert(table: string, onConflict = ''): string {
    const parameters = this.types.map((type, index) => `$${index + 2}::${type}[]`);
    return `INSERT INTO ${table} (venue, ${this.names.join(', ')}) SELECT $1, * FROM unnest(${parameters.join(', ')}) ${onConflict}`;
  }

  values(venue: string): string[] {
    return [venue, ...this.cells.map((cells) => `{${cells}}`)];
  }
}

function literal(value: string | number | bigint | boolean | undefined): string {
  if (value === undefined) return 'NULL';
  if (typeof value !== 'string') return String(value);
  return `"${value.replace(/["\\]/g, '\\$&')}"`;
}

/** `ON CONFLICT` clause that takes the new value of every column but the key's. */
export const replacing = (key: readonly string[], names: readonly string[]): string =>
  `ON CONFLICT (${key.join(', ')}) DO UPDATE SET ${names
    .filter((name) => !key.includes(name))
    .map((name) => `${name} = excluded.${name}`)
    .join(', ')}`;
