import { cx, IconAlert, IconCheck, IconClock } from '@bourse/ui';
import type { CheckedReceipt } from '@bourse/verifier';
import { useTimeZone } from '../../data/index.ts';
import { formatTime } from '../../i18n/format.ts';
import { useT } from '../../i18n/index.ts';
import type { Proof } from '../evidence/use-proof.ts';
import styles from './Paper.module.css';

/** What this browser made of the receipt's proof: in the log under which head, not yet, or what does not agree. */
export function ProofStep({ proof }: { proof: Proof }) {
  const t = useT();
  const verdict = proof.state === 'done' ? proof.checked.verdict : 'unchecked';
  const bad = verdict === 'differs';
  const { head, facts } = proof.state === 'done' ? proof.checked : {};
  return (
    <section className={styles.step} aria-label={t('evidence.stepLog')}>
      <span className={cx(styles.mark, bad && styles.markBad, verdict === 'unchecked' && styles.markOpen)}>
        {bad ? (
          <IconAlert size={14} aria-hidden />
        ) : verdict === 'agrees' ? (
          <IconCheck size={14} strokeWidth={2.5} aria-hidden />
        ) : (
          <IconClock size={14} aria-hidden />
        )}
      </span>
      <div className={styles.stepBody}>
        <div className={styles.stepHead}>
          <h2>
            {t('evidence.stepLog')}
            {bad && <span className={styles.badWord}> {t('trade.stepBad')}</span>}
          </h2>
          {head && <span>{t('evidence.logNote', { leaf: String(facts?.['seq'] ?? ''), size: String(head.size) })}</span>}
        </div>
        <div role="status" className={styles.stepBody}>
          {proof.state === 'checking' && <p className={styles.noteLine}>{t('evidence.logChecking')}</p>}
          {proof.state === 'failed' && <p className={styles.noteLine}>{t('evidence.logFailed')}</p>}
          {proof.state === 'done' && <Told checked={proof.checked} />}
        </div>
      </div>
    </section>
  );
}

function Told({ checked }: { checked: CheckedReceipt }) {
  const t = useT();
  const zone = useTimeZone();
  const { verdict, steps, head, facts } = checked;
  if (verdict === 'differs')
    return steps
      .filter((step) => step.verdict === 'differs')
      .map(({ name, why, detail }) => (
        <p key={name} className={styles.wrong}>
          <span>{why === undefined ? name : t(`evidence.why_${why}`, { detail: detail ?? '' })}</span>
        </p>
      ));
  if (verdict === 'unchecked')
    return <p className={styles.noteLine}>{t(steps.some(({ why }) => why === 'notYet') ? 'evidence.logWaits' : 'evidence.logNoKey')}</p>;
  if (!head) return null;
  return (
    <>
      <p className={styles.rule}>{t('evidence.logHolds', { origin: head.origin, leaf: String(facts?.['seq'] ?? ''), size: head.size })}</p>
      <p className={styles.rule}>{t('evidence.logSigned', { names: head.signers.join(', ') })}</p>
      <p className={styles.rule}>{t(steps.some(({ name }) => name === 'defined') ? 'evidence.logDefined' : 'evidence.logStated')}</p>
      {head.witnessedAt !== undefined && (
        <p className={styles.rule}>{t('evidence.logWitnessed', { time: formatTime(head.witnessedAt, 'full', zone) })}</p>
      )}
      <p className={styles.noteLine}>
        {t('evidence.logRoot')}{' '}
        <code dir="ltr" className={styles.root}>
          {head.root}
        </code>
      </p>
    </>
  );
}
