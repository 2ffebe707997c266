import { Button, Chip, Select, TextField } from '@bourse/ui';
import { useDeferredValue, useState } from 'react';
import styles from '../Console.module.css';
import type { Me } from '../data/api.ts';
import { useRead } from '../data/use-read.ts';
import { PagedTable, pageRows } from '../parts/PagedTable.tsx';
import { Head } from '../parts/Screen.tsx';
import { go } from '../routes.ts';
import { named, t, timeText } from '../words.ts';
import { CustomerView } from './CustomerView.tsx';

export function CustomersScreen({ me, rest }: { me: Me; rest: readonly string[] }) {
  const [id] = rest;
  return id ? <CustomerView id={id} me={me} /> : <CustomerList />;
}

function CustomerList() {
  const [typed, setTyped] = useState('');
  const [venue, setVenue] = useState<'' | 'real' | 'demo'>('');
  const [page, setPage] = useState(1);
  const search = useDeferredValue(typed.trim());
  const read = useRead('GET customer/list', {
    pageNo: page,
    pageSize: pageRows,
    ...(search ? { search } : {}),
    ...(venue ? { venue } : {}),
  });
  return (
    <>
      <Head title={t('console.nav.customers')} read={read} />
      <div className={styles.filters}>
        <div className={styles.wide}>
          <TextField
            label={t('console.searchCustomer')}
            type="search"
            value={typed}
            maxLength={120}
            onChange={(value) => {
              setTyped(value);
              setPage(1);
            }}
          />
        </div>
        <Select
          label={t('console.venue')}
          value={venue}
          options={[
            { value: '', label: t('console.all') },
            { value: 'real', label: t('console.real') },
            { value: 'demo', label: t('console.demo') },
          ]}
          onChange={(value) => {
            setVenue(value);
            setPage(1);
          }}
        />
      </div>
      <PagedTable
        label={t('console.nav.customers')}
        file="customers"
        {...{ read, page }}
        onPage={setPage}
        rowKey={(row) => row.id}
        onRow={(row) => go('customers', row.id)}
        columns={[
          {
            id: 'id',
            head: t('console.number'),
            cell: (row) => (
              <Button kind="link" size="small" onClick={() => go('customers', row.id)}>
                {row.id}
              </Button>
            ),
            text: (row) => row.id,
          },
          { id: 'name', head: t('console.name'), cell: (row) => row.name, text: (row) => row.name },
          { id: 'venue', head: t('console.venue'), cell: (row) => named('', row.venue), text: (row) => row.venue },
          { id: 'account', head: t('console.account'), align: 'end', cell: (row) => row.account, text: (row) => String(row.account ?? '') },
          { id: 'email', head: t('console.email'), cell: (row) => row.email, text: (row) => row.email ?? '' },
          { id: 'phone', head: t('console.phone'), cell: (row) => row.phone, text: (row) => row.phone ?? '' },
          {
            id: 'created',
            head: t('console.created'),
            cell: (row) => timeText(row.createdAt),
            text: (row) => new Date(row.createdAt).toISOString(),
          },
          {
            id: 'held',
            head: t('console.held'),
            cell: (row) => row.held && <Chip tone="warn">{t('console.held')}</Chip>,
            text: (row) => row.held?.reason ?? '',
          },
        ]}
      />
    </>
  );
}
