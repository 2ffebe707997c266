import { type CustomerPart, customerParts } from '@bourse/protocol/admin';
import { Button, Chip, Segmented, Tabs, toast } from '@bourse/ui';
import { useState } from 'react';
import styles from '../Console.module.css';
import { act, ask, type Me } from '../data/api.ts';
import { useRead } from '../data/use-read.ts';
import { PagedTable, pageRows } from '../parts/PagedTable.tsx';
import { ReasonDialog } from '../parts/ReasonDialog.tsx';
import { FactList, Head, Remote, Section } from '../parts/Screen.tsx';
import { go } from '../routes.ts';
import { named, t, timeText } from '../words.ts';

type Contact = 'email' | 'phone' | 'realName';

/** One customer from all sides. Contacts are masked; showing one stands in the audit. */
export function CustomerView({ id, me }: { id: string; me: Me }) {
  const read = useRead('GET customer/get', { id });
  const [asked, setAsked] = useState<'hold' | 'lift' | Contact>();
  const [mode, setMode] = useState<'closeOnly' | 'locked'>('closeOnly');
  const [shown, setShown] = useState<Partial<Record<Contact, string>>>({});
  const close = () => setAsked(undefined);
  const contact = (field: Contact, masked: string | null) => (
    <span>
      {shown[field] ?? masked ?? '–'}{' '}
      {me.permissions.includes('compliance') && shown[field] === undefined && (
        <Button kind="quiet" size="small" onClick={() => setAsked(field)}>
          {t('console.reveal')}
        </Button>
      )}
    </span>
  );
  return (
    <>
      <Head title={t('console.customer', { id })} read={read}>
        <Button kind="outline" size="small" onClick={() => go('customers')}>
          {t('console.back')}
        </Button>
      </Head>
      <Remote read={read}>
        {(customer) => (
          <>
            <Section title={customer.name}>
              {customer.held && (
                <p role="status">
                  <Chip tone="warn">{t('console.held')}</Chip>{' '}
                  {t('console.heldSince', { time: timeText(customer.held.since), reason: customer.held.reason })}
                </p>
              )}
              <FactList
                facts={[
                  [t('console.venue'), named('', customer.venue)],
                  [t('console.trading'), named('mode', customer.mode)],
                  [t('console.account'), customer.account ?? '–'],
                  [t('console.email'), contact('email', customer.email)],
                  [t('console.phone'), contact('phone', customer.phone)],
                  [t('console.created'), timeText(customer.createdAt)],
                ]}
              />
              <div className={styles.actions}>
                {customer.mode !== 'normal' && (
                  <Button kind="outline" onClick={() => setAsked('lift')}>
                    {t('console.lift')}
                  </Button>
                )}
                {customer.mode !== 'locked' && (
                  <Button kind="danger" onClick={() => setAsked('hold')}>
                    {t('console.hold')}
                  </Button>
                )}
              </div>
            </Section>
            <Parts id={id} />
          </>
        )}
      </Remote>
      <ReasonDialog
        danger
        open={asked === 'hold'}
        onClose={close}
        title={t('console.hold')}
        text={t('console.holdText')}
        onDo={async (reason) => {
          await act('POST customer/hold', { id, reason, mode });
          toast('success', t('console.done'));
          read.again();
        }}
      >
        <Segmented
          label={t('console.holdMode')}
          value={mode}
          options={[
            { value: 'closeOnly', label: t('console.holdCloseOnly') },
            { value: 'locked', label: t('console.holdLocked') },
          ]}
          onChange={setMode}
        />
      </ReasonDialog>
      <ReasonDialog
        open={asked === 'lift'}
        onClose={close}
        title={t('console.lift')}
        text={t('console.liftText')}
        onDo={(text) => act('POST case/open', { kind: 'lift', customer: id, text }).then(() => toast('success', t('console.done')))}
      />
      <ReasonDialog
        open={asked === 'email' || asked === 'phone' || asked === 'realName'}
        onClose={close}
        title={t('console.revealTitle')}
        text={t('console.revealText')}
        onDo={async (reason) => {
          const field = asked as Contact;
          const { value } = await ask('POST customer/reveal', { id, field, reason });
          setShown((old) => ({ ...old, [field]: value ?? '–' }));
        }}
      />
    </>
  );
}

function Parts({ id }: { id: string }) {
  const [part, setPart] = useState<CustomerPart>('balances');
  const [page, setPage] = useState(1);
  const found = useRead('GET customer/part', { id, part, pageNo: page, pageSize: pageRows });
  const read = { ...found, value: found.value && { list: found.value.rows, total: found.value.total } };
  return (
    <Section title={named('part', part)}>
      <Tabs
        label={t('console.customer', { id })}
        options={customerParts.map((name) => ({ value: name, label: named('part', name) }))}
        value={part}
        onChange={(value) => {
          setPart(value as CustomerPart);
          setPage(1);
        }}
      />
      <PagedTable
        label={named('part', part)}
        file={`customer-${id}-${part}`}
        {...{ read, page }}
        onPage={setPage}
        rowKey={(row) => row.join('|')}
        columns={(found.value?.columns ?? []).map((name, at) => ({
          id: name,
          head: named('', name),
          cell: (row: readonly string[]) => row[at],
          text: (row: readonly string[]) => row[at] ?? '',
        }))}
      />
    </Section>
  );
}
