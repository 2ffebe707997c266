import { type ChangeKind, roleNames } from '@bourse/protocol/admin';
import { Button, Checkbox, Chip, EmptyState, Select, Switch, TextField } from '@bourse/ui';
import { DataTable } from '@bourse/ui/table.ts';
import { useState } from 'react';
import styles from '../Console.module.css';
import { type AdminInput, act, type Me, whyOf } from '../data/api.ts';
import { proposeChange, sign } from '../data/keys.ts';
import { useRead } from '../data/use-read.ts';
import { PagedTable, pageRows } from '../parts/PagedTable.tsx';
import { ReasonDialog } from '../parts/ReasonDialog.tsx';
import { FactList, Head, Remote, Section } from '../parts/Screen.tsx';
import { go } from '../routes.ts';
import { named, t, timeText } from '../words.ts';

type Venue = 'real' | 'demo';
type Body = AdminInput<'POST change/propose'>['body'];
const venueOf = (text: string | undefined): Venue => (text === 'demo' ? 'demo' : 'real');

/** `#changes/real/12`: what waits for another person, and each change with its difference. */
export function ChangesScreen({ me, rest }: { me: Me; rest: readonly string[] }) {
  const venue = venueOf(rest[0]);
  const proposal = Number(rest[1] ?? 0);
  const [page, setPage] = useState(1);
  const [raising, setRaising] = useState(false);
  const read = useRead('GET change/list', { venue, pageNo: page, pageSize: pageRows }, 10_000);
  return (
    <>
      <Head title={t('console.nav.changes')} read={read}>
        <Select
          label={t('console.venue')}
          value={venue}
          options={[
            { value: 'real', label: t('console.real') },
            { value: 'demo', label: t('console.demo') },
          ]}
          onChange={(value) => go('changes', value)}
        />
        <Button onClick={() => setRaising(true)}>{t('console.propose')}</Button>
      </Head>
      <p className={styles.lead}>{t('console.changesLead')}</p>
      {proposal > 0 && <Change key={`${venue} ${proposal}`} {...{ venue, proposal }} onChanged={read.again} />}
      <PagedTable
        label={t('console.nav.changes')}
        file={`changes-${venue}`}
        {...{ read, page }}
        onPage={setPage}
        empty={<EmptyState title={t('console.noChanges')}>{t('console.noChangesText')}</EmptyState>}
        rowKey={(row) => row.proposal}
        columns={[
          {
            id: 'proposal',
            head: t('console.number'),
            cell: (row) => (
              <Button kind="link" size="small" onClick={() => go('changes', venue, row.proposal)}>
                {row.proposal}
              </Button>
            ),
            text: (row) => row.proposal,
          },
          { id: 'kind', head: t('console.kind'), cell: (row) => named('change', row.kind), text: (row) => row.kind },
          {
            id: 'state',
            head: t('console.state'),
            cell: (row) => <Chip tone={row.state === 'applied' ? 'ok' : 'plain'}>{named('proposalState', row.state)}</Chip>,
            text: (row) => row.state,
          },
          { id: 'reason', head: t('console.reason'), cell: (row) => row.reason, text: (row) => row.reason },
          { id: 'by', head: t('console.operator'), cell: (row) => row.proposerName, text: (row) => row.proposer },
          {
            id: 'people',
            head: t('console.owner'),
            cell: (row) => t('console.approvals', { count: String(row.approvals.length), needed: String(row.needed) }),
            text: (row) => `${row.approvals.length}/${row.needed}`,
          },
          {
            id: 'expires',
            head: t('console.expires'),
            cell: (row) => timeText(row.expiresAt),
            text: (row) => new Date(row.expiresAt).toISOString(),
          },
        ]}
      />
      <Raise
        open={raising}
        onClose={() => setRaising(false)}
        {...{ me, venue }}
        onRaised={(id) => {
          read.again();
          go('changes', venue, id);
        }}
      />
    </>
  );
}

