import { Button, Chip, TextArea, TextField } from '@bourse/ui';
import { useEffect, useState } from 'react';
import styles from '../Console.module.css';
import { type AdminOutput, act, whyOf } from '../data/api.ts';
import { useKeys } from '../data/use-keys.ts';
import { useRead } from '../data/use-read.ts';
import { FactList, Remote, Section } from '../parts/Screen.tsx';
import { hrefOf } from '../routes.ts';
import { lengthText, named, t, timeText } from '../words.ts';
import { Verdict } from './CaseVerdict.tsx';

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
            {full.case.kind === 'unmatched' && full.case.mine && <Match full={full} busy={busy} run={run} />}
            {full.mayDecide && <Verdict key={full.case.revision} full={full} busy={busy} run={run} />}
            <Section title={t('console.history')}>
              <ul className={styles.events}>
                {full.events.map((event) => (
                  <li key={`${event.at} ${event.move} ${event.text}`}>
                    <time dateTime={new Date(event.at).toISOString()}>{timeText(event.at)}</time>{' '}
                    {event.by === 'operator' ? event.name : event.by === 'customer' ? t('console.byCustomer') : t('console.byMachine')}:{' '}
                    {named('move', event.move)}
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

export type Run = { full: Full; busy?: boolean; run: (work: Promise<unknown>) => void };

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
                <Written text={one.text ?? ''} />
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

/** Whose money it is: the order that a line of a bank pays, or the customer to whom coins came. */
function Match({ full, busy = false, run }: Run) {
  const [to, setTo] = useState('');
  const ofBank = full.facts.some(({ name }) => name === 'line');
  const { id, revision } = full.case;
  return (
    <Section title={t('console.match')}>
      <p className={styles.quiet}>{t(ofBank ? 'console.matchOrderText' : 'console.matchCustomerText')}</p>
      <form
        className={styles.filters}
        onSubmit={(event) => {
          event.preventDefault();
          run(act('POST case/match', { id, revision, to }).then(() => setTo('')));
        }}
      >
        <TextField
          label={t(ofBank ? 'console.orderNumber' : 'console.customerNumber')}
          inputMode="numeric"
          value={to}
          maxLength={19}
          onChange={(value) => setTo(value.trim())}
        />
        <Button type="submit" busy={busy} disabled={!/^[1-9]\d*$/.test(to)}>
          {t('console.matchDo')}
        </Button>
      </form>
    </Section>
  );
}

/** What a bank, a chain or the machine wrote down has names and values; what a person wrote is text. */
function Written({ text }: { text: string }) {
  const facts = factsIn(text);
  return facts ? <FactList facts={facts.map(([name, value]) => [named('part', name), value === null ? '–' : String(value)])} /> : text;
}
function factsIn(text: string): [string, unknown][] | undefined {
  if (!text.startsWith('{')) return undefined;
  try {
    return Object.entries(JSON.parse(text) as object).filter(([, value]) => value !== '');
  } catch {
    return undefined;
  }
}
