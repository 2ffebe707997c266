import { Button, Segmented, Select, TextField, toast } from '@bourse/ui';
import { type FormEvent, useRef, useState } from 'react';
import { call, lastValue, serverNow, useAction, useAreaCodes } from '../../data/index.ts';
import { useT } from '../../i18n/index.ts';
import { Problem } from '../account/parts/AuthFrame.tsx';
import { type Draft, type DraftField, inputOf, keepDraft, keptDraft, missingPictures, problemsOf } from './application.ts';
import { PictureField } from './PictureField.tsx';
import styles from './Verified.module.css';
import { ZoneStrip } from './ZoneStrip.tsx';

const today = () => new Date(serverNow()).toISOString().slice(0, 10);

/** Asks for what a level needs, shows the machine-readable zone that must stand on the document, and sends it all with one press. */
export function ApplicationForm({ level, onSent }: { level: 1 | 2; onSent: () => void }) {
  const t = useT();
  const [draft, setDraft] = useState<Draft>(keptDraft);
  const [tried, setTried] = useState(false);
  const form = useRef<HTMLFormElement>(null);
  const change = (part: Partial<Draft>) =>
    setDraft((before) => {
      const after = { ...before, ...part };
      keepDraft(after);
      return after;
    });
  const send = useAction(async (of: Draft) => {
    await call('POST pay/realname/create', inputOf(of, level), { noMsg: true });
    keepDraft(undefined);
    toast('success', t('identity.sent'));
    onSent();
  });
  const problems = problemsOf(draft, today());
  const missing = missingPictures(draft, level);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setTried(true);
    const [wrong] = Object.keys(problems);
    if (wrong) return form.current?.querySelector<HTMLElement>(`[name=${wrong}]`)?.focus();
    if (missing.length === 0) void send.run(draft);
  };
  const text = (name: DraftField) => ({
    name,
    value: draft[name],
    onChange: (value: string) => change({ [name]: value }),
    error: tried && problems[name] ? t(`identity.problem_${problems[name]}`) : undefined,
  });
  const capitals = { autoCapitalize: 'characters', autoComplete: 'off', spellCheck: false } as const;
  return (
    <form ref={form} className={styles.form} onSubmit={submit} noValidate aria-label={t('identity.apply', { level })}>
      <h2>{t('identity.apply', { level })}</h2>
      <fieldset className={styles.group}>
        <legend>{t('identity.you')}</legend>
        <TextField
          {...text('surname')}
          label={t('identity.surname')}
          hint={t('identity.nameHint')}
          autoComplete="family-name"
          maxLength={80}
        />
        <TextField {...text('givenNames')} label={t('identity.givenNames')} autoComplete="given-name" maxLength={80} />
        <TextField {...text('birthDate')} label={t('identity.birthDate')} type="date" autoComplete="bday" />
        <TextField {...text('nationality')} {...capitals} label={t('identity.nationality')} hint={t('identity.codeHint')} maxLength={3} />
      </fieldset>
      <fieldset className={styles.group}>
        <legend>{t('identity.home')}</legend>
        <Countries value={draft.residence} onChange={(residence) => change({ residence })} />
        {tried && problems.residence && <Problem>{t(`identity.problem_${problems.residence}`)}</Problem>}
        <TextField {...text('address')} label={t('identity.address')} autoComplete="street-address" maxLength={200} />
      </fieldset>
      <fieldset className={styles.group}>
        <legend>{t('identity.document')}</legend>
        <Segmented
          label={t('identity.form')}
          options={(['TD3', 'TD1', 'TD2'] as const).map((value) => ({ value, label: t(`identity.form_${value}`) }))}
          value={draft.form}
          onChange={(value) => change({ form: value })}
        />
        <TextField {...text('issuer')} {...capitals} label={t('identity.issuer')} hint={t('identity.codeHint')} maxLength={3} />
        <TextField {...text('number')} {...capitals} label={t('identity.number')} maxLength={30} />
        <TextField {...text('expiryDate')} label={t('identity.expiryDate')} type="date" />
        <Segmented
          label={t('identity.sex')}
          options={(['F', 'M', 'X'] as const).map((value) => ({ value, label: t(`identity.sex_${value}`) }))}
          value={draft.sex}
          onChange={(value) => change({ sex: value })}
        />
        <ZoneStrip draft={draft} today={today()} />
      </fieldset>
      {level === 2 && (
        <fieldset className={styles.group}>
          <legend>{t('identity.pictures')}</legend>
          <p className={styles.note}>{t('identity.picturesText')}</p>
          {(['front', 'back', 'selfie', 'address'] as const).map((part) => (
            <PictureField
              key={part}
              part={part}
              kept={draft.pictures[part] !== undefined}
              missing={tried && missing.includes(part)}
              onKept={(id) =>
                setDraft((before) => {
                  const after = { ...before, pictures: { ...before.pictures, [part]: id } };
                  keepDraft(after);
                  return after;
                })
              }
            />
          ))}
        </fieldset>
      )}
      {send.error && <Problem>{send.error.message}</Problem>}
      <p className={styles.note}>{t('identity.promise')}</p>
      <Button type="submit" size="large" wide busy={send.busy}>
        {t('identity.send')}
      </Button>
    </form>
  );
}

/** Countries by the names that the reader knows. */
function Countries({ value, onChange }: { value: string; onChange: (country: string) => void }) {
  const t = useT();
  const codes = lastValue(useAreaCodes());
  const countries = [...new Map(codes?.map(({ country, name }) => [country, name]))].sort((a, b) => a[1].localeCompare(b[1]));
  return (
    <Select
      labelled
      label={t('identity.residence')}
      value={value}
      onChange={onChange}
      options={[
        { value: '', label: t('identity.choose'), disabled: true },
        ...countries.map(([code, name]) => ({ value: code, label: name })),
      ]}
    />
  );
}
