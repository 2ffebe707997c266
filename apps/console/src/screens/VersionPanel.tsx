import type { ArticleVersion } from '@bourse/protocol/admin';
import { differenceOf, readTree, stricterNoticeMs } from '@bourse/protocol/texts';
import { Button, Chip, TextField } from '@bourse/ui';
import { useState } from 'react';
import styles from '../Console.module.css';
import { act } from '../data/api.ts';
import { useRead } from '../data/use-read.ts';
import { LineDifference } from '../parts/LineDifference.tsx';
import { PhonePreview } from '../parts/PhonePreview.tsx';
import { ReasonDialog } from '../parts/ReasonDialog.tsx';
import { FactList, Remote, Section } from '../parts/Screen.tsx';
import own from '../parts/Texts.module.css';
import { named, t, timeText } from '../words.ts';

/** As a field of the browser takes a time: of the operator's own clock, without a zone. */
const localTime = (ms: number) => new Date(ms - new Date(ms).getTimezoneOffset() * 60_000).toISOString().slice(0, 16);

type Move = 'submit' | 'approve' | 'schedule' | 'withdraw';
/** What a version may be asked to do in its state. The server decides. */
function movesOf({ state, mayApprove }: ArticleVersion): readonly Move[] {
  const back = ['draft', 'review', 'approved', 'scheduled', 'published'].includes(state) ? (['withdraw'] as const) : [];
  return [
    ...(state === 'draft' ? (['submit'] as const) : []),
    ...(mayApprove ? (['approve'] as const) : []),
    ...(state === 'approved' ? (['schedule'] as const) : []),
    ...back,
  ];
}

/** One version: where it stands, what differs from the one before, how it looks, and what may be done with it. */
export function VersionPanel({
  version,
  waits,
  onChanged,
  onEdit,
}: {
  version: ArticleVersion;
  /** Stricter terms that replace others begin 14 days from now at the earliest. */
  waits: boolean;
  onChanged: () => void;
  onEdit: () => void;
}) {
  const read = useRead('GET content/preview', { id: version.id });
  const [asking, setAsking] = useState<Move>();
  const [when, setWhen] = useState('');
  const at = { id: version.id, revision: version.revision };
  const begin = (move: Move) => {
    if (move === 'schedule' && waits) setWhen(localTime(Date.now() + stricterNoticeMs + 600_000));
    setAsking(move);
  };
  const run = async (reason: string) => {
    if (asking === 'submit') await act('POST content/submit', at);
    if (asking === 'approve') await act('POST content/approve', { ...at, hash: version.hash ?? '' });
    if (asking === 'schedule') await act('POST content/schedule', { ...at, effectiveAt: when ? new Date(when).getTime() : 0, reason });
    if (asking === 'withdraw') await act('POST content/withdraw', { ...at, reason });
    onChanged();
  };
  const approvers = version.approvals.map(({ name }) => name).join(', ');
  return (
    <Section title={t('console.content.version', { version: String(version.version) })}>
      <FactList
        facts={[
          [t('console.step'), <Chip key="state">{named('content.state', version.state)}</Chip>],
          [t('console.content.author'), version.author || '–'],
          [
            t('console.content.approvals'),
            `${t('console.content.needed', { count: String(version.approvals.length), needed: String(version.needed) })}${approvers && ` · ${approvers}`}`,
          ],
          ...(version.effectiveAt === null ? [] : [[t('console.content.effective'), timeText(version.effectiveAt)] as const]),
          ...(version.stale ? [[t('console.content.language'), t('console.content.stale')] as const] : []),
          ...(version.hash === null
            ? []
            : [
                [
                  t('console.content.hash'),
                  <code key="hash" className={styles.mono}>
                    {version.hash}
                  </code>,
                ] as const,
              ]),
          ...(version.reason === '' ? [] : [[t('console.reason'), version.reason] as const]),
        ]}
      />
      <div className={styles.actions}>
        {version.state === 'draft' && (
          <Button kind="outline" onClick={onEdit}>
            {t('console.content.body')}
          </Button>
        )}
        {movesOf(version).map((move) => (
          <Button key={move} kind={move === 'withdraw' ? 'outline' : 'solid'} onClick={() => begin(move)}>
            {t(`console.content.${move}`)}
          </Button>
        ))}
      </div>
      <ReasonDialog
        open={asking !== undefined}
        onClose={() => setAsking(undefined)}
        title={asking ? t(`console.content.${asking}`) : ''}
        text={asking ? t(asking === 'schedule' && waits ? 'console.content.scheduleWaits' : `console.content.${asking}Text`) : ''}
        danger={asking === 'withdraw'}
        onDo={run}
      >
        {asking === 'schedule' && (
          <TextField label={t('console.content.scheduleAt')} type="datetime-local" value={when} onChange={setWhen} />
        )}
      </ReasonDialog>
      <Remote read={read}>
        {({ title, summary, body, before }) => {
          const { tree } = readTree(body);
          const old = before ? readTree(before.body).tree : undefined;
          if (!tree) return null;
          return (
            <div className={own.editor}>
              <div>
                <h3>{before ? t('console.content.difference', { version: String(before.version) }) : t('console.content.first')}</h3>
                {old && <LineDifference lines={differenceOf(old, tree)} language={version.language} />}
              </div>
              <PhonePreview title={title} summary={summary} tree={tree} language={version.language} />
            </div>
          );
        }}
      </Remote>
    </Section>
  );
}
