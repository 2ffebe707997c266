import { Button, Chip, EmptyState } from '@bourse/ui';
import { useState } from 'react';
import styles from '../Console.module.css';
import { act, whyOf } from '../data/api.ts';
import { sign } from '../data/keys.ts';
import { useRead } from '../data/use-read.ts';
import { Differences, TakesEffect } from '../parts/Differences.tsx';
import { PagedTable, pageRows } from '../parts/PagedTable.tsx';
import { ReasonDialog } from '../parts/ReasonDialog.tsx';
import { FactList, Head, Remote, Section } from '../parts/Screen.tsx';
import { type VenueName, VenueSelect, venueOf } from '../parts/VenueSelect.tsx';
import { go } from '../routes.ts';
import { form, formName, named, t, timeText } from '../words.ts';

/** `#changes/real/12`: what waits for another person, and each change with its difference. */
export function ChangesScreen({ rest }: { rest: readonly string[] }) {
  const venue = venueOf(rest[0]);
  const proposal = Number(rest[1] ?? 0);
  const [page, setPage] = useState(1);
  const read = useRead('GET change/list', { venue, pageNo: page, pageSize: pageRows }, 10_000);
  return (
    <>
      <Head title={t('console.nav.changes')} read={read}>
        <VenueSelect venue={venue} onChange={(value) => go('changes', value)} />
        <Button onClick={() => go('propose', venue)}>{t('console.propose')}</Button>
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
          { id: 'kind', head: t('console.kind'), cell: (row) => formName('kind', row.kind), text: (row) => row.kind },
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
    </>
  );
}

function Change({ venue, proposal, onChanged }: { venue: VenueName; proposal: number; onChanged: () => void }) {
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
      {({ change, fields, noticeMs }) => (
        <Section title={`${t('console.proposal', { id: change.proposal })}: ${formName('kind', change.kind)}`}>
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
          <Differences fields={fields} file={`change-${proposal}`} />
          <p>
            <b>{form('does')}:</b> {formName('does', change.kind)}
          </p>
          {noticeMs > 0 && <TakesEffect noticeMs={noticeMs} />}
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
