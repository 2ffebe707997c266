import { caseTextAtMost } from '@bourse/protocol';
import { Button, TextArea } from '@bourse/ui';
import { type FormEvent, useState } from 'react';
import { cache, call, lastValue, readKey, useAction, useRead, useTimeZone } from '../../data/index.ts';
import { formatTime } from '../../i18n/format.ts';
import { tMaybe, useT } from '../../i18n/index.ts';
import { Unread } from '../../shell/Unread.tsx';
import { Problem } from '../account/parts/AuthFrame.tsx';
import styles from './Feedback.module.css';
import { StepChip, topicText } from './labels.tsx';
import { Pictures } from './Pictures.tsx';

/** One entry: what was written, each station with its time, the question and the answer. */
export function Journey({ id, onAnswered }: { id: string; onAnswered: () => void }) {
  const t = useT();
  const zone = useTimeZone();
  const remote = useRead('GET system/case/get', { id }, { needsSession: true, staleMs: 0 });
  const one = lastValue(remote);
  if (!one) return <Unread remote={remote} rows={4} height={48} />;
  const time = (at: number) => formatTime(at, 'dateTime', zone);
  return (
    <div className={styles.journey}>
      <p className={styles.entryHead}>
        <strong>{topicText(t, one)}</strong>
        <StepChip step={one.step} />
      </p>
      {one.text && <p className={styles.words}>{one.text}</p>}
      <ol className={styles.stations} aria-label={t('feedback.journey')}>
        {one.journey.map((station) => (
          <li key={`${station.at} ${station.move}`}>
            <span>{t(`feedback.move_${station.move}`)}</span>
            <time className={styles.time} dateTime={new Date(station.at).toISOString()}>
              {time(station.at)}
            </time>
            {station.text && <p className={styles.words}>{station.text}</p>}
          </li>
        ))}
      </ol>
      {one.dueAt !== null && <p className={styles.time}>{t('feedback.due', { time: time(one.dueAt) })}</p>}
      {one.reasonCode && one.kind !== 'feedback' && <p>{tMaybe(`feedback.reason_${one.reasonCode}`) ?? one.reasonCode}</p>}
      {one.remark && (
        <section aria-labelledby="feedback-answer">
          <h3 id="feedback-answer">{t('feedback.answered')}</h3>
          <p className={styles.words}>{one.remark}</p>
        </section>
      )}
      {one.step === 'asked' && <AnswerForm id={id} until={one.answerUntil === null ? '' : time(one.answerUntil)} onAnswered={onAnswered} />}
    </div>
  );
}

function AnswerForm({ id, until, onAnswered }: { id: string; until: string; onAnswered: () => void }) {
  const t = useT();
  const [text, setText] = useState('');
  const [evidence, setEvidence] = useState<readonly string[]>([]);
  const [missing, setMissing] = useState(false);
  const send = useAction(async () => {
    const after = await call('POST system/case/answer', { id, text: text.trim(), evidence: [...evidence] }, { noMsg: true });
    cache.write(readKey('GET system/case/get', { id }), after);
    onAnswered();
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setMissing(text.trim() === '');
    if (text.trim() !== '') void send.run(undefined);
  };
  return (
    <form className={styles.form} onSubmit={submit} noValidate>
      {send.error && <Problem>{send.error.message || t('common.noResponse')}</Problem>}
      <TextArea
        label={t('feedback.yourAnswer')}
        hint={t('feedback.answerUntil', { time: until })}
        rows={4}
        value={text}
        onChange={(value) => {
          setText(value);
          setMissing(false);
        }}
        error={missing ? t('feedback.answerMissing') : undefined}
        maxLength={caseTextAtMost}
        required
      />
      <Pictures ids={evidence} onChange={setEvidence} />
      <Button type="submit" wide busy={send.busy}>
        {t('feedback.answer')}
      </Button>
    </form>
  );
}
