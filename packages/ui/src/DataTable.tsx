import { useVirtualizer } from '@tanstack/react-virtual';
import { type ReactNode, useMemo, useRef, useState } from 'react';
import { useUi } from './context.tsx';
import { downloadText, toCsv } from './csv.ts';
import { cx } from './cx.ts';
import styles from './DataTable.module.css';
import { IconArrowDown, IconArrowUp } from './icons.tsx';
import { Skeleton } from './States.tsx';
import { TableTools } from './TableTools.tsx';
import { nextSort, type SortType, type TableSort } from './table-state.ts';

export type Column<Row> = {
  id: string;
  head: string;
  cell: (row: Row) => ReactNode;
  /** The column's CSV value: full precision, ISO times. A column without it is not exported. */
  text?: ((row: Row) => string) | undefined;
  align?: 'start' | 'end' | undefined;
  /** Makes the column sortable by a click on its head. 1 price, 2 up/down range, 0 any other. */
  sort?: SortType | undefined;
  /** The customer can hide the column. */
  optional?: boolean | undefined;
  /** Optional, and hidden until the customer shows it. */
  startsHidden?: boolean | undefined;
  width?: number | string | undefined;
  /** Stays visible at the end of the row while the other columns scroll under it. */
  pinned?: boolean | undefined;
  foot?: ReactNode;
};

export type DataTableProps<Row> = {
  /** The table's name, for assistive technology and for the file. */
  label: string;
  columns: readonly Column<Row>[];
  rows: readonly Row[];
  rowKey: (row: Row) => string;
  sort?: TableSort | undefined;
  onSort?: ((sort: TableSort) => void) | undefined;
  state?: 'ready' | 'loading' | undefined;
  /** Shown instead of rows. */
  empty?: ReactNode;
  failed?: ReactNode;
  onRow?: ((row: Row) => void) | undefined;
  chosen?: ((row: Row) => boolean) | undefined;
  /** Stores the choice of columns under this name. */
  rememberAs?: string | undefined;
  /** Offers a CSV file with this name (without extension). */
  csvName?: string | undefined;
  /** At the start of the toolbar; of a dense table, below the rows. */
  tools?: ReactNode;
  /** For a low panel: the tools share the line of the column heads, and cells are tighter. */
  dense?: boolean | undefined;
  /** 44 px rows instead of 36. */
  tall?: boolean | undefined;
  height?: number | string | undefined;
  className?: string | undefined;
};

const virtualFrom = 80;
const columnsKey = (name: string) => `bourse.columns.${name}`;

function readHidden(name: string | undefined, standard: readonly string[]): readonly string[] {
  if (!name) return standard;
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(columnsKey(name)) ?? 'null');
    return Array.isArray(stored) ? stored.filter((item): item is string => typeof item === 'string') : standard;
  } catch {
    return standard;
  }
}

