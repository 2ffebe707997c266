import { Button, Chip, Segmented, Select, TextArea } from '@bourse/ui';
import { useEffect, useState } from 'react';
import styles from '../Console.module.css';
import { type AdminOutput, act, whyOf } from '../data/api.ts';
import { useKeys } from '../data/use-keys.ts';
import { useRead } from '../data/use-read.ts';
import { FactList, Remote, Section } from '../parts/Screen.tsx';
import { hrefOf } from '../routes.ts';
import { lengthText, named, t, timeText } from '../words.ts';

type Full = AdminOutput<'GET case/get'>;

/** One panel for all kinds: what is asked, the evidence, what pressing will do, and who did what. */
export function CasePanel({ id, seen, onChanged }: { id: string; seen: number; onChanged: () => void }) {
  const read = useRead('GET case/get', { id });
  const { again } = read;
  // The queue learned of a newer revision.
  const known = read.value?.case.revision;
  useEffect(() => {
    if (known !== undefined && seen > known) again();
  }, [seen, known, again]);
  const [problem, setProblem] = useState('');
  const [busy, setBusy] = useState(false);
  const run = (work: Promise<unknown>) => {
    setBusy(true);
    setProblem('');
    work
      .then(
        () => {},
        (error: unknown) => setProblem(whyOf(error)),
      )
      .finally(() => {
        setBusy(false);
        again();
        onChanged();
      });
  };
  return (
    <div>
      <Remote read={read}>
        {(full) => (
          <>
            <CaseHead full={full} busy={busy} run={run} />
            <Evidence full={full} run={run} />
            {full.mayDecide && <Verdict full={full} busy={busy} run={run} />}
            <Section title={t('console.history')}>
              <ul className={styles.events}>
                {full.events.map((event) => (
                  <li key={`${event.at} ${event.move} ${event.text}`}>
                    <time dateTime={new Date(event.at).toISOString()}>{timeText(event.at)}</time>{' '}
                    {event.by === 'operator' ? event.name : event.by === 'customer' ? t('console.byCustomer') : t('console.byMachine')}:{' '}
                    {event.move}
                    {event.text && <div className={styles.paper}>{event.text}</div>}
                  </li>
                ))}
              </ul>
            </Section>
          </>
        )}
      </Remote>
      {problem && (
        <strong className={styles.problem} role="alert">
          {problem}
        </strong>
      )}
    </div>
  );
}

type Run = { full: Full; busy?: boolean; run: (work: Promise<unknown>) => void };

function CaseHead({ full, busy = false, run }: Run) {
  const { case: one, facts, persons } = full;
  const [text, setText] = useState('');
  const at = { id: one.id, revision: one.revision };
  const written = text.trim().length >= 3;
  const send = (name: 'POST case/note' | 'POST case/ask') => {
    run(act(name, { ...at, text: text.trim() }).then(() => setText('')));
  };
  return (
    <Section title={`${named('kind', one.kind)} ${one.id}`}>
      <FactList
        facts={[
          [t('console.step'), <Chip key="step">{named('step', one.step)}</Chip>],
          ...(one.customer
            ? [
                [
                  t('console.byCustomer'),
                  <a key="customer" href={hrefOf('customers', one.customer)}>{`${one.customer} · ${named('', one.venue)}`}</a>,
                ] as const,
              ]
            : []),
          [t('console.owner'), one.owner ? `${one.owner.name}, ${timeText(one.owner.until)}` : t('console.nobody')],
          [t('console.due'), `${one.dueAt === null ? '–' : timeText(one.dueAt)} (${lengthText(full.promiseS)})`],
          [t('console.approvals', { count: String(full.verdict ? 1 : 0), needed: String(persons) }), named('power', full.power)],
          ...facts.map(({ name, value }) => [named('part', name), value] as const),
        ]}
      />
      <div className={styles.actions}>
        {(one.step === 'waiting' || one.step === 'taken') && !one.owner && (
          <Button busy={busy} onClick={() => run(act('POST case/take', at))}>
            {t('console.take')}
          </Button>
        )}
        {one.mine && (
          <Button kind="outline" busy={busy} onClick={() => run(act('POST case/release', at))}>
            {t('console.giveBack')}
          </Button>
        )}
      </div>
      {one.waitsFor !== 'nobody' && (
        <>
          <TextArea label={t('console.text')} rows={2} value={text} onChange={setText} maxLength={500} />
          <div className={styles.actions}>
            <Button kind="outline" size="small" disabled={!written || busy} onClick={() => send('POST case/note')}>
              {t('console.note')}
            </Button>
            {one.mine && (
              <Button kind="outline" size="small" disabled={!written || busy} onClick={() => send('POST case/ask')}>
                {t('console.ask')}
              </Button>
            )}
          </div>
        </>
      )}
    </Section>
  );
}

