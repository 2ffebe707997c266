import { Button, IconCheck, IconClock } from '@bourse/ui';
import { type ReactNode, useEffect, useRef } from 'react';
import { useT } from '../../../i18n/index.ts';
import styles from '../Membership.module.css';

type Props = { step: 'done' | 'unknown' | 'missing'; title: string; children?: ReactNode; onAgain: () => void; onForget: () => void };

/** What became of a purchase. The focus goes to its title, because the pressed button is gone. */
export function Outcome({ step, title, children, onAgain, onForget }: Props) {
  const t = useT();
  const head = useRef<HTMLHeadingElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: each step has its own title
  useEffect(() => head.current?.focus({ preventScroll: true }), [step]);
  const done = step === 'done';
  return (
    <section className={styles.own} role="status">
      <div className={done ? styles.done : styles.unknown}>
        {done ? <IconCheck size={22} strokeWidth={2.25} aria-hidden /> : <IconClock size={22} aria-hidden />}
      </div>
      <h2 ref={head} tabIndex={-1} className={styles.title}>
        {done ? title : t(step === 'missing' ? 'membership.missingTitle' : 'funds.unknownTitle')}
      </h2>
      {done ? children : <p className={styles.text}>{t(step === 'missing' ? 'common.noRecord' : 'membership.unknownText')}</p>}
      {step === 'missing' && (
        <div className={styles.buttons}>
          <Button kind="outline" onClick={onForget}>
            {t('common.cancel')}
          </Button>
          <Button onClick={onAgain}>{t('funds.sendAgain')}</Button>
        </div>
      )}
    </section>
  );
}
