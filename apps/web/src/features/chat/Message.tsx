import type { ChatEntry } from '@bourse/protocol/chat';
import { shownText } from '@bourse/protocol/chat-links';
import { Button, Confirm, Dialog, IconCheck, IconClock, IconMore, iconButtonClass, Menu, Skeleton, TextArea } from '@bourse/ui';
import { useEffect, useState } from 'react';
import { type ChatClient, type OutMessage, sendStatus } from '../../data/chat/index.ts';
import { serverNow, useAction, useNow, useTimeZone } from '../../data/index.ts';
import { formatTime } from '../../i18n/format.ts';
import { tMaybe, useT } from '../../i18n/index.ts';
import { Problem } from '../account/parts/AuthFrame.tsx';
import { Card } from './Card.tsx';
import styles from './Chat.module.css';
import { messageStatus, type Row } from './rows.ts';

const editMs = 15 * 60_000;
const withdrawMs = 2 * 60_000;
type Said = Extract<Row, { row: 'message' }>;
type Props = { of: Said; client: ChatClient; seen: boolean; finished: boolean };

/** A message as it stands now: its words, when, whether it was read. */
export function Message({ of, client, seen, finished }: Props) {
  const t = useT();
  const zone = useTimeZone();
  const { entry, mine, status } = of;
  const name = mine ? t('chat.you') : nameOf(client, entry, t('chat.agent'));
  return (
    <li className={styles.message} data-mine={mine} data-goes-on={of.goesOn || undefined}>
      {mine || of.goesOn ? <span className="visually-hidden">{name}: </span> : <span className={styles.who}>{name}</span>}
      <div className={styles.bubble} data-gone={of.says === null || undefined}>
        <Words of={of} client={client} />
      </div>
      <span className={styles.meta}>
        {status === messageStatus.edit && <span>{t('chat.edited')}</span>}
        <time dateTime={new Date(entry.time).toISOString()}>{formatTime(entry.time, 'time', zone)}</time>
        {mine && (
          <span className={styles.ticks} data-seen={seen}>
            <IconCheck size={13} aria-hidden />
            {seen && <IconCheck size={13} aria-hidden />}
            <span className="visually-hidden">{t(seen ? 'chat.seen' : 'chat.sent')}</span>
          </span>
        )}
        {mine && of.says && !finished && <Acts of={of} client={client} />}
      </span>
    </li>
  );
}

export const nameOf = (client: ChatClient, { groupId, sender }: Pick<ChatEntry, 'groupId' | 'sender'>, other: string): string =>
  client.membersOf(groupId).find(({ id }) => id === sender)?.name || other;

function Words({ of: { entry, says, reason, status }, client }: { of: Said; client: ChatClient }) {
  const t = useT();
  if (status === messageStatus.withdrawn) return reason ? t('chat.withdrawnWhy', { reason }) : t('chat.withdrawn');
  if (says === null) return t('chat.erased');
  // What people typed is text: it never becomes markup or a link, and a site in look-alike letters is named by what it really is.
  if (says.kind === 'TEXT') return <bdi className={styles.text}>{shownText(says.text)}</bdi>;
  if (says.kind === 'PHRASE')
    return <span className={styles.text}>{tMaybe(`phrases.${says.phraseKey}`, says.params) ?? says.phraseKey}</span>;
  if (says.kind === 'IMAGE') return <Picture group={entry.groupId} {...says} client={client} />;
  return <Card entry={entry} {...says} client={client} />;
}

function Picture({
  group,
  file,
  width,
  height,
  client,
}: {
  group: string;
  file: string;
  width: number;
  height: number;
  client: ChatClient;
}) {
  const t = useT();
  const [url, setUrl] = useState<string | null>(null);
  useEffect(() => {
    let gone = false;
    client.ports.call('GET im/file/get', { groupId: group, file }).then(
      (found) => gone || setUrl(found.url),
      () => gone || setUrl(''),
    );
    return () => {
      gone = true;
    };
  }, [client, group, file]);
  if (url === null) return <Skeleton width={200} height={(200 * height) / width} />;
  if (url === '') return t('chat.pictureWaits');
  return (
    <img
      className={styles.picture}
      src={url}
      alt={t('chat.pictureAlt', { width, height })}
      width={width}
      height={height}
      draggable={false}
    />
  );
}

