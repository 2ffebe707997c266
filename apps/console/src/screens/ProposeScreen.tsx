import type { FormValue, FormValues } from '@bourse/protocol/admin';
import { Button, Select, TextArea } from '@bourse/ui';
import { useState } from 'react';
import styles from '../Console.module.css';
import { type AdminOutput, act, ask, type Me, whyOf } from '../data/api.ts';
import { sign } from '../data/keys.ts';
import { useRead } from '../data/use-read.ts';
import { Differences, TakesEffect } from '../parts/Differences.tsx';
import { FormFields } from '../parts/FormFields.tsx';
import { Head, Remote, Section } from '../parts/Screen.tsx';
import { type VenueName, VenueSelect, venueOf } from '../parts/VenueSelect.tsx';
import { go } from '../routes.ts';
import { form, formName, named, t } from '../words.ts';

type Kind = AdminOutput<'GET change/kinds'>[number];

/** `#propose/real/defineInstrument/7`: any change that people decide together, about this subject. */
export function ProposeScreen({ me, rest }: { me: Me; rest: readonly string[] }) {
  const [place, kind = '', subject] = rest;
  const venue = venueOf(place);
  const kinds = useRead('GET change/kinds', {});
  return (
    <>
      <Head title={form('title')}>
        <VenueSelect venue={venue} onChange={(value) => go('propose', value, kind, ...(subject ? [subject] : []))} />
      </Head>
      <p className={styles.lead}>{form('lead')}</p>
      <Remote read={kinds}>
        {(list) => {
          const may = list.filter(({ power }) => me.permissions.some((one) => one === power));
          const chosen = may.find((one) => one.kind === kind);
          return (
            <>
              <div className={styles.filters}>
                <Select
                  label={form('choose')}
                  labelled
                  value={chosen?.kind ?? ''}
                  options={[
                    { value: '', label: form('choose'), disabled: true },
                    ...may.map((one) => ({ value: one.kind, label: formName('kind', one.kind) })),
                  ]}
                  onChange={(value) => go('propose', venue, value)}
                />
              </div>
              {chosen && <Begin key={`${venue} ${kind} ${subject}`} {...{ venue, kind: chosen, subject }} />}
            </>
          );
        }}
      </Remote>
    </>
  );
}

/** Loads what the form begins with; typing the number of the subject loads what is in force of it. */
function Begin({ venue, kind, subject: given }: { venue: VenueName; kind: Kind; subject: string | undefined }) {
  const [first] = kind.fields;
  const names = first?.type === 'id';
  const [subject, setSubject] = useState(given);
  const [typed, setTyped] = useState<FormValues>(given && names ? { [first.name]: given } : {});
  const known = useRead('POST change/form', { venue, kind: kind.kind, ...(subject ? { subject } : {}) });
  const values = { ...known.value?.values, ...typed };
  const set = (name: string, value: FormValue) => {
    setTyped((old) => ({ ...old, [name]: value }));
    if (names && name === first.name && typeof value === 'string') setSubject(/^\d{1,10}$/.test(value) ? value : undefined);
  };
  return (
    <Section title={formName('kind', kind.kind)}>
      {names && !subject && <p className={styles.quiet}>{form('subjectFirst')}</p>}
      <Form {...{ venue, kind, values, set }} failed={known.failed} />
    </Section>
  );
}

/** Values that are sent: what the server fills in is left out, and a switch that was never touched is off. */
const complete = ({ fields }: Kind, values: FormValues): FormValues =>
  Object.fromEntries(
    fields.flatMap(({ name, type, list, optional }) => {
      const value = values[name] ?? (list ? [] : type === 'flag' ? false : undefined);
      return value === undefined || (optional && value === '') ? [] : [[name, value]];
    }),
  );

function Form(props: {
  venue: VenueName;
  kind: Kind;
  values: FormValues;
  set: (name: string, value: FormValue) => void;
  failed: string | undefined;
}) {
  const { venue, kind, values, set } = props;
  const [reason, setReason] = useState('');
  const [problem, setProblem] = useState('');
  const [busy, setBusy] = useState(false);
  const [shown, setShown] = useState<
    AdminOutput<'POST change/prepare'> & { commandId: string; body: { kind: string; values: FormValues } }
  >();
  const run = (work: () => Promise<void>) => {
    setBusy(true);
    setProblem('');
    work()
      .catch((error: unknown) => setProblem(whyOf(error)))
      .finally(() => setBusy(false));
  };
  const show = () =>
    run(async () => {
      const commandId = crypto.randomUUID();
      const body = { kind: kind.kind, values: complete(kind, values) };
      setShown({ ...(await ask('POST change/prepare', { venue, commandId, body, reason: reason.trim() })), commandId, body });
    });
  const propose = () =>
    run(async () => {
      if (!shown) return;
      const { digest, rpId, body, commandId } = shown;
      const assertion = await sign(digest, rpId);
      const { proposal } = await act('POST change/propose', { venue, body, reason: reason.trim(), assertion }, commandId);
      go('changes', venue, proposal);
    });
  return (
    <>
      {shown ? (
        <>
          <Differences fields={shown.fields} file={`change-${kind.kind}`} />
          <p>
            <b>{form('does')}:</b> {formName('does', kind.kind)} {kind.announced && form('announced')}
          </p>
          {kind.announced && <TakesEffect noticeMs={shown.noticeMs} />}
          <p>
            <b>{form('decides')}:</b> {form('people', { count: shown.persons, power: named('power', shown.power) })}{' '}
            {shown.persons > 1 ? form('waits') : form('now')}
          </p>
          <div className={styles.actions}>
            <Button busy={busy} onClick={propose}>
              {form('sign')}
            </Button>
            <Button kind="outline" onClick={() => setShown(undefined)}>
              {form('again')}
            </Button>
          </div>
        </>
      ) : (
        <form
          onSubmit={(event) => {
            event.preventDefault();
            show();
          }}
        >
          <FormFields fields={kind.fields} values={values} onChange={set} />
          <TextArea label={t('console.reason')} hint={t('console.reasonHint')} value={reason} onChange={setReason} maxLength={240} />
          <div className={styles.actions}>
            <Button type="submit" busy={busy} disabled={reason.trim().length < 3}>
              {form('show')}
            </Button>
          </div>
        </form>
      )}
      {(problem || props.failed) && (
        <strong className={styles.problem} role="alert">
          {problem || props.failed}
        </strong>
      )}
    </>
  );
}
