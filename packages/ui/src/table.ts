/** Apart from the index: it carries the virtualiser. */
export { type Column, DataTable, type DataTableProps } from './DataTable.tsx';
