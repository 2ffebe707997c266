import type { ChatMember } from '@bourse/protocol/chat';
import { cardEnds, cardLookMs } from '@bourse/protocol/chat-cards';
import { chatLimits } from '@bourse/protocol/chat-limits';
import { Button, TextArea } from '@bourse/ui';
import { useRef, useState } from 'react';
import styles from '../../Console.module.css';
import { type AdminOutput, act, ask, whyOf } from '../../data/api.ts';
import { useRead } from '../../data/use-read.ts';
import { ReasonDialog } from '../../parts/ReasonDialog.tsx';
import { language, named, phraseIn, t, timeText } from '../../words.ts';
import type { ThreadRow } from './rows.ts';
import own from './Service.module.css';

export interface Of {
  workOrder: string;
  members: readonly ChatMember[];
  seenOffset: number;
  /** The agent's own member, while the conversation is theirs. */
  self: string | undefined;
  supervisor: boolean;
  again: () => void;
}
const customerRole = 1;
const nameIn = (members: readonly ChatMember[], id: string | null) =>
  id === null ? t('console.chat.exchange') : members.find((one) => one.id === id)?.name || t('console.chat.somebody');
/** A card in the words of the lists of money. */
export const factsText = (about: string, { status, amount, asset }: { status: string; amount: string | null; asset: string | null }) =>
  [named(about === 'order' ? 'orderState' : 'moneyState', status), amount, asset].filter(Boolean).join(' ');

export function Message({ of, row }: { of: Of; row: ThreadRow }) {
  const { entry } = row;
  const name = nameIn(of.members, entry.sender);
  const desk = entry.role !== customerRole;
  if (row.row === 'event')
    return (
      <li className={own.event}>
        <bdi>{eventText(of.members, entry)}</bdi> · <time dateTime={new Date(entry.time).toISOString()}>{timeText(entry.time)}</time>
      </li>
    );
  return (
    <li className={own.message} data-desk={desk}>
      <span className={styles.quiet}>
        <bdi>{name}</bdi> · <time dateTime={new Date(entry.time).toISOString()}>{timeText(entry.time)}</time>
        {row.edited && ` · ${t('console.chat.edited')}`}
        {desk && ` · ${t(entry.offset <= of.seenOffset ? 'console.chat.seen' : 'console.chat.sent')}`}
      </span>
      <div className={own.bubble}>
        <Words of={of} row={row} />
      </div>
      <Acts of={of} row={row} />
    </li>
  );
}

function eventText(members: readonly ChatMember[], { payload, sender }: ThreadRow['entry']): string {
  if (payload?.kind === 'JOIN')
    return t(payload.identified ? 'console.chat.identified' : 'console.chat.joined', { name: nameIn(members, payload.member) });
  if (payload?.kind === 'LEAVE')
    return t(payload.handedOver ? 'console.chat.handedOver' : 'console.chat.left', { name: nameIn(members, payload.member) });
  if (payload?.kind === 'FINISH') return named('chat', `finish.${payload.finishWay}`, { reason: payload.reason ?? '' });
  return nameIn(members, sender);
}

type Said = Extract<ThreadRow, { row: 'message' }>;
function Words({ of, row: { entry, says, withdrawn, reason } }: { of: Of; row: Said }) {
  if (withdrawn) return reason ? t('console.chat.goneWhy', { reason }) : t('console.chat.gone');
  if (!says) return t('console.chat.erased');
  // What people typed is text: it never becomes markup or a link.
  if (says.kind === 'TEXT') return <bdi>{says.text}</bdi>;
  if (says.kind === 'PHRASE') return phraseIn(language(), says.phraseKey, says.params);
  if (says.kind === 'IMAGE') return <Picture workOrder={of.workOrder} file={says.file} />;
  return (
    <>
      <b>{named('chat', `card.${says.about}`, { id: says.id })}</b>
      <div>{factsText(says.about, says.sent)}</div>
      <CardNow workOrder={of.workOrder} id={entry.id} about={says.about} sent={says.sent} />
    </>
  );
}

