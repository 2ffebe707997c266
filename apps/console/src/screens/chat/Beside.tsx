import { Button, TextArea } from '@bourse/ui';
import { offered } from '@bourse/words/languages';
import { useState } from 'react';
import styles from '../../Console.module.css';
import { type AdminOutput, act, whyOf } from '../../data/api.ts';
import { FactList, Section } from '../../parts/Screen.tsx';
import { hrefOf } from '../../routes.ts';
import { lengthText, named, t, timeText } from '../../words.ts';
import { leaveOnEscape, type Send } from './Composer.tsx';
import { factsText } from './Message.tsx';

type Context = AdminOutput<'POST chat/context'>;
export const noteId = 'service-note';

/** Who the customer is and what they have open. A look is an act that the audit keeps, so it is pressed for and never made by itself. */
export function Matters({ workOrder, mine, send }: { workOrder: string; mine: boolean; send: Send }) {
  const [found, setFound] = useState<Context>();
  const [problem, setProblem] = useState('');
  const [busy, setBusy] = useState(false);
  const show = () => {
    setBusy(true);
    setProblem('');
    act('POST chat/context', { workOrder })
      .then(setFound, (error: unknown) => setProblem(whyOf(error)))
      .finally(() => setBusy(false));
  };
  const open = found
    ? [
        ...found.deposits.map((one) => ({ ...one, about: 'recharge' as const })),
        ...found.withdrawals.map((one) => ({ ...one, about: 'withdrawal' as const })),
      ]
    : [];
  return (
    <Section title={t('console.chat.matters')}>
      <p className={styles.quiet}>{t(mine ? 'console.chat.mattersText' : 'console.chat.mattersTake')}</p>
      {mine && (
        <Button kind="outline" size="small" busy={busy} onClick={show}>
          {t('console.chat.mattersShow')}
        </Button>
      )}
      {problem && (
        <strong className={styles.problem} role="alert">
          {problem}
        </strong>
      )}
      {mine && found && (
        <>
          <FactList
            facts={[
              [
                t('console.chat.somebody'),
                <bdi key="name">
                  {found.customer ? (
                    <a href={hrefOf('customers', found.customer)}>{`${found.name} ${found.customer}`}</a>
                  ) : (
                    t('console.chat.visitor')
                  )}
                </bdi>,
              ],
              [t('console.chat.language'), offered.find(({ code }) => code === found.language)?.name ?? found.language],
              [t('console.chat.since'), timeText(found.since)],
              ...(found.realnameStatus === null
                ? []
                : [[t('console.chat.realname'), named('chat', `realname.${found.realnameStatus}`)] as const]),
            ]}
          />
          {open.length === 0 && <p className={styles.quiet}>{t('console.chat.nothingOpen')}</p>}
          <ul className={styles.events}>
            {open.map(({ about, id, status, amount, asset, ageS }) => (
              <li key={`${about} ${id}`}>
                <b>{named('chat', `card.${about}`, { id })}</b>
                <div>{factsText(about, { status, amount, asset })}</div>
                <div className={styles.quiet}>{t('console.chat.age', { time: lengthText(ageS) })}</div>
                <Button kind="outline" size="small" busy={send.busy} onClick={() => void send.send({ kind: 'ORDER', about, id })}>
                  {t('console.chat.cardSend')}
                </Button>
              </li>
            ))}
          </ul>
        </>
      )}
    </Section>
  );
}

/** What operators tell each other. This box has no way to the customer: it knows one call, and that one writes a note. */
export function Notes({
  workOrder,
  notes,
  again,
}: {
  workOrder: string;
  notes: AdminOutput<'GET chat/thread'>['notes'];
  again: () => void;
}) {
  const [text, setText] = useState('');
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState('');
  const keep = () => {
    setBusy(true);
    setProblem('');
    act('POST chat/note', { workOrder, text: text.trim() })
      .then(
        () => {
          setText('');
          again();
        },
        (error: unknown) => setProblem(whyOf(error)),
      )
      .finally(() => setBusy(false));
  };
  return (
    <Section title={t('console.chat.notes')}>
      <p className={styles.quiet}>{t('console.chat.notesText')}</p>
      {notes.length === 0 && <p className={styles.quiet}>{t('console.chat.noNotes')}</p>}
      <ul className={styles.events}>
        {notes.map((one) => (
          <li key={one.id}>
            {one.by}, <time dateTime={new Date(one.at).toISOString()}>{timeText(one.at)}</time>
            <div className={styles.paper}>
              <bdi>{one.text}</bdi>
            </div>
          </li>
        ))}
      </ul>
      <TextArea
        id={noteId}
        label={t('console.chat.note')}
        rows={2}
        maxLength={2_000}
        value={text}
        onChange={setText}
        onKeyDown={leaveOnEscape}
      />
      {problem && (
        <strong className={styles.problem} role="alert">
          {problem}
        </strong>
      )}
      <div className={styles.actions}>
        <Button kind="outline" size="small" busy={busy} disabled={text.trim() === ''} onClick={keep}>
          {t('console.chat.noteKeep')}
        </Button>
      </div>
    </Section>
  );
}