/** Changing for 15 minutes and withdrawing for two, by the clock of the exchange. */
function Acts({ of: { entry, says }, client }: { of: Said; client: ChatClient }) {
  const t = useT();
  const age = Math.max(useNow(), serverNow()) - entry.time;
  const [doing, setDoing] = useState<'edit' | 'withdraw'>();
  const [text, setText] = useState('');
  const close = () => setDoing(undefined);
  const act = useAction(async (how: 'edit' | 'withdraw') => {
    if (how === 'edit') await client.edit(entry.groupId, entry.id, text.trim());
    else await client.withdraw(entry.groupId, entry.id);
    close();
  });
  const editable = says?.kind === 'TEXT' && age < editMs;
  const items = [
    ...(editable
      ? [
          {
            key: 'edit',
            label: t('chat.edit'),
            onSelect: () => {
              setText(says.text);
              setDoing('edit');
            },
          },
        ]
      : []),
    ...(age < withdrawMs ? [{ key: 'withdraw', label: t('chat.withdraw'), danger: true, onSelect: () => setDoing('withdraw') }] : []),
  ];
  return (
    <>
      {items.length > 0 && (
        <Menu
          label={t('chat.acts')}
          items={items}
          trigger={(given) => (
            <button type="button" className={`${iconButtonClass(true)} ${styles.more}`} aria-label={t('chat.acts')} {...given}>
              <IconMore size={16} aria-hidden />
            </button>
          )}
        />
      )}
      <Dialog
        open={doing === 'edit'}
        onClose={close}
        title={t('chat.editTitle')}
        foot={
          <Button wide busy={act.busy} disabled={text.trim() === ''} onClick={() => void act.run('edit')}>
            {t('chat.save')}
          </Button>
        }
      >
        <TextArea label={t('chat.write')} value={text} onChange={setText} maxLength={2_000} />
        {act.error && <Problem>{act.error.message || t('common.noResponse')}</Problem>}
      </Dialog>
      <Confirm
        open={doing === 'withdraw'}
        onClose={close}
        title={t('chat.withdrawTitle')}
        confirm={t('chat.withdraw')}
        cancel={t('chat.cancel')}
        kind="danger"
        busy={act.busy}
        onConfirm={() => void act.run('withdraw')}
      >
        {t('chat.withdrawText')}
        {act.error && <Problem>{act.error.message || t('common.noResponse')}</Problem>}
      </Confirm>
    </>
  );
}

/** A message that the log does not have yet. */
export function Sending({ out, client }: { out: OutMessage; client: ChatClient }) {
  const t = useT();
  const failed = out.sendStatus === sendStatus.fail;
  const lost = failed && !client.canRetry(out);
  return (
    <li className={styles.message} data-mine="true" data-failed={failed}>
      <span className="visually-hidden">{t('chat.you')}: </span>
      <div className={styles.bubble}>
        {out.payload?.kind === 'TEXT' ? (
          <bdi className={styles.text}>{out.payload.text}</bdi>
        ) : out.payload?.kind === 'ORDER' ? (
          t(`chat.card_${out.payload.about}`, { id: out.payload.id })
        ) : (
          t('chat.pictureSending')
        )}
      </div>
      <span className={styles.meta} role={failed ? 'alert' : undefined}>
        {failed ? (
          <strong className={styles.failed}>
            {t('chat.failed')}
            {lost ? ` · ${t('chat.pictureGone')}` : out.why ? ` · ${out.why}` : ''}
          </strong>
        ) : out.placed ? (
          <IconCheck size={13} aria-label={t('chat.sent')} />
        ) : (
          <>
            <IconClock size={13} aria-hidden /> {out.why ?? t('chat.sending')}
          </>
        )}
      </span>
      {failed && (
        <span className={styles.acts}>
          {!lost && (
            <Button size="small" kind="outline" onClick={() => void client.retry(out.uuid)}>
              {t('chat.retry')}
            </Button>
          )}
          <Button size="small" kind="plain" onClick={() => client.discard(out.uuid)}>
            {t('chat.discard')}
          </Button>
        </span>
      )}
    </li>
  );
}
