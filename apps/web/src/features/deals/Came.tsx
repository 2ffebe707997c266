import { Button } from '@bourse/ui';
import type { ReactNode } from 'react';
import { useT } from '../../i18n/index.ts';
import styles from './Form.module.css';
import { Note } from './Note.tsx';

type State = { step: 'form' | 'sent' | 'offline' | 'unknown' | 'missing' | 'done' } | { step: 'refused'; message: string };
type Props = {
  state: State;
  done: ReactNode;
  refused: string;
  unknownText: string;
  acts: { again: () => void; forget: () => void };
  /** The next step after a refusal. */
  remedy?: ReactNode;
};

/** What came of an act that leaves its form in place. It stays in the page, or its words would not be heard. */
export function Came({ state, done, refused, unknownText, acts, remedy }: Props) {
  const t = useT();
  const { step } = state;
  return (
    <>
      <div role="status">
        {step === 'done' ? (
          <p className={styles.text}>{done}</p>
        ) : step === 'refused' ? (
          <Note bad>
            <strong>{refused}.</strong> {state.message} {remedy}
          </Note>
        ) : step === 'offline' ? (
          <Note offline>{t('common.nothingSent')}</Note>
        ) : step === 'unknown' ? (
          <Note>{unknownText}</Note>
        ) : (
          step === 'missing' && <Note>{t('common.noRecord')}</Note>
        )}
      </div>
      {step === 'missing' && (
        <div className={styles.buttons}>
          <Button kind="outline" onClick={acts.forget}>
            {t('common.cancel')}
          </Button>
          <Button onClick={acts.again}>{t('funds.sendAgain')}</Button>
        </div>
      )}
    </>
  );
}
