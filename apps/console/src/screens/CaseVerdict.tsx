import { Button, Segmented, Select, TextArea } from '@bourse/ui';
import { useEffect, useState } from 'react';
import styles from '../Console.module.css';
import { type AdminOutput, act } from '../data/api.ts';
import { sign } from '../data/keys.ts';
import { useKeys } from '../data/use-keys.ts';
import { type Read, useRead } from '../data/use-read.ts';
import { Differences } from '../parts/Differences.tsx';
import { Remote, Section } from '../parts/Screen.tsx';
import { form, formName, named, t } from '../words.ts';
import type { Run } from './CasePanel.tsx';

type Prepared = AdminOutput<'GET case/prepare'>;

/** The verdict: which one, for which reason, what it will post, and the signature over exactly that. */
export function Verdict({ full, busy = false, run }: Run) {
  const first = full.verdict;
  const [pass, setPass] = useState<'pass' | 'refuse'>(first?.pass === false ? 'refuse' : 'pass');
  const [reasonCode, setReason] = useState(first?.reasonCode ?? '');
  const [remark, setRemark] = useState('');
  // What is signed belongs to one command id, which is sent with the decision. A decision that failed, or about a case that moved, is another one.
  const [{ commandId, at }, setCommand] = useState(() => ({ commandId: crypto.randomUUID(), at: full.case.revision }));
  const renew = () => setCommand({ commandId: crypto.randomUUID(), at: full.case.revision });
  if (at !== full.case.revision) renew();
  const [signing, setSigning] = useState(false);
  const unread = full.evidence.some((one) => one.required && !one.openedByMe);
  const codes = full.reasonCodes;
  const passing = (code: string) => codes.indexOf(code) < full.passCodes;
  const fitting = codes.filter((code) => passing(code) === (pass === 'pass'));
  const { id, revision } = full.case;
  const wanted = reasonCode === '' ? undefined : ({ id, pass: pass === 'pass' ? 'true' : 'false', reasonCode, commandId } as const);
  const prepared = useRead('GET case/prepare', wanted);
  const turn = (to: 'pass' | 'refuse') => {
    setPass(to);
    if (passing(reasonCode) !== (to === 'pass')) setReason('');
  };
  const choose = (code: string) => {
    setReason(code);
    setPass(passing(code) ? 'pass' : 'refuse');
  };
  const [pressed, setPressed] = useState(false);
  const may = reasonCode !== '' && !unread && !busy && !signing && prepared.failed === undefined;
  const decide = (shown: Prepared) => {
    setSigning(true);
    setPressed(false);
    const decided = async () => {
      try {
        const assertion = shown.digest === null ? {} : { assertion: await sign(shown.digest, shown.rpId) };
        await act('POST case/decide', { id, revision, pass: pass === 'pass', reasonCode, remark: remark.trim(), ...assertion }, commandId);
      } catch (error) {
        renew();
        throw error;
      } finally {
        setSigning(false);
      }
    };
    run(decided());
  };
  // Whoever presses before the server has said what would be posted decides when it has: never anything that was not shown.
  const { value: shown, failed } = prepared;
  useEffect(() => {
    if (pressed && failed !== undefined) setPressed(false);
    else if (pressed && may && shown) decide(shown);
  });
  // One key for each reason: those of a yes come first, and the reason says which verdict it is.
  useKeys({
    d: () => may && setPressed(true),
    ...Object.fromEntries(codes.slice(0, 9).map((code, at) => [String(at + 1), () => choose(code)])),
  });
  return (
    <Section title={t('console.decide')}>
      {first && (
        <p role="status">
          {t('console.secondPerson', { verdict: first.pass ? t('console.pass') : t('console.refuse'), name: first.byName })}
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
      {wanted && <Posts read={prepared} full={full} />}
      <Button busy={busy || signing || pressed} disabled={!may} onClick={() => setPressed(true)}>
        {shown?.digest ? t('console.signAndDecide') : t('console.decide')}
      </Button>
      {unread && <span className={styles.quiet}> {t('console.mustOpen')}</span>}
    </Section>
  );
}

/** What the venue would hear: the same bytes are signed. */
function Posts({ read, full }: { read: Read<Prepared>; full: Run['full'] }) {
  // What stands in the way is said as it is: nothing was lost.
  if (read.failed !== undefined && read.value === undefined)
    return (
      <p role="status">
        {read.failed}{' '}
        <Button kind="link" size="small" onClick={read.again}>
          {t('console.retry')}
        </Button>
      </p>
    );
  return (
    <Remote read={read}>
      {({ body, persons, digest }) =>
        body === null ? (
          <p className={styles.quiet}>{t('console.postsNothing')}</p>
        ) : (
          <>
            <h3>{t('console.posts', { what: formName('kind', body.kind) })}</h3>
            <p>{formName('does', body.kind)}</p>
            <Differences fields={body.fields} file={`case-${full.case.id}`} />
            <p className={styles.quiet}>
              {form('people', { count: persons, power: named('power', full.power) })}.{' '}
              {persons > 1 && !full.verdict ? form('waits') : form('now')} {t('console.signsDigest')}{' '}
              <code className={styles.mono}>{digest}</code>
            </p>
          </>
        )
      }
    </Remote>
  );
}