/** Each look at a picture is recorded, so it is shown to whoever asks for it. */
function Picture({ workOrder, file }: { workOrder: string; file: string }) {
  const [shown, setShown] = useState({ url: '', problem: '' });
  if (shown.url) return <img className={styles.shown} src={shown.url} alt={t('console.chat.pictureAlt')} />;
  const show = () =>
    ask('GET chat/file', { workOrder, file }).then(
      ({ url }) => setShown({ url, problem: '' }),
      (error: unknown) => setShown({ url: '', problem: whyOf(error) }),
    );
  return (
    <>
      <Button kind="outline" size="small" onClick={() => void show()}>
        {t('console.chat.picture')}
      </Button>
      {shown.problem && <p role="alert">{shown.problem}</p>}
    </>
  );
}

type Facts = NonNullable<AdminOutput<'GET chat/card'>['now']>;
/** What became of a card since it was sent: it is read again while its subject is on its way. */
function CardNow({ workOrder, id, about, sent }: { workOrder: string; id: string; about: keyof typeof cardEnds; sent: Facts }) {
  const [over, setOver] = useState(false);
  const { value } = useRead('GET chat/card', { workOrder, id }, over ? 0 : cardLookMs);
  if (!value) return null;
  const { now } = value;
  if (!over && (now === null || cardEnds[about].includes(now.status))) setOver(true);
  if (now?.digest === sent.digest) return null;
  return <p role="status">{now ? t('console.chat.cardIs', { facts: factsText(about, now) }) : t('console.chat.cardGone')}</p>;
}

/** Agents change their own text for a while; supervisors withdraw any message. The server decides both again. */
function Acts({ of, row: { entry, says } }: { of: Of; row: Said }) {
  const [text, setText] = useState<string>();
  const [problem, setProblem] = useState('');
  const [withdrawing, setWithdrawing] = useState(false);
  const last = useRef({ text: '', uuid: '' });
  if (!says) return null;
  const editable =
    says.kind === 'TEXT' && of.self !== undefined && entry.sender === of.self && Date.now() - entry.time < chatLimits.editWithinS * 1_000;
  const save = (to: string) => {
    if (last.current.text !== to) last.current = { text: to, uuid: crypto.randomUUID() };
    setProblem('');
    ask('POST chat/edit', { workOrder: of.workOrder, id: entry.id, uuid: last.current.uuid, payload: { kind: 'TEXT', text: to } }).then(
      () => {
        setText(undefined);
        of.again();
      },
      (error: unknown) => setProblem(whyOf(error)),
    );
  };
  return (
    <>
      {text !== undefined && (
        <>
          <TextArea label={t('console.chat.edit')} rows={2} maxLength={2_000} value={text} onChange={setText} />
          {problem && (
            <strong className={styles.problem} role="alert">
              {problem}
            </strong>
          )}
        </>
      )}
      <div className={own.acts} data-open={text !== undefined}>
        {text !== undefined && (
          <>
            <Button size="small" disabled={text.trim() === ''} onClick={() => save(text.trim())}>
              {t('console.chat.save')}
            </Button>
            <Button kind="outline" size="small" onClick={() => setText(undefined)}>
              {t('console.cancel')}
            </Button>
          </>
        )}
        {editable && text === undefined && (
          <Button kind="link" size="small" onClick={() => setText(says.text)}>
            {t('console.chat.edit')}
          </Button>
        )}
        {of.supervisor && (
          <Button kind="link" size="small" onClick={() => setWithdrawing(true)}>
            {t('console.chat.withdraw')}
          </Button>
        )}
      </div>
      {withdrawing && (
        <ReasonDialog
          open
          danger
          onClose={() => setWithdrawing(false)}
          title={t('console.chat.withdrawTitle')}
          text={t('console.chat.withdrawText')}
          onDo={(reason) => act('POST chat/withdraw', { workOrder: of.workOrder, id: entry.id, reason }).then(of.again)}
        />
      )}
    </>
  );
}
