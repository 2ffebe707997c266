import type { NoticePreference } from '@bourse/protocol/calls';
import { Button, List, Row, Switch, TextField, toast } from '@bourse/ui';
import { type FormEvent, useEffect, useState } from 'react';
import { cache, call, lastValue, readKey, useAction, useRead, useSignedIn, useTimeZone } from '../../data/index.ts';
import { useT } from '../../i18n/index.ts';
import { Unread } from '../../shell/Unread.tsx';
import { SignInFirst } from '../funds/parts/SignInFirst.tsx';
import { type Topic, topics } from '../messages/notices.ts';
import { Page } from '../settings/Page.tsx';
import { zoneName } from '../settings/zones.ts';
import { type DeviceState, deviceState, turnOff, turnOn } from './device.ts';
import styles from './Notifications.module.css';

const read = 'GET system/notice-preference/get';
const keep = (after: NoticePreference) => cache.write(readKey(read, {}), after);

/** What reaches the customer besides in the app, when, and the word by which a genuine letter is known. */
export function NotificationsScreen() {
  const t = useT();
  const signedIn = useSignedIn();
  return (
    <Page
      title={t('notifications.title')}
      lead={t('notifications.lead')}
      body={signedIn ? <Own /> : <SignInFirst title={t('notifications.signIn')} text={t('notifications.signInText')} />}
    />
  );
}

function Own() {
  const remote = useRead(read, {}, { needsSession: true, staleMs: 0 });
  const preference = lastValue(remote);
  if (!preference) return <Unread remote={remote} rows={6} />;
  return (
    <>
      <ThisDevice preference={preference} />
      <Topics preference={preference} />
      <Word word={preference.word} />
    </>
  );
}

function ThisDevice({ preference }: { preference: NoticePreference }) {
  const t = useT();
  const [state, setState] = useState<DeviceState>();
  useEffect(() => {
    void deviceState().then(setState, () => setState('none'));
  }, []);
  const change = useAction(async (on: boolean) => {
    const done = on ? await turnOn(preference.pushKey) : await turnOff().then(() => true);
    setState(await deviceState());
    if (!done) return;
    toast('success', t(on ? 'notifications.hereOn' : 'notifications.hereOff'));
    await cache.refetch(readKey(read, {}));
  });
  const why = state === 'none' ? 'notifications.hereNone' : state === 'denied' ? 'notifications.hereDenied' : 'notifications.hereText';
  return (
    <List label={t('notifications.here')}>
      <Row
        tall
        title={<span id="push-here">{t('notifications.here')}</span>}
        under={t(why)}
        end={
          <Switch
            checked={preference.pushHere && state === 'able'}
            disabled={state !== 'able' || change.busy}
            onChange={(on) => void change.run(on)}
            aria-labelledby="push-here"
          />
        }
      />
    </List>
  );
}

type Chosen = Pick<NoticePreference, 'push' | 'mail' | 'quiet' | 'pushAmounts'>;

function Topics({ preference }: { preference: NoticePreference }) {
  const t = useT();
  const timeZone = useTimeZone();
  const save = useAction(async (next: Partial<Chosen>) => {
    const { push, mail, quiet, pushAmounts } = preference;
    keep(await call('PUT system/notice-preference/update', { push, mail, quiet, pushAmounts, ...next, timeZone }));
    toast('success', t('notifications.saved'));
  });
  const turned = (channel: 'push' | 'mail', topic: Topic, on: boolean): Partial<Chosen> => ({
    [channel]: topics.filter((one) => (one === topic ? on : preference[channel].includes(one))),
  });
  const cell = (channel: 'push' | 'mail', topic: Topic) => (
    <td>
      <Switch
        checked={preference[channel].includes(topic)}
        disabled={save.busy || (channel === 'mail' && preference.mailTo === null)}
        onChange={(on) => void save.run(turned(channel, topic, on))}
        aria-label={t(`notifications.${channel}Of`, { topic: t(`messages.topic.${topic}`) })}
      />
    </td>
  );
  return (
    <>
      <section className={styles.card} aria-label={t('notifications.what')}>
        <table className={styles.table}>
          <caption className="visually-hidden">{t('notifications.what')}</caption>
          <thead>
            <tr>
              <th scope="col">{t('notifications.topic')}</th>
              <th scope="col">{t('notifications.push')}</th>
              <th scope="col">{t('notifications.mail')}</th>
            </tr>
          </thead>
          <tbody>
            {topics.map((topic) => (
              <tr key={topic}>
                <th scope="row">{t(`messages.topic.${topic}`)}</th>
                {cell('push', topic)}
                {cell('mail', topic)}
              </tr>
            ))}
          </tbody>
        </table>
        <p className={styles.note}>{t('notifications.always')}</p>
        <p className={styles.note}>
          {preference.mailTo === null ? t('notifications.noMail') : t('notifications.mailTo', { address: preference.mailTo })}
        </p>
      </section>
      <List label={t('notifications.quiet')}>
        <Row
          tall
          title={<span id="quiet-hours">{t('notifications.quiet')}</span>}
          under={t('notifications.quietText', { ...preference.quietHours, zone: zoneName(preference.timeZone ?? timeZone) })}
          end={
            <Switch
              checked={preference.quiet}
              disabled={save.busy}
              onChange={(quiet) => void save.run({ quiet })}
              aria-labelledby="quiet-hours"
            />
          }
        />
        <Row
          tall
          title={<span id="push-amounts">{t('notifications.amounts')}</span>}
          under={t('notifications.amountsText')}
          end={
            <Switch
              checked={preference.pushAmounts}
              disabled={save.busy}
              onChange={(pushAmounts) => void save.run({ pushAmounts })}
              aria-labelledby="push-amounts"
            />
          }
        />
      </List>
    </>
  );
}

function Word({ word }: { word: string | null }) {
  const t = useT();
  const [text, setText] = useState(word ?? '');
  const save = useAction(async (next: string | null) => {
    const after = await call('PUT system/notice-preference/word', { word: next }, { noMsg: true });
    keep(after);
    setText(after.word ?? '');
    toast('success', t(after.word === null ? 'notifications.wordRemoved' : 'notifications.wordSaved'));
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (text.trim() !== '') void save.run(text);
  };
  return (
    <section className={styles.card} aria-label={t('notifications.wordTitle')}>
      <h2 className={styles.head}>{t('notifications.wordTitle')}</h2>
      <p className={styles.note}>{t('notifications.wordText')}</p>
      <form className={styles.form} onSubmit={submit} noValidate>
        <TextField
          label={t('notifications.word')}
          value={text}
          onChange={(value) => {
            setText(value);
            save.clear();
          }}
          autoComplete="off"
          hint={t('notifications.wordHint')}
          error={save.error?.message}
        />
        <div className={styles.buttons}>
          <Button type="submit" busy={save.busy} disabled={text.trim() === '' || text.trim() === word}>
            {t('notifications.wordSave')}
          </Button>
          {word !== null && (
            <Button kind="outline" busy={save.busy} onClick={() => void save.run(null)}>
              {t('notifications.wordRemove')}
            </Button>
          )}
        </div>
      </form>
    </section>
  );
}
