import { Button, IconCheck, IconClock } from '@bourse/ui';
import { type ReactNode, useEffect, useRef } from 'react';
import { useT } from '../../i18n/index.ts';
import styles from './Form.module.css';

type Props = {
  step: 'done' | 'unknown' | 'missing';
  /** Done, but a decision is awaited. */
  waits?: boolean | undefined;
  title: string;
  /** Of the heading. */
  level?: 2 | 3 | undefined;
  /** What is known while the answer is missing. */
  unknownText: string;
  missingTitle: string;
  onAgain: () => void;
  onSend: () => void;
  /** What came of it. */
  children: ReactNode;
};

/** What became of a deal. The focus goes to its title, because the pressed button is gone. */
export function Outcome({ step, waits = false, title, level = 3, unknownText, missingTitle, onAgain, onSend, children }: Props) {
  const t = useT();
  const head = useRef<HTMLHeadingElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: each step has its own title
  useEffect(() => head.current?.focus({ preventScroll: true }), [step]);
  const done = step === 'done' && !waits;
  const Heading = `h${level}` as const;
  return (
    <section className={styles.result}>
      <div className={done ? styles.done : styles.unknown}>
        {done ? <IconCheck size={22} strokeWidth={2.25} aria-hidden /> : <IconClock size={22} aria-hidden />}
      </div>
      <Heading ref={head} tabIndex={-1} className={styles.title}>
        {step === 'done' ? title : step === 'missing' ? missingTitle : t('funds.unknownTitle')}
      </Heading>
      {step === 'done' ? children : <p className={styles.text}>{step === 'missing' ? t('common.noRecord') : unknownText}</p>}
      {step === 'missing' && (
        <div className={styles.buttons}>
          <Button kind="outline" size="large" onClick={onAgain}>
            {t('common.cancel')}
          </Button>
          <Button size="large" onClick={onSend}>
            {t('funds.sendAgain')}
          </Button>
        </div>
      )}
    </section>
  );
}
