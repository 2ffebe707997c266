import type { ChatEntry } from '@bourse/protocol/chat';
import { Button, Confirm, downloadText, EmptyState, IconHelp, SkeletonRows, toast } from '@bourse/ui';
import { checkTranscript } from '@bourse/verifier/chat';
import { useEffect, useState } from 'react';
import { beginVisit, type ChatClient, subjectOf, type Target, useChat } from '../../data/chat/index.ts';
import { lastValue, useAction, useNow, useRead, useSignedIn, useTimeZone } from '../../data/index.ts';
import { formatTime } from '../../i18n/format.ts';
import { useT } from '../../i18n/index.ts';
import { Problem } from '../account/parts/AuthFrame.tsx';
import styles from './Chat.module.css';
import { Denied, Lost, VisitorNote, Wait } from './ChatList.tsx';
import { Composer } from './Composer.tsx';
import { Message, nameOf, Sending } from './Message.tsx';
import { Rating } from './Rating.tsx';
import { rowsOf } from './rows.ts';
import { useEnd } from './use-end.ts';

const dayMs = 86_400_000;

/** One conversation, or the one that the first message opens. */
export function Thread({ target, autoFocus }: { target: Target; autoFocus?: boolean | undefined }) {
  const t = useT();
  const client = useChat();
  const signedIn = useSignedIn();
  const group = client?.groupOf(target);
  const groupId = group?.id;
  useEffect(() => {
    if (client && groupId) void client.open(groupId);
  }, [client, groupId]);
  const log = groupId === undefined ? undefined : client?.log(groupId);
  const zone = useTimeZone();
  const rows = rowsOf(log?.entries ?? [], client?.outOf(target) ?? [], (time) => formatTime(time, 'date', zone));
  const finished = group?.state === 'finished';
  const last = log?.have ?? 0;
  const end = useEnd(rows.length, rows.at(-1)?.row === 'out');
  useEffect(() => {
    const seen = () => {
      if (client && groupId && last > 0 && !document.hidden) void client.read(groupId, last);
    };
    seen();
    document.addEventListener('visibilitychange', seen);
    return () => document.removeEventListener('visibilitychange', seen);
  }, [client, groupId, last]);

  const subject = group || 'groupId' in target ? undefined : subjectOf(target.subject);
  const card = subject && { ...subject, name: t(`chat.card_${subject.about}`, { id: subject.id }) };
  const waits = client !== undefined && client.state === 'starting' && rows.length === 0;
  return (
    <div className={styles.thread}>
      <Lost />
      <Denied />
      {group && client ? (
        <Head client={client} groupId={group.id} finished={finished} />
      ) : (
        <Wait groupType={'groupType' in target ? target.groupType : 1} />
      )}
      <OwnWord />
      {log?.changed && client && groupId && <Changed client={client} groupId={groupId} />}
      <div
        ref={end.box}
        onScroll={end.onScroll}
        className={styles.scroll}
        role="log"
        aria-label={t('chat.log')}
        aria-live="polite"
        aria-relevant="additions text"
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reached by the keyboard
        tabIndex={0}
      >
        {log && log.from > 0 && groupId && (
          <Button kind="plain" size="small" onClick={() => void client?.fetchOlder(groupId)}>
            {t('chat.earlier')}
          </Button>
        )}
        {waits && <SkeletonRows rows={4} height={48} />}
        {!waits && rows.length === 0 && (
          <EmptyState icon={<IconHelp size={28} strokeWidth={1.5} aria-hidden />} title={t('chat.empty')}>
            {t('chat.emptyText')} {t('chat.codeWord')}
          </EmptyState>
        )}
        <ol ref={end.list} className={styles.rows}>
          {client &&
            rows.map((row) =>
              row.row === 'out' ? (
                <Sending key={row.out.uuid} out={row.out} client={client} />
              ) : row.row === 'day' ? (
                <li key={row.day} className={styles.day}>
                  {row.day}
                </li>
              ) : row.row === 'event' ? (
                <Happening key={row.entry.id} entry={row.entry} client={client} />
              ) : (
                <Message
                  key={row.entry.uuid}
                  of={row}
                  client={client}
                  seen={row.entry.offset <= (group?.seenOffset ?? 0)}
                  finished={finished}
                />
              ),
            )}
        </ol>
        {client && groupId && client.isTyping(groupId) && (
          <p className={styles.typing}>{t('chat.typing', { name: client.workOrder(groupId)?.agent?.name ?? t('chat.agent') })}</p>
        )}
      </div>
      {client && groupId && finished && <Rating client={client} groupId={groupId} />}
      {!signedIn && <VisitorNote />}
      <Composer
        {...{ target, card, autoFocus }}
        client={beginVisit}
        onWriting={client && groupId ? () => client.writes(groupId) : undefined}
      />
      {client && groupId && log && <Seal client={client} groupId={groupId} />}
    </div>
  );
}

