import { Button, buttonClass, IconCheck, IconClock } from '@bourse/ui';
import { Link } from '@tanstack/react-router';
import { useEffect, useRef } from 'react';
import { useT } from '../../../i18n/index.ts';
import { searchOf } from '../../receipt/address.ts';
import type { SwapState } from '../useSwap.ts';
import styles from './SwapResult.module.css';
import { useDoneSentence, useSwapRow } from './useSwapRow.ts';

type Settled = Extract<SwapState, { swap: unknown }>;
type Props = { state: Settled; onAgain: () => void; onSend: () => void };

/** What became of a swap. The focus goes to its title, because the pressed button is gone. */
export function SwapResult({ state, onAgain, onSend }: Props) {
  const t = useT();
  const title = useRef<HTMLHeadingElement>(null);
  const { step } = state;
  // biome-ignore lint/correctness/useExhaustiveDependencies: each step has its own title
  useEffect(() => title.current?.focus({ preventScroll: true }), [step]);
  const done = step === 'done';
  return (
    <section className={styles.result}>
      <div className={done ? styles.done : styles.unknown}>
        {done ? <IconCheck size={22} strokeWidth={2.25} aria-hidden /> : <IconClock size={22} aria-hidden />}
      </div>
      <h2 ref={title} tabIndex={-1} className={styles.title}>
        {done ? t('swaps.doneTitle') : step === 'missing' ? t('swaps.missingTitle') : t('funds.unknownTitle')}
      </h2>
      {done ? (
        <Done state={state} onAgain={onAgain} />
      ) : (
        <>
          <p className={styles.text}>{step === 'missing' ? t('common.noRecord') : t('swaps.unknownText')}</p>
          {step === 'missing' && (
            <div className={styles.buttons}>
              <Button kind="outline" size="large" wide onClick={onAgain}>
                {t('common.cancel')}
              </Button>
              <Button size="large" wide onClick={onSend}>
                {t('funds.sendAgain')}
              </Button>
            </div>
          )}
        </>
      )}
    </section>
  );
}

function Done({ state, onAgain }: { state: Extract<Settled, { step: 'done' }>; onAgain: () => void }) {
  const t = useT();
  const said = useDoneSentence(state);
  const receipt = useSwapRow(state)?.receipt;
  return (
    <>
      <p className={styles.amounts}>{said}</p>
      <div className={styles.buttons}>
        {receipt && (
          <Link
            to="/receipt"
            search={searchOf({ settlement: receipt })}
            className={buttonClass({ kind: 'outline', size: 'large', wide: true })}
          >
            {t('swaps.receipt')}
          </Link>
        )}
        <Button size="large" wide onClick={onAgain}>
          {t('swaps.again')}
        </Button>
      </div>
    </>
  );
}
