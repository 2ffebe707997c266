/** Separate from the index: it contains the virtualiser. */
export { type Column, DataTable, type DataTableProps } from './DataTable.tsx';
