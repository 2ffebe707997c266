import { everyTable, terms } from '../projections/position-tables.ts';
import type { Table } from '../projections/tables.ts';

/** Columns of a table that are compared together. */
export interface Facet {
  table: Table<never>;
  columns: readonly string[];
  /** Where the columns stand among those of the table. */
  places: readonly number[];
  keyPlaces: readonly number[];
  /** Whether a row may be written again, so that only the last counts. */
  replaced: boolean;
}

/** The position of an order is known later than its terms, and by another event. */
const later = 'position_id';

/** Every column of every table that replay fills. */
export const facets: readonly Facet[] = everyTable.flatMap((table) => {
  const columns = Object.keys(table.columns);
  const facet = (list: readonly string[]): Facet => ({
    table,
    columns: list,
    places: list.map((name) => columns.indexOf(name)),
    keyPlaces: table.key.map((name) => columns.indexOf(name)),
    replaced: 'replaced' in table,
  });
  return table.name === terms.name ? [facet(columns.filter((name) => name !== later)), facet([later])] : [facet(columns)];
});

export const facetOf = ({ name }: Table<never>): Facet => facets.find(({ table }) => table.name === name)!;
export const linkFacet: Facet = facets.find(({ columns }) => columns.length === 1 && columns[0] === later)!;

/** Names a row among those of its table and venue. */
export const keyOfRow = ({ keyPlaces }: Facet, values: readonly string[]): string => keyPlaces.map((place) => values[place]).join('/');

export const valuesOf = ({ places }: Facet, values: readonly string[]): string[] => places.map((place) => values[place]!);
