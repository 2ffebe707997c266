import { type AdminOutput, roleNames } from '@bourse/protocol/admin';
import { Button, Checkbox, Chip, TextField } from '@bourse/ui';
import { useState } from 'react';
import styles from '../Console.module.css';
import { act } from '../data/api.ts';
import { useRead } from '../data/use-read.ts';
import { PagedTable, pageRows } from '../parts/PagedTable.tsx';
import { ReasonDialog } from '../parts/ReasonDialog.tsx';
import { Head } from '../parts/Screen.tsx';
import { named, t, timeText } from '../words.ts';

type Role = (typeof roleNames)[number];

export function OperatorsScreen() {
  const [page, setPage] = useState(1);
  const read = useRead('GET operator/list', { pageNo: page, pageSize: pageRows });
  const [inviting, setInviting] = useState(false);
  const [ending, setEnding] = useState<{ id: string; name: string }>();
  const [name, setName] = useState('');
  const [roles, setRoles] = useState<readonly Role[]>([]);
  const [made, setMade] = useState<AdminOutput<'POST operator/invite'> & { name: string }>();
  return (
    <>
      <Head title={t('console.nav.operators')} read={read}>
        <Button onClick={() => setInviting(true)}>{t('console.invite')}</Button>
      </Head>
      {made && (
        <p role="status">
          {t('console.inviteDone', { name: made.name })}
          <code className={styles.paper} style={{ display: 'block' }}>
            {made.link}
          </code>
        </p>
      )}
      <PagedTable
        label={t('console.nav.operators')}
        file="operators"
        {...{ read, page }}
        onPage={setPage}
        rowKey={(row) => row.id}
        columns={[
          { id: 'id', head: t('console.number'), cell: (row) => row.id, text: (row) => row.id },
          { id: 'name', head: t('console.name'), cell: (row) => row.name, text: (row) => row.name },
          {
            id: 'roles',
            head: t('console.roles'),
            cell: (row) => row.roles.map((role) => named('role', role)).join(', '),
            text: (row) => row.roles.join(' '),
          },
          {
            id: 'status',
            head: t('console.status'),
            cell: (row) => <Chip tone={row.status === 'active' ? 'ok' : 'plain'}>{named('status', row.status)}</Chip>,
            text: (row) => row.status,
          },
          {
            id: 'venues',
            head: t('console.inVenues'),
            cell: (row) =>
              row.venues.map(({ venue, state, proposal }) => (
                <Chip key={venue} tone={row.status === 'ended' && (state === 'acts' || state === 'ends') ? 'warn' : 'plain'}>
                  {t('console.inVenue', { venue: named('', venue), state: named('inVenue', state), proposal: proposal ?? '' })}
                </Chip>
              )),
            text: (row) => row.venues.map(({ venue, state }) => `${venue}: ${state}`).join(' '),
          },
          {
            id: 'keys',
            head: t('console.passkeys'),
            cell: (row) => row.keys.map((key) => (key.software ? `${key.label} (${t('console.withSoftware')})` : key.label)).join(', '),
            text: (row) => row.keys.map(({ label }) => label).join(' '),
          },
          {
            id: 'seen',
            head: t('console.lastSeen'),
            cell: (row) => timeText(row.lastSeenAt),
            text: (row) => (row.lastSeenAt ? new Date(row.lastSeenAt).toISOString() : ''),
          },
          {
            id: 'end',
            head: t('console.endOperator'),
            cell: (row) =>
              row.status !== 'ended' && (
                <Button kind="outline" size="small" onClick={() => setEnding({ id: row.id, name: row.name })}>
                  {t('console.endOperator')}
                </Button>
              ),
          },
        ]}
      />
      <ReasonDialog
        open={inviting}
        onClose={() => setInviting(false)}
        title={t('console.invite')}
        text={t('console.inviteText')}
        ready={name.trim().length >= 2 && roles.length > 0}
        onDo={async (reason) => {
          const link = await act('POST operator/invite', { name: name.trim(), roles: [...roles], reason });
          setMade({ ...link, name: name.trim() });
          setName('');
          setRoles([]);
          read.again();
        }}
      >
        <TextField label={t('console.name')} value={name} onChange={setName} maxLength={60} />
        <fieldset className={styles.actions}>
          <legend>{t('console.roles')}</legend>
          {roleNames.map((role) => (
            <Checkbox
              key={role}
              checked={roles.includes(role)}
              onChange={(on) => setRoles(on ? [...roles, role] : roles.filter((one) => one !== role))}
            >
              {named('role', role)}
            </Checkbox>
          ))}
        </fieldset>
      </ReasonDialog>
      <ReasonDialog
        danger
        open={ending !== undefined}
        onClose={() => setEnding(undefined)}
        title={`${t('console.endOperator')}: ${ending?.name ?? ''}`}
        text={t('console.endText')}
        onDo={(reason) => act('POST operator/end', { operator: ending?.id ?? '0', reason }).then(read.again)}
      />
    </>
  );
}