/** A table of figures: sticky head, sort by head, virtual rows beyond 80, a choice of columns, and a CSV of what is shown. */
export function DataTable<Row>(props: DataTableProps<Row>) {
  const {
    label,
    columns,
    rows,
    rowKey,
    sort,
    onSort,
    state = 'ready',
    empty,
    failed,
    onRow,
    chosen,
    rememberAs,
    csvName,
    tools,
    dense,
  } = props;
  const { labels } = useUi();
  const [hidden, setHidden] = useState(() =>
    readHidden(
      rememberAs,
      columns.filter((column) => column.startsHidden).map((column) => column.id),
    ),
  );
  const shown = useMemo(() => columns.filter((column) => !(column.optional && hidden.includes(column.id))), [columns, hidden]);
  const scroller = useRef<HTMLDivElement>(null);
  const rowHeight = props.tall ? 44 : 36;
  const virtual = rows.length > virtualFrom;
  const virtualizer = useVirtualizer({
    count: rows.length,
    enabled: virtual,
    getScrollElement: () => scroller.current,
    estimateSize: () => rowHeight,
    overscan: 12,
  });
  const items = virtual ? virtualizer.getVirtualItems() : [];
  const visible = virtual
    ? items.map((item) => ({ row: rows[item.index]!, index: item.index }))
    : rows.map((row, index) => ({ row, index }));
  const before = items[0]?.start ?? 0;
  const after = virtual ? virtualizer.getTotalSize() - (items.at(-1)?.end ?? 0) : 0;

  const toggle = (id: string) => {
    const next = hidden.includes(id) ? hidden.filter((other) => other !== id) : [...hidden, id];
    setHidden(next);
    if (rememberAs) localStorage.setItem(columnsKey(rememberAs), JSON.stringify(next));
  };
  const save = () => {
    const exported = shown.filter((column) => column.text);
    downloadText(
      `${csvName}.csv`,
      toCsv(
        exported.map((column) => column.head),
        rows.map((row) => exported.map((column) => column.text!(row))),
      ),
    );
  };
  const optional = columns.filter((column) => column.optional);
  const hasTools = tools !== undefined || optional.length > 0 || csvName !== undefined;

  return (
    <div className={cx(styles.frame, dense && styles.dense, props.className)} style={{ blockSize: props.height }}>
      {hasTools && (
        <div className={styles.tools}>
          {!dense && <div>{tools}</div>}
          <TableTools
            {...{ dense }}
            choices={optional.map(({ id, head }) => ({ id, head, shown: !hidden.includes(id) }))}
            onToggle={toggle}
            onSave={csvName === undefined ? undefined : save}
            nothing={rows.length === 0}
          />
        </div>
      )}
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling region must be reachable by keyboard */}
      <section ref={scroller} className={styles.scroll} aria-label={label} tabIndex={0}>
        <table className={cx(styles.table, props.tall && styles.tall)} aria-rowcount={rows.length + 1} aria-busy={state === 'loading'}>
          <thead>
            <tr>
              {shown.map((column, at) => {
                const direction = sort && sort.id === column.id ? sort.sort : '';
                return (
                  <th
                    key={column.id}
                    scope="col"
                    className={cx(column.align === 'end' && styles.end, at === 0 && styles.sticky, column.pinned && styles.pinned)}
                    style={{ inlineSize: column.width }}
                    aria-sort={
                      column.sort === undefined
                        ? undefined
                        : direction === 'asc'
                          ? 'ascending'
                          : direction === 'desc'
                            ? 'descending'
                            : 'none'
                    }
                  >
                    {column.sort === undefined || !onSort ? (
                      <span className={dense && column.pinned ? 'visually-hidden' : undefined}>{column.head}</span>
                    ) : (
                      <button
                        type="button"
                        className={styles.sort}
                        data-on={direction !== ''}
                        title={labels.sort.replace('{column}', column.head)}
                        onClick={() => onSort(nextSort(sort ?? { id: '', sort: '', type: 0 }, column.id, column.sort))}
                      >
                        {column.head}
                        {direction === 'asc' && <IconArrowUp size={12} aria-hidden />}
                        {direction === 'desc' && <IconArrowDown size={12} aria-hidden />}
                      </button>
                    )}
                  </th>
                );
              })}
            </tr>
          </thead>
          <tbody>
            {before > 0 && (
              <tr className={styles.spacer} aria-hidden>
                <td colSpan={shown.length} style={{ blockSize: before }} />
              </tr>
            )}
            {state === 'loading' && rows.length === 0
              ? Array.from({ length: 6 }, (_, line) => (
                  // biome-ignore lint/suspicious/noArrayIndexKey: bones have no identity
                  <tr key={line}>
                    {shown.map((column) => (
                      <td key={column.id} className={cx(column.align === 'end' && styles.end)}>
                        <Skeleton width={column.align === 'end' ? 56 : 88} />
                      </td>
                    ))}
                  </tr>
                ))
              : visible.map(({ row, index }) => (
                  <tr
                    key={rowKey(row)}
                    aria-rowindex={index + 2}
                    aria-selected={chosen ? chosen(row) : undefined}
                    data-goes={onRow !== undefined}
                    tabIndex={onRow ? 0 : undefined}
                    onClick={onRow && (() => onRow(row))}
                    onKeyDown={
                      onRow &&
                      ((event) => {
                        if (event.key === 'Enter' && event.target === event.currentTarget) onRow(row);
                      })
                    }
                  >
                    {shown.map((column, at) => (
                      <td
                        key={column.id}
                        className={cx(column.align === 'end' && styles.end, at === 0 && styles.sticky, column.pinned && styles.pinned)}
                      >
                        {column.cell(row)}
                      </td>
                    ))}
                  </tr>
                ))}
            {after > 0 && (
              <tr className={styles.spacer} aria-hidden>
                <td colSpan={shown.length} style={{ blockSize: after }} />
              </tr>
            )}
          </tbody>
          {rows.length > 0 && shown.some((column) => column.foot !== undefined) && (
            <tfoot>
              <tr className={styles.foot}>
                {shown.map((column) => (
                  <td key={column.id} className={cx(column.align === 'end' && styles.end, column.pinned && styles.pinned)}>
                    {column.foot}
                  </td>
                ))}
              </tr>
            </tfoot>
          )}
        </table>
        {failed ?? (state === 'ready' && rows.length === 0 ? empty : null)}
        {dense && tools && rows.length > 0 && <div className={styles.after}>{tools}</div>}
      </section>
    </div>
  );
}