/** The word that only the exchange and the customer know: who poses as the desk cannot show it. */
function OwnWord() {
  const t = useT();
  const word = lastValue(useRead('GET system/notice-preference/get', {}, { needsSession: true, staleMs: 300_000 }))?.word;
  return word ? <p className={styles.word}>{t('chat.word', { word })}</p> : null;
}

/** Who answers, or how long it may take. */
function Head({ client, groupId, finished }: { client: ChatClient; groupId: string; finished: boolean }) {
  const t = useT();
  const now = useNow();
  const zone = useTimeZone();
  const [asking, setAsking] = useState(false);
  const order = client.workOrder(groupId);
  const finish = useAction(async () => {
    await client.finish(groupId);
    setAsking(false);
  });
  if (!order) return null;
  return (
    <div className={styles.head}>
      <p>
        {order.agent ? <strong>{t('chat.answers', { name: order.agent.name })}</strong> : !finished && t('chat.nobody')}{' '}
        {order.ahead !== null && t('chat.ahead', { count: order.ahead })}{' '}
        {order.opensAt !== null && order.opensAt > now && t('chat.deskOpens', { time: formatTime(order.opensAt, 'weekday', zone) })}{' '}
        {order.answerBy !== null &&
          (order.answerBy > now
            ? t('chat.answerBy', { time: formatTime(order.answerBy, order.answerBy - now < dayMs ? 'time' : 'weekday', zone) })
            : t('chat.late'))}
        {finished && t('chat.again')}
      </p>
      {!finished && (
        <Button kind="plain" size="small" onClick={() => setAsking(true)}>
          {t('chat.finish')}
        </Button>
      )}
      <Confirm
        open={asking}
        onClose={() => setAsking(false)}
        title={t('chat.finishTitle')}
        confirm={t('chat.finish')}
        cancel={t('common.cancel')}
        busy={finish.busy}
        onConfirm={() => void finish.run(undefined)}
      >
        {t('chat.finishText')}
        {finish.error && <Problem>{finish.error.message || t('common.noResponse')}</Problem>}
      </Confirm>
    </div>
  );
}

/** Who came and went, and how it ended. */
function Happening({ entry, client }: { entry: ChatEntry; client: ChatClient }) {
  const t = useT();
  const { payload, groupId } = entry;
  const name = (member: string) => nameOf(client, { groupId, sender: member }, t('chat.agent'));
  const said = () => {
    if (payload?.kind === 'JOIN')
      return payload.identified
        ? t('chat.identified')
        : t(payload.role === 2 ? 'chat.joinedSupervisor' : 'chat.joined', {
            name: payload.role === 1 ? t('chat.you') : name(payload.member),
          });
    if (payload?.kind === 'LEAVE') return t(payload.handedOver ? 'chat.handedOver' : 'chat.leftSystem', { name: name(payload.member) });
    if (payload?.kind !== 'FINISH') return t('chat.erased');
    if (payload.finishWay === 2) return t('chat.finish2', { reason: payload.reason ? 'some' : 'none', text: payload.reason ?? '' });
    return t(`chat.finish${payload.finishWay}`);
  };
  return <li className={styles.event}>{said()}</li>;
}

async function saveTranscript(client: ChatClient, groupId: string, say: (kind: 'good' | 'bad', count: number) => void) {
  const whole = await client.ports.call('GET im/group/transcript', { groupId });
  const checked = checkTranscript(whole);
  downloadText(`conversation-${groupId}.json`, JSON.stringify(whole, null, 1), 'application/json');
  say(checked.ok ? 'good' : 'bad', whole.entries.length);
}

/** What this device has computed itself. */
function Seal({ client, groupId }: { client: ChatClient; groupId: string }) {
  const t = useT();
  const log = client.log(groupId);
  const save = useAction(() =>
    saveTranscript(client, groupId, (kind, count) =>
      toast(kind === 'good' ? 'success' : 'warning', kind === 'good' ? t('chat.transcriptSaved', { count }) : t('chat.transcriptBroken')),
    ),
  );
  if (!log || log.entries.length === 0) return null;
  const count = log.entries.length;
  return (
    <p className={styles.seal}>
      {!log.changed && <span title={t('chat.sealText')}>{t(log.from === 0 ? 'chat.seal' : 'chat.sealPart', { count })}</span>}
      <Button kind="link" size="small" busy={save.busy} title={t('chat.transcriptText')} onClick={() => void save.run(undefined)}>
        {t('chat.transcript')}
      </Button>
      {save.error && <span role="alert">{save.error.message || t('common.noResponse')}</span>}
    </p>
  );
}

/** The page that nobody should ever see. What this device has is the evidence: it is saved as it is. */
function Changed({ client, groupId }: { client: ChatClient; groupId: string }) {
  const t = useT();
  const save = () =>
    downloadText(`kept-${groupId}.json`, JSON.stringify({ groupId, entries: client.log(groupId)?.entries }, null, 1), 'application/json');
  return (
    <section className={styles.changed} role="alert">
      <strong>{t('chat.changed')}</strong>
      <p>{t('chat.changedText')}</p>
      <Button size="small" kind="outline" onClick={save}>
        {t('chat.save')}
      </Button>
    </section>
  );
}
