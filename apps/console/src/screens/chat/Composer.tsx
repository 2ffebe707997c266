import { Button, Select, TextArea, TextField } from '@bourse/ui';
import { type KeyboardEvent, useEffect, useRef, useState } from 'react';
import styles from '../../Console.module.css';
import { type AdminInput, ask, CallError, type Me, whyOf } from '../../data/api.ts';
import { useRead } from '../../data/use-read.ts';
import { phraseIn, phraseLanguages, startPhrases, t } from '../../words.ts';

type Payload = AdminInput<'POST chat/send'>['payload'];

/** Sends to one conversation. What had no answer is sent again under the same uuid, so the log has it once. */
export function useSend(workOrder: string, onSent: () => void) {
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState('');
  const last = useRef({ said: '', uuid: '' });
  const running = useRef(false);
  const send = async (payload: Payload): Promise<boolean> => {
    if (running.current) return false;
    running.current = true;
    const said = JSON.stringify(payload);
    if (last.current.said !== said) last.current = { said, uuid: crypto.randomUUID() };
    setBusy(true);
    setProblem('');
    try {
      await ask('POST chat/send', { workOrder, uuid: last.current.uuid, payload });
      last.current = { said: '', uuid: '' };
      onSent();
      return true;
    } catch (error) {
      setProblem(error instanceof CallError && error.status === 0 ? t('console.chat.lost') : whyOf(error));
      return false;
    } finally {
      running.current = false;
      setBusy(false);
    }
  };
  return { send, busy, problem };
}
export type Send = ReturnType<typeof useSend>;

export const leaveOnEscape = (event: KeyboardEvent<HTMLTextAreaElement>) => {
  if (event.key === 'Escape') event.currentTarget.blur();
};
export const composerId = 'service-message';

/** The only box of this screen whose words reach the customer. */
export function Composer({ me, send: { send, busy, problem }, onWriting }: { me: Me; send: Send; onWriting: () => void }) {
  const [text, setText] = useState('');
  const say = async () => {
    const said = text.trim();
    // What is typed while it is on its way stays.
    if (said && (await send({ kind: 'TEXT', text: said }))) setText((now) => (now.trim() === said ? '' : now));
  };
  return (
    <>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          void say();
        }}
      >
        <TextArea
          id={composerId}
          label={t('console.chat.write')}
          hint={t('console.chat.writeHint')}
          rows={2}
          maxLength={2_000}
          value={text}
          onChange={(typed) => {
            setText(typed);
            onWriting();
          }}
          onKeyDown={(event) => {
            leaveOnEscape(event);
            // Enter that ends a composition (Chinese, Japanese) belongs to the input method.
            if (event.key !== 'Enter' || event.shiftKey || event.nativeEvent.isComposing) return;
            event.preventDefault();
            void say();
          }}
        />
        {problem && (
          <strong className={styles.problem} role="alert">
            {problem}
          </strong>
        )}
        <div className={styles.actions}>
          <Button type="submit" busy={busy} disabled={text.trim() === ''}>
            {t('console.chat.send')}
          </Button>
        </div>
      </form>
      <Phrases me={me} send={send} busy={busy} />
    </>
  );
}

/** A phrase is shown in every language that it is read in, before it is sent. */
function Phrases({ me, send, busy }: { me: Me; send: Send['send']; busy: boolean }) {
  const read = useRead('GET chat/phrase', {});
  const [loaded, setLoaded] = useState(false);
  const [key, setKey] = useState('');
  const [params, setParams] = useState<Record<string, string>>({});
  useEffect(() => {
    let gone = false;
    startPhrases().then(
      () => gone || setLoaded(true),
      () => undefined,
    );
    return () => {
      gone = true;
    };
  }, []);
  const chosen = read.value?.find(({ phraseKey }) => phraseKey === key);
  const whole = chosen?.params.every((name) => params[name]?.trim());
  if (!loaded || !read.value) return null;
  return (
    <>
      <div className={styles.filters}>
        <Select
          label={t('console.chat.phrase')}
          value={key}
          options={[
            { value: '', label: t('console.chat.phraseNone') },
            ...read.value.map(({ phraseKey }) => ({
              value: phraseKey,
              label: phraseIn(document.documentElement.lang, phraseKey, { name: '…' }),
            })),
          ]}
          onChange={(value) => {
            setKey(value);
            // The greeting names the agent; every other name is somebody else's.
            setParams(value === 'greeting' ? { name: me.name } : {});
          }}
        />
        {chosen?.params.map((name) => (
          <TextField
            key={name}
            label={t('console.chat.phraseValue')}
            maxLength={80}
            value={params[name] ?? ''}
            onChange={(value) => setParams({ ...params, [name]: value })}
          />
        ))}
      </div>
      {chosen && (
        <>
          {phraseLanguages.map((code) => (
            <p key={code} lang={code} className={styles.quiet}>
              {phraseIn(code, key, { name: params['name'] || '…' })}
            </p>
          ))}
          <Button
            kind="outline"
            size="small"
            busy={busy}
            disabled={!whole}
            onClick={() =>
              void send({ kind: 'PHRASE', phraseKey: key as never, params }).then((sent) => {
                if (sent) setKey('');
              })
            }
          >
            {t('console.chat.phraseSend')}
          </Button>
        </>
      )}
    </>
  );
}
