import { Button, ErrorState, IconHelp, List, OfflineBar, Row, SkeletonRows } from '@bourse/ui';
import { Link } from '@tanstack/react-router';
import { type Target, useChat, useClaim } from '../../data/chat/index.ts';
import { lastValue, useAction, useNow, useRead, useSignedIn, useTimeZone } from '../../data/index.ts';
import { formatTime } from '../../i18n/format.ts';
import { useT } from '../../i18n/index.ts';
import { Problem } from '../account/parts/AuthFrame.tsx';
import { useDuration } from '../payments/model/durations.ts';
import styles from './Chat.module.css';
import { useMatters } from './matters.ts';

/** What can be asked about, and what was asked before. */
export function ChatList({ onOpen }: { onOpen: (target: Target) => void }) {
  const t = useT();
  const client = useChat();
  const signedIn = useSignedIn();
  const own = { groupType: signedIn ? 1 : 2 } as const;
  return (
    <div className={styles.list}>
      <ClaimQuestion onOpen={onOpen} />
      <Denied />
      <Lost />
      {signedIn && <Matters onOpen={onOpen} />}
      <List label={t('chat.topicOther')}>
        <Row
          tall
          goes
          start={<IconHelp size={20} aria-hidden />}
          title={t(signedIn ? 'chat.topicOther' : 'chat.type1')}
          under={t('chat.topicOtherText')}
          onClick={() => onOpen(own)}
        />
      </List>
      <Wait groupType={own.groupType} />
      {!signedIn && <VisitorNote />}
      {client && <Conversations onOpen={onOpen} />}
    </div>
  );
}

function Matters({ onOpen }: { onOpen: (target: Target) => void }) {
  const t = useT();
  const now = useNow();
  const duration = useDuration();
  const matters = useMatters();
  if (matters.length === 0) return null;
  return (
    <section className={styles.part}>
      <p className={styles.quiet}>{t('chat.mattersText')}</p>
      <List label={t('chat.matters')} head={t('chat.matters')}>
        {matters.map(({ about, id, no, since, target }) => (
          <Row
            key={`${about}${id}`}
            tall
            goes
            title={about === 'recharge' ? t('chat.matterDeposit', { no }) : t('chat.matterWithdrawal', { no })}
            under={t('chat.waits', { time: duration((now - since) / 1_000) })}
            onClick={() => onOpen(target)}
          />
        ))}
      </List>
    </section>
  );
}

/** How long an answer takes, as it was measured, or what is promised where too little was measured. */
export function Wait({ groupType }: { groupType: number }) {
  const t = useT();
  const duration = useDuration();
  const promise = lastValue(useRead('GET im/limits', {}, { staleMs: 300_000 }))?.promises.find((one) => one.groupType === groupType);
  if (!promise) return null;
  return (
    <p className={styles.quiet}>
      {promise.measuredS === null
        ? t('chat.waitUnknown', { time: duration(promise.firstS) })
        : t('chat.waitMeasured', { time: duration(promise.measuredS) })}
    </p>
  );
}

function Conversations({ onOpen }: { onOpen: (target: Target) => void }) {
  const t = useT();
  const client = useChat();
  if (!client) return null;
  if (client.state === 'starting') return <SkeletonRows rows={3} height={60} />;
  if (client.state === 'failed')
    return (
      <ErrorState title={t('chat.startFailed')} onRetry={() => void client.readGroups()}>
        {client.why || t('chat.startFailedText')}
      </ErrorState>
    );
  if (client.groups.length === 0)
    return (
      <p className={styles.quiet}>
        <strong>{t('chat.none')}</strong> {t('chat.noneText')}
      </p>
    );
  return (
    <List label={t('chat.conversations')} head={t('chat.conversations')}>
      {client.groups.map(({ id, groupType, groupSign, state, unreadCount }) => (
        <Row
          key={id}
          tall
          goes
          title={
            <>
              {t(`chat.type${groupType}`)} <bdi className={styles.no}>{/:(\d+)$/.exec(groupType > 2 ? groupSign : '')?.[1]}</bdi>
            </>
          }
          under={t(`chat.state_${state}`)}
          end={unreadCount > 0 && <strong className={styles.unread}>{t('chat.unread', { count: unreadCount })}</strong>}
          onClick={() => onOpen({ groupId: id })}
        />
      ))}
    </List>
  );
}

/** A visitor may have asked before they signed in. Devices are shared, so nobody is given it unasked. */
function ClaimQuestion({ onOpen }: { onOpen: (target: Target) => void }) {
  const t = useT();
  const { open, claim, leave } = useClaim();
  const act = useAction(async () => {
    const groupId = await claim();
    if (groupId) onOpen({ groupId });
  });
  if (!open) return null;
  return (
    <section className={styles.note} aria-labelledby="chat-claim">
      <h2 id="chat-claim">{t('chat.claimTitle')}</h2>
      <p>{t('chat.claimText')}</p>
      {act.error && <Problem>{act.error.message || t('common.noResponse')}</Problem>}
      <div className={styles.acts}>
        <Button size="small" busy={act.busy} onClick={() => void act.run(undefined)}>
          {t('chat.claim')}
        </Button>
        <Button size="small" kind="outline" onClick={leave}>
          {t('chat.claimNot')}
        </Button>
      </div>
    </section>
  );
}

export function VisitorNote() {
  const t = useT();
  return (
    <section className={styles.note}>
      <strong>{t('chat.visitor')}</strong>
      <p>{t('chat.visitorText')}</p>
      <Link to="/login" search={{ redirect: '/service_list' } as never}>
        {t('chat.signIn')}
      </Link>
    </section>
  );
}

/** What the browser refused to keep, in the words of the specification. */
export function Denied() {
  const t = useT();
  const denied = useChat()?.denied;
  return denied ? (
    <p className={styles.note} role="status">
      <strong>{t(`chat.memory_${denied}`)}</strong> {t('chat.memoryText')}
    </p>
  ) : null;
}

export function Lost() {
  const t = useT();
  const zone = useTimeZone();
  const since = useChat()?.socket.status.lostSince ?? 0;
  return since > 0 ? <OfflineBar>{t('chat.offline', { time: formatTime(since, 'seconds', zone) })}</OfflineBar> : null;
}