function Evidence({ full, run }: Run) {
  const unread = full.evidence.find((one) => !one.openedByMe);
  const open = (evidence: string) => run(act('POST case/evidence', { id: full.case.id, evidence }));
  useKeys({ o: () => unread && open(unread.id) });
  if (full.evidence.length === 0) return null;
  return (
    <Section title={t('console.evidence')}>
      {full.evidence.map((one) => (
        <div key={one.id}>
          <div className={styles.itemLine}>
            <b>{named('part', one.kind)}</b>
            <code className={styles.mono} title={one.digest}>
              {one.digest.slice(0, 12)}
            </code>
          </div>
          {one.openedByMe ? (
            <div className={styles.paper}>
              {one.text?.startsWith('data:image/') ? (
                <img className={styles.shown} src={one.text} alt={named('part', one.kind)} />
              ) : (
                one.text
              )}
            </div>
          ) : (
            <div className={styles.actions}>
              <Button kind="outline" size="small" onClick={() => open(one.id)}>
                {t('console.openEvidence')}
              </Button>
              {one.required && <span className={styles.quiet}>{t('console.mustOpen')}</span>}
            </div>
          )}
        </div>
      ))}
    </Section>
  );
}

function Verdict({ full, busy = false, run }: Run) {
  const [pass, setPass] = useState<'pass' | 'refuse'>(full.verdict?.pass === false ? 'refuse' : 'pass');
  const [reasonCode, setReason] = useState(full.verdict?.reasonCode ?? '');
  const [remark, setRemark] = useState('');
  const unread = full.evidence.some((one) => one.required && !one.openedByMe);
  const codes = full.reasonCodes;
  const passing = (code: string) => codes.indexOf(code) < full.passCodes;
  const fitting = codes.filter((code) => passing(code) === (pass === 'pass'));
  const turn = (to: 'pass' | 'refuse') => {
    setPass(to);
    if (passing(reasonCode) !== (to === 'pass')) setReason('');
  };
  const choose = (code: string) => {
    setReason(code);
    setPass(passing(code) ? 'pass' : 'refuse');
  };
  const may = reasonCode !== '' && !unread && !busy;
  const decide = () =>
    run(
      act('POST case/decide', {
        ...{ id: full.case.id, revision: full.case.revision, pass: pass === 'pass', reasonCode, remark: remark.trim() },
      }),
    );
  // One key for each reason: those of a yes come first, and the reason says which verdict it is.
  useKeys({
    d: () => may && decide(),
    ...Object.fromEntries(codes.slice(0, 9).map((code, at) => [String(at + 1), () => choose(code)])),
  });
  return (
    <Section title={t('console.decide')}>
      {full.verdict && (
        <p role="status">
          {t('console.secondPerson', { verdict: full.verdict.pass ? t('console.pass') : t('console.refuse'), name: full.verdict.byName })}
        </p>
      )}
      <div className={styles.filters}>
        <Segmented
          label={t('console.decide')}
          value={pass}
          options={[
            { value: 'pass', label: t('console.pass') },
            { value: 'refuse', label: t('console.refuse') },
          ]}
          onChange={turn}
        />
        <Select
          label={t('console.reason')}
          value={reasonCode}
          options={[
            { value: '', label: t('console.reason'), disabled: true },
            ...fitting.map((code) => ({ value: code, label: `${codes.indexOf(code) + 1}. ${named('reason', code)}` })),
          ]}
          onChange={setReason}
        />
      </div>
      <TextArea label={t('console.remark')} rows={2} value={remark} onChange={setRemark} maxLength={500} />
      <p className={styles.quiet}>
        {t('console.effect')}: {named('effect', pass === 'pass' ? full.effects.pass : full.effects.refuse)}
      </p>
      <Button busy={busy} disabled={reasonCode === '' || unread} onClick={decide}>
        {t('console.decide')}
      </Button>
      {unread && <span className={styles.quiet}> {t('console.mustOpen')}</span>}
    </Section>
  );
}
