import { Button, EmptyState, ErrorState } from '@bourse/ui';
import { type Column, DataTable } from '@bourse/ui/table.ts';
import type { ReactNode } from 'react';
import styles from '../Console.module.css';
import type { Read } from '../data/use-read.ts';
import { t, timeText } from '../words.ts';

export const pageRows = 50;

/** Every list of the console: pages, the states of loading, failing and being empty, and a CSV of exactly what is shown. */
export function PagedTable<Row>({
  label,
  file,
  read,
  columns,
  rowKey,
  page,
  onPage,
  onRow,
  empty,
}: {
  label: string;
  /** Name of the CSV file. */
  file: string;
  read: Read<{ list: readonly Row[]; total: number }>;
  columns: readonly Column<Row>[];
  rowKey: (row: Row) => string;
  page: number;
  onPage: (page: number) => void;
  onRow?: (row: Row) => void;
  empty?: ReactNode;
}) {
  const rows = read.value?.list ?? [];
  const total = read.value?.total ?? 0;
  const pages = Math.max(1, Math.ceil(total / pageRows));
  return (
    <div className={styles.table}>
      {read.failed !== undefined && read.value !== undefined && (
        <p className={styles.old} role="alert">
          {t('console.failedSentence')} {read.failed} {read.at !== undefined && t('console.oldValue', { time: timeText(read.at) })}
        </p>
      )}
      <DataTable
        label={label}
        columns={columns}
        rows={rows}
        rowKey={rowKey}
        csvName={file}
        state={read.value === undefined && read.failed === undefined ? 'loading' : 'ready'}
        onRow={onRow}
        empty={empty ?? <EmptyState title={t('console.emptyTitle')}>{t('console.emptyText')}</EmptyState>}
        failed={
          read.failed !== undefined && read.value === undefined ? (
            <ErrorState title={t('console.failed')} action={<Button onClick={read.again}>{t('console.retry')}</Button>}>
              {read.failed}
            </ErrorState>
          ) : undefined
        }
      />
      {total > pageRows && (
        <div className={styles.pager}>
          <span>{t('console.page', { page: String(page), pages: String(pages), total: String(total) })}</span>
          <Button kind="outline" size="small" disabled={page <= 1} onClick={() => onPage(page - 1)}>
            {t('console.previous')}
          </Button>
          <Button kind="outline" size="small" disabled={page >= pages} onClick={() => onPage(page + 1)}>
            {t('console.next')}
          </Button>
        </div>
      )}
    </div>
  );
}
