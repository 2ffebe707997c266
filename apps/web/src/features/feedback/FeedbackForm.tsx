import { caseTextAtMost, type FeedbackTopic, feedbackTopics, type OwnCase } from '@bourse/protocol';
import { Button, Select, TextArea, toast } from '@bourse/ui';
import { type FormEvent, useState } from 'react';
import { call, useAction } from '../../data/index.ts';
import { useT } from '../../i18n/index.ts';
import { Problem } from '../account/parts/AuthFrame.tsx';
import styles from './Feedback.module.css';
import { Pictures } from './Pictures.tsx';

const textAtLeast = 10;

/** Topic, text and pictures. What was written stays when it could not be sent. */
export function FeedbackForm({ onSent }: { onSent: (sent: OwnCase) => void }) {
  const t = useT();
  const [topic, setTopic] = useState<FeedbackTopic>('trading');
  const [text, setText] = useState('');
  const [evidence, setEvidence] = useState<readonly string[]>([]);
  const [short, setShort] = useState(false);
  const send = useAction(async () => {
    const sent = await call('POST system/feedback/create', { topic, text: text.trim(), evidence: [...evidence] }, { noMsg: true });
    setText('');
    setEvidence([]);
    toast('success', t('feedback.sent'));
    onSent(sent);
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const tooShort = text.trim().length < textAtLeast;
    setShort(tooShort);
    if (!tooShort) void send.run(undefined);
  };
  return (
    <form className={styles.form} onSubmit={submit} noValidate aria-label={t('feedback.write')}>
      {send.error && <Problem>{send.error.message || t('common.noResponse')}</Problem>}
      <Select
        label={t('feedback.topic')}
        value={topic}
        options={feedbackTopics.map((value) => ({ value, label: t(`feedback.topic_${value}`) }))}
        onChange={(value) => setTopic(value as FeedbackTopic)}
      />
      <TextArea
        label={t('feedback.text')}
        hint={t('feedback.textHint', { max: caseTextAtMost })}
        rows={5}
        value={text}
        onChange={(value) => {
          setText(value);
          setShort(false);
        }}
        error={short ? t('feedback.textShort', { min: textAtLeast }) : undefined}
        maxLength={caseTextAtMost}
        required
      />
      <Pictures ids={evidence} onChange={setEvidence} />
      <Button type="submit" size="large" wide busy={send.busy}>
        {t('feedback.send')}
      </Button>
    </form>
  );
}
