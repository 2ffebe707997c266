import type { ChatEntry } from '@bourse/protocol/chat';
import { Button, Chip, TextField } from '@bourse/ui';
import { useEffect, useRef, useState } from 'react';
import styles from '../../Console.module.css';
import { type AdminOutput, act, ask, type Me, whyOf } from '../../data/api.ts';
import { useKeys } from '../../data/use-keys.ts';
import { useRead } from '../../data/use-read.ts';
import { ReasonDialog } from '../../parts/ReasonDialog.tsx';
import { Remote, Section } from '../../parts/Screen.tsx';
import { named, t, timeText } from '../../words.ts';
import { Matters, Notes, noteId } from './Beside.tsx';
import { Composer, composerId, useSend } from './Composer.tsx';
import { Message } from './Message.tsx';
import { lookMs, rowsOf, unbroken } from './rows.ts';
import own from './Service.module.css';
import type { Line } from './use-line.ts';

type Thread = AdminOutput<'GET chat/thread'>;
type Doing = 'handOver' | 'end' | 'join' | 'reassign';
const pageSize = 100;

/** One conversation: its words in the middle, the customer and the notes beside it. */
export function Conversation({
  workOrder,
  me,
  line,
  onTake,
  onChanged,
}: {
  workOrder: string;
  me: Me;
  line: Line;
  onTake: () => void;
  onChanged: () => void;
}) {
  const read = useRead('GET chat/thread', { workOrder, limit: pageSize }, lookMs);
  const known = useRef(new Map<number, ChatEntry>());
  const [, drawn] = useState(0);
  const [doing, setDoing] = useState<Doing>();
  const [to, setTo] = useState('');
  const [problem, setProblem] = useState('');
  const thread = read.value;
  const { moved } = line;
  const { again } = read;
  useEffect(() => {
    if (moved > 0) again();
  }, [moved, again]);
  const changed = () => {
    read.again();
    onChanged();
  };
  const send = useSend(workOrder, changed);
  const mine = thread?.mine ?? false;
  const offset = thread?.offset ?? 0;
  const told = useRef(0);
  useEffect(() => {
    if (!mine || offset <= told.current) return;
    told.current = offset;
    // A mark that was lost is made with the next message.
    ask('POST chat/read', { workOrder, offset }).catch(() => {});
  }, [mine, offset, workOrder]);
  const list = useRef<HTMLOListElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new entry is shown
  useEffect(() => {
    if (list.current) list.current.scrollTop = list.current.scrollHeight;
  }, [offset]);
  useKeys({
    enter: () => document.getElementById(composerId)?.focus(),
    n: () => document.getElementById(noteId)?.focus(),
    h: () => mine && setDoing('handOver'),
    f: () => mine && setDoing('end'),
  });
  const supervisor = me.permissions.includes('compliance');
  const close = () => setDoing(undefined);
  const agent = to ? { to } : {};
  return (
    <>
      <div>
        <Remote read={read}>
          {(found) => {
            for (const entry of found.entries) known.current.set(entry.offset, entry);
            const entries = unbroken(known.current, found.offset);
            const first = entries[0]?.offset ?? 1;
            const finished = found.workOrder.finishedAt !== null;
            const earlier = () =>
              ask('GET chat/thread', { workOrder, before: first, limit: pageSize }).then(
                (page) => {
                  for (const entry of page.entries) known.current.set(entry.offset, entry);
                  drawn((round) => round + 1);
                },
                (error: unknown) => setProblem(whyOf(error)),
              );
            return (
              <Section title={named('chat', `type.${found.groupType}`)}>
                <State found={found} />
                <div className={styles.actions}>
                  {found.workOrder.state === 'waiting' && (
                    <Button size="small" onClick={onTake}>
                      {t('console.take')}
                    </Button>
                  )}
                  {found.mine && (
                    <>
                      <Button kind="outline" size="small" onClick={() => setDoing('handOver')}>
                        {t('console.chat.handOver')}
                      </Button>
                      <Button kind="outline" size="small" onClick={() => setDoing('end')}>
                        {t('console.chat.end')}
                      </Button>
                    </>
                  )}
                  {supervisor && !finished && !found.mine && (
                    <>
                      <Button kind="outline" size="small" onClick={() => setDoing('join')}>
                        {t('console.chat.join')}
                      </Button>
                      <Button kind="outline" size="small" onClick={() => setDoing('reassign')}>
                        {t('console.chat.reassign')}
                      </Button>
                    </>
                  )}
                </div>
                {first > 1 && (
                  <Button kind="quiet" size="small" onClick={() => void earlier()}>
                    {t('console.chat.earlier')}
                  </Button>
                )}
                {problem && (
                  <strong className={styles.problem} role="alert">
                    {problem}
                  </strong>
                )}
                {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls is reached by keyboard */}
                <ol ref={list} className={own.log} aria-label={t('console.chat.log')} tabIndex={0}>
                  {rowsOf(entries).map((row) => (
                    <Message
                      key={row.entry.id}
                      row={row}
                      of={{
                        ...{ workOrder, supervisor, members: found.members, seenOffset: found.seenOffset, again: read.again },
                        self: found.mine ? found.workOrder.agent?.id : undefined,
                      }}
                    />
                  ))}
                </ol>
                <p className={own.typing} role="status">
                  {line.typing === found.groupId && t('console.chat.typing')}
                </p>
                {found.mine && <Composer me={me} send={send} onWriting={() => line.writes(found.groupId)} />}
              </Section>
            );
          }}
        </Remote>
      </div>
      {thread && (
        <div className={own.side}>
          <Matters workOrder={workOrder} mine={mine} send={send} />
          <Notes workOrder={workOrder} notes={thread.notes} again={read.again} />
        </div>
      )}
      {doing && (
        <ReasonDialog
          open
          onClose={close}
          title={t(`console.chat.${doing}Title`)}
          text={t(doing === 'reassign' ? 'console.chat.handOverText' : `console.chat.${doing}Text`)}
          {...(doing === 'handOver' ? { label: t('console.chat.handOverNote') } : {})}
          ready={to === '' || /^[1-9]\d{0,17}$/.test(to)}
          onDo={async (text) => {
            if (doing === 'handOver') await act('POST chat/hand-over', { workOrder, text, ...agent });
            else if (doing === 'end') await act('POST chat/finish', { workOrder, reason: text });
            else if (doing === 'join') await act('POST chat/join', { workOrder, reason: text });
            else await act('POST chat/reassign', { workOrder, reason: text, ...agent });
            setTo('');
            changed();
          }}
        >
          {(doing === 'handOver' || doing === 'reassign') && (
            <TextField
              label={t('console.chat.to')}
              inputMode="numeric"
              maxLength={18}
              value={to}
              onChange={(value) => setTo(value.trim())}
              data-autofocus
            />
          )}
        </ReasonDialog>
      )}
    </>
  );
}

function State({ found: { workOrder, groupSign } }: { found: Thread }) {
  return (
    <p className={styles.quiet}>
      <Chip>{named('chat', `state.${workOrder.state}`)}</Chip> {workOrder.agent?.name ?? t('console.nobody')}
      {workOrder.answerBy !== null && ` · ${timeText(workOrder.answerBy)}`}
      {groupSign.includes(':') && ` · ${named('chat', `card.${groupSign.split(':')[0]}`, { id: groupSign.split(':')[1] ?? '' })}`}
    </p>
  );
}