function Change({ venue, proposal, onChanged }: { venue: Venue; proposal: number; onChanged: () => void }) {
  const read = useRead('GET change/get', { venue, proposal });
  const [problem, setProblem] = useState('');
  const [busy, setBusy] = useState(false);
  const [retracting, setRetracting] = useState(false);
  const approve = async (digest: string) => {
    setBusy(true);
    setProblem('');
    try {
      // The passkey is bound to this host's name.
      const assertion = await sign(digest, location.hostname);
      await act('POST change/approve', { venue, proposal: String(proposal), digest, assertion });
    } catch (error) {
      setProblem(whyOf(error));
    }
    setBusy(false);
    read.again();
    onChanged();
  };
  return (
    <Remote read={read}>
      {({ change, fields }) => (
        <Section title={`${t('console.proposal', { id: change.proposal })}: ${named('change', change.kind)}`}>
          <FactList
            facts={[
              [t('console.state'), `${named('proposalState', change.state)} ${change.error}`],
              [t('console.reason'), change.reason],
              [t('console.operator'), t('console.proposedBy', { name: change.proposerName || t('console.server') })],
              [
                t('console.approvals', { count: String(change.approvals.length), needed: String(change.needed) }),
                change.approvals.map(({ name, at }) => `${name} ${timeText(at)}`).join(', '),
              ],
              [t('console.digest'), <code key="digest">{change.digest}</code>],
            ]}
          />
          <DataTable
            label={t('console.change')}
            rows={fields}
            rowKey={({ name }) => name}
            columns={[
              { id: 'field', head: t('console.field'), cell: ({ name }) => named('', name) },
              { id: 'before', head: t('console.before'), cell: ({ before }) => before ?? '–' },
              { id: 'after', head: t('console.after'), cell: ({ after }) => <b>{after}</b> },
            ]}
          />
          <div className={styles.actions}>
            {change.mayApprove && (
              <Button busy={busy} onClick={() => void approve(change.digest)}>
                {t('console.approve')}
              </Button>
            )}
            {change.mayRetract && (
              <Button kind="outline" onClick={() => setRetracting(true)}>
                {t('console.retract')}
              </Button>
            )}
          </div>
          {problem && (
            <strong className={styles.problem} role="alert">
              {problem}
            </strong>
          )}
          <ReasonDialog
            open={retracting}
            onClose={() => setRetracting(false)}
            title={t('console.retract')}
            text={t('console.changesLead')}
            onDo={(reason) =>
              act('POST change/retract', { venue, proposal: String(proposal), reason }).then(() => {
                read.again();
                onChanged();
              })
            }
          />
        </Section>
      )}
    </Remote>
  );
}

/** The form of a change, made from the fields that its kind declares. */
function Raise(props: { open: boolean; onClose: () => void; me: Me; venue: Venue; onRaised: (proposal: string) => void }) {
  const { open, onClose, me, venue, onRaised } = props;
  const kinds = useRead('GET change/kinds', open ? {} : undefined);
  const [kind, setKind] = useState<ChangeKind | ''>('');
  const [values, setValues] = useState<Record<string, string | boolean | string[]>>({});
  const may = (kinds.value ?? []).filter(({ power }) => me.permissions.some((one) => one === power));
  const fields = may.find((one) => one.kind === kind)?.fields ?? [];
  const set = (name: string, value: string | boolean | string[]) => setValues((old) => ({ ...old, [name]: value }));
  const complete = fields.every(({ name, type }) => type === 'flag' || type === 'roles' || /^\d{1,15}$/.test(String(values[name] ?? '')));
  const body = (): Body =>
    ({
      kind,
      ...Object.fromEntries(
        fields.map(({ name, type }) => {
          const value = values[name];
          return [
            name,
            type === 'number' ? Number(value) : type === 'flag' ? value === true : type === 'roles' ? (value ?? []) : String(value),
          ];
        }),
      ),
    }) as Body;
  return (
    <ReasonDialog
      {...{ open, onClose }}
      title={t('console.proposeTitle')}
      text={t('console.changesLead')}
      ready={kind !== '' && complete}
      onDo={async (reason) => {
        const { proposal } = await proposeChange({ venue, body: body(), reason });
        setKind('');
        setValues({});
        onRaised(proposal);
      }}
    >
      <Select
        label={t('console.kind')}
        labelled
        value={kind}
        options={[
          { value: '' as const, label: t('console.kind'), disabled: true },
          ...may.map((one) => ({ value: one.kind as ChangeKind, label: named('change', one.kind) })),
        ]}
        onChange={setKind}
      />
      {fields.map(({ name, type }) => {
        if (type === 'flag')
          return (
            <Switch key={name} checked={values[name] === true} onChange={(on) => set(name, on)}>
              {named('', name)}
            </Switch>
          );
        if (type !== 'roles')
          return (
            <TextField
              key={name}
              label={named('', name)}
              inputMode="numeric"
              value={String(values[name] ?? '')}
              onChange={(value) => set(name, value.trim())}
            />
          );
        const held = (values[name] ?? []) as string[];
        return (
          <fieldset key={name} className={styles.actions}>
            <legend>{t('console.roles')}</legend>
            {roleNames.map((role) => (
              <Checkbox
                key={role}
                checked={held.includes(role)}
                onChange={(on) => set(name, on ? [...held, role] : held.filter((one) => one !== role))}
              >
                {named('role', role)}
              </Checkbox>
            ))}
          </fieldset>
        );
      })}
    </ReasonDialog>
  );
}
